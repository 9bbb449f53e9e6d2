"""Thinking times of bots, at tables with a clock.

A bot answers in a millisecond. At a table with people that is unpleasant in an auction, and gives the bot no character.
Every player therefore has a pace: a range of seconds for every kind of decision, from which a time is drawn. Tables
with a clock wait that long before they play a bot's answer. Simulations and referees ignore it.

A pace reveals no secrets. It depends only on the kind of decision, which is public, and never on what the seat can or
will do: a seat that can only pass thinks as long as one that could bid.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import TypeAlias

import msgspec

Seconds: TypeAlias = tuple[float, float]
"""The least and the greatest number of seconds."""


class Pace(msgspec.Struct, frozen=True):
    """Seconds to think, for every kind of decision: the `usual` ones, and different ones for named decisions.

    >>> pace = Pace(usual=(1.0, 3.0), decisions={"open auction": (0.2, 0.8)})
    >>> round(pace.seconds("open auction", b"seed", b"first"), 3), round(pace.seconds("sale", b"seed", b"first"), 3)
    (0.231, 1.104)
    """

    usual: Seconds = (0.8, 2.0)
    decisions: Mapping[str, Seconds] = {}

    def __post_init__(self) -> None:
        for what, (least, most) in {"usual": self.usual, **self.decisions}.items():
            if not 0 <= least <= most <= 3_600:
                raise ValueError(f"{what}: {least} to {most} seconds to think; expected 0 to 3600, the least first")

    def seconds(self, decision: str, seed: bytes, moment: bytes) -> float:
        """Return the time to think about a decision. The same seed at the same moment gives the same time."""
        least, most = self.decisions.get(decision, self.usual)
        drawn = hashlib.blake2b(moment, digest_size=8, key=seed[:64], person=b"ludex pace").digest()
        return least + (most - least) * int.from_bytes(drawn, "little") / 2**64

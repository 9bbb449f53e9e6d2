"""The draws of a finished game: every number that the rules took from chance, for clients that check them.

The rules run once more, interpreted, with the chance of the published seed and entropy. A client that knows how chance
is keyed ([fair chance](fairness.md)) can compute the same numbers without any rules.
"""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from ludex.core.game.template import template_of
from ludex.core.language.chance import chance_of, noted_draws
from ludex.core.language.errors import BadHistory
from ludex.core.language.events import new_log
from ludex.core.language.fairness import secret_of
from ludex.core.play.table import Table


class Drawn(msgspec.Struct, frozen=True):
    """The draws of one move. Number 0 is the setup."""

    number: int
    take: int
    draws: tuple[tuple[int, int], ...]
    """Each the bound and the number drawn: a number from 0 to the bound – 1."""


def draws_of(table: Table[Any]) -> tuple[Drawn, ...]:
    """Replay a game and return its draws. Raises `BadHistory` if the last state comes out differently.

    >>> import ludex
    >>> draws_of(ludex.game("automation").new(2, seed=7))[0].draws[:3]
    ((10, 8), (9, 6), (8, 0))
    """
    engine, game = table.engine, table.game
    rules, log, found = game.interpreted, new_log(game.max_events), []
    states = engine.record_in_full(0) if engine.start is not None else template_of(game, table.seats, table.settings)
    for number in range(0 if engine.start is None else 1, len(engine.played) + 1):
        seat, packed, take = engine.played.step(number) if number else (0, 0, 0)
        chance = chance_of(secret_of(engine.secrets, number).key, number, take)
        states["rng"][0] = np.frombuffer(chance, "<u8")
        with noted_draws() as draws:
            if number:
                log[0] = 0
                rules.play(states, 0, seat, packed, log)
            else:
                rules.setup(states, 0)
        states["rng"] = 0
        if draws:
            found.append(Drawn(number, take, tuple((int(bound), int(value)) for bound, value in draws)))
    if states.tobytes() != engine.record_in_full().tobytes():
        raise BadHistory("tampered: the moves lead to another state than the one that was stored")
    return tuple(found)

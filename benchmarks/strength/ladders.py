"""The ladders: for every game its players from weak to strong, and how two rungs meet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

import ludex
from ludex.players import is_compiled

SEARCHES = ("search-100ms", "search-1s")


class Ladder(msgspec.Struct, frozen=True):
    """Players from weak to strong at a table of so many seats."""

    game: str
    bots: tuple[str, ...]
    """A simple bot or two, and the best. `random` is below, searches are above."""
    seats: int
    partners: bool = False
    """Whether two rungs share the seats by turns. Otherwise the upper one has one seat, and the lower all others."""
    settings: dict[str, Any] = {}

    def steps(self) -> Iterator[tuple[str, str]]:
        """Every rung with the one below."""
        rungs = ("random", *self.bots, *SEARCHES)
        yield from zip(rungs[1:], rungs[:-1], strict=True)

    def field(self, upper: str, lower: str) -> list[str]:
        """Who sits at the table.

        >>> Ladder("hearts", ("careful",), 4).field("careful", "random")
        ['careful', 'random', 'random', 'random']
        """
        if self.partners:
            return [upper, lower] * (self.seats // 2)
        return [upper, *[lower] * (self.seats - 1)]


LADDERS = (
    Ladder("automation", ("big-money", "architect"), 2),
    Ladder("modern-art", ("easy", "hard"), 4),
    Ladder("power-grid", ("cheap", "tycoon"), 4),
    Ladder("diplomacy", ("hold", "general"), 7, settings={"last_year": 1910}),
    Ladder("partnership-spades", ("greedy", "careful"), 4, partners=True),
    Ladder("hearts", ("careful",), 4),
    Ladder("oh-hell", ("greedy", "careful"), 4),
    Ladder("gin-rummy", ("careful",), 2),
    Ladder("cheat", ("careful",), 4),
)
"""Every ladder that `make bench-strength` climbs. Where `greedy` and `careful` play the same, one of them is enough."""


def is_fast(game: ludex.Game, upper: str, lower: str) -> bool:
    """Whether both players of a step are compiled bots."""
    return is_compiled(game, upper) and is_compiled(game, lower)

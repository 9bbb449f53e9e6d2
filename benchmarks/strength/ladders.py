"""The ladders: for every game its players from weak to strong, the games of each step, and the bar for its search."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

BOT_GAMES = 2_000
"""Number of games of a step between two bots."""


class Rung(msgspec.Struct, frozen=True):
    """A search, and the number of games it plays against the rung below."""

    player: str
    games: int


class Ladder(msgspec.Struct, frozen=True):
    """Players from weak to strong at a table of a given size."""

    game: str
    bots: tuple[str, ...]
    """A simple bot or two, and the best. `random` is below, searches are above."""
    seats: int
    searches: tuple[Rung, ...]
    bar: float
    """The share of games that the first search should win against the best bot."""
    partners: bool = False
    """True if two rungs share the seats by turns. Otherwise the upper one has one seat, and the lower all others."""
    settings: dict[str, Any] = {}

    def steps(self) -> Iterator[tuple[str, str, int, float | None]]:
        """Yield every rung with the one below, the games they play, and the bar if there is one."""
        upper = [(bot, BOT_GAMES) for bot in self.bots] + [(rung.player, rung.games) for rung in self.searches]
        lower = ["random", *(player for player, _ in upper)]
        for (player, games), below in zip(upper, lower, strict=False):
            yield player, below, games, self.bar if player == self.searches[0].player else None

    def by_clock(self) -> Ladder:
        """Return the same ladder with a tenth of a second and a second per move. It takes hours, so with fewer games.

        >>> ladder = Ladder("hearts", ("careful",), 4, rungs("search-300", 100, "search-1000", 40), 0.32).by_clock()
        >>> [step[:3] for step in ladder.steps()][1:]
        [('search-100ms', 'careful', 50), ('search-1s', 'search-100ms', 8)]
        """
        first, second = self.searches
        slow = rungs("search-100ms", max(self.seats, first.games // 2), "search-1s", max(self.seats, second.games // 5))
        return msgspec.structs.replace(self, searches=slow)

    def field(self, upper: str, lower: str) -> list[str]:
        """Return the players at the table.

        >>> Ladder("hearts", ("careful",), 4, (), 0.32).field("careful", "random")
        ['careful', 'random', 'random', 'random']
        """
        if self.partners:
            return [upper, lower] * (self.seats // 2)
        return [upper, *[lower] * (self.seats - 1)]


def rungs(first: str, games: int, second: str, more: int) -> tuple[Rung, ...]:
    """Make two searches, the second with more playouts than the first."""
    return Rung(first, games), Rung(second, more)


LADDERS = (
    Ladder("automation", ("big-money", "architect"), 2, rungs("search-400", 400, "search-2000", 60), 0.55),
    Ladder("modern-art", ("easy", "hard"), 4, rungs("search-400", 60, "search-1000", 16), 0.32),
    Ladder("power-grid", ("cheap", "tycoon"), 4, rungs("search-100", 80, "search-400", 24), 0.30),
    Ladder(
        "diplomacy",
        ("general",),
        7,
        rungs("search-100", 42, "search-200", 7),
        0.25,
        settings={"last_year": 1910},
    ),
    Ladder(
        "partnership-spades",
        ("greedy", "careful"),
        4,
        rungs("search-200", 100, "search-1000", 40),
        0.75,
        partners=True,
    ),
    Ladder("hearts", ("careful",), 4, rungs("search-300", 100, "search-1000", 40), 0.32),
    Ladder("oh-hell", ("careful",), 4, rungs("search-300", 200, "search-1000", 80), 0.32),
    Ladder("gin-rummy", ("careful",), 2, rungs("search-1000", 400, "search-5000", 40), 0.50),
    Ladder("cheat", ("careful",), 4, rungs("search-300", 200, "search-1000", 20), 0.25),
)
"""Every ladder that `make bench-strength` climbs. Where `greedy` and `careful` play the same, one of them is enough.

Searches have budgets in playouts, so that the same seed gives the same games on any machine; `by_clock` gives them time
instead. None of them takes anything like a second for a move. All ladders together take some twenty minutes on two
cores.
"""

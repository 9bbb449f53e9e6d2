"""Searches against players that nothing is tuned on, in about the same time for a move, and the bars for that."""

from __future__ import annotations

from typing import Any

import msgspec

import ludex
from ludex.games.cards import CardGame

PIMC = "ludex.doors.openspiel:Pimc"
BOT_BIDS = "benchmarks.strength.bids:BotBids"
REGULAR = "ludex.examples.bots.gin_regular:Regular"


class HeldOut(msgspec.Struct, frozen=True):
    """A search against a player on which nothing is tuned."""

    game: str
    player: str
    against: str
    games: int
    seats: int = 4
    bar: float | None = None
    """The share of games that the search should win."""
    points: float | None = None
    """The points by which it should lead."""
    partners: bool = False
    one_hand: bool = False
    """True for single hands in place of matches."""
    settings: dict[str, Any] = {}

    @property
    def name(self) -> str:
        """The name of the game, for tables.

        >>> HeldOut("automation", "search-400", "rival", 40, seats=2, settings={"edition": "base"}).name
        'automation, edition base'
        """
        told = [f"{setting.replace('_', ' ')} {value}" for setting, value in self.settings.items()]
        return ", ".join([self.game, *(["single hands"] if self.one_hand else []), *told])

    def find_game(self) -> ludex.Game:
        """Return the game, or a match of one hand of it."""
        found = ludex.game(self.game)
        if not self.one_hand:
            return found
        assert isinstance(found, CardGame)
        match = msgspec.structs.replace(found.genome.match, hands=1, target=0)
        return CardGame(msgspec.structs.replace(found.genome, name=f"{self.game}-hand", match=match))

    def field(self) -> list[str]:
        """Return the players at the table.

        >>> HeldOut("hearts", "search-300", "ismcts-1000", 40).field()
        ['search-300', 'ismcts-1000', 'ismcts-1000', 'ismcts-1000']
        """
        if self.partners:
            return [self.player, self.against] * (self.seats // 2)
        return [self.player, *[self.against] * (self.seats - 1)]


HELD_OUT = (
    HeldOut("partnership-spades", "search-200", PIMC, 400, points=10, partners=True, one_hand=True),
    HeldOut("partnership-spades", "search-2000", PIMC, 200, points=10, partners=True, one_hand=True),
    HeldOut("partnership-spades", "search-200", BOT_BIDS, 400, points=0, partners=True, one_hand=True),
    HeldOut("hearts", "search-300", "ismcts-1000", 200, bar=0.35),
    HeldOut("oh-hell", "search-300", "ismcts-1000", 200, bar=0.35),
    HeldOut("gin-rummy", "search-1000", REGULAR, 200, seats=2, bar=0.6),
    HeldOut("automation", "search-2000", "rival", 200, seats=2, bar=0.6, settings={"edition": "base"}),
    HeldOut("automation", "search-2000", "rival", 200, seats=2, bar=0.6, settings={"edition": "expanded"}),
    HeldOut("power-grid", "search-100", "rival", 100, bar=0.4),
    HeldOut("modern-art", "search-400", "rival", 80, bar=0.4),
    HeldOut("diplomacy", "search-200", "dumbbot", 70, seats=7, bar=0.6, settings={"last_year": 1910}),
)
"""Every search that `make bench-strength` measures against a player on which nothing is tuned. The plain search has
more playouts, because its random ones take less time."""

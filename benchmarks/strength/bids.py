"""Bids of a search at Spades: against those of a bot, and how many of its Nils are made."""

from __future__ import annotations

import time
from typing import Any, NamedTuple

from benchmarks.strength.held_out import HeldOut
from ludex import Bot, Move, Player, Referee, Request, Search
from ludex.games.cards.moves import Bid
from ludex.players import make_player

PLAYOUTS = 200
NILS = HeldOut(
    "partnership-spades", f"search-{PLAYOUTS}", f"search-{PLAYOUTS}", 800, bar=0.7, partners=True, one_hand=True
)
"""Hands that a search plays with itself, and the share of Nils that should be made."""


class BotBids(Player[Any]):
    """A search that leaves its bids to the bot `careful`."""

    def __init__(self) -> None:
        super().__init__(f"search-{PLAYOUTS} with the bids of careful")
        self._players: tuple[Bot, Search] | None = None

    def decide(self, request: Request[Any]) -> Move:
        """Ask the bot for a bid, or search for a card."""
        if self._players is None:
            assert request.game is not None
            self._players = Bot(request.game, "careful"), Search(request.game, PLAYOUTS)
        bot, search = self._players
        return (bot if isinstance(request.options[0], Bid) else search).decide(request)


class Nils(NamedTuple):
    """The number of hands, of Nils that were bid in them, and of those that were made."""

    hands: int
    bid: int
    made: int


def count_nils(one: HeldOut, hands: int, seconds: float | None, seed: int) -> Nils:
    """Count the Nils in hands that a player plays with itself."""
    game, began = one.find_game(), time.monotonic()
    played = bid = made = 0
    while played < hands and (seconds is None or time.monotonic() - began < seconds):
        table = game.new(one.seats, seed=f"nils {seed} {played}")
        Referee(table, [make_player(game, one.player, seat) for seat in range(one.seats)]).play()
        record = table.record()[0]
        played += 1
        bid += int((record["nil"] > 0).sum())
        made += int(((record["nil"] > 0) & (record["tricks"] == 0)).sum())
    return Nils(played, bid, made)

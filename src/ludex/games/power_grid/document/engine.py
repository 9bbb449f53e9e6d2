"""The source document's engine: it asks, validates, rejects, asks again and executes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from ludex.core.referee import Referee
from ludex.core.request import Player, Request
from ludex.games.power_grid.document.validation import validate_auction_bid, validate_auction_opening
from ludex.games.power_grid.game import PowerGrid


class PlayerResult(msgspec.Struct, frozen=True):
    """The result of one player."""

    name: str
    rank: int
    powered: int
    money: int
    cities: int
    plants: tuple[int, ...]


class GameResult(msgspec.Struct, frozen=True):
    """The results of all players, the best first, and why the game ended."""

    player_results: tuple[PlayerResult, ...]
    reason: str


class Engine:
    """A game of Power Grid for 2 to 6 players.

    >>> from ludex.players import Bot
    >>> game = PowerGrid()
    >>> engine = Engine([Bot(game, "planner"), Bot(game, "random"), Bot(game, "cheap")], seed=7)
    >>> engine.validate_auction_opening(0, "pass")
    (False, 'in the first round every player must buy a plant. For sale: 3, 4, 5, 6.')
    >>> engine.validate_auction_opening(0, {"action": "buy", "plant": 4, "bid": 5})
    (True, None)
    >>> len(engine.play().player_results)
    3
    """

    def __init__(
        self,
        players: Sequence[Player | Callable[[Request], Any]],
        *,
        seed: int | str | bytes | None = None,
        max_retries: int = 3,
        **settings: Any,
    ) -> None:
        self._referee = Referee.at_new_table(PowerGrid(), players, seed=seed, max_retries=max_retries, **settings)
        self.table = self._referee.table

    def __repr__(self) -> str:
        return f"<Engine {', '.join(self.table.players)}: {len(self.table.played)} moves>"

    def play(self) -> GameResult:
        """Play to the end. A player that breaks the rules `max_retries` times raises `PlayerViolation`."""
        outcome = self._referee.play()
        view = self.table.view()
        money = self.table.record_in_full()["money"][0]
        results = [
            PlayerResult(
                name=self.table.players[seat.seat],
                rank=outcome.ranks[seat.seat],
                powered=outcome.scores[seat.seat],
                money=int(money[seat.seat]),
                cities=len(seat.cities),
                plants=tuple(plant.number for plant in seat.plants),
            )
            for seat in view.seats
        ]
        return GameResult(tuple(sorted(results, key=lambda result: result.rank)), outcome.reason)

    def validate_auction_opening(self, player_idx: int, move: Any) -> tuple[bool, str | None]:
        """Whether a player could make this opening now, and why not."""
        return validate_auction_opening(self.table, player_idx, move)

    def validate_auction_bid(
        self, player_idx: int, bid_response: Any, plant: Any, current_bid: int, min_bid: int
    ) -> tuple[bool, str | None, Any]:
        """Whether a player could give this response in an auction, why not, and the response in its longer form."""
        return validate_auction_bid(self.table, player_idx, bid_response, plant, current_bid, min_bid)

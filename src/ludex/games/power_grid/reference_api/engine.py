"""The engine of the reference API: it asks, validates, rejects, asks again and executes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from ludex.author import Outcome
from ludex.author.advanced import reference_engine, refuse_classes
from ludex.games.power_grid.game import PowerGrid
from ludex.games.power_grid.reference_api.strategy import adapted
from ludex.games.power_grid.reference_api.validation import validate_auction_bid, validate_auction_opening


class PlayerResult(msgspec.Struct, frozen=True):
    """The result of one player."""

    name: str
    rank: int
    powered: int
    money: int
    cities: int
    plants: tuple[int, ...]


GameResult = reference_engine.GameResult


class Engine(reference_engine.Engine[PlayerResult]):
    """A game of Power Grid for 2 to 6 players. Any object with the methods of a `Strategy` can be a player.

    The keywords are those of the referee (`seed`, `max_retries`, …) and the settings of the game.

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

    game = PowerGrid

    def __init__(self, players: Sequence[Any], **settings: Any) -> None:
        refuse_classes(players)
        super().__init__([adapted(player) for player in players], **settings)

    def result_of(self, seat: int, outcome: Outcome) -> PlayerResult:
        view = self.table.view().seats[seat]
        return PlayerResult(
            name=self.table.players[seat],
            rank=outcome.ranks[seat],
            powered=outcome.scores[seat],
            money=int(self.table.engine.record_in_full()["money"][0, seat]),
            cities=len(view.cities),
            plants=tuple(plant.number for plant in view.plants),
        )

    def validate_auction_opening(self, player_idx: int, move: Any) -> tuple[bool, str | None]:
        """Check whether a player could make this opening now, and return the reason if not."""
        return validate_auction_opening(self.table, player_idx, move)

    def validate_auction_bid(
        self, player_idx: int, bid_response: Any, plant: Any, current_bid: int, min_bid: int
    ) -> tuple[bool, str | None, Any]:
        """Check a response in an auction. Return whether it is possible now, the reason if not, and its longer form."""
        return validate_auction_bid(self.table, player_idx, bid_response, plant, current_bid, min_bid)

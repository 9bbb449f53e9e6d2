"""The source document's strategies: players made of small methods that answer in the document's forms.

    'pass'                                                   an opening or a bid
    {'action': 'buy', 'plant': 20, 'bid': 21, 'discard': 4}  an opening; `discard` at the plant limit
    17, {'bid': 17, 'discard': 4}                            a bid
    'done', ('coal', 3), 'Berlin', 13, (5, 1)                the phases after the auctions

A plant is given as its number, as a `Plant`, or as anything with a `number` or `cost`. Typed moves are welcome
everywhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludex.author import Move
from ludex.core.request import Player, Request
from ludex.games.power_grid.components.plants import Plant
from ludex.games.power_grid.document.answers import (
    DONE,
    PASS,
    bid_move,
    city_move,
    fuel_move,
    opening_move,
    return_move,
    run_move,
)
from ludex.games.power_grid.moves import ReturnFuel
from ludex.games.power_grid.views import SeatView, View


class Strategy(Player):
    """Base of strategies. Override what you want to decide; the rest does as little as the rules allow.

    Every method gets its own seat (`player`) and the view (`game_state`), and in `error` why the last answer was
    rejected. Fuel, cities and plants are asked for one at a time until the answer is 'done'.

    >>> class Thrifty(Strategy):
    ...     def build_city(self, player, game_state, error=None):
    ...         affordable = [city for city in game_state.cities if city.cost is not None]
    ...         return min(affordable, key=lambda city: city.cost).name
    >>> Thrifty().name
    'Thrifty'
    """

    def choose_auction_move(
        self,
        player: SeatView,
        game_state: View,
        current_market: Sequence[Plant],
        can_buy: bool,
        must_buy: bool,
        error: str | None = None,
    ) -> Any:
        """Open an auction or pass.

        `can_buy` says that some plant is affordable, `must_buy` that it is the first round."""
        if not must_buy:
            return PASS
        plant = current_market[0]
        return {"action": "buy", "plant": plant, "bid": game_state.least(plant.number)}

    def bid_in_auction(
        self,
        player: SeatView,
        game_state: View,
        plant: Plant,
        current_bid: int,
        min_bid: int,
        error: str | None = None,
    ) -> Any:
        """Bid at least `min_bid`, or pass."""
        return PASS

    def return_fuel(
        self, player: SeatView, game_state: View, choices: Sequence[ReturnFuel], error: str | None = None
    ) -> Any:
        """Say which coal and oil go back after a discard, if they compete for the room left."""
        return choices[0]

    def buy_resources(self, player: SeatView, game_state: View, error: str | None = None) -> Any:
        """Name a fuel and an amount, or 'done'."""
        return DONE

    def build_city(self, player: SeatView, game_state: View, error: str | None = None) -> Any:
        """Name a city, or 'done'."""
        return DONE

    def run_plant(self, player: SeatView, game_state: View, error: str | None = None) -> Any:
        """Name a plant (for a hybrid, with how much coal it burns), or 'done'."""
        return DONE

    def decide(self, request: Request) -> Move:
        """Ask the method that fits the phase, and read its answer."""
        view: View = request.view
        player = view.seats[request.seat]
        error = request.rejection.sentence if request.rejection else None
        if view.phase == "opening":
            can_buy = any(view.least(plant.number) <= (player.money or 0) for plant in view.current)
            return opening_move(
                self.choose_auction_move(
                    player, view, view.current, can_buy=can_buy, must_buy=view.round == 1, error=error
                )
            )
        if view.auction is not None:
            auction = view.auction
            return bid_move(self.bid_in_auction(player, view, auction.plant, auction.bid, auction.least, error=error))
        if view.phase == "returning":
            choices = [move for move in request.options if isinstance(move, ReturnFuel)]
            return return_move(self.return_fuel(player, view, choices, error=error))
        if view.phase == "buying":
            return fuel_move(self.buy_resources(player, view, error=error))
        if view.phase == "building":
            return city_move(self.build_city(player, view, error=error))
        return run_move(self.run_plant(player, view, error=error))

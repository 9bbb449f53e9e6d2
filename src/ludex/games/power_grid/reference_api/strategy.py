"""The strategies of the reference API: players with small methods, whose answers have these forms::

    'pass'                                                   an opening or a bid
    {'action': 'buy', 'plant': 20, 'bid': 21, 'discard': 4}  an opening; `discard` at the plant limit
    17, {'bid': 17, 'discard': 4}                            a bid
    'done', ('coal', 3), 'Berlin', 13, (5, 1)                the phases after the auctions

A plant is given as its number, as a `Plant`, or as anything with a `number` or `cost`. Typed moves are accepted
everywhere."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any

from ludex.author import Move, Player, Request
from ludex.games.power_grid.components.plants import Plant
from ludex.games.power_grid.moves import PlaceHouse, ReturnFuel
from ludex.games.power_grid.reference_api.answers import (
    DONE,
    PASS,
    bid_move,
    city_move,
    fuel_move,
    opening_move,
    place_move,
    return_move,
    run_move,
)
from ludex.games.power_grid.views import SeatView, View


class Strategy(Player):
    """Base of strategies. Override the decisions that you need; the defaults do as little as the rules allow.

    Every method gets its own seat (`player`) and the view (`game_state`), and in `error` why the last answer was
    rejected. A method that has no `error` in its signature is called without it. Fuel, cities and
    plants are asked for one at a time until the answer is 'done'.

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

        `can_buy` is True if some plant is affordable, `must_buy` in the first round."""
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
        """Choose which coal and oil go back after a discard, if they compete for the room left."""
        return choices[0]

    def place_house(
        self, player: SeatView, game_state: View, choices: Sequence[PlaceHouse], error: str | None = None
    ) -> Any:
        """Name a city for a house of the Trust, before the game."""
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
            must_buy = view.round == 1
            return opening_move(
                ask(
                    self.choose_auction_move,
                    player,
                    view,
                    view.current,
                    error=error,
                    can_buy=can_buy,
                    must_buy=must_buy,
                )
            )
        if view.auction is not None:
            auction = view.auction
            return bid_move(
                ask(self.bid_in_auction, player, view, auction.plant, auction.bid, auction.least, error=error)
            )
        if view.phase == "returning":
            choices = [move for move in request.options if isinstance(move, ReturnFuel)]
            return return_move(ask(self.return_fuel, player, view, choices, error=error))
        if view.phase == "placing":
            sites = [move for move in request.options if isinstance(move, PlaceHouse)]
            return place_move(ask(self.place_house, player, view, sites, error=error))
        if view.phase == "buying":
            return fuel_move(ask(self.buy_resources, player, view, error=error))
        if view.phase == "building":
            return city_move(ask(self.build_city, player, view, error=error))
        return run_move(ask(self.run_plant, player, view, error=error))


HOOKS = (
    "choose_auction_move",
    "bid_in_auction",
    "return_fuel",
    "place_house",
    "buy_resources",
    "build_city",
    "run_plant",
)
"""The methods of a strategy."""


class Adapted(Strategy):
    """A player made from any object that has methods of a strategy. The defaults do as little as the rules allow.

    >>> class Passes:
    ...     def bid_in_auction(self, player, game_state, plant, current_bid, min_bid):
    ...         return "pass"
    >>> Adapted(Passes()).name
    'Passes'
    """

    def __init__(self, strategy: Any) -> None:
        super().__init__(str(getattr(strategy, "name", type(strategy).__name__)))
        for hook in HOOKS:
            if callable(method := getattr(strategy, hook, None)):
                vars(self)[hook] = method


def adapted(player: Any) -> Any:
    """Return a player unchanged, or a player made from an object with methods of a strategy."""
    return Adapted(player) if not hasattr(player, "decide") and any(hasattr(player, hook) for hook in HOOKS) else player


def ask(method: Callable[..., Any], *args: Any, error: str | None, **named: Any) -> Any:
    """Call a method of a strategy, with the last error only if its signature has room for it."""
    return method(*args, error=error, **named) if takes_error(method) else method(*args, **named)


def takes_error(method: Callable[..., Any]) -> bool:
    """Return whether a method can be called with `error=`.

    >>> takes_error(lambda player, error=None: "pass"), takes_error(lambda player: "pass")
    (True, False)
    """
    try:
        parameters = inspect.signature(method).parameters.values()
    except (TypeError, ValueError):  # a callable without a readable signature
        return False
    return any(
        one.kind is one.VAR_KEYWORD or (one.name == "error" and one.kind is not one.POSITIONAL_ONLY)
        for one in parameters
    )

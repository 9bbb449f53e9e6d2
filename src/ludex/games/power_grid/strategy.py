"""The source document's strategies: a player made of small methods that answer in the document's forms.

    'pass'                                                   an opening or a bid
    {'action': 'buy', 'plant': 20, 'bid': 21, 'discard': 4}  an opening; `discard` at the plant limit
    17, {'bid': 17, 'discard': 4}                            a bid
    'done', ('coal', 3), 'Berlin', 13, (5, 1)                the phases after the auctions

A plant is given as its number, as a `Plant`, or as anything with a `number` or `cost`. Typed moves are welcome
everywhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from numbers import Integral
from typing import Any, TypeGuard

from ludex.core import Move, Player, Request, UnreadableMove
from ludex.core.errors import quote
from ludex.games.power_grid.cards import Plant
from ludex.games.power_grid.moves import MOST_MONEY, BuildCity, BuyFuel, Done, OpenAuction, Pass, ReturnFuel, RunPlant
from ludex.games.power_grid.moves import Bid as BidMove
from ludex.games.power_grid.views import SeatView, View

BUY, PASS, DONE = "buy", "pass", "done"


class Strategy(Player):
    """Base of strategies. Override what you want to decide; what you leave does as little as the rules allow.

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
        """Open an auction or pass. `can_buy`: some plant can be paid; `must_buy`: it is the first round."""
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
        """After a discard: which coal and oil go back, where they compete for the room left."""
        return choices[0]

    def buy_resources(self, player: SeatView, game_state: View, error: str | None = None) -> Any:
        """A fuel and an amount, or 'done'."""
        return DONE

    def build_city(self, player: SeatView, game_state: View, error: str | None = None) -> Any:
        """The name of a city, or 'done'."""
        return DONE

    def run_plant(self, player: SeatView, game_state: View, error: str | None = None) -> Any:
        """A plant (for a hybrid, with how much coal it burns), or 'done'."""
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


def is_whole(value: Any) -> TypeGuard[int]:
    """Whether a value is a whole number of a size that can occur; True and False are none."""
    return isinstance(value, Integral) and not isinstance(value, bool) and abs(int(value)) <= MOST_MONEY


def plant_number(value: Any) -> int:
    """The number of a plant, however it is given."""
    number = getattr(value, "number", getattr(value, "cost", value))
    if is_whole(number):
        return int(number)
    raise UnreadableMove(f"{quote(value)} is no plant: expected its number, or a card with one")


def says(answer: Any, word: str) -> bool:
    """Whether an answer is this word."""
    return isinstance(answer, str) and answer == word


def opening_move(answer: Any) -> Move:
    """An opening in the document's form as a move.

    >>> str(opening_move({"action": "buy", "plant": 20, "bid": 21, "discard": 4}))
    'open plant 20 discard 4 bid 21'
    """
    if isinstance(answer, Move):
        return answer
    if says(answer, PASS):
        return Pass()
    if not isinstance(answer, Mapping) or not says(answer.get("action"), BUY) or "plant" not in answer:
        expected = "'pass' or {'action': 'buy', 'plant': …, 'bid': …}"
        raise UnreadableMove(f"{quote(answer)} is no opening: expected {expected}")
    return OpenAuction(plant=plant_number(answer["plant"]), bid=_bid(answer), discard=_discard(answer))


def bid_move(answer: Any) -> Move:
    """A response in an auction in the document's form as a move.

    >>> str(bid_move(17)), str(bid_move({"bid": 17, "discard": 4}))
    ('bid 17', 'discard 4 bid 17')
    """
    if isinstance(answer, Move):
        return answer
    if says(answer, PASS):
        return Pass()
    if isinstance(answer, Mapping):
        return BidMove(bid=_bid(answer), discard=_discard(answer))
    return BidMove(bid=_bid({"bid": answer}))


def _bid(answer: Mapping[str, Any]) -> int:
    bid = answer.get("bid")
    if is_whole(bid):
        return int(bid)
    raise UnreadableMove(f"bid {quote(bid)} is no whole number up to {MOST_MONEY}")


def _discard(answer: Mapping[str, Any]) -> int | None:
    discard = answer.get("discard")
    return None if discard is None else plant_number(discard)


def return_move(answer: Any) -> Move:
    """Which fuel goes back: a move, or {'coal': 2, 'oil': 1}."""
    if isinstance(answer, Mapping):
        return ReturnFuel(answer.get("coal", 0), answer.get("oil", 0))
    return _typed(answer, "{'coal': 2, 'oil': 1}")


def fuel_move(answer: Any) -> Move:
    """Fuel to buy: a move, a pair, or 'done'.

    >>> str(fuel_move(("coal", 3)))
    'buy coal 3'
    """
    if says(answer, DONE):
        return Done()
    if isinstance(answer, tuple | list) and len(answer) == 2:
        return BuyFuel(*answer)
    return _typed(answer, "('coal', 3) or 'done'")


def city_move(answer: Any) -> Move:
    """A city to build: a move, its name, or 'done'."""
    if says(answer, DONE):
        return Done()
    return BuildCity(answer) if isinstance(answer, str) else _typed(answer, "the name of a city or 'done'")


def run_move(answer: Any) -> Move:
    """A plant to run: a move, a plant, a hybrid with its coal, or 'done'.

    >>> str(run_move(13)), str(run_move((5, 1)))
    ('run plant 13', 'run plant 5 coal 1')
    """
    if isinstance(answer, Move):
        return answer
    if says(answer, DONE):
        return Done()
    if isinstance(answer, tuple | list) and len(answer) == 2:
        return RunPlant(plant_number(answer[0]), answer[1])
    return RunPlant(plant_number(answer))


def _typed(answer: Any, expected: str) -> Move:
    if isinstance(answer, Move):
        return answer
    raise UnreadableMove(f"{quote(answer)} is no answer here: expected {expected}")

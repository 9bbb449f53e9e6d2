"""Promises of the auction plan (document 000) about moves and their validation: the forms of an opening and a response,
and the checks of each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from ludex import Request, Table
from ludex.games.power_grid import (
    PLANTS,
    Bid,
    Engine,
    OpenAuction,
    Pass,
    Plant,
    SeatView,
    Strategy,
    View,
    validate_auction_bid,
    validate_auction_opening,
)


def engine(seats: int = 3, **settings: Any) -> Engine:
    return Engine([Strategy(f"player {seat}") for seat in range(seats)], seed=1, **settings)


class Collector(Strategy):
    """Buys the most expensive plant it can pay for, one a round, until it has three."""

    def choose_auction_move(
        self,
        player: SeatView,
        game_state: View,
        current_market: Sequence[Plant],
        can_buy: bool,
        must_buy: bool,
        error: str | None = None,
    ) -> Any:
        plants = [plant for plant in current_market if plant.number <= (player.money or 0)]
        if game_state.round > 3 or not plants:
            return "pass"
        return {"action": "buy", "plant": plants[-1], "bid": plants[-1].number}


@pytest.fixture(scope="module")
def later() -> Table:
    """A table where seat 0 owns three plants and is to open; one plant for sale is below its smallest."""
    table = engine().table
    players = [Collector("A"), Strategy("B"), Strategy("C")]
    while table.view().round < 4 or table.waiting != (0,):
        seat = table.waiting[0]
        table.play(seat, players[seat].decide(Request(seat, table.view(seat), table.options(seat))))
    return table


# Move formats: the opening


def test_pass_is_an_opening_but_not_in_the_first_round(later: Table) -> None:
    """An opening may be 'pass', except in the first round."""
    valid, error = engine().validate_auction_opening(0, "pass")
    assert not valid
    assert error is not None
    assert "first round" in error
    assert validate_auction_opening(later, 0, "pass") == (True, None)


def test_an_opening_is_a_dictionary_with_action_plant_and_bid() -> None:
    """An opening has an action ('buy'), a plant (the card) and a bid (a whole number)."""
    assert engine().validate_auction_opening(0, {"action": "buy", "plant": PLANTS[4], "bid": 4}) == (True, None)


def test_a_plant_can_be_a_card_a_number_or_anything_with_a_cost() -> None:
    """More than was promised: a plant may also be its number, or anything with a cost."""

    class Card:
        cost = 4

    for plant in (PLANTS[4], 4, Card()):
        assert engine().validate_auction_opening(0, {"action": "buy", "plant": plant, "bid": 9}) == (True, None)


def test_a_typed_move_is_as_good() -> None:
    """More than was promised: the game's own move is an opening too."""
    assert engine().validate_auction_opening(0, OpenAuction(plant=4, bid=9)) == (True, None)


@pytest.mark.parametrize(
    "move",
    [
        None,
        "buy",
        17,
        {},
        {"plant": 4, "bid": 4},
        {"action": "sell", "plant": 4, "bid": 4},
        {"action": "buy", "bid": 4},
        {"action": "buy", "plant": 4},
        {"action": "buy", "plant": 4, "bid": "4"},
        {"action": "buy", "plant": 4, "bid": 4.0},
        {"action": "buy", "plant": 4, "bid": True},
        {"action": "buy", "plant": "four", "bid": 4},
        {"action": "buy", "plant": None, "bid": 4},
        {"action": "buy", "plant": 4, "bid": 4, "discard": "three"},
        ["pass"],
        Bid(bid=4),
    ],
    ids=repr,
)
def test_any_other_format_of_an_opening_is_an_error(move: Any) -> None:
    """The form of an opening is checked."""
    valid, error = engine().validate_auction_opening(0, move)
    assert not valid
    assert error


@pytest.mark.parametrize("plant", [7, 13, 50])
def test_the_plant_exists_in_the_current_market(plant: int) -> None:
    """The plant must be in the current market."""
    valid, error = engine().validate_auction_opening(0, {"action": "buy", "plant": plant, "bid": 50})
    assert not valid
    assert error == f"plant {plant} is not in the current market. For sale: 3, 4, 5, 6."


@pytest.mark.parametrize("plant", [-3, 0, 2, 41, 51, 999])
def test_a_plant_that_does_not_exist_is_an_error(plant: int) -> None:
    """A number that no plant has is an error, however far it is off."""
    valid, error = engine().validate_auction_opening(0, {"action": "buy", "plant": plant, "bid": 50})
    assert not valid
    assert error == f"there is no plant {plant}."


@pytest.mark.parametrize(("bid", "valid"), [(-1, False), (0, False), (3, False), (4, True), (50, True), (51, False)])
def test_the_bid_is_at_least_the_cost_and_at_most_the_money(bid: int, valid: bool) -> None:
    """The bid is at least the plant's cost and at most the player's money."""
    result, error = engine().validate_auction_opening(0, {"action": "buy", "plant": 4, "bid": bid})
    assert result == valid
    assert (error is None) == valid


def test_with_three_plants_the_discard_is_specified_and_owned(later: Table) -> None:
    """A player with three plants must name one of them to discard."""
    plant, (smallest, *_) = later.view().current[-1], later.view().seats[0].plants
    opening = {"action": "buy", "plant": plant, "bid": plant.cost}
    valid, error = validate_auction_opening(later, 0, opening)
    assert not valid
    assert error is not None
    assert "name the one to discard" in error
    valid, error = validate_auction_opening(later, 0, {**opening, "discard": PLANTS[3]})
    assert not valid
    assert error is not None
    assert "you do not own plant 3" in error
    assert validate_auction_opening(later, 0, {**opening, "discard": smallest}) == (True, None)


def test_the_discard_is_never_the_plant_just_bought(later: Table) -> None:
    """The plant that is being bought cannot be the one that is discarded."""
    plant = later.view().current[-1]
    valid, error = validate_auction_opening(
        later, 0, {"action": "buy", "plant": plant, "bid": plant.cost, "discard": plant}
    )
    assert not valid
    assert error is not None
    assert "cannot discard the plant you are bidding for" in error


def test_with_three_plants_the_plant_is_above_the_smallest_owned(later: Table) -> None:
    """Players with three plants may only open a plant above their smallest: a setting, on unless switched off."""
    low = later.view().current[0]
    smallest = later.view().seats[0].plants[0]
    assert low.cost < smallest.cost, "the position is made for this"
    opening = {"action": "buy", "plant": low, "bid": low.cost, "discard": smallest}
    valid, error = validate_auction_opening(later, 0, opening)
    assert not valid
    assert error is not None
    assert f"above your smallest, {smallest.number}" in error
    free = later.game.position(replace(later.position(), settings={"open_above_smallest": False}))
    assert validate_auction_opening(free, 0, opening) == (True, None)


def test_without_three_plants_no_discard_is_needed_and_none_may_be_given() -> None:
    """A player with fewer plants discards nothing."""
    opening = {"action": "buy", "plant": 4, "bid": 4}
    assert engine().validate_auction_opening(0, {**opening, "discard": None}) == (True, None)
    valid, error = engine().validate_auction_opening(0, {**opening, "discard": 3})
    assert not valid
    assert error == "you own 0 of 3 plants, so there is nothing to discard."


@pytest.mark.parametrize("player", [-1, 3, None, "0"])
def test_a_player_that_does_not_exist_is_an_error(player: Any) -> None:
    """A player who is not at the table is an error, not an exception."""
    assert not engine().validate_auction_opening(player, "pass")[0]
    assert not engine().validate_auction_bid(player, "pass", 4, 4, 5)[0]


# Move formats: the response


def test_pass_is_a_response_also_in_the_first_round() -> None:
    """A response to an opening may be 'pass' in every round."""
    assert engine().validate_auction_bid(1, "pass", PLANTS[4], 4, 5) == (True, None, "pass")
    assert engine().validate_auction_bid(1, Pass(), PLANTS[4], 4, 5) == (True, None, "pass")


@pytest.mark.parametrize("response", [9, {"bid": 9}, {"bid": 9, "discard": None}, Bid(bid=9)], ids=repr)
def test_a_bid_is_an_integer_or_a_dictionary_and_is_normalized(response: Any) -> None:
    """A bid may be a number or a dictionary, and is returned in its longer form."""
    assert engine().validate_auction_bid(1, response, PLANTS[4], 8, 9) == (True, None, {"bid": 9, "discard": None})


@pytest.mark.parametrize(
    "response", [None, "9", 9.0, True, {}, {"amount": 9}, {"bid": "9"}, [9], {"bid": 9, "discard": "x"}]
)
def test_any_other_format_of_a_response_is_an_error(response: Any) -> None:
    """The form of a response is checked."""
    valid, error, normalized = engine().validate_auction_bid(1, response, PLANTS[4], 8, 9)
    assert not valid
    assert error
    assert normalized is None


@pytest.mark.parametrize(("bid", "valid"), [(8, False), (9, True), (50, True), (51, False)])
def test_the_response_is_at_least_min_bid_and_at_most_the_money(bid: int, valid: bool) -> None:
    """A bid is at least the lowest bid now and at most the player's money."""
    assert engine().validate_auction_bid(1, bid, PLANTS[4], 8, 9)[0] == valid


def test_the_error_of_a_response_says_what_would_do() -> None:
    """The error says which bids would be allowed."""
    _, error, _ = engine().validate_auction_bid(1, 7, PLANTS[4], 8, 9)
    assert error == "plant 4 needs at least 9, and you have 50. Bid 9 to 50, or pass."


def test_a_response_of_a_player_with_three_plants_names_the_discard(later: Table) -> None:
    """A bid of a player with three plants names one of them to discard."""
    plant, owned = later.view().current[0], later.view().seats[0].plants
    money = later.view().seats[0].money
    assert money is not None
    assert not validate_auction_bid(later, 0, money, plant, 1, 2)[0]
    assert not validate_auction_bid(later, 0, {"bid": money, "discard": PLANTS[3]}, plant, 1, 2)[0]
    for discard in owned:
        valid, error, normalized = validate_auction_bid(later, 0, {"bid": money, "discard": discard}, plant, 1, 2)
        assert (valid, error) == (True, None)
        assert normalized == {"bid": money, "discard": discard}
        assert isinstance(normalized["discard"], Plant)


def test_validation_changes_nothing(later: Table) -> None:
    """Validating a move leaves every byte of the game as it was."""
    before = later.engine.record_in_full().tobytes()
    validate_auction_opening(later, 0, {"action": "buy", "plant": 12, "bid": 12})
    validate_auction_bid(later, 1, 40, PLANTS[12], 12, 13)
    assert later.engine.record_in_full().tobytes() == before


def test_validation_and_referee_use_the_same_checks(later: Table) -> None:
    """Whatever the referee would reject, the validator rejects with the same sentence, and the other way round."""
    for plant in PLANTS:
        for discard in (None, 3, *(card.number for card in later.view().seats[0].plants)):
            for bid in (plant - 1, plant, plant + 1, 500):
                move = OpenAuction(plant=plant, bid=bid, discard=discard)
                rejection = later.check(0, move)
                valid, error = validate_auction_opening(later, 0, move)
                assert valid == (rejection is None)
                if rejection is not None:
                    assert rejection.sentence == f"{move} rejected: {error}"

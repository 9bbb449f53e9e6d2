"""Promises of the auction plan (document 000) about invalid input: the validation functions never raise on any input,
they say what is wrong, and they change nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from ludex.games.power_grid import PLANTS, Bid, BuyFuel, Engine, OpenAuction, Pass, Strategy


class Hostile:
    """Refuses to be shown, compared and asked."""

    def __repr__(self) -> str:
        raise RuntimeError("no")

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("no")

    __hash__ = None  # type: ignore[assignment]  # nothing is hashed

    @property
    def number(self) -> int:
        raise RuntimeError("no")


ENGINE = Engine([Strategy("A"), Strategy("B"), Strategy("C")], seed=1)
BEFORE = ENGINE.table.engine.record_in_full().tobytes()

scalars = some.one_of(
    some.none(),
    some.booleans(),
    some.integers(),
    some.integers(-5, 60),
    some.sampled_from([2**63, float("nan"), float("inf"), "pass", "buy", "4", b"pass"]),
    some.floats(),
    some.text(max_size=5),
    some.sampled_from(list(PLANTS.values())),
    some.builds(pow, some.just(10), some.just(5000)),
    some.builds(Hostile),
    some.just(np.arange(3)),
    some.just(np.int64(4)),
)
moves = some.one_of(
    some.builds(OpenAuction, plant=scalars, discard=scalars, bid=scalars),
    some.builds(Bid, discard=scalars, bid=scalars),
    some.builds(BuyFuel, scalars, scalars),
    some.just(Pass()),
)
dictionaries = some.dictionaries(some.sampled_from(["action", "plant", "bid", "discard", "x"]), scalars, max_size=5)
openings = some.fixed_dictionaries({"action": some.just("buy"), "plant": scalars, "bid": scalars, "discard": scalars})
nested = some.recursive(scalars, lambda inner: some.lists(inner) | some.dictionaries(some.text(), inner), max_leaves=5)
anything = scalars | dictionaries | openings | moves | nested


def could_be_played(plant: Any, bid: Any, discard: Any) -> bool:
    """The document's checks for a player without plants and with 50 Elektro, where 3 to 6 are for sale."""
    number = plant.number if type(plant) is type(PLANTS[4]) else plant
    whole = all(isinstance(value, int | np.int64) and not isinstance(value, bool) for value in (number, bid))
    return whole and 3 <= number <= 6 and number <= bid <= 50 and discard is None


@settings(max_examples=300, deadline=None)
@given(anything, anything)
def test_any_opening_gets_an_answer(player: Any, move: Any) -> None:
    """Anything at all can be validated as an opening."""
    valid, error = ENGINE.validate_auction_opening(player, move)
    assert isinstance(valid, bool)
    assert (error is None) == valid
    assert error is None or 0 < len(error) < 500
    assert ENGINE.table.engine.record_in_full().tobytes() == BEFORE


@settings(max_examples=300, deadline=None)
@given(scalars, scalars, scalars)
def test_an_opening_is_valid_exactly_when_the_documents_checks_hold(plant: Any, bid: Any, discard: Any) -> None:
    """No valid opening is refused, and no other is accepted."""
    move = {"action": "buy", "plant": plant, "bid": bid, "discard": discard}
    valid, error = ENGINE.validate_auction_opening(0, move)
    assert valid == could_be_played(plant, bid, discard), error


@settings(max_examples=300, deadline=None)
@given(anything, anything, anything, anything, anything)
def test_a_response_of_any_kind_gets_an_answer(
    player: Any, response: Any, plant: Any, current: Any, least: Any
) -> None:
    """Anything at all can be validated as a response."""
    valid, error, normalized = ENGINE.validate_auction_bid(player, response, plant, current, least)
    assert isinstance(valid, bool)
    assert (error is None) == valid == (normalized is not None)
    assert error is None or 0 < len(error) < 500
    assert ENGINE.table.engine.record_in_full().tobytes() == BEFORE


@settings(max_examples=300, deadline=None)
@given(anything)
def test_a_response_is_normalized_to_pass_or_to_bid_and_discard(response: Any) -> None:
    """A valid response is returned as 'pass', or as a bid and a discard."""
    valid, _, normalized = ENGINE.validate_auction_bid(1, response, PLANTS[4], 4, 5)
    if valid and normalized != "pass":
        assert 5 <= normalized["bid"] <= 50
        assert normalized == {"bid": normalized["bid"], "discard": None}
        assert type(normalized["bid"]) is int


@pytest.mark.parametrize("current", [None, "4", 4.0, True, 10**5000, Hostile()], ids=lambda value: type(value).__name__)
def test_junk_in_place_of_the_current_bid_is_an_error(current: Any) -> None:
    """The caller's claims about the auction are checked too."""
    assert ENGINE.validate_auction_bid(1, 9, 4, current, 5)[:1] == (False,)
    assert ENGINE.validate_auction_bid(1, 9, 4, 4, current)[:1] == (False,)


def test_numbers_of_numpy_are_numbers() -> None:
    """A number may be one of NumPy's."""
    assert ENGINE.validate_auction_bid(1, np.int64(9), np.int8(4), 4, 5) == (True, None, {"bid": 9, "discard": None})

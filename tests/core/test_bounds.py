"""Bounds: every field of a record declares the numbers that it may hold, and nothing else gets into it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludex
from ludex import BadPosition
from ludex.author import ANY, COUNT, FLAG, SEAT, SEAT_BITS, SEAT_FROM_1, SEAT_OR_NOBODY, Record, i8, i16, i64
from ludex.core.compile.compiled_rules import InterpretedKernel
from ludex.core.language.bounds import Within, limits, words
from ludex.core.language.errors import OutOfBounds
from ludex.core.language.record import Layout
from ludex.core.language.rule import loop


class State(Record):
    turn = i8(SEAT)
    bidder = i8(SEAT_OR_NOBODY)
    knocker = i8(SEAT_FROM_1)
    passed = i8(SEAT_BITS)
    open = i8(FLAG)
    market = i8.row(4, range(-1, 9))
    hand = i16.grid(3, 2, COUNT)
    score = i64(ANY)
    deck = i8(range(3), fixed=True)


LAYOUT: Layout = State.layout
SEATS = 3
ALLOWED = {
    "turn": (0, 2),
    "bidder": (-1, 2),
    "knocker": (0, 3),
    "passed": (0, 7),
    "open": (0, 1),
    "market": (-1, 8),
    "hand": (0, 2**14 - 1),
    "score": (-(2**63), 2**63 - 1),
}


def holding(field: str, number: int, at: tuple[int, ...] = ()) -> Any:
    states = LAYOUT.new()
    states["seats"] = SEATS
    states[field][(0, *at)] = number
    return states


@pytest.mark.parametrize("field", ALLOWED)
def test_bounds_allow_their_ends_and_nothing_beyond(field: str) -> None:
    low, high = ALLOWED[field]
    kind = np.iinfo(LAYOUT.dtype[field].base)
    at = tuple(length - 1 for length in LAYOUT.dtype[field].shape)
    for number in range(max(low - 2, kind.min), low + 3):
        assert (LAYOUT.fault(holding(field, number, at)) == "") == (low <= number <= high)
    for number in range(high - 2, min(high + 2, kind.max) + 1):
        assert (LAYOUT.fault(holding(field, number, at)) == "") == (low <= number <= high)


def test_a_fault_names_the_field_the_number_and_what_was_expected() -> None:
    assert LAYOUT.fault(holding("turn", 77)) == "field 'turn' is 77: expected a seat, 0 to 2"
    assert LAYOUT.fault(holding("market", 9, (2,))) == "field 'market' holds 9: expected -1 to 8"


@pytest.mark.parametrize("bounds", [None, 3, (0, 4), range(0), range(0, 9, 2), range(200), range(-129, 0)])
def test_bounds_that_are_none_are_refused_where_they_are_declared(bounds: Any) -> None:
    with pytest.raises(TypeError, match="i8"):
        i8(bounds)


def test_a_field_without_bounds_cannot_be_declared() -> None:
    with pytest.raises(TypeError, match="bounds"):
        i8()  # type: ignore[call-arg]  # that is the point


@given(st.sampled_from([*Within, SEAT]), st.integers(1, 7))
def test_bounds_by_seats_can_always_be_held_and_said(bounds: Any, seats: int) -> None:
    low, high = limits(bounds, np.dtype(np.int8), seats)
    assert low <= 0 <= high
    assert words(bounds, seats)


@loop
def sit_down(states: Any, seat: int) -> None:
    states[0].turn = seat


@loop
def deal(states: Any, row: int, count: int) -> None:
    states[0].hand[row, 1] += count


def test_an_interpreted_rule_that_leaves_the_bounds_of_a_field_is_found() -> None:
    kernel = InterpretedKernel({}, LAYOUT)
    kernel.entry(sit_down)(holding("turn", 0), 2)
    with pytest.raises(OutOfBounds, match="field 'turn' is 3: expected a seat, 0 to 2"):
        kernel.entry(sit_down)(holding("turn", 0), 3)
    with pytest.raises(OutOfBounds, match="field 'hand' holds -1"):
        kernel.entry(deal)(holding("turn", 0), 2, -1)


NAMES = ("automation", "modern-art", "power-grid", "diplomacy", "spades", "hearts", "gin-rummy", "draw-poker")


@pytest.mark.parametrize("name", NAMES)
def test_no_field_of_a_shipped_game_takes_a_number_beyond_its_bounds(name: str) -> None:
    game = ludex.game(name)
    position = game.new(game.usual_seats, seed=1).position()
    labels = game.labels_for(game.read_settings({}))  # a name or the number on a card stands for a number
    for field, declared in game.machine.layout.fields.items():
        if field in labels:
            continue
        low, high = limits(declared.bounds, declared.kind.dtype, position.seats)
        for number in [n for n in (low - 1, high + 1, 10**15, -(10**15), 2**63) if not low <= n <= high]:
            value: Any = number
            for length in reversed(declared.shape):
                value = [value] * length
            with pytest.raises(BadPosition, match=field):
                game.position(position.but(**{field: value}))


@pytest.mark.parametrize("name", NAMES)
def test_what_follows_from_settings_is_derived_and_never_read(name: str) -> None:
    game = ludex.game(name)
    position = game.new(game.usual_seats, seed=1).position()
    own = [field for field, declared in game.machine.layout.fields.items() if not declared.given]
    assert own
    for field in own:
        with pytest.raises(BadPosition, match=f"no field '{field}'"):
            game.position(position.but(**{field: 0}))


def test_the_program_of_a_card_game_cannot_be_sent() -> None:
    game = ludex.game("spades")
    position = game.new(4, seed=1).position()
    with pytest.raises(BadPosition, match="no field 'code'"):
        game.position(position.but(code=[255] * 256))
    for place in (1, 17, 59, 200):
        with pytest.raises(BadPosition, match="pc"):
            game.position(position.but(pc=place))


def test_the_auctioneer_is_a_seat_of_the_table() -> None:
    game = ludex.game("modern-art")
    position = game.new(3, seed=1).position()
    with pytest.raises(BadPosition, match="field 'auctioneer' is 1000000000000000: expected a seat, 0 to 2"):
        game.position(position.but(auctioneer=10**15))

"""Positions: what is written, what follows from it, and what is refused."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ludex import BadPosition, Position

from .position import GAME, asked, fuel, market, owns, play, position, supply

START: dict[str, Any] = {
    "board": "north-west, north-east, east",
    "round": 4,
    "step": 1,
    "phase": "building",
    "turn": 1,
    "place_in_order": 1,
    "order": [0, 1],
    "place": {
        "seat 0": [4, 13],
        "seat 1": [5],
        "market": [14, 15, 16, 17, 18, 19, 20, 21],
        "stack": [22, 23, "Step 3"],
        "under the stack": [50],
    },
    "top": "none",
    "discount": "none",
    "auctioned": "none",
    "discard": "none",
    "bidder": -1,
    "spoke": -1,
    "track": {"coal": 20, "oil": 18},
    "fuel": [{"coal": 3}, {"coal": 1, "oil": 2}],
    "money": [40, 60],
    "houses": {"Berlin": [0], "Halle": [1]},
}


def at(**changes: Any) -> Position:
    return Position(game="power-grid", seats=2, state={**START, **changes})


def test_a_position_can_be_written_by_hand() -> None:
    table = GAME.position(at())
    assert asked(table) == (1, "building")
    assert (owns(table, 0), owns(table, 1)) == ([4, 13], [5])
    assert market(table) == [14, 15, 16, 17, 18, 19, 20, 21]
    assert fuel(table, 1) == {"coal": 1, "oil": 2}
    assert supply(table) == {"coal": 0, "oil": 4, "garbage": 24, "uranium": 12}
    assert table.view().city("Leipzig").cost == 10, "no connection costs nothing between neighbours"
    assert table.position() == at()


def test_connections_start_from_the_houses_of_a_position() -> None:
    table = position(phase="building", plants=[[13], [18]], cities=[[], ["Berlin"]])
    assert GAME.position(table.position()).options(1) == table.options(1)


@pytest.mark.parametrize("settings", [{}, {"map": "usa", "edition": "recharged"}])
def test_every_state_of_a_game_survives_being_written(settings: dict[str, Any]) -> None:
    dice = random.Random(1)
    table = GAME.new(3, seed=4, round_limit=5, **settings)
    while table.outcome is None:
        table.play(table.waiting[0], dice.choice(table.options(table.waiting[0])))
        if len(table.played) % 10 == 0:
            other = GAME.position(table.position().to_json())
            assert other.view(0) == table.view(0)
            assert [other.options(seat) for seat in other.waiting] == [table.options(seat) for seat in table.waiting]


def test_a_position_names_the_cards_and_never_counts_them() -> None:
    state = position(plants=[[4], [5]]).position().state
    assert state["place"]["seat 0"] == [4]
    assert not {"plants", "plant_count", "storage", "market", "stack", "reach"} & set(state)


def moved(**places: list[Any]) -> dict[str, Any]:
    return {"place": {**START["place"], **{name.replace("_", " "): cards for name, cards in places.items()}}}


BAD: dict[str, tuple[dict[str, Any], str]] = {
    "debts": ({"money": [-1, 5]}, "field 'money' holds -1: expected 0 or more"),
    "fuel made": ({"track": {"coal": 24}}, "breaks a law: 24 coal, 24 oil"),
    "too much fuel": ({"fuel": [{"oil": 5}]}, "breaks a law: no seat has more fuel than its plants can store"),
    "a full city": ({"houses": {"Berlin": [0, 1]}}, "breaks a law: a city holds no more houses"),
    "a city out of play": ({"houses": {"München": [0]}}, "breaks a law: a city holds no more houses"),
    "a city of another map": ({"houses": {"Boston": [0]}}, "for cities of the map"),
    "a house of nobody": ({"houses": {"Berlin": [7]}}, "not a list of numbers from 0 to 5"),
    "a card in two places": (moved(seat_0=[4, 5]), "5 is in two places"),
    "no such plant": (moved(seat_0=[41]), "41 is not the number of a plant"),
    "no card": (moved(seat_0=["none"]), "'none' is not a card"),
    "no such place": (moved(pocket=[4]), "expected an object with lists of cards"),
    "a seat that is not there": (moved(seat_3=[44]), "seat 3 has cards; seats are 0 to 1"),
    "too many plants": (moved(seat_0=[4, 13, 30, 31, 32]), "such a position cannot exist"),
    "a turn of nobody": ({"turn": 77}, "field 'turn' is 77: expected a seat"),
    "a turn before everybody": ({"turn": -5}, "field 'turn' is -5: expected a seat"),
    "a seat twice in the order": ({"order": [0, 0]}, "does not list every seat once"),
    "what follows from the rest": ({"storage": [[2]]}, "no field 'storage'"),
}


@pytest.mark.parametrize("what", BAD)
def test_a_position_that_cannot_be_is_refused_with_the_reason(what: str) -> None:
    changes, why = BAD[what]
    with pytest.raises(BadPosition, match=why):
        GAME.position(at(**changes))


def test_a_game_goes_on_from_a_position() -> None:
    table = play(GAME.position(at()), "1: build Leipzig", "1: done")
    assert asked(table) == (0, "building")

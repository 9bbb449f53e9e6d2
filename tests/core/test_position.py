"""Positions: a state as data that people can read and write, checked by the laws of its game."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludex import BadPosition, History, Position, Table
from ludex.author import Bits, Counts, Names, Record, i8

from .process import load_tictactoe

TicTacToe: Any = load_tictactoe().TicTacToe
GAME = TicTacToe()


def played(*cells: int) -> Table:
    table: Table = GAME.new(seed=1)
    for number, cell in enumerate(cells):
        table.play(number % 2, f"mark {cell}")
    return table


def test_a_position_has_only_what_is_not_blank() -> None:
    assert played().position() == Position(game="tic-tac-toe", seats=2)
    assert played(1, 5).position().state == {"marks": 2, "cells": [1, 0, 0, 0, 2]}


@given(st.permutations(range(1, 10)).map(lambda cells: cells[:4]))
def test_a_table_from_a_position_goes_on_as_the_first_one_would(cells: list[int]) -> None:
    table = played(*cells)
    other = GAME.position(table.position().to_json())
    assert other.view(0) == table.view(0)
    assert other.options(0) == table.options(0)


def test_data_does_as_well_as_a_position() -> None:
    assert GAME.position({"game": "tic-tac-toe", "seats": 2, "state": {"marks": 1, "cells": [1]}}).waiting == (1,)


def test_fields_can_be_replaced() -> None:
    position = played(1, 5).position()
    assert GAME.position(position.but(cells=[0, 1, 2])).view(0).cells[:3] == (0, 1, 2)
    assert GAME.position(position.but(marks=0, cells=[])).view(0) == played().view(0)


class CountedState(Record):
    marks = i8(range(10), derived=True)
    cells = i8.row(9, range(3))


class Counted(TicTacToe):  # type: ignore[misc]  # loaded from its file, so that it is Any
    """Tic-tac-toe in which the number of marks follows from the cells, and cells are written as signs."""

    rules = load_tictactoe()
    record = CountedState

    def labels_for(self, settings: Any) -> dict[str, Any]:
        return {"cells": Names("free", "X", "")}

    def complete(self, s: Any) -> None:
        s.marks = sum(mark > 0 for mark in s.cells)


def test_what_follows_from_the_rest_is_left_out_and_filled_in() -> None:
    position = played(1, 5).position()
    table = Counted().position(position.without("marks"))
    assert table.view(0).marks == 2
    assert table.position().state == {"cells": ["X", "free", "free", "free", ""]}
    with pytest.raises(BadPosition, match="no field 'marks'; they have cells"):
        Counted().position(position)


def test_only_blank_entries_at_the_end_are_left_out_whatever_their_names() -> None:
    game = Counted()
    position = game.position({"game": game.name, "seats": 2, "state": {"cells": ["X", "free", ""]}}).position()
    assert position.state == {"cells": ["X", "free", ""]}


BAD = {
    "a law is broken": ({"marks": 2, "cells": [1, 1]}, "breaks a law: seat 0 begins, and the seats take turns"),
    "an unknown field": ({"crosses": 2}, "no field 'crosses'; they have marks, cells"),
    "text for a number": ({"marks": "two"}, "field 'marks' is 'two': expected whole numbers"),
    "true for a number": ({"marks": True}, "expected whole numbers"),
    "a number for a row": ({"cells": 3}, "expected a list of at most 9 entries, not 3"),
    "too many entries": ({"cells": [0] * 10}, "expected at most 9 entries, not 10"),
    "a number that does not fit": ({"marks": 1_000}, "field 'marks' is 1000: the field cannot hold this number"),
    "a number of any size": ({"marks": -(10**30)}, "the field cannot hold this number"),
}


@pytest.mark.parametrize("what", BAD)
def test_a_bad_position_is_refused_with_the_reason(what: str) -> None:
    state, why = BAD[what]
    with pytest.raises(BadPosition, match=why):
        GAME.position({"game": "tic-tac-toe", "seats": 2, "state": state})


@pytest.mark.parametrize("text", ["", "[]", "{", '{"game": 3}', '{"game": "x", "seats": 2, "moves": []}'])
def test_what_is_not_a_position_is_refused(text: str) -> None:
    with pytest.raises(BadPosition, match="not a position"):
        GAME.position(text)


def test_a_position_of_another_game_is_refused() -> None:
    with pytest.raises(BadPosition, match="a position of 'chess', not of 'tic-tac-toe'"):
        GAME.position({"game": "chess", "seats": 2})


def test_the_history_of_a_table_from_a_position_replays() -> None:
    table = GAME.position(played(1, 5).position(), seed=3)
    table.play(0, "mark 2")
    history = History.from_json(table.history.to_json())
    assert history.verify(GAME).digest == table.digest
    assert history.position == played(1, 5).position()


def test_a_position_can_be_read_line_by_line() -> None:
    text = played(1, 5).position().to_json()
    assert json.loads(text)["state"] == {"marks": 2, "cells": [1, 0, 0, 0, 2]}
    assert '  "cells": [1,0,0,0,2]' in text.splitlines()


def test_names_stand_for_numbers() -> None:
    phases = Names("bidding", "play")
    assert [phases.read(phases.write(number)) for number in (0, 1)] == [0, 1]
    assert phases.read(1) == 1
    with pytest.raises(ValueError, match="'bid' is not one of bidding, play"):
        phases.read("bid")


@given(st.integers(0, 7))
def test_bits_stand_for_a_list_of_names(mask: int) -> None:
    bits = Bits("A", "B", "C")
    assert bits.read(bits.write(mask)) == mask
    with pytest.raises(ValueError, match="'D' is not one of A, B, C"):
        bits.read(["D"])
    with pytest.raises(ValueError, match="'A' is not a list of names"):
        bits.read("A")


@given(st.lists(st.integers(0, 9), min_size=2, max_size=2))
def test_counts_stand_for_an_object(counts: list[int]) -> None:
    label = Counts("Bitcoin", "Bug")
    assert label.read(label.write(counts)) == counts
    with pytest.raises(ValueError, match="'Bag' is not one of Bitcoin, Bug"):
        label.read({"Bag": 1})

"""Moves in rules: the numbers of the fields and the packed form always agree with `Moves`."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludex.author import Among, Move, Moves, Number, field_of, is_a, offer, offer_range, packed, rule
from ludex.core.compile.program import Program
from ludex.core.language.fields import Maybe, domains_of
from ludex.core.language.options import Options


class Wait(Move, frozen=True):
    verb: ClassVar[str] = "wait"


class Pay(Move, frozen=True):
    verb: ClassVar[str] = "pay"
    to: Annotated[str, Among("Ann", "Bob", "Cid")]
    amount: Annotated[int, Number(5, 40)]


class Open(Move, frozen=True):
    verb: ClassVar[str] = "open"
    plant: Annotated[int, Number(3, 50, label="plant")]
    discard: Annotated[int | None, Number(3, 50, label="discard")]
    bid: Annotated[int, Number(1, 99, label="bid")]


class Wish(Move, frozen=True):
    verb: ClassVar[str] = "wish"
    suit: Literal["clubs", "hearts"] | None = None


MOVES = Moves(Wait, Pay, Open, Wish)
ANY_MOVE = st.integers(0, MOVES.size - 1).map(MOVES.unpack)


def numbers(move: Move) -> list[int]:
    """Return the fields of a move as rules know them."""
    found = []
    for name, domain in domains_of(type(move)).items():
        value = getattr(move, name)
        if value is None:
            found.append(-1)
        else:
            inner = domain.inner if isinstance(domain, Maybe) else domain
            found.append(inner.index(value) + inner.lowest)
    return found


@given(ANY_MOVE)
def test_packing_by_fields_gives_the_moves_own_number(move: Move) -> None:
    assert packed(type(move), *numbers(move)) == MOVES.pack(move)


@given(ANY_MOVE)
def test_fields_come_back_as_they_were_packed(move: Move) -> None:
    number = MOVES.pack(move)
    assert [field_of(number, type(move), place) for place in range(len(numbers(move)))] == numbers(move)


@given(ANY_MOVE)
def test_a_packed_move_is_of_one_kind(move: Move) -> None:
    assert [kind for kind in MOVES.kinds if is_a(MOVES.pack(move), kind)] == [type(move)]


@pytest.mark.parametrize("nothing", [-1, 0, 2])
def test_whatever_is_below_the_lowest_value_of_a_field_that_may_be_left_out_is_nothing(nothing: int) -> None:
    assert MOVES.unpack(packed(Open, 13, nothing, 20)) == Open(plant=13, discard=None, bid=20)


def test_one_move_is_one_row() -> None:
    out = np.zeros((2, 2), np.int64)
    assert offer(out, 0, Pay, 1, 7) == 1
    assert Options(MOVES, [tuple(out[0].tolist())])[0] == Pay("Bob", 7)


def test_a_range_runs_over_the_last_field_and_the_fields_before_it_follow() -> None:
    out = np.zeros((2, 2), np.int64)
    assert offer_range(out, 0, Open, 14, 17, 13, -1) == 1
    assert str(Options(MOVES, [tuple(out[0].tolist())])) == "<Options: open plant 13 bid 14…17>"


def test_an_empty_range_offers_nothing_and_past_the_end_rows_are_only_counted() -> None:
    out = np.zeros((1, 2), np.int64)
    assert offer_range(out, 0, Pay, 9, 8, 0) == 0
    assert offer(out, 1, Wait) == 2
    assert not out.any()


@rule
def some_of_each(out: np.ndarray, move: int) -> int:
    count = offer(out, 0, Wait)
    count = offer(out, count, Open, 13, -1, 20)
    count = offer_range(out, count, Pay, 5, 9, 2)
    if is_a(move, Open):
        count = offer(out, count, Open, field_of(move, Open, 0), field_of(move, Open, 1), field_of(move, Open, 2))
    return count


@given(ANY_MOVE)
def test_compiled_rules_offer_the_same(move: Move) -> None:
    outs = np.zeros((2, 4, 2), np.int64)
    compiled = COMPILED(outs[0], MOVES.pack(move))
    assert compiled == some_of_each(outs[1], MOVES.pack(move))
    assert outs[0].tolist() == outs[1].tolist()


COMPILED = Program("offers", {}).compile(some_of_each)


def test_a_move_has_at_most_four_fields() -> None:
    class Long(Move, frozen=True):
        a: Annotated[int, Number(0, 1)]
        b: Annotated[int, Number(0, 1)]
        c: Annotated[int, Number(0, 1)]
        d: Annotated[int, Number(0, 1)]
        e: Annotated[int, Number(0, 1)]

    with pytest.raises(TypeError, match="Long has 5 fields; a move has at most 4"):
        Moves(Long)

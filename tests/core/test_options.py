"""Options: what a seat may do, with ranges kept as ranges, exactly like the list they stand for."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludex import Move, Options, Span
from ludex.author import Among, Moves, Number
from ludex.core.language.moves import option, option_range


class Pass(Move, frozen=True):
    verb: ClassVar[str] = "pass"


class Buy(Move, frozen=True):
    verb: ClassVar[str] = "buy"
    card: Annotated[str, Among("Coal", "Oil", "Gas")]


class Bid(Move, frozen=True):
    verb: ClassVar[str] = "bid"
    card: Annotated[str, Among("Coal", "Oil", "Gas")]
    amount: Annotated[int, Number(1, 40, label="for")]


class Sell(Move, frozen=True):
    verb: ClassVar[str] = "sell"
    amount: Annotated[int, Number(1, 40)]


MOVES = Moves(Pass, Buy, Bid, Sell)
BID, SELL = MOVES.first(Bid), MOVES.first(Sell)


@st.composite
def offers(draw: st.DrawFn) -> list[tuple[int, int]]:
    """Rows as `legal` writes them: no move twice, a range runs over the last field of one kind only."""
    rows = [(packed, packed) for packed in draw(st.lists(st.integers(0, BID - 1), max_size=4, unique=True))]
    for first in draw(st.lists(st.sampled_from([BID, BID + 40, BID + 80, SELL]), max_size=4, unique=True)):
        low = draw(st.integers(0, 39))
        rows.append((first + low, first + draw(st.integers(low, 39))))
    return draw(st.permutations(rows))


def listed(rows: list[tuple[int, int]]) -> list[Move]:
    return [MOVES.unpack(packed) for first, last in rows for packed in range(first, last + 1)]


@given(offers())
def test_options_are_the_list_they_stand_for(rows: list[tuple[int, int]]) -> None:
    options, moves = Options(MOVES, rows), listed(rows)
    assert list(options) == moves
    assert len(options) == len(moves)
    assert list(reversed(options)) == moves[::-1]
    assert bool(options) == bool(moves)


@given(offers(), st.integers(-150, 150))
def test_options_are_indexed_like_a_list(rows: list[tuple[int, int]], index: int) -> None:
    options, moves = Options(MOVES, rows), listed(rows)
    if -len(moves) <= index < len(moves):
        assert options[index] == moves[index]
    else:
        with pytest.raises(IndexError, match=f"option {index} of {len(moves)}"):
            options[index]


@given(offers(), st.slices(120))
def test_options_are_sliced_like_a_list(rows: list[tuple[int, int]], part: slice) -> None:
    assert list(Options(MOVES, rows)[part]) == listed(rows)[part]


@given(offers(), st.integers(0, MOVES.size - 1))
def test_a_move_is_among_the_options_exactly_if_it_is_in_the_list(rows: list[tuple[int, int]], packed: int) -> None:
    options, moves = Options(MOVES, rows), listed(rows)
    assert (MOVES.unpack(packed) in options) == (MOVES.unpack(packed) in moves)
    assert options.has_packed(packed) == (MOVES.unpack(packed) in moves)


@pytest.mark.parametrize("junk", [None, "pass", 0, Buy("Gold"), Bid("Coal", 99)])
def test_junk_is_not_among_the_options(junk: Any) -> None:
    assert junk not in Options(MOVES, [(0, MOVES.size - 1)])


@given(offers())
def test_every_option_is_spelled_as_a_path(rows: list[tuple[int, int]]) -> None:
    options = Options(MOVES, rows)
    spelled = []
    for path in options.paths:
        if isinstance(path[-1], Span):
            span = path[-1]
            spelled += [(*path[:-1], f"{span.label} {n}".strip()) for n in range(span.low, span.high + 1)]
        else:
            spelled.append(path)
    assert spelled == [move.tokens for move in listed(rows)]
    assert len(options.paths) <= len(rows) + 3


@given(offers(), st.data())
def test_following_the_next_tokens_always_ends_in_an_option(rows: list[tuple[int, int]], data: st.DataObject) -> None:
    options = Options(MOVES, rows)
    path: tuple[str, ...] = ()
    while following := options.next_tokens(*path):
        token = data.draw(st.sampled_from(following))
        if isinstance(token, Span):
            token = f"{token.label} {data.draw(st.integers(token.low, token.high))}".strip()
            path = (*path, token)
            break
        path = (*path, token)
    if rows:
        assert MOVES.parse(" ".join(path)) in options
    else:
        assert path == ()


def test_next_tokens_narrow_a_move_down() -> None:
    options = Options(MOVES, [(0, 0), (1, 2), (BID + 4, BID + 16), (BID + 40, BID + 40)])
    assert options.next_tokens() == ("pass", "buy", "bid")
    assert options.next_tokens("buy") == ("Coal", "Oil")
    assert options.next_tokens("bid") == ("Coal", "Oil")
    assert options.next_tokens("bid", "Coal") == (Span(5, 17, "for"),)
    assert options.next_tokens("bid", "Oil") == ("for 1",)
    assert options.next_tokens("pass") == ()
    assert options.next_tokens("fold") == ()


def test_a_range_is_never_a_wall_of_numbers() -> None:
    class Offer(Move, frozen=True):
        verb: ClassVar[str] = "offer"
        amount: Annotated[int, Number(0, 10**9)]

    options = Options(Moves(Offer), [(0, 10**9)])
    assert repr(options) == "<Options: offer 0…1000000000>"
    assert len(options) == 10**9 + 1
    assert options[-1] == Offer(10**9)
    assert Offer(123_456_789) in options
    assert options.next_tokens("offer") == (Span(0, 10**9),)


def test_options_with_the_same_rows_are_equal() -> None:
    assert Options(MOVES, [(0, 3)]) == Options(MOVES, ((0, 3),))
    assert Options(MOVES, [(0, 3)]) != Options(MOVES, [(0, 2)])
    assert Options(MOVES, [(0, 3)]) != [(0, 3)]
    assert hash(Options(MOVES, [(0, 3)])) == hash(Options(MOVES, [(0, 3)]))


def test_options_cannot_be_changed() -> None:
    options: Any = Options(MOVES, [(0, 3)])
    with pytest.raises(AttributeError):
        options.rows = ((0, 0),)
    with pytest.raises(TypeError):
        options[0] = Pass()
    with pytest.raises(AttributeError):
        options.more = 1
    assert not hasattr(options, "append")


def test_offering_a_move_writes_a_row_and_counts() -> None:
    out = np.full((3, 2), -1)
    count = option(out, 0, 7)
    count = option_range(out, count, 10, 20)
    assert count == 2
    assert out.tolist() == [[7, 7], [10, 20], [-1, -1]]


def test_an_empty_range_offers_nothing() -> None:
    out = np.full((3, 2), -1)
    assert option_range(out, 1, 10, 9) == 1
    assert (out == -1).all()


def test_past_the_end_offers_are_counted_but_not_written() -> None:
    out = np.full((1, 2), -1)
    assert option(out, option(out, option(out, 0, 1), 2), 3) == 3
    assert out.tolist() == [[1, 1]]

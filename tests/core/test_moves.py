"""Moves: typed values with a packed, a text and a JSON form that say the same."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Annotated, Any, ClassVar

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludex import Move, UnreadableMove
from ludex.author import Among, Moves, Number

from .strategies import games_moves, packed_moves


class Pass(Move, frozen=True):
    verb: ClassVar[str] = "pass"


class Bid(Move, frozen=True):
    verb: ClassVar[str] = "bid"
    plant: Annotated[str, Among("Coal", "Oil", "Oil Shale")]
    amount: Annotated[int, Number(1, 500, label="for")]
    discard: Annotated[int | None, Number(3, 50, label="discard")] = None


MOVES = Moves(Pass, Bid)


def filled(*values: Any) -> Bid:
    """Return a bid with any values, also those that a type checker would refuse."""
    return Bid(*values)


@given(st.data())
def test_every_move_survives_packing_text_and_json(data: st.DataObject) -> None:
    moves = data.draw(games_moves())
    packed = data.draw(packed_moves(moves))
    move = moves.unpack(packed)
    assert moves.pack(move) == packed
    assert moves.parse(str(move)) == move
    assert moves.from_json(moves.to_json(move)) == move


@given(games_moves())
def test_packed_forms_are_numbered_without_gaps_in_the_order_of_the_kinds(moves: Moves) -> None:
    starts = [moves.first(kind) for kind in moves.kinds]
    assert starts[0] == 0
    assert [type(moves.unpack(start)) for start in starts] == list(moves.kinds)
    assert [type(moves.unpack(end - 1)) for end in [*starts[1:], moves.size]] == list(moves.kinds)


@given(st.data())
def test_different_moves_are_spelled_differently(data: st.DataObject) -> None:
    moves = data.draw(games_moves())
    one, two = data.draw(packed_moves(moves)), data.draw(packed_moves(moves))
    assert (str(moves.unpack(one)) == str(moves.unpack(two))) == (one == two)


def test_the_last_field_runs_fastest() -> None:
    assert MOVES.pack(Bid("Coal", 1)) == 1
    assert MOVES.unpack(2) == Bid("Coal", 1, 3)
    assert MOVES.pack(Bid("Coal", 2)) == 1 + 49
    assert MOVES.pack(Bid("Oil", 1)) == 1 + 49 * 500


def test_a_move_is_a_path_of_tokens() -> None:
    assert Pass().tokens == ("pass",)
    assert Bid("Oil Shale", 17).tokens == ("bid", "Oil Shale", "for 17")
    assert Bid("Oil", 17, 4).tokens == ("bid", "Oil", "for 17", "discard 4")
    assert str(Bid("Oil", 17, 4)) == "bid Oil for 17 discard 4"


@pytest.mark.parametrize(
    "text",
    [
        "bid oil shale for 17",
        "BID OIL SHALE FOR 17",
        "bid Oil Shale 17",
        "bid  oil shale   for  17  ",
        " bid Oil Shale 17",
    ],
)
def test_people_type_moves_in_any_case_with_any_blanks_and_without_labels(text: str) -> None:
    assert MOVES.parse(text) == Bid("Oil Shale", 17)


@pytest.mark.parametrize("text", ["", "fold", "passing"])
def test_a_text_without_a_verb_is_refused_with_all_forms(text: str) -> None:
    with pytest.raises(UnreadableMove) as refused:
        MOVES.parse(text)
    forms = "Moves are: pass; bid <plant> <amount> [discard]"
    assert str(refused.value).startswith(f"cannot read {text!r}: unknown verb. {forms}")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("pass 3", "'3' is more than"),
        ("bid Ol 3", "Did you mean Oil\\?"),
        ("bid", "does not begin with one of Coal, Oil, Oil Shale"),
        ("bid Gas 3", "does not begin with one of Coal, Oil, Oil Shale"),
        ("bid Oil 501", "501 is not a whole number from 1 to 500"),
        ("bid Oil 3 discard 4 more", "'more' is more than a move of the form bid <plant> <amount> \\[discard\\]"),
    ],
)
def test_a_text_that_is_no_move_is_refused_with_the_reason_and_the_form_of_its_verb(text: str, why: str) -> None:
    with pytest.raises(UnreadableMove, match=why) as refused:
        MOVES.parse(text)
    assert repr(text) in str(refused.value)
    form = "pass" if text.startswith("pass") else "bid <plant> <amount> [discard]"
    assert str(refused.value).endswith(f"Expected: {form}")


@given(st.text(max_size=30))
def test_no_text_does_anything_but_read_or_be_refused(text: str) -> None:
    with suppress(UnreadableMove):
        assert MOVES.pack(MOVES.parse(text)) < MOVES.size


@given(
    st.one_of(
        st.binary(max_size=40), st.text(max_size=40), st.recursive(st.none() | st.integers(), st.lists).map(json.dumps)
    )
)
def test_no_json_does_anything_but_read_or_be_refused(text: str | bytes) -> None:
    with suppress(UnreadableMove):
        assert MOVES.pack(MOVES.from_json(text)) < MOVES.size


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "3",
        '{"type": "Fold"}',
        '{"type": "Bid"}',
        '{"type": "Bid", "plant": "Gas", "amount": 3}',
        '{"type": "Bid", "plant": "Oil", "amount": 501}',
        '{"type": "Bid", "plant": "Oil", "amount": 3.5}',
        '{"type": "Bid", "plant": "Oil", "amount": "3"}',
    ],
)
def test_json_that_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(UnreadableMove):
        MOVES.from_json(text)


def test_json_is_readable_and_names_the_kind() -> None:
    assert json.loads(MOVES.to_json(Bid("Oil", 17))) == {"type": "Bid", "plant": "Oil", "amount": 17, "discard": None}


@pytest.mark.parametrize("packed", [-1, MOVES.size, 10**9])
def test_a_number_that_is_no_move_is_refused_with_the_range(packed: int) -> None:
    with pytest.raises(UnreadableMove, match=f"{packed} is not a packed move: expected 0 to {MOVES.size - 1}"):
        MOVES.unpack(packed)


@pytest.mark.parametrize(
    "move",
    [filled("Gas", 3), filled("Oil", 0), filled("Oil", "3"), filled(3, 3), filled("Oil", None), filled("Oil", 3, 51)],
)
def test_a_move_with_a_value_its_field_cannot_hold_is_refused_by_field(move: Any) -> None:
    with pytest.raises(UnreadableMove, match=r"Bid\.(plant|amount|discard): .* is not "):
        MOVES.pack(move)


def test_a_move_of_another_game_is_refused_with_this_games_kinds() -> None:
    class Fold(Move, frozen=True):
        verb: ClassVar[str] = "fold"

    with pytest.raises(UnreadableMove, match=r"Fold\(\) is not a move of this game: expected one of Pass, Bid"):
        MOVES.pack(Fold())


@pytest.mark.parametrize("junk", [None, 3, "pass", object])
def test_what_is_no_move_at_all_is_refused(junk: Any) -> None:
    with pytest.raises(UnreadableMove, match="is not a move of this game"):
        MOVES.pack(junk)


def test_moves_are_values() -> None:
    assert Bid("Oil", 3) == Bid("Oil", 3)
    assert len({Bid("Oil", 3), Bid("Oil", 3), Pass()}) == 2
    with pytest.raises(AttributeError):
        Pass().verb = "other"  # type: ignore[misc]  # that it is forbidden is what is tested
    with pytest.raises(AttributeError):
        Bid("Oil", 3).amount = 4  # type: ignore[misc]  # as above


@pytest.mark.parametrize("move", [filled(3, 3), filled("Oil", "x"), filled(None, 3), filled(["Oil"], object())])
def test_even_a_wrongly_filled_move_can_be_printed(move: Bid) -> None:
    """A player may make one, and the referee has to quote it."""
    assert str(move).startswith("bid")


class Give(Move, frozen=True):
    verb: ClassVar[str] = "give"
    card: Annotated[str | None, Among("Coal", "Oil")]
    seat: Annotated[int, Number(0, 3, label="to seat")]


def test_a_field_that_may_be_left_out_works_before_another_or_is_refused_when_declared() -> None:
    try:
        moves = Moves(Give)
    except TypeError:
        return
    for packed in range(moves.size):
        assert moves.parse(str(moves.unpack(packed))) == moves.unpack(packed)


def test_kinds_may_have_the_same_fields() -> None:
    class Play(Move, frozen=True):
        verb: ClassVar[str] = "play"
        card: Annotated[str, Among("Coal", "Oil")]

    class PlayAgain(Move, frozen=True):
        verb: ClassVar[str] = "play again"
        card: Annotated[str, Among("Coal", "Oil")]

    moves = Moves(Play, PlayAgain)
    assert [moves.parse(str(moves.unpack(at))) for at in range(4)] == [moves.unpack(at) for at in range(4)]
    assert msgspec.json.decode(moves.to_json(PlayAgain("Oil")))["type"] == "PlayAgain"

"""Views whose fields are made when they are read, which players cannot tell."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from typing import Any

import msgspec
import pytest

import ludex
from ludex import Request
from ludex.author import ANY, BrokenRule, GameView, Record, bytes_of, i8, i16, shown
from ludex.core.language.interpreted_state import load_twin
from ludex.core.language.views import field_names


class State(Record):
    turn = i8(ANY)
    hand = i16.grid(2, 3, ANY)


class Part(msgspec.Struct, frozen=True):
    number: int


made: list[str] = []


class View(GameView[State]):
    """A view."""

    @shown
    def turn(self) -> int:
        return self._s.turn

    @shown
    def hand(self) -> tuple[int, ...]:
        made.append("hand")
        return () if self._seat is None else tuple(self._s.hand[self._seat])

    @shown
    def parts(self) -> tuple[Part, ...]:
        return (Part(self.turn),)

    @shown(default=None)
    def note(self) -> str | None:
        return None

    def double(self) -> int:
        return 2 * self.turn


view_of = View.of


def state(turn: int = 1) -> Any:
    states = State.layout.new()
    states["turn"] = turn
    states["hand"][0, 1] = [1, 2, 300]
    return load_twin(states, 0)


SAME = View(1, (1, 2, 300), (Part(1),))


def test_a_field_is_made_when_it_is_read_and_only_once() -> None:
    made.clear()
    view = view_of(state(), 1)
    assert (view.turn, made) == (1, [])
    assert view.hand is view.hand
    assert made == ["hand"]


def test_nobody_can_tell_a_lazy_view_from_one_that_was_made_of_values() -> None:
    assert view_of(state(), 1) == SAME
    assert view_of(state(0), 1) != SAME
    assert hash(view_of(state(), 1)) == hash(SAME)
    assert (
        repr(view_of(state(), 1)) == repr(SAME) == "View(turn=1, hand=(1, 2, 300), parts=(Part(number=1),), note=None)"
    )


def test_it_goes_to_json_and_back_before_anything_of_it_was_read() -> None:
    text = b'{"turn":1,"hand":[1,2,300],"parts":[{"number":1}],"note":null}'
    assert msgspec.json.encode(view_of(state(), 1)) == text
    assert msgspec.json.encode([view_of(state(), 1)]) == b"[%s]" % text
    assert msgspec.to_builtins(view_of(state(), 1))["hand"] == (1, 2, 300)
    assert msgspec.json.decode(text, type=View) == SAME


def test_its_schema_is_that_of_a_struct_with_the_same_fields() -> None:
    fields: list[Any] = [
        ("turn", int),
        ("hand", tuple[int, ...]),
        ("parts", tuple[Part, ...]),
        ("note", str | None, None),
    ]
    struct = msgspec.defstruct("View", fields, namespace={"__doc__": "A view."})
    assert msgspec.json.schema(View) == msgspec.json.schema(struct)


def test_it_is_immutable() -> None:
    view = view_of(state(), 1)
    for name in ("turn", "hand", "other"):
        with pytest.raises(AttributeError):
            setattr(view, name, 7)
        with pytest.raises(AttributeError):
            delattr(view, name)
    assert view == SAME


def test_it_can_be_copied_pickled_and_changed_into_another() -> None:
    assert copy.copy(view_of(state(), 1)) == SAME
    assert copy.deepcopy(view_of(state(), 1)) == SAME
    assert pickle.loads(pickle.dumps(view_of(state(), 1))) == SAME
    assert dataclasses.replace(view_of(state(), 1), turn=5) == View(5, (1, 2, 300), (Part(1),))


def test_a_misspelt_field_is_named_with_those_that_exist() -> None:
    with pytest.raises(AttributeError, match="View has no field 'hnad'; it has turn, hand, parts, note"):
        view_of(state(), 1).hnad  # type: ignore[attr-defined]  # noqa: B018  (the slip itself)


def test_a_field_that_cannot_be_made_is_not_a_missing_field() -> None:
    class Broken(GameView[State]):
        @shown
        def hand(self) -> int:
            return self._s.hnad  # type: ignore[attr-defined, no-any-return]  # the slip

    with pytest.raises(BrokenRule, match="'hand' of a view cannot be made"):
        getattr(Broken.of(state(), 0), "hand", None)


def test_a_field_without_a_type_is_named() -> None:
    with pytest.raises(BrokenRule, match=r"the field 'hand' of a view needs a type: def hand\(self\) -> int"):

        class Untyped(GameView[State]):
            @shown
            def hand(self):  # type: ignore[no-untyped-def]  # the slip
                return 7


def test_methods_of_a_view_are_not_fields() -> None:
    assert view_of(state(), 1).double() == 2
    assert field_names(View) == ["turn", "hand", "parts", "note"]


def test_a_part_of_a_view_can_be_about_anything() -> None:
    class Pair(GameView[State, tuple[int, int]]):
        @shown
        def number(self) -> int:
            row, place = self._seat
            return self._s.hand[row, place]

    assert Pair.of(state(), (1, 2)).number == 300


def test_the_names_of_fields_are_known_of_views_and_structs() -> None:
    assert field_names(View) == ["turn", "hand", "parts", "note"]
    assert field_names(Part) == ["number"]


def test_the_bytes_of_a_row_are_those_of_its_numbers() -> None:
    assert bytes_of(state(), "hand", 1) == bytes([1, 0, 2, 0, 44, 1])
    assert bytes_of(state(), "hand") == bytes(6) + bytes([1, 0, 2, 0, 44, 1])


@pytest.mark.parametrize("name", ["automation", "modern-art", "power-grid", "diplomacy", "spades"])
def test_a_view_that_is_read_late_tells_what_was_true_when_it_was_given(name: str) -> None:
    table = ludex.game(name).new(seed=1)
    seat = table.waiting[0]
    early, late = table.view(seat), table.view(seat)
    asked: Request[Any] = table.request(seat)
    told = msgspec.json.encode(early)
    for _ in range(20):
        mover = table.waiting[0]
        table.play(mover, table.options(mover)[0])
    assert msgspec.json.encode(late) == msgspec.json.encode(asked.view) == told
    assert msgspec.json.encode(table.view(seat)) != told

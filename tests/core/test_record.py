"""The record: a block of memory without undefined bytes, and a twin in which every index and number is checked."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludex import BrokenRule
from ludex.author import i8, i16, i32, i64, u64
from ludex.core.language.interpreted_state import Twins, load_twin, store_twin
from ludex.core.language.record import NumberKind, record
from tests.typed import not_none

KINDS = (i8, i16, i32, i64, u64)
SHAPES = st.sampled_from([(), 1, 3, (2, 3), (1, 4), (2, 1, 3)])
FIELDS = st.dictionaries(
    st.sampled_from(["turn", "hand", "deck", "pile", "money", "phase", "mask", "bid"]),
    st.tuples(st.sampled_from(KINDS), SHAPES),
    max_size=8,
)


def filled(layout: Any, data: st.DataObject) -> Any:
    """Return a state of arbitrary bytes."""
    return np.frombuffer(data.draw(st.binary(min_size=layout.size, max_size=layout.size)), layout.dtype).copy()


def numbers(value: Any) -> Any:
    """Return all single numbers of a field of a twin."""
    return [value] if isinstance(value, int) else [number for part in value for number in numbers(part)]


@given(FIELDS)
def test_every_byte_of_a_record_belongs_to_a_field(fields: Any) -> None:
    layout = record(**fields)
    owned = np.zeros(layout.size, bool)
    for name in not_none(layout.dtype.names):
        kind, offset = not_none(layout.dtype.fields)[name][:2]
        assert not owned[offset : offset + kind.itemsize].any(), "two fields share a byte"
        owned[offset : offset + kind.itemsize] = True
    assert owned.all()
    assert layout.size % 8 == 0


@given(FIELDS)
def test_fields_keep_their_declared_order_and_every_record_has_chance_and_seats(fields: Any) -> None:
    assert record(**fields).names == ("rng", "seats", *fields)


@given(FIELDS, st.data())
def test_a_state_survives_its_twin_byte_for_byte(fields: Any, data: st.DataObject) -> None:
    layout = record(**fields)
    states = filled(layout, data)
    back = layout.new()
    store_twin(load_twin(states, 0), back, 0)
    assert back.tobytes() == states.tobytes()


@given(FIELDS, st.data())
def test_a_twin_holds_the_numbers_of_its_state(fields: Any, data: st.DataObject) -> None:
    layout = record(**fields)
    states = filled(layout, data)
    twin = load_twin(states, 0)
    for name in layout.names:
        held = numbers(getattr(twin, name))
        assert held == states[name].ravel().tolist()
        assert all(type(number) is int for number in held)


@given(st.sampled_from(KINDS), SHAPES, st.data())
def test_a_number_that_does_not_fit_its_field_is_a_broken_rule(
    kind: NumberKind, shape: Any, data: st.DataObject
) -> None:
    layout = record(money=(kind, shape))
    low, high = np.iinfo(kind).min, np.iinfo(kind).max
    number = data.draw(st.one_of(st.integers(high + 1, high + 2**64), st.integers(low - 2**64, low - 1)))
    states = layout.new()
    twin = load_twin(states, 0)
    if shape == ():
        twin.money = number
    else:
        twin.money[first_cell(shape)] = number
    with pytest.raises(BrokenRule, match=r"'money'.*int"):
        store_twin(twin, states, 0)


@pytest.mark.parametrize("shape", [(), 3, (2, 3)])
def test_a_number_that_does_not_fit_is_quoted(shape: Any) -> None:
    layout = record(money=(i8, shape))
    states = layout.new()
    twin = load_twin(states, 0)
    if shape == ():
        twin.money = 300
    else:
        twin.money[first_cell(shape)] = 300
    with pytest.raises(BrokenRule) as refused:
        store_twin(twin, states, 0)
    message = str(refused.value)
    assert "'money'" in message
    assert "300" in message
    assert "int8" in message
    assert " object at 0x" not in message


@given(st.sampled_from(KINDS), SHAPES)
def test_the_smallest_and_the_largest_number_fit(kind: NumberKind, shape: Any) -> None:
    layout = record(money=(kind, shape))
    for number in (int(np.iinfo(kind).min), int(np.iinfo(kind).max)):
        states = layout.new()
        twin = load_twin(states, 0)
        if shape == ():
            twin.money = number
        else:
            twin.money[first_cell(shape)] = number
        store_twin(twin, states, 0)
        assert states["money"].ravel()[0] == number


def first_cell(shape: Any) -> Any:
    return 0 if isinstance(shape, int) else (0,) * len(shape)


BOXES = record(row=(i8, 3), grid=(i8, (2, 3)), cube=(i8, (2, 3, 4)))


@pytest.mark.parametrize(
    ("field", "index"),
    [
        ("row", -1),
        ("row", 3),
        ("grid", (-1, 0)),
        ("grid", (2, 0)),
        ("grid", (0, -1)),
        ("grid", (0, 3)),
        ("cube", (0, 0, -1)),
        ("cube", (0, 0, 4)),
        ("cube", (0, -1, 0)),
        ("cube", (0, 3, 0)),
        ("cube", (2, 0, 0)),
    ],
)
def test_an_index_out_of_bounds_raises_reading_and_writing(field: str, index: Any) -> None:
    twin = load_twin(BOXES.new(), 0)
    with pytest.raises(IndexError):
        getattr(twin, field)[index]
    with pytest.raises(IndexError):
        getattr(twin, field)[index] = 1
    with pytest.raises(IndexError):
        getattr(twin, field)[index] += 1


def test_a_negative_row_raises() -> None:
    twin = load_twin(BOXES.new(), 0)
    with pytest.raises(IndexError, match="-1 is negative"):
        twin.grid[-1]
    with pytest.raises(IndexError):
        twin.grid[2]


def test_cells_are_reached_by_one_index_or_by_rows() -> None:
    states = BOXES.new()
    twin = load_twin(states, 0)
    twin.grid[1, 2] = 5
    twin.cube[1, 2, 3] = 7
    assert twin.grid[1][2] == 5
    assert twin.cube[1][2][3] == twin.cube[1][2, 3] == twin.cube[1, 2][3] == 7
    twin.grid[0][1] = 4
    store_twin(twin, states, 0)
    assert states["grid"][0].tolist() == [[0, 4, 0], [0, 0, 5]]
    assert states["cube"][0, 1, 2, 3] == 7


def test_rows_have_a_length_and_can_be_walked() -> None:
    twin = load_twin(BOXES.new(), 0)
    twin.grid[1, 0] = 9
    assert (len(twin.row), len(twin.grid), len(twin.cube[0])) == (3, 2, 3)
    assert [cell for row in twin.grid for cell in row] == [0, 0, 0, 9, 0, 0]


def test_a_twin_has_no_fields_but_the_records() -> None:
    twin = load_twin(BOXES.new(), 0)
    with pytest.raises(AttributeError):
        twin.monney = 3


def test_an_array_of_twins_writes_back_what_was_changed() -> None:
    states = BOXES.new(3)
    twins = Twins(states)
    twins[2].row[0] = 4
    twins.store()
    assert states["row"][:, 0].tolist() == [0, 0, 4]
    assert len(twins) == 3


@pytest.mark.parametrize("index", [-1, 3])
def test_an_array_of_twins_checks_its_index(index: Any) -> None:
    with pytest.raises(IndexError, match=f"{index} of 3"):
        Twins(BOXES.new(3))[index]


def test_copying_a_twin_copies_every_cell() -> None:
    states = BOXES.new(2)
    twins = Twins(states)
    twins[0].grid[1, 1] = 6
    twins[1] = twins[0]
    twins[0].grid[1, 1] = 7
    twins[0].row[0] = 7
    twins.store()
    assert states["grid"][:, 1, 1].tolist() == [7, 6]
    assert states["row"][:, 0].tolist() == [7, 0]


def test_new_states_are_blank() -> None:
    assert not any(BOXES.new(4).tobytes())


def test_a_record_says_what_it_is() -> None:
    assert repr(record(turn=i8)) == "<Layout of 40 bytes: rng, seats, turn>"

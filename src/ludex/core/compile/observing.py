"""From a record to a row of numbers: the encoder of `game.features`.

A plan says which numbers of a record go where. It is data, so one encoder serves every game and every genome, and a new
plan compiles nothing. The encoder reads the record as rows of whole numbers of each size: `Memory` has four views of
the same bytes. Plans are made from the record's layout, so that no index leads out of its array, and the encoder is
compiled without checks of indices.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from ludex.core.language.interpreted_state import store_twin
from ludex.core.language.record import Layout, State, States
from ludex.core.language.rule import rule, unchecked

MODE, SIZE, FIRST, STEP, ORDER, ROWS, COUNT, AT, WIDTH, LEAST, TABLE, VALUES, STACK_SIZE, STACK = range(14)
"""The numbers of a row of a plan: how a field is written; the view that it is read from, the place of its first number
there, and the distance between two rows; the order and number of rows; the numbers in a row; the first column, and the
columns of each number; the least number; where its columns are in `places`, and how many; and for a stack the view and
place of its depth (-1: it is not one)."""
NUMBER, NAME, PAIR, SEAT, SEAT_BITS, BITS = range(6)
"""The written forms of a number: scaled; a column for every name; for names of two parts (suit and rank), a column for each
of both; one for every seat, for a seat or for bits of seats; one for every bit."""
IN_ORDER, BY_SEAT, BY_SIDE = range(3)
"""The order of a field's rows: unchanged, the own seat first, or the own side first."""
SIGN = 63
_REST = (1 << SIGN) - 1
_U1, _U2, _U4, _U56 = (np.uint64(n) for n in (1, 2, 4, 56))
_PAIRS = np.uint64(0x5555555555555555)
_FOURS = np.uint64(0x3333333333333333)
_EIGHTS = np.uint64(0x0F0F0F0F0F0F0F0F)
_BYTES = np.uint64(0x0101010101010101)


class Memory(NamedTuple):
    """One record as numbers of 1, 2, 4 and 8 bytes: four views of the same memory."""

    bytes: Any
    shorts: Any
    words: Any
    longs: Any


class Plan(NamedTuple):
    """The columns of the numbers of a record."""

    rows: Any
    scales: Any
    """The factor of each row's numbers."""
    places: Any
    """Columns by name or bit, for all rows of the plan; -1 for those that have none."""
    orders: Any
    """The rows of fields for every order and seat, in the order in which that seat sees them."""


def new_memory(layout: Layout) -> tuple[States, Memory]:
    """Return a blank record, and its memory.

    >>> from ludex.core.language.record import i16, record
    >>> states, memory = new_memory(record(money=i16))
    >>> states["money"] = 258
    >>> int(memory.shorts[layout_place(record(money=i16), "money")])
    258
    """
    states = layout.new()
    return states, Memory(*(states.view(kind) for kind in (np.int8, np.int16, np.int32, np.int64)))


def layout_place(layout: Layout, field: str) -> int:
    """Return the place of a field's first number among the numbers of its size."""
    fields: Mapping[str, Any] = layout.dtype.fields or {}
    kind, offset = fields[field][:2]
    return int(offset) // int(kind.base.itemsize)


def _count_bits_compiled(bits: int) -> Any:
    x = np.uint64(bits)
    x = x - ((x >> _U1) & _PAIRS)
    x = (x & _FOURS) + ((x >> _U2) & _FOURS)
    x = (x + (x >> _U4)) & _EIGHTS
    return np.int64((x * _BYTES) >> _U56)


@rule(compiled=_count_bits_compiled)
def count_bits(bits: int) -> int:
    """Return the number of bits that are set, of a number that is not negative.

    >>> count_bits(0b10110)
    3
    """
    return int(bits).bit_count()


@unchecked
@rule
def number_at(memory: Any, size: int, place: int) -> int:
    """Return a number of a record."""
    if size == 0:
        return int(memory.bytes[place])
    if size == 1:
        return int(memory.shorts[place])
    if size == 2:
        return int(memory.words[place])
    return int(memory.longs[place])


@unchecked
@rule
def write_numbers(memory: Any, size: int, first: int, count: int, scale: Any, at: int, out: Any) -> None:
    """Write a row of scaled numbers. There is a loop for each size, which compiles to few instructions."""
    if size == 0:
        for j in range(count):
            out[at + j] = int(memory.bytes[first + j]) * scale
    elif size == 1:
        for j in range(count):
            out[at + j] = int(memory.shorts[first + j]) * scale
    elif size == 2:
        for j in range(count):
            out[at + j] = int(memory.words[first + j]) * scale
    else:
        for j in range(count):
            out[at + j] = int(memory.longs[first + j]) * scale


@unchecked
@rule
def write_bits(bits: int, places: Any, table: int, at: int, out: Any) -> None:
    """Write a 1 to the column of every bit that is set."""
    if bits < 0 and places[table + SIGN] >= 0:
        out[at + places[table + SIGN]] = 1
    bits &= _REST
    while bits:
        place = places[table + count_bits((bits & -bits) - 1)]
        if place >= 0:
            out[at + place] = 1
        bits &= bits - 1


@unchecked
@rule
def write_cell(value: int, row: Any, places: Any, seat: int, seats: int, at: int, out: Any) -> None:
    """Write one number that is not only scaled."""
    mode = row[MODE]
    if mode == NAME:
        name = value - row[LEAST]
        if 0 <= name < row[VALUES] and places[row[TABLE] + name] >= 0:
            out[at + places[row[TABLE] + name]] = 1
    elif mode == PAIR:
        name = value - row[LEAST]
        if 0 <= name < (row[WIDTH] - row[VALUES]) * row[VALUES]:
            out[at + name // row[VALUES]] = 1
            out[at + row[WIDTH] - row[VALUES] + name % row[VALUES]] = 1
    elif mode == SEAT:
        other = value - row[LEAST]
        if 0 <= other < seats:
            out[at + (other - seat + seats) % seats] = 1
    elif mode == SEAT_BITS:
        for step in range(seats):
            out[at + step] = value >> (seat + step) % seats & 1
    else:
        write_bits(value, places, row[TABLE], at, out)


def _encode_compiled(s: State, memory: Any, plan: Any, seat: int, seats: int, out: Any) -> None:
    for column in range(len(out)):
        out[column] = 0
    for b in range(len(plan.rows)):
        row = plan.rows[b]
        at = row[AT]
        shift = 0
        if row[STACK] >= 0:
            shift = number_at(memory, row[STACK_SIZE], row[STACK]) - 1
            if shift < 0:
                continue
        for k in range(row[ROWS]):
            first = row[FIRST] + row[STEP] * plan.orders[row[ORDER], seat, k] + shift
            if row[MODE] == NUMBER:
                write_numbers(memory, row[SIZE], first, row[COUNT], plan.scales[b], at, out)
                at += row[COUNT]
            else:
                for j in range(row[COUNT]):
                    write_cell(number_at(memory, row[SIZE], first + j), row, plan.places, seat, seats, at, out)
                    at += row[WIDTH]


@unchecked
@rule(compiled=_encode_compiled)
def encode(s: State, memory: Any, plan: Any, seat: int, seats: int, out: Any) -> None:
    """Write a record, which is already as the seat sees it, to a row of features. `memory` is the record's own.

    Interpreted, a record is a twin, which is written to the memory first.
    """
    store_twin(s, memory.bytes.view(np.void(len(memory.bytes)).dtype), 0)
    _encode_compiled(s, memory, plan, seat, seats, out)

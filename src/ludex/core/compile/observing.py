"""From a record to a row of numbers: the encoder of `game.features`.

A plan says which numbers of a record go to which columns, step by step. It is data, so one encoder serves every game
and every genome, and a new plan compiles nothing. The encoder reads the record as rows of whole numbers of each size:
`Memory` has four views of the same bytes. Plans are made from the record's layout, so that no index leads out of its
array, and the encoder is compiled without checks of indices.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ludex.core.language.interpreted_state import store_twin
from ludex.core.language.record import Layout, State, States
from ludex.core.language.rule import rule, unchecked

SIZE, FROM, AT, COUNT, STACK_SIZE, STACK = range(6)
"""The numbers of a step that writes numbers: the view and place that they are read from, their first column, and how
many there are; and for a stack the view and place of its depth (-1: it is not one)."""
TABLE, LEAST, VALUES = 6, 7, 8
"""In addition, for names and bits: where their columns are in `places`, the least number that is a name, and how many
names there are."""
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
    """The steps that write a record to columns, for every seat: single numbers, runs of them, names, and bits.

    Steps are in the order of the sizes of the numbers that they read, so that there is a short loop for each size,
    without a branch. Steps for the top of a stack are apart.
    """

    cells: Any
    cell_ends: Any
    """The first step of each size, and the number of steps."""
    cell_scales: Any
    runs: Any
    run_ends: Any
    run_scales: Any
    names: Any
    name_ends: Any
    bits: Any
    bit_ends: Any
    top_runs: Any
    top_scales: Any
    top_names: Any
    top_bits: Any
    places: Any
    """Columns by name or bit, for all steps; -1 for those that have none."""


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
    fields: Any = layout.dtype.fields
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
def write_runs(numbers: Any, steps: Any, scales: Any, seat: int, first: int, end: int, out: Any) -> None:
    """Write runs of scaled numbers of one size."""
    for k in range(first, end):
        place, at, scale = steps[seat, k, FROM], steps[seat, k, AT], scales[k]
        for j in range(steps[seat, k, COUNT]):
            out[at + j] = int(numbers[place + j]) * scale


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
def top_of(memory: Any, steps: Any, seat: int, k: int) -> int:
    """Return the place of the topmost entry of the stack that a step reads, and -1 if the stack is empty."""
    depth = number_at(memory, steps[seat, k, STACK_SIZE], steps[seat, k, STACK])
    return int(steps[seat, k, FROM] + depth - 1) if depth > 0 else -1


@unchecked
@rule
def write_numbers(numbers: Any, steps: Any, scales: Any, seat: int, first: int, end: int, out: Any) -> None:
    """Write single numbers of one size. Steps are read number by number: an array for each would cost more."""
    for k in range(first, end):
        out[steps[seat, k, AT]] = int(numbers[steps[seat, k, FROM]]) * scales[k]


@unchecked
@rule
def write_names(numbers: Any, steps: Any, places: Any, seat: int, first: int, end: int, out: Any) -> None:
    """Write a 1 to the column of each name, read from numbers of one size."""
    for k in range(first, end):
        name = int(numbers[steps[seat, k, FROM]]) - steps[seat, k, LEAST]
        if 0 <= name < steps[seat, k, VALUES]:
            place = places[steps[seat, k, TABLE] + name]
            if place >= 0:
                out[steps[seat, k, AT] + place] = 1


@unchecked
@rule
def write_all_bits(numbers: Any, steps: Any, places: Any, seat: int, first: int, end: int, out: Any) -> None:
    """Write a 1 to the column of every bit that is set, read from numbers of one size."""
    for k in range(first, end):
        write_bits(int(numbers[steps[seat, k, FROM]]), places, steps[seat, k, TABLE], steps[seat, k, AT], out)


@unchecked
@rule
def write_tops(memory: Any, plan: Any, seat: int, out: Any) -> None:
    """Write what is on top of stacks: runs of numbers, names, and bits."""
    for k in range(plan.top_runs.shape[1]):
        place = top_of(memory, plan.top_runs, seat, k)
        if place >= 0:
            for j in range(plan.top_runs[seat, k, COUNT]):
                number = number_at(memory, plan.top_runs[seat, k, SIZE], place + j)
                out[plan.top_runs[seat, k, AT] + j] = number * plan.top_scales[k]
    for k in range(plan.top_names.shape[1]):
        place = top_of(memory, plan.top_names, seat, k)
        if place >= 0:
            step = plan.top_names[seat, k]
            name = number_at(memory, step[SIZE], place) - step[LEAST]
            if 0 <= name < step[VALUES] and plan.places[step[TABLE] + name] >= 0:
                out[step[AT] + plan.places[step[TABLE] + name]] = 1
    for k in range(plan.top_bits.shape[1]):
        place = top_of(memory, plan.top_bits, seat, k)
        if place >= 0:
            step = plan.top_bits[seat, k]
            write_bits(number_at(memory, step[SIZE], place), plan.places, step[TABLE], step[AT], out)


def _encode_compiled(s: State, memory: Any, plan: Any, seat: int, out: Any) -> None:
    for column in range(len(out)):
        out[column] = 0
    out[seat] = 1
    ends = plan.cell_ends
    write_numbers(memory.bytes, plan.cells, plan.cell_scales, seat, ends[0], ends[1], out)
    write_numbers(memory.shorts, plan.cells, plan.cell_scales, seat, ends[1], ends[2], out)
    write_numbers(memory.words, plan.cells, plan.cell_scales, seat, ends[2], ends[3], out)
    write_numbers(memory.longs, plan.cells, plan.cell_scales, seat, ends[3], ends[4], out)
    ends = plan.name_ends
    write_names(memory.bytes, plan.names, plan.places, seat, ends[0], ends[1], out)
    write_names(memory.shorts, plan.names, plan.places, seat, ends[1], ends[2], out)
    write_names(memory.words, plan.names, plan.places, seat, ends[2], ends[3], out)
    write_names(memory.longs, plan.names, plan.places, seat, ends[3], ends[4], out)
    ends = plan.bit_ends
    write_all_bits(memory.bytes, plan.bits, plan.places, seat, ends[0], ends[1], out)
    write_all_bits(memory.shorts, plan.bits, plan.places, seat, ends[1], ends[2], out)
    write_all_bits(memory.words, plan.bits, plan.places, seat, ends[2], ends[3], out)
    write_all_bits(memory.longs, plan.bits, plan.places, seat, ends[3], ends[4], out)
    ends = plan.run_ends
    write_runs(memory.bytes, plan.runs, plan.run_scales, seat, ends[0], ends[1], out)
    write_runs(memory.shorts, plan.runs, plan.run_scales, seat, ends[1], ends[2], out)
    write_runs(memory.words, plan.runs, plan.run_scales, seat, ends[2], ends[3], out)
    write_runs(memory.longs, plan.runs, plan.run_scales, seat, ends[3], ends[4], out)
    write_tops(memory, plan, seat, out)


@unchecked
@rule(compiled=_encode_compiled)
def encode(s: State, memory: Any, plan: Any, seat: int, out: Any) -> None:
    """Write a record, which is already as the seat sees it, to a row of features. `memory` is the record's own.

    Interpreted, a record is a twin, which is written to the memory first.
    """
    store_twin(s, memory.bytes.view(np.void(len(memory.bytes)).dtype), 0)
    _encode_compiled(s, memory, plan, seat, out)

"""Twins: a state as plain Python, for interpreted rules and for views.

A twin reads all single numbers from the record's bytes at once, which costs no more than reading a few of them. Rows
and grids are read on first use: a view of a few fields does not pay for all of them.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Literal, NamedTuple, overload

import numpy as np

from ludex.core.language.errors import BrokenRule


class Cells:
    """One row of numbers in a twin: like a compiled array, but an index out of bounds is an error."""

    __slots__ = ("values",)

    def __init__(self, values: list[int]) -> None:
        self.values = values

    def __getitem__(self, index: int) -> int:
        if index < 0:
            raise IndexError(f"index {index} is negative: a compiled rule would read another cell")
        return self.values[index]

    def __setitem__(self, index: int, value: int) -> None:
        if index < 0:
            raise IndexError(f"index {index} is negative: a compiled rule would write another cell")
        self.values[index] = int(value)

    def __len__(self) -> int:
        return len(self.values)

    def __iter__(self) -> Iterator[int]:
        return iter(self.values)

    def plain(self) -> list[int]:
        return self.values

    def extent(self) -> tuple[int, int]:
        """Return the least and the greatest of the numbers."""
        return min(self.values), max(self.values)

    def copy(self) -> Cells:
        return Cells(self.values.copy())


class Grid:
    """Rows of cells (or of grids) in a twin, indexed as `grid[i, j]` or `grid[i][j]`."""

    __slots__ = ("rows",)

    def __init__(self, rows: list[Any]) -> None:
        self.rows = rows

    @overload
    def __getitem__(self, key: int) -> Cells: ...
    @overload
    def __getitem__(self, key: tuple[int, int]) -> int: ...
    def __getitem__(self, key: Any) -> Any:
        if type(key) is tuple:
            if key[0] < 0:
                raise IndexError(f"index {key[0]} is negative: a compiled rule would read another row")
            return self.rows[key[0]][key[1] if len(key) == 2 else key[1:]]
        if key < 0:
            raise IndexError(f"index {key} is negative: a compiled rule would read another row")
        return self.rows[key]

    def __setitem__(self, key: tuple[int, ...], value: int) -> None:
        row: Any = self[key[0]]
        row[key[1] if len(key) == 2 else key[1:]] = value

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Cells]:
        return iter(self.rows)

    def plain(self) -> list[Any]:
        return [row.plain() for row in self.rows]

    def extent(self) -> tuple[int, int]:
        """Return the least and the greatest of the numbers."""
        ends = [row.extent() for row in self.rows]
        return min(least for least, _ in ends), max(most for _, most in ends)

    def copy(self) -> Grid:
        return Grid([row.copy() for row in self.rows])


_CODES: dict[str, Literal["b", "h", "i", "q", "Q"]] = {
    "int8": "b",
    "int16": "h",
    "int32": "i",
    "int64": "q",
    "uint64": "Q",
}


class _Place(NamedTuple):
    """The place of a field in the record's bytes, and its kind of numbers."""

    numbers: struct.Struct
    offset: int
    shape: tuple[int, ...]
    kind: str

    def read(self, memory: bytes) -> Cells | Grid:
        """Read the rows of the field. Single numbers have been read already."""
        if len(self.shape) == 1 or not self.numbers.size:
            return _shaped(list(self.numbers.unpack_from(memory, self.offset)), self.shape)
        part = memoryview(memory)[self.offset : self.offset + self.numbers.size]
        rows: list[Any] = part.cast(_CODES[self.kind], self.shape).tolist()
        return Grid([Cells(row) for row in rows] if len(self.shape) == 2 else [_nested(row) for row in rows])

    def write(self, value: Any, memory: Any) -> None:
        numbers = _flat(value) if self.shape else (value,)
        self.numbers.pack_into(memory, self.offset, *map(int, numbers))


class Twin:
    """A state as plain Python: scalars are integers, nested fields are `Cells` and `Grid`."""

    __slots__ = ("_raw",)
    _raw: bytes
    seats: int
    _places: dict[str, _Place]
    _cuts: dict[tuple[str, int | None], slice]
    """The slices of rows in the bytes, cached."""

    def __init__(self, raw: bytes) -> None:
        self._raw = raw

    def __getattr__(self, name: str) -> Any:
        """Read a field on first use."""
        place = self._places.get(name)
        if place is None:
            raise AttributeError(f"the record has no field {name!r}; it has {', '.join(self._places)}")
        value = place.read(self._raw)
        setattr(self, name, value)
        return value

    def read(self, name: str) -> Any:
        """Return the value of a field if it has been read from the record, or None: then it is unchanged."""
        try:
            return type(self).__dict__[name].__get__(self)
        except AttributeError:
            return None

    def copy_from(self, other: Twin) -> None:
        """Copy the state of another twin."""
        for name in self._places:
            value = getattr(other, name)
            setattr(self, name, value if isinstance(value, int) else value.copy())


@cache
def _twin_class(dtype: np.dtype[Any]) -> type[Twin]:
    places = {}
    for name, (field, offset, *_) in (dtype.fields or {}).items():
        count = math.prod(field.shape)
        places[name] = _Place(struct.Struct(f"={count}{_CODES[str(field.base)]}"), offset, field.shape, str(field.base))
    return type(
        "Twin", (Twin,), {"__slots__": dtype.names, "_places": places, "_cuts": {}, "__init__": _reader(dtype, places)}
    )


def _reader(dtype: np.dtype[Any], places: dict[str, _Place]) -> Callable[[Twin, bytes], None]:
    """Return a function that fills in a twin's single numbers: one generated line that reads them all at once."""
    form, at, names = "=", 0, []
    for name, place in sorted(places.items(), key=lambda item: item[1].offset):
        if not place.shape:
            form += f"{place.offset - at}x{_CODES[place.kind]}"
            at = place.offset + place.numbers.size
            names.append(f"self.{name}")
    source = f"def __init__(self, raw):\n    self._raw = raw\n    {''.join(f'{name}, ' for name in names)} = read(raw)"
    made: dict[str, Any] = {"read": struct.Struct(f"{form}{dtype.itemsize - at}x").unpack}
    exec(source, made)  # names of fields, which the record's class declares
    filled: Callable[[Twin, bytes], None] = made["__init__"]
    return filled


def load_twin(states: np.ndarray[Any, Any], index: int) -> Any:
    """Return the twin of one state.

    >>> from ludex.core.language.record import i8, record
    >>> STATE = record(turn=i8, hand=(i8, (2, 3)))
    >>> states = STATE.new()
    >>> twin = load_twin(states, 0)
    >>> twin.hand[1, 2] += 4
    >>> twin.turn = 1
    >>> store_twin(twin, states, 0)
    True
    >>> int(states[0]["hand"][1, 2]), int(states[0]["turn"])
    (4, 1)
    """
    return twin_of(states.dtype, states[index : index + 1].tobytes())


def twin_of(dtype: np.dtype[Any], memory: bytes) -> Any:
    """Return the twin of a state that is given as bytes."""
    return _twin_class(dtype)(memory)


@cache
def reader_of(dtype: np.dtype[Any], names: tuple[str, ...]) -> Callable[[bytes], tuple[Any, ...]]:
    """Return a function that reads these fields from the bytes of a state, all at once: numbers, and tuples of them.

    >>> from ludex.core.language.record import i8, i16, record
    >>> STATE = record(turn=i8, money=(i16, 2), hand=(i8, (2, 3)))
    >>> reader_of(STATE.dtype, ("turn", "money", "hand"))(STATE.new().tobytes())
    (0, (0, 0), ((0, 0, 0), (0, 0, 0)))
    """
    form, at, count = "=", 0, 0
    parts: dict[str, str] = {}
    for name, (field, offset, *_) in sorted((dtype.fields or {}).items(), key=lambda item: item[1][1]):
        size = math.prod(field.shape)
        form += f"{offset - at}x{size}{_CODES[str(field.base)]}"
        at = offset + field.itemsize
        parts[name] = _cut(count, field.shape)
        count += size
    source = f"def read(raw):\n    v = unpack(raw)\n    return ({''.join(f'{parts[name]}, ' for name in names)})"
    made: dict[str, Any] = {"unpack": struct.Struct(f"{form}{dtype.itemsize - at}x").unpack}
    exec(source, made)  # numbers only
    read: Callable[[bytes], tuple[Any, ...]] = made["read"]
    return read


def _cut(first: int, shape: tuple[int, ...]) -> str:
    """Return the place of a field in the tuple of all numbers, as source."""
    if not shape:
        return f"v[{first}]"
    if len(shape) == 1:
        return f"v[{first}:{first + shape[0]}]"
    step = math.prod(shape[1:])
    return f"({''.join(f'{_cut(first + row * step, shape[1:])}, ' for row in range(shape[0]))})"


def bytes_of(twin: Any, field: str, row: int | None = None) -> bytes:
    """Return the bytes of a field, or of one row of it, as the twin was loaded: a key for caches.

    Views compute the same values repeatedly, such as the cards that a row of counts stands for. Bytes are quick to
    slice and to compare. The numbers of an `i8` field without negative values are the bytes themselves.

    >>> from ludex.core.language.record import i16, record
    >>> twin = load_twin(record(hand=(i16, (2, 3))).new(), 0)
    >>> bytes_of(twin, "hand", 1)
    b'\\x00\\x00\\x00\\x00\\x00\\x00'
    """
    cut = twin._cuts.get((field, row))
    if cut is None:
        place = twin._places[field]
        size = place.numbers.size if row is None else place.numbers.size // place.shape[0]
        start = place.offset + (row or 0) * size
        cut = twin._cuts[field, row] = slice(start, start + size)
    part: bytes = twin._raw[cut]
    return part


def store_twin(twin: Any, states: np.ndarray[Any, Any], index: int) -> bool:
    """Write a twin back and return True if that changes the state.

    A number that does not fit its field is an error, where compiled code would wrap.
    """
    memory = bytearray(twin._raw)
    for name, place in twin._places.items():
        value = twin.read(name)
        if value is None:
            continue
        try:
            place.write(value, memory)
        except struct.error as error:
            shown = value if isinstance(value, int) else value.plain()
            raise BrokenRule(f"field {name!r} of type {place.kind} cannot hold {shown}: {error}") from error
    states[index : index + 1].view(np.uint8).data[:] = memory
    return bool(memory != twin._raw)


class Twins:
    """An array of twins over an array of states, for interpreted loops: load on first use, store at the end."""

    def __init__(self, states: np.ndarray[Any, Any]) -> None:
        self.states = states
        self.loaded: dict[int, Any] = {}

    def __getitem__(self, index: int) -> Any:
        if not 0 <= index < len(self.states):
            raise IndexError(f"state {index} of {len(self.states)}")
        if index not in self.loaded:
            self.loaded[index] = load_twin(self.states, index)
        return self.loaded[index]

    def __setitem__(self, index: int, other: Twin) -> None:
        self[index].copy_from(other)

    def __len__(self) -> int:
        return len(self.states)

    def store(self) -> list[Twin]:
        """Write all twins back, and return those that change their states."""
        return [twin for index, twin in self.loaded.items() if store_twin(twin, self.states, index)]


def _nested(rows: list[Any]) -> Cells | Grid:
    return Grid([_nested(row) for row in rows]) if isinstance(rows[0], list) else Cells(rows)


def _shaped(values: list[int], shape: tuple[int, ...]) -> Cells | Grid:
    if len(shape) == 1:
        return Cells(values)
    step = len(values) // shape[0] if shape[0] else 0
    return Grid([_shaped(values[at * step : (at + 1) * step], shape[1:]) for at in range(shape[0])])


def _flat(value: Cells | Grid) -> list[int]:
    if isinstance(value, Cells):
        return value.values
    return [number for row in value.rows for number in _flat(row)]

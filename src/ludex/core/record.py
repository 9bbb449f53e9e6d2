"""The record: a game's whole state as one fixed-size block of memory.

A record is declared once, as a class:

    class State(Record):
        turn = i8()
        money = i16.row(SEATS)
        hand = i8.grid(SEATS, KINDS)

NumPy holds it, compiled rules read it in place, and for interpreted runs a *twin* holds the same fields as plain Python
integers, with every index checked. A rule says `s: State`, so that type checkers know the fields.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, ClassVar, TypeAlias, overload

import numpy as np
import numpy.typing as npt

from ludex.core.errors import BrokenRule

State: TypeAlias = Any
"""What a rule calls `s`: a row of a record array when compiled, a twin when interpreted."""

States: TypeAlias = npt.NDArray[Any]
"""An array of records, the form in which states are kept and passed around."""


class NumberKind:
    """A kind of number in a record: `i8()` is a field with one, `i8.row(5)` with five, `i8.grid(5, 3)` with five rows.

    >>> i8.row(5)
    <i8 × 5>
    """

    def __init__(self, name: str, kind: type[np.generic]) -> None:
        self.name = name
        self.dtype: np.dtype[Any] = np.dtype(kind)

    def __call__(self) -> int:
        number: int = self.field(())
        return number

    def row(self, length: int) -> Cells:
        """A field with a row of numbers."""
        row: Cells = self.field((length,))
        return row

    def grid(self, rows: int, columns: int) -> Grid:
        """A field with rows of numbers."""
        grid: Grid = self.field((rows, columns))
        return grid

    def field(self, shape: tuple[int, ...]) -> Any:
        """A field of any shape."""
        return Field(self, shape)

    def __repr__(self) -> str:
        return self.name


class Field:
    """The declaration of a field, before the record's class is complete."""

    def __init__(self, kind: NumberKind, shape: tuple[int, ...]) -> None:
        self.kind = kind
        self.shape = shape

    def __repr__(self) -> str:
        return f"<{self.kind} × {' × '.join(map(str, self.shape)) or 1}>"


i8 = NumberKind("i8", np.int8)
i16 = NumberKind("i16", np.int16)
i32 = NumberKind("i32", np.int32)
i64 = NumberKind("i64", np.int64)
u64 = NumberKind("u64", np.uint64)
"""For bit masks only. Compiled, a sum of small unsigned numbers is a u64, and a u64 times an integer is a float."""


def record(**fields: Any) -> Layout:
    """The layout of a record with these fields, kinds of numbers or pairs of kind and shape.

    >>> STATE = record(turn=i8, money=(i16, 4), hand=(i8, (4, 10)))
    >>> STATE.size, STATE.names
    (88, ('rng', 'seats', 'turn', 'money', 'hand'))
    """
    return Layout({"rng": (u64, 4), "seats": i8, **fields})


class Record:
    """Base of a game's record. Every record also has `rng`, its source of chance, and `seats`, the number of seats.

    >>> class State(Record):
    ...     turn = i8()
    ...     hand = i8.grid(4, 10)
    >>> State.layout
    <Layout of 80 bytes: rng, seats, turn, hand>
    """

    layout: ClassVar[Layout]
    rng: Cells
    seats: int

    def __init_subclass__(cls) -> None:
        fields = {name: (f.kind, f.shape) for name, f in vars(cls).items() if isinstance(f, Field)}
        for name in fields:
            delattr(cls, name)
        cls.layout = record(**fields)


class Layout:
    """How the fields of a record lie in memory.

    Fields are ordered by falling item size, and a field of its own fills the rest. No byte of a record is ever
    undefined, so two equal states are equal byte for byte.
    """

    def __init__(self, fields: Mapping[str, Any]) -> None:
        self.names = tuple(fields)
        shaped = {name: field if isinstance(field, tuple) else (field, ()) for name, field in fields.items()}
        layout = sorted(shaped.items(), key=lambda item: -item[1][0].dtype.itemsize)
        columns: list[Any] = [(name, kind.dtype, shape) for name, (kind, shape) in layout]
        rest = -np.dtype(columns).itemsize % 8
        if rest:
            columns.append(("_fill", np.int8, (rest,)))
        self.dtype: np.dtype[Any] = np.dtype(columns, align=True)
        self.size: int = self.dtype.itemsize

    def new(self, count: int = 1) -> States:
        """An array of blank states.

        >>> record(turn=i8).new(3).shape
        (3,)
        """
        return np.zeros(count, self.dtype)

    def __repr__(self) -> str:
        return f"<Layout of {self.size} bytes: {', '.join(self.names)}>"


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
            first, *rest = key
            if first < 0:
                raise IndexError(f"index {first} is negative: a compiled rule would read another row")
            return self.rows[first][rest[0] if len(rest) == 1 else tuple(rest)]
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

    def copy(self) -> Grid:
        return Grid([row.copy() for row in self.rows])


def _cells(values: list[Any]) -> Cells | Grid:
    if values and isinstance(values[0], list):
        return Grid([_cells(row) for row in values])
    return Cells(values)


class Twin:
    """A state as plain Python: scalars are integers, nested fields are `Cells` and `Grid`."""

    __slots__: tuple[str, ...] = ()

    def copy_from(self, other: Twin) -> None:
        for name in self.__slots__:
            value = getattr(other, name)
            setattr(self, name, value if isinstance(value, int) else value.copy())


@cache
def _twin_class(dtype: np.dtype[Any]) -> type[Twin]:
    return type("Twin", (Twin,), {"__slots__": dtype.names})


def load_twin(states: States, index: int) -> Any:
    """The twin of one state.

    >>> STATE = record(turn=i8, hand=(i8, (2, 3)))
    >>> states = STATE.new()
    >>> twin = load_twin(states, 0)
    >>> twin.hand[1, 2] += 4
    >>> twin.turn = 1
    >>> store_twin(twin, states, 0)
    >>> int(states[0]["hand"][1, 2]), int(states[0]["turn"])
    (4, 1)
    """
    twin = _twin_class(states.dtype)()
    row = states[index]
    for name in states.dtype.names or ():
        value = row[name].tolist()
        setattr(twin, name, _cells(value) if isinstance(value, list) else value)
    return twin


def store_twin(twin: Any, states: States, index: int) -> None:
    """Write a twin back. A number that does not fit its field is an error, where compiled code would wrap."""
    row = states[index]
    for name in states.dtype.names or ():
        value = getattr(twin, name)
        field = states.dtype[name]
        try:
            row[name] = int(value) if field.subdtype is None else np.array(value.plain(), field.base)
        except OverflowError as error:
            shown = value if isinstance(value, int) else value.plain()
            raise BrokenRule(f"field {name!r} of type {field.base} cannot hold {shown}: {error}") from error


class Twins:
    """An array of twins over an array of states, for interpreted loops: load on first use, store at the end."""

    def __init__(self, states: States) -> None:
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

    def store(self) -> None:
        for index, twin in self.loaded.items():
            store_twin(twin, self.states, index)

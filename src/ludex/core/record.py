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

from collections.abc import Mapping
from typing import Any, ClassVar, TypeAlias

import numpy as np
import numpy.typing as npt

from ludex.core.twin import Cells, Grid

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

    def load(self, memory: bytes | memoryview) -> States:
        """An array of states that is a copy of some bytes.

        >>> layout = record(turn=i8)
        >>> layout.load(layout.new(3).tobytes()).shape
        (3,)
        """
        return np.frombuffer(bytearray(memory), self.dtype)

    def __repr__(self) -> str:
        return f"<Layout of {self.size} bytes: {', '.join(self.names)}>"

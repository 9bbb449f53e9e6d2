"""The record: a game's whole state as one fixed-size block of memory.

A record is declared once, as a class. Every field declares the numbers that it may hold (`ludex.core.language.bounds`):

    class State(Record):
        turn = i8(SEAT)
        money = i16.row(SEATS, COUNT)
        hand = i8.grid(SEATS, KINDS, range(5))

NumPy holds it, compiled rules read it in place, and for interpreted runs a *twin* holds the same fields as plain Python
integers, with every index and every bound checked. A rule annotates its argument as `s: State`, so that type checkers
know the fields.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from ludex.core.language.bounds import ANY, Bounds, limits, must_fit, words
from ludex.core.language.interpreted_state import Cells, Grid, Twin, load_twin

State: TypeAlias = Any
"""The argument `s` of a rule: a row of a record array when compiled, a twin when interpreted."""

States: TypeAlias = npt.NDArray[Any]
"""An array of records, the form in which states are stored and passed around."""


class NumberKind:
    """A kind of number in a record: `i8(SEAT)` is a field with one, `i8.row(5, SEAT)` with five.

    Pass `fixed=True` for a field that `prepare` writes from the settings and no move changes, and `derived=True` for
    one that `complete` works out from the others. Positions contain neither.

    >>> i8.row(5, range(3))
    <i8 × 5: 0 to 2>
    """

    def __init__(self, name: str, kind: type[np.generic]) -> None:
        self.name = name
        self.dtype: np.dtype[Any] = np.dtype(kind)

    def __call__(self, bounds: Bounds, *, fixed: bool = False, derived: bool = False) -> int:
        number: int = self.field((), bounds, fixed=fixed, derived=derived)
        return number

    def row(self, length: int, bounds: Bounds, *, fixed: bool = False, derived: bool = False) -> Cells:
        """Declare a field with a row of numbers."""
        row: Cells = self.field((length,), bounds, fixed=fixed, derived=derived)
        return row

    def grid(self, rows: int, columns: int, bounds: Bounds, *, fixed: bool = False, derived: bool = False) -> Grid:
        """Declare a field with rows of numbers."""
        grid: Grid = self.field((rows, columns), bounds, fixed=fixed, derived=derived)
        return grid

    def field(self, shape: tuple[int, ...], bounds: Bounds, *, fixed: bool = False, derived: bool = False) -> Any:
        """Declare a field of any shape."""
        must_fit(self.name, self.dtype, bounds)
        return Field(self, shape, bounds, fixed, derived)

    def __repr__(self) -> str:
        return self.name


class Field(NamedTuple):
    """The declaration of a field: its kind of numbers, its shape, and its bounds."""

    kind: NumberKind
    shape: tuple[int, ...] = ()
    bounds: Bounds = ANY
    fixed: bool = False
    derived: bool = False

    @property
    def given(self) -> bool:
        """True if positions contain the field."""
        return not self.fixed and not self.derived

    def __repr__(self) -> str:
        return f"<{self.kind} × {' × '.join(map(str, self.shape)) or 1}: {words(self.bounds)}>"


i8 = NumberKind("i8", np.int8)
"""Numbers from -128 to 127. `i8(range(4))` is a field, `i8.row(9, FLAG)` a row, and `i8.grid(4, 10, COUNT)` a grid."""
i16 = NumberKind("i16", np.int16)
"""Numbers from -32,768 to 32,767."""
i32 = NumberKind("i32", np.int32)
"""Numbers from about -2 to 2 thousand millions."""
i64 = NumberKind("i64", np.int64)
"""Numbers of 64 bits."""
u64 = NumberKind("u64", np.uint64)
"""For bit masks only. Compiled, a sum of small unsigned numbers is a u64, and a u64 times an integer is a float."""


def record(**fields: Any) -> Layout:
    """Lay out a record with these fields: declarations, or kinds of numbers or pairs of kind and shape without bounds.

    >>> STATE = record(turn=i8(range(4)), money=(i16, 4), hand=(i8, (4, 10)))
    >>> STATE.size, STATE.names
    (88, ('rng', 'seats', 'turn', 'money', 'hand'))
    """
    return Layout({"rng": (u64, 4), "seats": i8(ANY, fixed=True), **fields})


class Record:
    """Base of a game's record. Every record also has `rng`, its source of chance, and `seats`, the number of seats.

    >>> class State(Record):
    ...     turn = i8(range(4))
    ...     hand = i8.grid(4, 10, range(3))
    >>> State.layout
    <Layout of 80 bytes: rng, seats, turn, hand>
    """

    layout: ClassVar[Layout]
    rng: Cells
    seats: int

    def __init_subclass__(cls) -> None:
        fields = {name: field for name, field in vars(cls).items() if isinstance(field, Field)}
        for name in fields:
            delattr(cls, name)
        cls.layout = record(**fields)


class Layout:
    """The layout of a record's fields in memory.

    Fields are ordered by decreasing item size, and a padding field fills the rest. No byte of a record is ever
    undefined, so equal states are equal byte for byte.
    """

    def __init__(self, fields: Mapping[str, Any]) -> None:
        self.names = tuple(fields)
        self.fields = {name: _declared(field) for name, field in fields.items()}
        layout = sorted(self.fields.items(), key=lambda item: -item[1].kind.dtype.itemsize)
        columns: list[Any] = [(name, field.kind.dtype, field.shape) for name, field in layout]
        rest = -np.dtype(columns).itemsize % 8
        if rest:
            columns.append(("_fill", np.int8, (rest,)))
        self.dtype: np.dtype[Any] = np.dtype(columns, align=True)
        self.size: int = self.dtype.itemsize
        self._limits: dict[int, tuple[tuple[str, int, int], ...]] = {}

    def new(self, count: int = 1) -> States:
        """Return an array of blank states.

        >>> record(turn=i8).new(3).shape
        (3,)
        """
        return np.zeros(count, self.dtype)

    def load(self, memory: bytes | memoryview) -> States:
        """Return an array of states that is a copy of some bytes.

        >>> layout = record(turn=i8)
        >>> layout.load(layout.new(3).tobytes()).shape
        (3,)
        """
        return np.frombuffer(bytearray(memory), self.dtype)

    def fault(self, states: States, index: int = 0) -> str:
        """Describe the first field of a state that holds a number outside its bounds, or return an empty text.

        >>> layout = record(turn=i8(range(4)))
        >>> states = layout.new()
        >>> states["seats"], states["turn"] = 2, 7
        >>> layout.fault(states)
        "field 'turn' is 7: expected 0 to 3"
        """
        s = load_twin(states, index)
        for name in self.names:
            getattr(s, name)
        return self.fault_of(s)

    def fault_of(self, s: Twin) -> str:
        """Describe the first field outside its bounds of those that were read from a twin, or return an empty text."""
        for name, low, high in self.limits(s.seats):
            value = s.read(name)
            if value is not None:
                least, most = value.extent() if isinstance(value, Cells | Grid) else (value, value)
                if least < low or most > high:
                    verb = "holds" if isinstance(value, Cells | Grid) else "is"
                    wrong = least if least < low else most
                    return f"field {name!r} {verb} {wrong}: expected {words(self.fields[name].bounds, s.seats)}"
        return ""

    def limits(self, seats: int) -> tuple[tuple[str, int, int], ...]:
        """Return every field that has bounds, with the range of numbers it may hold at a table of `seats`."""
        if seats not in self._limits:
            found = ((n, *limits(f.bounds, f.kind.dtype, seats)) for n, f in self.fields.items() if f.bounds is not ANY)
            self._limits[seats] = tuple(found)
        return self._limits[seats]

    def __repr__(self) -> str:
        return f"<Layout of {self.size} bytes: {', '.join(self.names)}>"


def _declared(field: Any) -> Field:
    """Return a declaration made from a declaration, a kind of number, or a pair of kind and shape."""
    if isinstance(field, Field):
        return field
    kind, shape = field if isinstance(field, tuple) else (field, ())
    return Field(kind, shape if isinstance(shape, tuple) else (shape,))

"""Features: what a seat may know, as a row of numbers of fixed size, for programs that learn.

`game.features(seats)` makes them from the record's declared fields, so every game has them. They are relative to the
seat: rows by seat begin with its own, and continue in the order of play. They are made from the record as the seat sees
it, so they contain no secret and no chance.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from ludex.core.compile.observing import (
    AT,
    COUNT,
    FROM,
    LEAST,
    SIGN,
    SIZE,
    STACK,
    STACK_SIZE,
    TABLE,
    VALUES,
    Plan,
    encode,
    layout_place,
    new_memory,
)
from ludex.core.compile.playout import see
from ludex.core.game.position import Bits, Counts, Names
from ludex.core.game.template import expect_seats
from ludex.core.language import bounds
from ludex.core.language.bounds import limits
from ludex.core.language.errors import BrokenRule
from ludex.core.language.fields import SEAT
from ludex.core.language.record import Field, States
from ludex.core.language.rule import loop

if TYPE_CHECKING:
    from ludex.core.game.game import Game

MOST_NAMES = 64
"""Most columns for one number that is a name."""
FEW = 16
"""Most values of a single number for a column each, if it has no names."""
MANY_BITS = 16
"""A range of more bits than this is a set, and not a count."""
USUAL_SCALE = 10
"""The divisor of counts without narrow bounds."""
LONG_RUN = 8
"""The fewest numbers side by side that are written in one step."""
SIZES = {1: 0, 2: 1, 4: 2, 8: 3}


class Observation(msgspec.Struct, frozen=True, kw_only=True):
    """The making of a game's features, where the defaults do not fit.

    Games return one from `Game.observation`. Fields are named as in the record.
    """

    by_seat: tuple[str, ...] | None = None
    """Fields whose rows belong to seats. None: those with as many rows as the game has seats at most."""
    without: tuple[str, ...] = ()
    """Fields to leave out, because they follow from others or cannot be used with these settings."""
    scales: Mapping[str, float] = {}
    """The divisors of numbers."""
    names: tuple[str, ...] = ()
    """Rows of numbers that stand for names, each with a column for every value."""
    pairs: Mapping[str, tuple[int, Sequence[str], Sequence[str]]] = {}
    """Fields whose numbers stand for names of two parts: the first number, the first parts, and the last parts."""
    own: tuple[str, ...] = ()
    """Fields by seat of which a seat knows its own row only."""
    seat_bits: tuple[str, ...] = ()
    """Fields with a bit for each seat whose bounds do not say so."""
    stacks: Mapping[str, str] = {}
    """Rows of which only the entry on top is observed, with the field that has the number of entries."""
    by_side: tuple[str, ...] = ()
    """Fields whose rows belong to sides."""
    sides: tuple[int, ...] = ()
    """The side of every seat. Empty if every seat is its own side."""
    more_rows: int = 0
    """The number of rows after those of the seats that are in use."""
    columns: int | None = None
    """The number of entries in use of rows that have names."""


NUMBER, NAME, PAIR, A_SEAT, SEAT_BITS, BITS = range(6)
"""The written forms of a number: scaled; a column for every name; for names of two parts (suit and rank), a column for
each part of both; one for every seat, for a seat or for bits of seats; one for every bit."""
IN_ORDER, BY_SEAT, BY_SIDE = range(3)
"""The order of a field's rows: unchanged, the own seat first, or the own side first."""


class _Encoding(NamedTuple):
    """The written form of a field's numbers."""

    form: int
    least: int = 0
    places: tuple[int, ...] = ()
    columns: tuple[str, ...] = ("",)
    """The ends of its columns' names."""
    scale: float = 1
    limits: tuple[float, float] = (0, 1)
    """The least and the greatest number in a column."""


class _Rows(NamedTuple):
    """The rows of a field."""

    order: int
    names: tuple[str, ...]
    shape: tuple[int, ...]
    """The shape of each of them."""


class _Block(NamedTuple):
    """The columns of a field."""

    first: int
    """The place of its first number in the record."""
    size: int
    rows: _Rows
    used: int
    """The numbers of each row that are used."""
    encoding: _Encoding
    stack: tuple[int, int]
    """The size and place of the depth, for a stack."""
    names: tuple[str, ...]


class _Steps:
    """The steps of a plan for one seat, one list for each kind."""

    def __init__(self) -> None:
        self.cells: list[list[int]] = []
        self.cell_scales: list[float] = []
        self.runs: list[list[int]] = []
        self.run_scales: list[float] = []
        self.all_run_scales: list[float] = []
        """Those of stacks, too, in the order of the columns."""
        self.names: list[list[int]] = []
        self.bits: list[list[int]] = []
        self.top_runs: list[list[int]] = []
        self.top_scales: list[float] = []
        self.top_names: list[list[int]] = []
        self.top_bits: list[list[int]] = []

    def add(self, block: _Block, place: int, at: int, count: int, places: list[list[int]]) -> None:
        """Add the steps for some numbers that stand side by side."""
        encoding = block.encoding
        step = [0] * (VALUES + 1)
        step[SIZE], step[FROM], step[AT], step[COUNT] = block.size, place, at, count
        step[STACK_SIZE], step[STACK] = block.stack
        if encoding.form == NUMBER and (count >= LONG_RUN or step[STACK] >= 0):
            self.all_run_scales.append(encoding.scale)
        if encoding.form == NUMBER and step[STACK] >= 0:
            self.top_runs.append(step)
            self.top_scales.append(encoding.scale)
            return
        if encoding.form == NUMBER and count >= LONG_RUN:
            self.runs.append(step)
            self.run_scales.append(encoding.scale)
            return
        width = len(encoding.columns)
        for cell in range(count):
            step = [*step]
            step[FROM], step[AT], step[COUNT] = place + cell, at + cell * width, 1
            if encoding.form == NUMBER:
                self.cells.append(step)
                self.cell_scales.append(encoding.scale)
            for table, length in places if encoding.form != NUMBER else ():
                step = [*step]
                step[TABLE], step[VALUES], step[LEAST] = table, length, encoding.least
                self._of_kind(encoding.form in (SEAT_BITS, BITS), step[STACK] >= 0).append(step)

    def _of_kind(self, bits: bool, top: bool) -> list[list[int]]:
        """Return the list of steps that write bits or names, of the top of a stack or of any other number."""
        if top:
            return self.top_bits if bits else self.top_names
        return self.bits if bits else self.names


class Features:
    """The observation of a game at tables with a number of seats and with given settings.

    >>> import ludex
    >>> features = ludex.game("automation").features(2)
    >>> features.names[:4]
    ('seat=0', 'seat=1', 'turn=own', 'turn=next')
    >>> table = ludex.game("automation").new(2, seed=7)
    >>> row = features.of(table.record(0), 0)
    >>> row.shape == (features.size,), float(row[features.names.index("hand[own].Bitcoin")])
    (True, 0.30000001192092896)
    """

    def __init__(self, game: Game, seats: int, settings: Mapping[str, Any]) -> None:
        self.game = game
        self.seats = expect_seats(game, seats)
        self._labels = game.labels_for(game.read_settings(settings))
        self._how = game.observation(game.read_settings(settings))
        blocks = list(self._blocks())
        own = tuple(f"seat={seat}" for seat in range(self.seats))
        self.names: tuple[str, ...] = own + tuple(name for block in blocks for name in block.names)
        """The name of every column."""
        limits = [(0.0, 1.0)] * self.seats + [block.encoding.limits for block in blocks for _ in block.names]
        self.limits: tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]] = tuple(np.array(limits, np.float32).T)
        """The least and the greatest number of every column, as the record's fields declare them."""
        self.plan = self._plan(blocks)

    @property
    def size(self) -> int:
        """The number of columns."""
        return len(self.names)

    @property
    def version(self) -> str:
        """The version: that of the rules, and a digest of the columns. A trained model fits one version only.

        >>> import ludex
        >>> ludex.game("automation").features(2).version.split("-")[0]
        '2'
        """
        told = repr((self.names, *self._scales)).encode()
        return f"{self.game.version}-{hashlib.blake2b(told, digest_size=4).hexdigest()}"

    def of(self, states: States, seat: int) -> npt.NDArray[np.float32]:
        """Return the features of a record for a seat. What the seat may not know is hidden first."""
        out: npt.NDArray[np.float32] = np.zeros((1, self.size), np.float32)
        seen, memory = new_memory(self.game.machine.layout)
        seen[:] = states[:1]
        self.game.machine.interpreted.entry(observe_once)(seen, memory, self.plan, seat, out)
        return out.reshape(-1)

    def __repr__(self) -> str:
        return f"<Features of {self.game.name} with {self.seats} seats: {self.size} numbers, version {self.version}>"

    def _plan(self, blocks: Sequence[_Block]) -> Plan:
        places: list[int] = []
        known: dict[tuple[int, ...], list[int]] = {}
        seats = [_Steps() for _ in range(self.seats)]
        for seat, steps in enumerate(seats):
            at = self.seats
            for block in blocks:
                tables = []
                for table in self._tables(block.encoding, seat):
                    if table not in known:
                        known[table] = [len(places), len(table)]
                        places += table
                    tables.append(known[table])
                length, width = math.prod(block.rows.shape), block.used * len(block.encoding.columns)
                for row in self._order(block.rows, seat):
                    steps.add(block, block.first + row * length, at, block.used, tables)
                    at += width
        self._scales = seats[0].cell_scales, seats[0].all_run_scales
        cells, cell_order, cell_ends = _by_size([steps.cells for steps in seats])
        runs, run_order, run_ends = _by_size([steps.runs for steps in seats])
        names, _, name_ends = _by_size([steps.names for steps in seats])
        bits, _, bit_ends = _by_size([steps.bits for steps in seats])
        return Plan(
            *(cells, cell_ends, np.array(seats[0].cell_scales)[cell_order]),
            *(runs, run_ends, np.array(seats[0].run_scales)[run_order]),
            *(names, name_ends, bits, bit_ends),
            *(_stacked([steps.top_runs for steps in seats]), np.array(seats[0].top_scales)),
            *(_stacked([steps.top_names for steps in seats]), _stacked([steps.top_bits for steps in seats])),
            np.array([*places, -1], np.int64),
        )

    def _order(self, rows: _Rows, seat: int) -> list[int]:
        """Return the rows of a field in the order in which a seat sees them."""
        count, seats, sides = len(rows.names), self.seats, self._how.sides
        if rows.order == BY_SIDE:
            return [(sides[seat] + step) % count for step in range(count)]
        if rows.order == BY_SEAT:
            return [(seat + step) % seats if step < seats else step for step in range(count)]
        return list(range(count))

    def _tables(self, encoding: _Encoding, seat: int) -> list[tuple[int, ...]]:
        """Return the columns of an encoding's names or bits, as a seat sees them."""
        relative = tuple((other - seat) % self.seats for other in range(self.seats))
        if encoding.form == A_SEAT:
            return [relative]
        if encoding.form == SEAT_BITS:
            return [(*relative, *[-1] * (SIGN + 1 - self.seats))]
        if encoding.form == PAIR:
            last = len(encoding.places)
            first = len(encoding.columns) - last
            pairs = [(a, first + b) for a in range(first) for b in range(last)]
            return [tuple(a for a, _ in pairs), tuple(b for _, b in pairs)]
        return [encoding.places]

    def _blocks(self) -> Iterator[_Block]:
        layout, how = self.game.machine.layout, self._how
        lists = how.without, how.scales, how.names, how.pairs, how.own, how.seat_bits, how.stacks, how.by_side
        named = {name for names in (*lists, how.by_seat or ()) for name in names}
        if unknown := named - set(layout.names):
            raise BrokenRule(f"{self.game.name}: the observation names {', '.join(sorted(unknown))}, not in the record")
        for name, field in layout.fields.items():
            if name != "rng" and not field.fixed and name not in how.without:
                yield self._block(name, field)

    def _block(self, name: str, field: Field) -> _Block:
        how, label, layout = self._how, self._labels.get(name), self.game.machine.layout
        stack = how.stacks.get(name)
        rows = _Rows(IN_ORDER, ("",), ()) if stack else self._rows(name, field.shape)
        encoding = self._encoding(name, field, label)
        count = math.prod(rows.shape)
        if how.columns and isinstance(label, Counts) and len(rows.shape) == 1:
            count = min(count, how.columns)
        cells = [f"{name}{row}{cell}" for row in rows.names for cell in _cells(rows.shape, label)[:count]]
        names = tuple(f"{'top ' if stack else ''}{cell}{column}" for cell in cells for column in encoding.columns)
        depth = (SIZES[layout.fields[stack].kind.dtype.itemsize], layout_place(layout, stack)) if stack else (0, -1)
        size = SIZES[field.kind.dtype.itemsize]
        return _Block(layout_place(layout, name), size, rows, count, encoding, depth, names)

    def _rows(self, name: str, shape: tuple[int, ...]) -> _Rows:
        """Return the order of a field's rows, their names, and the shape of each of them."""
        how = self._how
        if shape and name in how.own:
            return _Rows(BY_SEAT, ("[own]",), shape[1:])
        if shape and how.sides and name in how.by_side:
            others = [f"[side +{side}]" for side in range(1, max(how.sides) + 1)]
            return _Rows(BY_SIDE, ("[own side]", *others), shape[1:])
        as_long = how.by_seat is None and shape[:1] == (self.game.seats[-1],)
        if shape and (as_long or name in (*(how.by_seat or ()), *how.by_side)):
            more = [f"[row {row}]" for row in range(self.seats, min(self.seats + how.more_rows, shape[0]))]
            return _Rows(BY_SEAT, (*(f"[{other}]" for other in self._others), *more), shape[1:])
        return _Rows(IN_ORDER, ("",), shape)

    @property
    def _others(self) -> list[str]:
        """The seats as one of them calls them."""
        return ["own", "next", *(f"+{step}" for step in range(2, self.seats))][: self.seats]

    def _encoding(self, name: str, field: Field, label: Any) -> _Encoding:
        """Return how the numbers of a field are written."""
        limit, kind = field.bounds, field.kind.dtype
        seats = tuple(f"={other}" for other in self._others)
        if name in self._how.scales:
            return self._number(field, 1 / self._how.scales[name])
        if name in self._how.pairs:
            least, first, last = self._how.pairs[name]
            columns = tuple(f"={part}" for part in (*first, *last))
            return _Encoding(PAIR, least, (-1,) * len(last), columns)
        if limit is bounds.SEAT_BITS or name in self._how.seat_bits:
            return _Encoding(SEAT_BITS, columns=seats)
        if limit is SEAT or limit is bounds.SEAT_OR_NOBODY or limit is bounds.SEAT_FROM_1:
            return _Encoding(A_SEAT, int(limit is bounds.SEAT_FROM_1), columns=seats)
        if isinstance(label, Bits):
            return _bits(label.names)
        low, high = limits(limit, kind, self.seats)
        size = high - low + 1
        if kind == np.uint64 or (low == 0 and high & high + 1 == 0 and high >> MANY_BITS and limit is not bounds.COUNT):
            return _bits([f"bit {bit}" for bit in range(high.bit_length())])
        known = label.names if isinstance(label, Names) else {}
        has_names = sum(word is not None for word in known.values()) > 1
        if size <= MOST_NAMES if has_names else name in self._how.names or (not field.shape and 2 < size <= FEW):
            return _names(range(low, high + 1), known)
        if has_names and not field.shape:
            return _names(sorted(known), known)
        narrow = isinstance(limit, range) and max(high, -low) <= FEW
        return self._number(field, 1 / (max(high, -low, 1) if narrow else USUAL_SCALE))

    def _number(self, field: Field, scale: float) -> _Encoding:
        """Return how scaled numbers are written. What is hidden, or not there, is 0."""
        low, high = limits(field.bounds, field.kind.dtype, self.seats)
        return _Encoding(NUMBER, scale=scale, limits=(min(low, 0) * scale, max(high, 0) * scale))


def _stacked(steps: list[list[list[int]]]) -> npt.NDArray[np.int64]:
    """Return the steps of all seats as one array."""
    return np.array(steps, np.int64).reshape(len(steps), -1, VALUES + 1)


def _by_size(
    steps: list[list[list[int]]],
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.intp], npt.NDArray[np.int64]]:
    """Return the steps of all seats in the order of their sizes, that order, and the first step of each size."""
    stacked = _stacked(steps)
    sizes = stacked[0, :, SIZE]
    order = np.argsort(sizes, kind="stable")
    return stacked[:, order].copy(), order, np.searchsorted(sizes[order], np.arange(5)).astype(np.int64)


def _cells(shape: tuple[int, ...], label: Any) -> list[str]:
    """Return what the names of a row's numbers end in."""
    parts = [[f"[{index}]" for index in range(length)] for length in shape]
    if shape and isinstance(label, Counts):
        parts[-1] = [f".{name}" for name in label.names]
    return ["".join(part) for part in product(*parts)]


def _names(values: Sequence[int], names: Mapping[int, str | None]) -> _Encoding:
    """Return a column for every value."""
    least = values[0]
    places = [-1] * (values[-1] - least + 1)
    for column, value in enumerate(values):
        places[value - least] = column
    written = [names.get(value, str(value)) for value in values]
    return _Encoding(NAME, least, tuple(places), tuple(f"={'none' if name is None else name}" for name in written))


def _bits(names: Sequence[str]) -> _Encoding:
    """Return a column for every bit that has a name."""
    places = tuple(bit if bit < len(names) else -1 for bit in range(SIGN + 1))
    return _Encoding(BITS, places=places, columns=tuple(f" has {name}" for name in names))


@loop
def observe(s: Any, memory: Any, plan: Any, seat: int, out: Any) -> None:
    """Write the features of a record, which becomes what the seat may know."""
    see(s, seat)
    encode(s, memory, plan, seat, out)


@loop
def observe_once(states: States, memory: Any, plan: Any, seat: int, out: Any) -> None:
    observe(states[0], memory, plan, seat, out[0])

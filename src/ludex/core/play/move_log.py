"""The journal of a table: every executed move, in compact form.

A table of a hundred moves takes a few kilobytes: moves are a few bytes each, events the rows that the rules noted, and
only one state in 64 is stored, compressed. States in between are replayed on demand, and so are digests: a digest is
computed when it is first read.
"""

from __future__ import annotations

import struct
import sys
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, overload

import numpy as np

from ludex.core.language.events import EVERYONE, NOTED, NUMBERS, SECRET, WIDTH, Event, Events, Seen

SPACING = 64
"""Number of moves between two stored states."""
FAST = 1
"""Compression level of states."""
DIGEST = 16
"""Bytes of a digest."""
STEP = struct.Struct(f"=qIb?{DIGEST}s")
"""The stored form of a move: packed move, end of its events, seat, use of chance, digest."""
UNKNOWN = bytes(DIGEST)
"""In place of a digest that is not computed yet."""


_END = struct.Struct("=8xI")
"""The beginning of a stored move, up to the end of its events."""
_SEAT = struct.Struct("=12xb")
"""The beginning of a stored move, up to its seat."""


def visible_rows(rows: bytes, seat: int) -> bytes:
    """Return the rows of events that a seat may know."""
    places, is_hidden = _readers(seat)
    hidden = rows[places].translate(is_hidden)
    if 1 not in hidden:
        return rows
    known = []
    first = 0
    for visible in hidden.split(b"\1"):
        if visible:
            end = first + len(visible) * NUMBERS.size
            known.append(rows[first:end])
            first = end
        first += NUMBERS.size
    return b"".join(known)


@cache
def _readers(seat: int) -> tuple[slice, bytes]:
    """Return the bytes of rows that hold a seat's visibility, and the mask that hides (1) or shows (0) each."""
    byte = seat // 8 if sys.byteorder == "little" else 7 - seat // 8
    return slice(8 + byte, None, NUMBERS.size), bytes(not bits >> seat % 8 & 1 for bits in range(256))


class Played(NamedTuple):
    """One executed move. `take` counts the times it had been taken back."""

    seat: int
    packed: int
    take: int
    digest: str
    events: tuple[Seen, ...]
    used_chance: bool


class Journal(Sequence[Played]):
    """The executed moves of a table, as a sequence."""

    __slots__ = ("_count", "_events", "_rows", "_secret", "_states", "_steps", "_takes", "sign")
    sign: Callable[[], None]
    """Computes the digests that are missing. The engine of the table, which knows its secrets, sets it."""
    _secret: int
    """The end of the last events that not everyone may know."""

    def __init__(self, events: Events, start: bytes, *, compressed: bool = False) -> None:
        self._events = events
        self._count = 0
        self._steps = bytearray()
        self._takes: dict[int, int] = {}
        self._rows = bytearray()
        self._secret = 0
        self._states = {0: start if compressed else zlib.compress(start, FAST)}

    def write(self, seat: int, packed: int, take: int, log: memoryview, used_chance: bool, state: bytes) -> None:
        """Add a move with the events of a log, given as one row of numbers, and the state after it."""
        self._count += 1
        if take:
            self._takes[self._count] = take
        events = log[NOTED]
        if events:
            self._rows += log[WIDTH : (events + 1) * WIDTH]
            if log[SECRET]:
                self._secret = len(self._rows)
        self._steps += STEP.pack(packed, len(self._rows), seat, used_chance, UNKNOWN)
        if self._count % SPACING == 0:
            self._states[self._count] = zlib.compress(state, FAST)

    def stored_before(self, number: int) -> tuple[int, bytes]:
        """Return the last state stored at or before a move's number, and the number of the move it follows."""
        at = number - number % SPACING
        while at not in self._states:
            at -= SPACING
        return at, zlib.decompress(self._states[at])

    def cut(self, count: int) -> None:
        """Remove all moves after the first `count`."""
        del self._rows[self._end(count) :], self._steps[count * STEP.size :]
        self._count = count
        self._takes = {number: take for number, take in self._takes.items() if number <= count}
        self._states = {number: state for number, state in self._states.items() if number <= count}

    def copy(self, count: int) -> Journal:
        """Return a copy with the first `count` moves."""
        other = Journal(self._events, self._states[0], compressed=True)
        other._count, other._steps = self._count, self._steps[:]
        other._rows, other._secret = self._rows[:], self._secret
        other._takes, other._states = self._takes, self._states
        other.cut(count)
        return other

    def load(self, steps: bytes, rows: bytes, takes: Mapping[int, int], states: Mapping[int, bytes]) -> None:
        """Load the moves of a frozen journal."""
        self._count = len(steps) // STEP.size
        self._steps, self._rows = bytearray(steps), bytearray(rows)
        self._takes, self._states = dict(takes), dict(states)
        self._secret = len(rows)  # perhaps earlier: this is not checked

    def write_digest(self, number: int, digest: bytes) -> None:
        """Store the digest after a move, counted from 1."""
        end = number * STEP.size
        self._steps[end - DIGEST : end] = digest

    def digest(self, number: int) -> bytes:
        """Return the digest after a move, counted from 1."""
        self.sign()
        digest: bytes = self._step(number)[4]
        return digest

    def step(self, number: int) -> tuple[int, int, int]:
        """Return seat, packed move and take of a move, counted from 1."""
        packed, _, seat, _, _ = STEP.unpack_from(self._steps, (number - 1) * STEP.size)
        return seat, packed, self._takes.get(number, 0)

    def seat_of_last(self) -> int:
        """Return the seat that moved last, or -1 before the first move."""
        seat: int = _SEAT.unpack_from(self._steps, (self._count - 1) * STEP.size)[0] if self._count else -1
        return seat

    @property
    def movers(self) -> bytes:
        """The seats of all moves, in their order.

        >>> import ludex
        >>> table = ludex.game("automation").new(2, seed=7)
        >>> _ = table.play(0, "end phase")
        >>> list(table.played.movers)
        [0]
        """
        return bytes(self._steps[_SEAT.size - 1 :: STEP.size])

    def _step(self, number: int) -> tuple[int, int, int, bool, bytes]:
        """Return packed move, end of events, seat, use of chance and digest of a move, counted from 1."""
        packed, end, seat, used_chance, digest = STEP.unpack_from(self._steps, (number - 1) * STEP.size)
        return packed, end, seat, used_chance, digest

    def _end(self, number: int) -> int:
        """Return the end of the events of the first `number` moves."""
        end: int = _END.unpack_from(self._steps, (number - 1) * STEP.size)[0] if number else 0
        return end

    def visible_rows(self, seat: int, since: int) -> bytes:
        """Return the rows of the events after a move's number that a seat may know."""
        first = self._end(since)
        rows = bytes(self._rows[first:])
        return visible_rows(rows, seat) if first < self._secret else rows

    def told(self, seat: int | None, count: int, always: Sequence[type[Event]] = ()) -> tuple[Event, ...]:
        """Return the last events that a seat may know (None: a spectator), the oldest first, at most `count`.

        All earlier events of the kinds in `always` come before them, in their order.
        """
        rows = np.frombuffer(bytes(self._rows), np.int64).reshape(-1, WIDTH)
        bit = 0 if seat is None else 1 << seat
        known = rows[(rows[:, 1] == EVERYONE) | (rows[:, 1] & bit != 0)]
        early, late = np.split(known, [max(0, len(known) - count)])
        kinds = np.array([kind.ludex_constant for kind in always], np.int64)
        kept = early[(early[:, :1] == kinds).any(1)]
        return self._events.read_known(np.concatenate((kept, late)).tobytes())

    def rows_of(self, number: int) -> bytes:
        """Return the rows of the events that a move caused, counted from 1, as the rules noted them."""
        return bytes(self._rows[self._end(number - 1) : self._end(number)])

    def events_of(self, number: int) -> tuple[Seen, ...]:
        """Return the events that a move caused, counted from 1."""
        return self._events.read_rows(self.rows_of(number))

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Played: ...
    @overload
    def __getitem__(self, index: slice) -> list[Played]: ...
    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        at = range(len(self))[index]
        self.sign()
        packed, _, seat, used_chance, digest = self._step(at + 1)
        return Played(seat, packed, self._takes.get(at + 1, 0), digest.hex(), self.events_of(at + 1), used_chance)

    def __iter__(self) -> Iterator[Played]:
        return (self[at] for at in range(len(self)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Journal | list | tuple) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # it grows

    def __repr__(self) -> str:
        return f"<Journal of {len(self)} moves>"

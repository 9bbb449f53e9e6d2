"""The journal of a table: every executed move, kept small.

A table of a hundred moves takes a few kilobytes: numbers lie in arrays, events as the rows that the rules noted, and of
the states only every sixteenth is kept, compressed. What lies between is played again when somebody wants it.
"""

from __future__ import annotations

import struct
import zlib
from array import array
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, overload

import numpy as np

from ludex.core.events import EVERYONE, FIELDS, Event, Events, Log, Seen

SPACING = 16
"""Moves between two states that are kept."""
FAST = 1
"""How hard states are compressed."""
DIGEST = 16
"""Bytes of a digest."""
NUMBERS = struct.Struct(f"={FIELDS + 2}q")
"""The numbers of an event."""
ROW = NUMBERS.size
"""Bytes of an event."""


class Played(NamedTuple):
    """One executed move. `take` counts how often it had been taken back."""

    seat: int
    packed: int
    take: int
    digest: str
    events: tuple[Seen, ...]
    used_chance: bool


class Journal(Sequence[Played]):
    """The executed moves of a table, as a sequence."""

    __slots__ = ("_chance", "_digests", "_ends", "_events", "_packed", "_rows", "_seats", "_states", "_takes")

    def __init__(self, events: Events, start: bytes, *, compressed: bool = False) -> None:
        self._events = events
        self._seats = array("b")
        self._packed = array("q")
        self._takes: dict[int, int] = {}
        self._digests = bytearray()
        self._chance = bytearray()
        self._rows = bytearray()
        self._ends = array("I")
        self._states = {0: start if compressed else zlib.compress(start, FAST)}

    def write(self, seat: int, packed: int, take: int, digest: bytes, log: Log, used_chance: bool) -> None:
        """Add a move."""
        self._seats.append(seat)
        self._packed.append(packed)
        if take:
            self._takes[len(self._seats)] = take
        self._digests += digest
        self._chance.append(used_chance)
        count = log.item(0)
        if count:
            self._rows += log[1 : count + 1].tobytes()
        self._ends.append(len(self._rows) // ROW)

    def keep(self, state: memoryview) -> None:
        """Keep the state after the last move, if it is time to."""
        if len(self._seats) % SPACING == 0:
            self._states[len(self._seats)] = zlib.compress(state, FAST)

    def kept_before(self, number: int) -> tuple[int, bytes]:
        """The last state that was kept at or before a move's number, and after which move it is."""
        at = number - number % SPACING
        while at not in self._states:
            at -= SPACING
        return at, zlib.decompress(self._states[at])

    def cut(self, count: int) -> None:
        """Forget all moves after the first `count`."""
        del self._seats[count:], self._packed[count:], self._digests[count * DIGEST :], self._chance[count:]
        self._takes = {number: take for number, take in self._takes.items() if number <= count}
        self._states = {number: state for number, state in self._states.items() if number <= count}
        del self._ends[count:]
        del self._rows[(self._ends[-1] if count else 0) * ROW :]

    def copy(self, count: int) -> Journal:
        """Another journal with the first `count` moves."""
        other = Journal(self._events, self._states[0], compressed=True)
        other._seats, other._packed, other._ends = self._seats[:], self._packed[:], self._ends[:]
        other._digests, other._chance, other._rows = self._digests[:], self._chance[:], self._rows[:]
        other._takes, other._states = self._takes, self._states
        other.cut(count)
        return other

    def digest(self, number: int) -> bytes:
        """The digest after a move, counted from 1."""
        return bytes(self._digests[(number - 1) * DIGEST : number * DIGEST])

    def step(self, number: int) -> tuple[int, int, int]:
        """Seat, packed move and take of a move, counted from 1."""
        return self._seats[number - 1], self._packed[number - 1], self._takes.get(number, 0)

    def seat_of_last(self) -> int:
        """Who moved last, or -1 before the first move."""
        return self._seats[-1] if self._seats else -1

    def visible_rows(self, seat: int, since: int) -> list[Sequence[int]]:
        """The rows of the events after a move's number that a seat may know."""
        first = self._ends[since - 1] if since else 0
        if not self._ends or first == self._ends[-1]:
            return []
        rows = NUMBERS.iter_unpack(self._rows[first * ROW :])
        return [row for row in rows if row[1] == EVERYONE or row[1] >> seat & 1]

    def told(self, seat: int | None, count: int, always: Sequence[type[Event]] = ()) -> tuple[Event, ...]:
        """The last events that a seat may know (None: a spectator), at most so many and the oldest first.

        Events of the kinds in `always` come before them, however long ago they were.
        """
        rows = np.frombuffer(bytes(self._rows), np.int64).reshape(-1, FIELDS + 2)
        bit = 0 if seat is None else 1 << seat
        known = rows[(rows[:, 1] == EVERYONE) | (rows[:, 1] & bit != 0)]
        early, late = np.split(known, [max(0, len(known) - count)])
        kept = [early[early[:, 0] == kind.ludex_constant] for kind in always]
        return tuple(seen.event for seen in self._events.read_rows(np.concatenate((*kept, late)).tolist()))

    def rows_of(self, number: int) -> bytes:
        """The rows of the events that a move caused, counted from 1, as the rules noted them."""
        first = self._ends[number - 2] if number > 1 else 0
        return bytes(self._rows[first * ROW : self._ends[number - 1] * ROW])

    def events_of(self, number: int) -> tuple[Seen, ...]:
        """What a move caused, counted from 1."""
        first = self._ends[number - 2] if number > 1 else 0
        last = self._ends[number - 1]
        if first == last:
            return ()
        rows = np.frombuffer(bytes(self._rows[first * ROW : last * ROW]), np.int64)
        return self._events.read_rows(rows.reshape(last - first, FIELDS + 2).tolist())

    def __len__(self) -> int:
        return len(self._seats)

    @overload
    def __getitem__(self, index: int) -> Played: ...
    @overload
    def __getitem__(self, index: slice) -> list[Played]: ...
    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        at = range(len(self))[index]
        seat, packed, take = self.step(at + 1)
        return Played(seat, packed, take, self.digest(at + 1).hex(), self.events_of(at + 1), bool(self._chance[at]))

    def __iter__(self) -> Iterator[Played]:
        return (self[at] for at in range(len(self)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Journal | list | tuple) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # it grows

    def __repr__(self) -> str:
        return f"<Journal of {len(self)} moves>"

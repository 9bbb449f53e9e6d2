"""Events: things that happened in a game, as typed values, each with the seats that may know it.

A rule notes an event by its class and the numbers of its fields, `note(log, BidPlaced, EVERYONE, seat, amount)`;
`Events` turns the rows of the log into typed values. In a simulation the log has no room, and noting costs next to
nothing. A game's events are those that its rules note, without being listed anywhere.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any, ClassVar, NamedTuple, TypeAlias, Union

import msgspec
import numpy as np
import numpy.typing as npt

from ludex.core.language.errors import BrokenRule
from ludex.core.language.fields import SEAT, Domain, domains_of
from ludex.core.language.rule import rule

EVERYONE = -1
"""Visibility of an event that every seat and every spectator may know."""

FIELDS = 6
"""Largest number of fields of an event."""

WIDTH = FIELDS + 2
"""The numbers of a row in a log: kind, who may know it, fields."""

NUMBERS = struct.Struct(f"={WIDTH}q")
"""A row in a log as bytes."""

REMEMBERED = 10_000
"""Number of patterns of events that a game caches. They are never handed out."""

NOTED, LOST, SECRET = range(3)
"""The first numbers of a log: counts of its events, of those without room, and of those not visible to everyone."""

Log: TypeAlias = npt.NDArray[np.int64]
"""The events that a move causes, to which an effect adds with `note`."""

SeatNumber: TypeAlias = Annotated[int, SEAT]
"""The type of a field of an event or a move that holds the number of a seat."""


def new_log(capacity: int) -> Log:
    """Return an empty log with room for `capacity` events. Its first row holds counts.

    >>> new_log(3).shape
    (4, 8)
    """
    return np.zeros((capacity + 1, WIDTH), np.int64)


class Event(msgspec.Struct, frozen=True, tag=True):
    """Base of a game's events. `says` is the sentence a person reads, with the fields in braces.

    >>> class Bought(Event, frozen=True):
    ...     says: ClassVar[str] = "seat {seat} buys."
    ...     seat: SeatNumber
    >>> str(Bought(2))
    'seat 2 buys.'
    """

    says: ClassVar[str] = ""
    ludex_constant: ClassVar[int] = 0
    """The value of the class in compiled rules and in the rows of a log: a checksum of its name."""

    def __init_subclass__(cls, **settings: Any) -> None:
        super().__init_subclass__(**settings)
        cls.ludex_constant = zlib.crc32(cls.__name__.encode())

    def __str__(self) -> str:
        return self.says.format(**{name: getattr(self, name) for name in self.__struct_fields__})


def _note(
    log: Any, kind: int, seen_by: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0, f: int = 0
) -> None:
    count = log[0, 0] + 1
    if count < len(log):
        row = log[count]
        row[0] = kind
        row[1] = seen_by
        row[2] = a
        row[3] = b
        row[4] = c
        row[5] = d
        row[6] = e
        row[7] = f
        log[0, 0] = count
        if seen_by != EVERYONE:
            log[0, 2] += 1
    elif len(log) > 1:
        log[0, 1] += 1


@rule(compiled=_note)
def note(
    log: Any,
    kind: type[Event],
    seen_by: int,
    a: int = 0,
    b: int = 0,
    c: int = 0,
    d: int = 0,
    e: int = 0,
    f: int = 0,
) -> None:
    """Note an event: its class, its visibility (`EVERYONE`, or a bit a seat: `1 << seat`), and its fields' numbers."""
    _note(log, kind.ludex_constant, seen_by, a, b, c, d, e, f)


@rule
def clear(log: Any) -> None:
    """Empty a log."""
    for count in range(3):
        log[0, count] = 0


class Seen(NamedTuple):
    """An event with the seats that may know it."""

    event: Event
    seen_by: int

    def visible_to(self, seat: int | None) -> bool:
        """Return whether a seat may know it. None stands for a spectator."""
        return self.seen_by == EVERYONE or (seat is not None and bool(self.seen_by >> seat & 1))


class Events:
    """All events of a game.

    >>> class Bought(Event, frozen=True):
    ...     says: ClassVar[str] = "seat {seat} buys."
    ...     seat: SeatNumber
    >>> events = Events(Bought)
    >>> log = new_log(4)
    >>> note(log, Bought, EVERYONE, 2)
    >>> [str(seen.event) for seen in events.read(log)]
    ['seat 2 buys.']
    """

    def __init__(self, *kinds: type[Event]) -> None:
        self.kinds = kinds
        self._by_number: dict[int, tuple[type[Event], dict[str, Domain]]] = {}
        for kind in kinds:
            fields = domains_of(kind)
            if len(fields) > FIELDS:
                raise TypeError(f"{kind.__name__} has {len(fields)} fields; an event carries at most {FIELDS}")
            other, _ = self._by_number.setdefault(kind.ludex_constant, (kind, fields))
            if other is not kind:
                raise TypeError(f"two events are called {kind.__name__}, or have the same checksum: {other}, {kind}")
        self._decoder = msgspec.json.Decoder(Union[kinds]) if kinds else None  # noqa: UP007  (made of a tuple)
        self._pattern = lru_cache(REMEMBERED)(self._read)

    def number(self, kind: type[Event]) -> int:
        """Return the number of a kind in the rows of a log."""
        return kind.ludex_constant

    def __repr__(self) -> str:
        return f"<Events: {', '.join(kind.__name__ for kind in self.kinds)}>"

    def read(self, log: Log) -> tuple[Seen, ...]:
        """Return the typed events in a log."""
        self.expect_room(log)
        return self.read_rows(log[1 : log[0, 0] + 1].tobytes())

    def expect_room(self, log: Log) -> None:
        """Raise `BrokenRule` if a log was too small for all events."""
        lost = log.item(LOST)
        if lost:
            raise BrokenRule(f"{lost} events did not fit a log of {len(log) - 1}: raise the game's `max_events`")

    def read_rows(self, rows: bytes) -> tuple[Seen, ...]:
        """Return the typed events of some rows of a log, each with the seats that may know it."""
        return tuple([Seen(self.read_row(row), row[1]) for row in NUMBERS.iter_unpack(rows)])

    def read_known(self, rows: bytes) -> tuple[Event, ...]:
        """Return the typed events of rows that only hold what the reader may know."""
        return tuple(map(self.read_row, NUMBERS.iter_unpack(rows)))

    def read_row(self, row: Sequence[int]) -> Event:
        """Return the typed event of a row, a new object each time, so that changing it affects no other code."""
        return msgspec.structs.replace(self._pattern(row))

    def _read(self, row: Sequence[int]) -> Event:
        kind, fields = self._by_number[row[0]]
        values = zip(fields.items(), row[2:], strict=False)
        return kind(**{name: domain.noted(number) for (name, domain), number in values})

    def from_json(self, text: str | bytes) -> Event:
        """Read an event from the JSON that `msgspec.json.encode` made of it."""
        if self._decoder is None:
            raise ValueError("this game has no events")
        event: Event = self._decoder.decode(text)
        return event

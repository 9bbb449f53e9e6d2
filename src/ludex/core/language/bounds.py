"""Bounds: the numbers that a field of a record may hold.

A field declares its bounds where it is declared, as a range or as one of the bounds below, some of which depend on the
number of seats:

    turn = i8(SEAT)
    bidder = i8(SEAT_OR_NOBODY)
    market = i8.row(9, range(-1, PLANTS))
    money = i16.row(SEATS, COUNT)

Positions from outside are checked against them before any rule runs, and so is every record that an interpreted rule
has changed. A number that rules use as an index can therefore never lead out of its array.
"""

from __future__ import annotations

from enum import Enum
from typing import Any, TypeAlias

import numpy as np

from ludex.core.language.fields import SEAT, Number


class Within(Enum):
    """Bounds that depend on the number of seats, or on the kind of number."""

    SEAT_OR_NOBODY = "a seat, or -1 for none"
    SEAT_FROM_1 = "1 + a seat, or 0 for none"
    SEAT_BITS = "a bit for each of some seats"
    COUNT = "0 or more, up to half of what the kind of number can hold"
    ANY = "any number"


SEAT_OR_NOBODY = Within.SEAT_OR_NOBODY
"""A seat, or -1 for none."""
SEAT_FROM_1 = Within.SEAT_FROM_1
"""1 + a seat, or 0 for none: a blank field belongs to no seat."""
SEAT_BITS = Within.SEAT_BITS
"""A set of seats: bit k stands for seat k."""
COUNT = Within.COUNT
"""A number of things. Two of them can be added without an overflow. An index is not a count, but `range(LENGTH)`."""
ANY = Within.ANY
"""Any value of the kind of number: for scores, and for sets of cards as bits."""
FLAG = range(2)
"""Yes or no."""

Bounds: TypeAlias = range | Number | Within
"""A range (excluding its end), `SEAT`, or one of the bounds that depend on the number of seats."""


def limits(bounds: Bounds, kind: np.dtype[Any], seats: int) -> tuple[int, int]:
    """Return the least and the greatest number that bounds allow.

    >>> limits(range(9), np.dtype(np.int8), 4), limits(SEAT_BITS, np.dtype(np.int8), 4)
    ((0, 8), (0, 15))
    """
    if isinstance(bounds, range):
        return bounds[0], bounds[-1]
    if bounds is SEAT:
        return 0, seats - 1
    if isinstance(bounds, Number):
        return bounds.low, bounds.high
    if bounds is SEAT_OR_NOBODY:
        return -1, seats - 1
    if bounds is SEAT_FROM_1:
        return 0, seats
    if bounds is SEAT_BITS:
        return 0, (1 << seats) - 1
    held = np.iinfo(kind)
    return (0, int(held.max) // 2) if bounds is COUNT else (int(held.min), int(held.max))


def words(bounds: Bounds, seats: int | None = None) -> str:
    """Describe bounds in words, for the given number of seats if it is known.

    >>> words(range(9)), words(SEAT, 3), words(SEAT_BITS)
    ('0 to 8', 'a seat, 0 to 2', 'a bit for each of some seats')
    """
    if bounds is SEAT:
        return "a seat" if seats is None else f"a seat, 0 to {seats - 1}"
    if isinstance(bounds, Within):
        return bounds.value
    low, high = limits(bounds, np.dtype(np.int64), 0)
    return f"{low} to {high}"


def must_fit(name: str, kind: np.dtype[Any], bounds: Bounds) -> None:
    """Refuse anything that is not bounds, and bounds that the kind of number cannot hold."""
    if not isinstance(bounds, range | Number | Within):
        raise TypeError(f"{name}({bounds!r}): expected bounds such as range(5), SEAT or COUNT")
    if isinstance(bounds, range) and (not bounds or bounds.step != 1):
        raise TypeError(f"{name}({bounds!r}): expected a range with a step of 1 that is not empty")
    low, high = limits(bounds, kind, 0)
    if low < np.iinfo(kind).min or high > np.iinfo(kind).max:
        raise TypeError(f"{name}({bounds!r}): {name} holds {np.iinfo(kind).min} to {np.iinfo(kind).max} only")

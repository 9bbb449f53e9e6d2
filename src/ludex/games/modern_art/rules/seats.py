"""Seats around the table."""

from __future__ import annotations

from functools import cache

from ludex.author import rule
from ludex.games.modern_art.state import State


@rule
def left_of(s: State, seat: int) -> int:
    """The next seat clockwise."""
    return 0 if seat + 1 == s.seats else seat + 1


@rule
def all_seats(s: State) -> int:
    """A bit for every seat."""
    return (1 << s.seats) - 1


@cache
def seats_in(mask: int) -> tuple[int, ...]:
    """The seats whose bits are set.

    >>> seats_in(0b101)
    (0, 2)
    """
    return tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)

"""Seats around the table."""

from __future__ import annotations

from ludex.core import State, rule


@rule
def all_seats(s: State) -> int:
    return int((1 << s.seats) - 1)


@rule
def left_of(s: State, seat: int) -> int:
    """The next seat clockwise."""
    return 0 if seat + 1 == s.seats else seat + 1

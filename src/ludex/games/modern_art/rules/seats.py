"""Seats around the table."""

from __future__ import annotations

from ludex.author import asked, rule
from ludex.games.modern_art.state import SEATS, State


@rule
def left_of(s: State, seat: int) -> int:
    """Return the next seat clockwise."""
    return 0 if seat + 1 == s.seats else seat + 1


@rule
def all_seats(s: State) -> int:
    """Return a bit for every seat."""
    return (1 << s.seats) - 1


@asked()
def asked_in_turn(s: State) -> int:
    """One seat is asked at a time, unless a phase has a different rule."""
    return 1 << s.asked


def seats_in(mask: int) -> tuple[int, ...]:
    """Return the seats whose bits are set.

    >>> seats_in(0b101)
    (0, 2)
    """
    return _SEATS_IN[mask]


_SEATS_IN = tuple(tuple(seat for seat in range(SEATS) if mask >> seat & 1) for mask in range(1 << SEATS))

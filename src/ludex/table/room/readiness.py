"""The ready-check: a game with long deadlines begins only when all players are there, or say that they are ready.

Players who sat down a short time before the table was full are ready. The others are asked; those who do not answer in
time lose their seats.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludex.table.room.refused import Refused
from ludex.table.room.rows import ClockRules, Payload, Ready, Unseated

if TYPE_CHECKING:
    from ludex.table.room.state import TableState

LONG_MOVE, LONG_GAME = 3600.0, 24 * 3600.0
"""Seconds for a decision, or for a player's whole game, from which players are asked."""
FRESH = 600.0
"""Seconds for which a player who sat down counts as ready."""
WITHIN = 24 * 3600.0
"""Seconds in which a player must say that they are ready."""


def is_long(rules: ClockRules) -> bool:
    """Return whether a table has deadlines of hours or days.

    >>> is_long(ClockRules(per_move=86400.0)), is_long(ClockRules(per_move=60.0)), is_long(ClockRules())
    (True, False, False)
    """
    return (rules.per_move or 0.0) >= LONG_MOVE or (rules.per_player or 0.0) >= LONG_GAME


def note_sat(state: TableState, seat: int, at: float) -> None:
    """Note that a player sat down. If the table is full now, the others must be ready."""
    there = state.seats[seat]
    there.since, there.ready = at, True
    if is_long(state.clock_rules) and all(other.sat for other in state.seats):
        for number, other in enumerate(state.seats):
            if other.kind == "person":
                other.ready = at - other.since <= FRESH
                state.asked_row[number] = 0 if other.ready else state.number
                state.asked_since[number] = at


def awaited(state: TableState) -> tuple[int, ...]:
    """Return the seats whose players have yet to say that they are ready."""
    if state.table is not None or not all(seat.sat for seat in state.seats):
        return ()
    return tuple(number for number, seat in enumerate(state.seats) if seat.kind == "person" and not seat.ready)


def deadline(state: TableState) -> float:
    """Return the time at which those who are not ready lose their seats."""
    return max(seat.since for seat in state.seats) + WITHIN


def get_ready(state: TableState, seat: int) -> list[Payload]:
    """Say that the player of a seat is ready, at all seats that they have."""
    if seat not in awaited(state):
        raise Refused(409, "not-asked", "You are not asked whether you are ready.")
    return [Ready(other) for other in awaited(state) if state.hash_of(other) == state.hash_of(seat)]


def apply_ready(state: TableState, ready: Ready, at: float) -> None:
    """Apply that a player is ready."""
    state.seats[ready.seat].ready = True
    state.asked_row[ready.seat] = 0
    state.tell(f"{state.names[ready.seat]} is ready.", at)
    state.deal_if_full(at)


def apply_unseated(state: TableState, unseated: Unseated, at: float) -> None:
    """Apply that players who did not answer have lost their seats."""
    state.asked_row = [0] * len(state.seats)
    for number in unseated.seats:
        seat = state.seats[number]
        state.tell(f"{state.names[number]} was not ready in time. The seat is free.", at)
        seat.sat, seat.name, seat.secret_name, seat.owner, seat.entropy = False, "", "", "", ""
        seat.ready = True

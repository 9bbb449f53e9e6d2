"""Departures: players who resign, run out of time or leave, and what becomes of their seats.

The table's maker chose it (`Made.on_leave`). A game ends only if one of two remaining players departs, or the last
person, because only bots would be left to play it out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ludex.core.game.game import Game
from ludex.core.play.leaving import OnLeave, what_follows
from ludex.core.play.substitutes import CIVIL_DISORDER
from ludex.table.room.rows import Forfeited, Left, Payload

if TYPE_CHECKING:
    from ludex.table.room.state import TableState

RESIGNED, OUT_OF_TIME, LEFT = "resigned", "ran out of time", "left"
"""Reasons for a departure."""

_DOES = {RESIGNED: "resigns", OUT_OF_TIME: "has run out of time", LEFT: "leaves"}
_THEN = {
    "bot": "A bot plays until another player takes the seat.",
    "civil-disorder": "The seat is in civil disorder until another player takes it.",
    "open-seat": "The game waits until another player takes the seat.",
}


def departure(state: TableState, seat: int, why: str) -> Payload:
    """Return the row of a departure, by the choice of the table's maker."""
    assert state.table is not None
    away = {*state.table.away, seat}
    then = what_follows(state.made.on_leave, state.header.seats - len(away))
    if then == "end" or state.made.sandbox or is_last_person(state, seat):
        return Forfeited(seat, why)
    return Left(seat, deputy_for(state.game, then), why, then)


def is_last_person(state: TableState, seat: int) -> bool:
    """Return whether no person stays if a seat is left."""
    return all(other == seat for other in state.persons)


def deputy_for(game: Game[Any, Any], then: OnLeave) -> str:
    """Return the name of what decides for a seat that was left: a bot, civil disorder, or an empty text."""
    if then == "open-seat":
        return ""
    return CIVIL_DISORDER if then == "civil-disorder" else game.bots_by_strength[-1]


def told(name: str, left: Left) -> str:
    """Return a departure as a line of the log.

    >>> told("Cy", Left(2, "hard", "resigned"))
    'Cy resigns. A bot plays until another player takes the seat.'
    """
    return f"{name} {_DOES.get(left.why, left.why)}. {_THEN[left.then]}"

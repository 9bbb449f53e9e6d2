"""Names at anonymous tables: until the game is over, people have the names of their roles or seats."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludex.table.room.state import TableState


def call(state: TableState, number: int, name: str) -> None:
    """Give a seat its name, or, at an anonymous table before the end of the game, the name of its role."""
    seat = state.seats[number]
    if name and state.made.anonymous and seat.kind == "person" and not state.over:
        seat.secret_name, seat.name = name, usual_name(state, number)
    else:
        seat.name = name


def usual_name(state: TableState, number: int) -> str:
    """Return the name of a seat without a person: its role, or its number as people count."""
    return state.game.seat_names[number] if state.game.seat_names else f"Seat {number + 1}"


def reveal(state: TableState, at: float) -> None:
    """Show the names of an anonymous table once its game is over."""
    hidden = [seat for seat in state.seats if seat.secret_name]
    if not state.over or not hidden:
        return
    told = [f"{seat.name} was {seat.secret_name}" for seat in hidden]
    for seat in hidden:
        seat.name, seat.secret_name = seat.secret_name, ""
    state.reseated += 1
    state.tell(f"{'; '.join(told)}.", at)

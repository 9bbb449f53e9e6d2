"""Departures: players who resign, run out of time or leave, and what becomes of their seats.

The table's maker chose it (`Made.on_leave`). A game ends only if one of two remaining players departs, or the last
person, because only bots would be left to play it out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from ludex.core.game.game import Game
from ludex.core.play.leaving import Leaving, OnLeave, name_at, told_of, what_follows
from ludex.core.play.substitutes import CIVIL_DISORDER
from ludex.core.play.table import Table
from ludex.table.room.parts import Step
from ludex.table.room.rows import Forfeited, Left, Payload, Sat

if TYPE_CHECKING:
    from ludex.table.room.state import TableState

RESIGNED, OUT_OF_TIME, LEFT = "resigned", "ran out of time", "left"
"""Reasons for a departure."""

_ENDS = {RESIGNED: "resigns", LEFT: "leaves"}
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


def apply_forfeited(state: TableState, forfeited: Forfeited, at: float) -> None:
    """Apply a departure that ends the game."""
    assert state.table is not None
    state.table.forfeit(forfeited.seat, forfeited.why)
    state.update_waiting()
    state.clocks.halt(at)
    state.offers.clear()
    how = _ENDS.get(forfeited.why, f"forfeits the game: {forfeited.why}")
    everyone = (1 << len(state.counts)) - 1
    state.add_step(Step(everyone, True, at, text=f"{state.names[forfeited.seat]} {how}."))


def apply_left(state: TableState, left: Left, at: float) -> None:
    """Apply a departure after which the game continues."""
    assert state.table is not None
    state.table.leave(left.seat, left.why, left.then)
    seat = state.seats[left.seat]
    seat.deputy, seat.left, seat.token, seat.owner = left.bot, True, "", ""
    state.orders.pop(left.seat, None)
    state.drafts.pop(left.seat, None)
    state.webhooks.pop(left.seat, None)
    state.skipping.discard(left.seat)
    state.drop_offers("undo")  # a move is not taken back past a departure
    state.offers = {number: offer for number, offer in state.offers.items() if offer.seat != left.seat}
    state.tell(told(state.names[left.seat], left), at)
    state.ask(at)


def take_over(state: TableState, sat: Sat) -> None:
    """Let another player take a seat that was left."""
    assert state.table is not None
    state.table.take_seat(sat.seat, state.seats[sat.seat].name)
    state.drop_offers("undo")


def fair_time(state: TableState, seat: int, at: float) -> float:
    """Return the time for a new player of a seat: not less than that of the person who has the least left."""
    if state.clock_rules.per_player is None:
        return 0.0
    others = (state.clocks.left(other, at) for other in state.persons if other != seat)
    return min(others, default=state.clock_rules.per_player)


def ended(table: Table[Any]) -> dict[str, Any]:
    """Return why a game is over, in parts: by its rules or by a forfeit, and the seats that changed hands before."""
    players, leavings = table.players, table.leavings
    sentences = told_of(players, leavings, by_seat=False)
    changes = [{"say": say, **msgspec.to_builtins(one)} for one, say in zip(leavings, sentences, strict=True)]
    if table.engine.forfeited is None:
        return {"by_rules": table.engine.ending, "forfeit": None, "changes": changes}
    seat, why = table.engine.forfeited
    forfeit = {"seat": seat, "name": name_at(players, leavings, seat), "why": why}
    return {"by_rules": None, "forfeit": forfeit, "changes": changes}


def changes_of(table: Table[Any]) -> list[tuple[Leaving, str]]:
    """Return the changes of seats, each with its sentence."""
    sentences = told_of(table.players, table.leavings, by_seat=False)
    return [(change, f"{text}.") for change, text in zip(table.leavings, sentences, strict=True)]


def recall(state: TableState, changes: list[tuple[Leaving, str]], number: int, at: float) -> None:
    """Add the changes of seats after a number of moves to the log of a table that was made from a history."""
    for change, text in changes:
        if change.after == number:
            state.tell(text, at)

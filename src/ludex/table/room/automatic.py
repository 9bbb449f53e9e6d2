"""Automatic actions at a table: bots decide, clocks run out, standing orders apply, the hammer falls.

Everything here follows from the state. One process, the table's keeper, does it.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from ludex.core.compile.move_dispatch import pace_of
from ludex.core.language.errors import LudexError
from ludex.core.play.substitutes import CIVIL_DISORDER
from ludex.players.standing_orders import Orders
from ludex.table.room.actions import depart
from ludex.table.room.auctions import countdown_of, lot_of
from ludex.table.room.departures import OUT_OF_TIME
from ludex.table.room.lessons import play_script, scripted, seconds_before
from ludex.table.room.pacing import share_of
from ludex.table.room.readiness import awaited, deadline
from ludex.table.room.rows import Moved, Payload, Timed, Unseated
from ludex.table.room.state import TableState


class Due(NamedTuple):
    """The next thing that happens automatically, and its time."""

    at: float
    what: Literal["orders", "bot", "clock", "hammer", "script", "ready"]
    seat: int = -1
    bot: str = ""


def next_due(state: TableState, thinking: frozenset[int] = frozenset(), slow: float = 0.0) -> Due | None:
    """Return the next thing that happens if no person acts. Bots that are already thinking are left out.

    `slow` is the least time that bots take.
    """
    if state.table is None:
        return Due(deadline(state), "ready") if awaited(state) else None
    if state.over or state.paused:
        return None
    if state.made.lesson is not None:
        move = scripted(state)
        return None if move is None else Due(state.at + seconds_before(state), "script", move[0])
    found: list[Due] = []
    for seat, bot in state.deciders():
        if bot and seat not in thinking:
            seconds = max(slow, seconds_to_think(state, seat, bot))
            found.append(Due(state.asked_since[seat] + seconds, "bot", seat, bot))
        elif not bot:
            orders = state.orders.get(seat)
            if orders is not None and ordered_move(state, seat, orders) is not None:
                found.append(Due(state.asked_since[seat], "orders", seat))
            due = state.clocks.due(seat)
            if due is not None:
                found.append(Due(due, "clock", seat))
    if state.quiet_key and state.clock_rules.hammer is not None:
        found.append(Due(state.quiet_since + state.clock_rules.hammer, "hammer"))
    return min(found, default=None)


def seconds_to_think(state: TableState, seat: int, bot: str) -> float:
    """Return how long a bot seems to think: by its pace for this kind of decision, regardless of the seat's options.

    A move right after one that only this seat noticed takes no time: a list of secret orders is written at once.
    """
    assert state.table is not None
    share = share_of(state)
    if not share or bot == CIVIL_DISORDER:
        return 0.0
    if state.movers and state.movers[-1] == seat and state.masks[-1] == 1 << seat:
        return 0.0
    pace = pace_of(state.game.bots, bot)
    decision = state.table.request(seat).decision if pace.decisions else ""
    return share * pace.seconds(decision, f"{state.header.id} {seat}".encode(), str(state.counts[seat]).encode())


def ordered_move(state: TableState, seat: int, orders: Orders) -> int | None:
    """Return the packed move that a seat's standing orders give now, or None if they leave it to the person."""
    assert state.table is not None
    lot = lot_of(state, seat) if orders.lot is not None else None
    return orders.move(state.game, state.table.options(seat), lot)


def carry_out(state: TableState, due: Due) -> list[Payload]:
    """Return the rows of something that is due, except a bot's decision."""
    if due.what == "ready":
        return [Unseated(awaited(state))]
    if due.what == "script":
        return play_script(state)
    if due.what == "clock":
        return time_out(state, due.seat)
    if due.what == "orders":
        move = ordered_move(state, due.seat, state.orders[due.seat])
        return [] if move is None else [Moved(due.seat, move, "orders")]
    return call_out(state)


def time_out(state: TableState, seat: int) -> list[Payload]:
    """Return the rows of a time-out, by the table's policy."""
    policy = state.clock_rules.timeout
    if policy == "forfeit":
        return [Timed(seat, policy), *depart(state, seat, OUT_OF_TIME)]
    return [Timed(seat, policy, state.game.bots_by_strength[-1] if policy == "bot" else "")]


def call_out(state: TableState) -> list[Payload]:
    """Return the moves that end a quiet auction: passes for the seats that did not act, then the hammer."""
    assert state.table is not None
    found = countdown_of(state)
    if found is None:
        return []
    trial = state.table.branch()
    rows: list[Payload] = []
    for seat, text in found.moves:
        try:
            packed = state.game.moves.pack(trial.read(seat, text))
            trial.engine.play_packed(seat, packed)
        except LudexError:
            break
        rows.append(Moved(seat, packed, "clock"))
    return rows

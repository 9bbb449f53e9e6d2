"""What happens at a table by itself: bots decide, clocks run out, standing orders are carried out, the hammer falls.

Everything here is worked out from the state. One process, the table's keeper, does it.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from ludex.core.errors import LudexError
from ludex.core.game import Game
from ludex.players.standing_orders import Orders
from ludex.table import rows as said
from ludex.table.lots import countdown_of, lot_of
from ludex.table.rows import Payload
from ludex.table.state import TableState


class Due(NamedTuple):
    """The next thing that happens by itself, and when."""

    at: float
    what: Literal["orders", "bot", "clock", "hammer"]
    seat: int = -1
    bot: str = ""


def next_due(state: TableState, thinking: frozenset[int] = frozenset()) -> Due | None:
    """What happens next by itself, if nobody does anything. Bots that are thinking already are left out."""
    if state.table is None or state.over or state.paused:
        return None
    found: list[Due] = []
    for seat, bot in state.deciders():
        if bot and seat not in thinking:
            found.append(Due(state.asked_since[seat] + seconds_to_think(state, seat, bot), "bot", seat, bot))
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
    """How long a bot seems to think: by its own pace for this kind of decision, never by what the seat can do.

    What nobody else notices takes no time: a list of secret orders is written at once.
    """
    assert state.table is not None
    if state.made.pace == "instant":
        return 0.0
    if state.movers and state.movers[-1] == seat and state.masks[-1] == 1 << seat:
        return 0.0
    pace = state.game.pace_of(bot)
    decision = state.table.request(seat).decision if pace.decisions else ""
    return pace.seconds(decision, f"{state.header.id} {seat}".encode(), str(state.counts[seat]).encode())


def ordered_move(state: TableState, seat: int, orders: Orders) -> int | None:
    """The packed move that a seat's standing orders give now, or None if they leave it to the person."""
    assert state.table is not None
    lot = lot_of(state, seat) if orders.lot is not None else None
    return orders.move(state.game, state.table.options(seat), lot)


def carry_out(state: TableState, due: Due) -> list[Payload]:
    """The rows of something that is due, except a bot's decision."""
    if due.what == "clock":
        return time_out(state, due.seat)
    if due.what == "orders":
        move = ordered_move(state, due.seat, state.orders[due.seat])
        return [] if move is None else [said.Moved(due.seat, move, "orders")]
    return call_out(state)


def time_out(state: TableState, seat: int) -> list[Payload]:
    """What a time-out does, as the table was made."""
    policy = state.clock_rules.timeout
    return [said.Timed(seat, policy, strongest(state.game) if policy == "bot" else "")]


def call_out(state: TableState) -> list[Payload]:
    """The moves of a clock that calls out a quiet auction: passes for those who said nothing, then the hammer."""
    assert state.table is not None
    found = countdown_of(state)
    if found is None:
        return []
    trial = state.table.branch()
    rows: list[Payload] = []
    for seat, text in found.moves:
        try:
            packed = state.game.moves.pack(trial.read(seat, text))
            trial.play_packed(seat, packed)
        except LudexError:
            break
        rows.append(said.Moved(seat, packed, "clock"))
    return rows


def strongest(game: Game) -> str:
    """The bot that stands in for people."""
    return list(game.bot_slots)[-1]

"""Snapshots: a table's state as bytes, so that it can be woken without reading all its rows."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import msgspec

from ludex.core.language.errors import LudexError
from ludex.core.play.frozen import freeze, thaw
from ludex.players.standing_orders import Orders
from ludex.table.room.chat import Line
from ludex.table.room.deal import begin
from ludex.table.room.parts import Offer, Seat, Step
from ludex.table.room.rows import Made, Pace, Payload
from ludex.table.room.seat_clocks import SeatClock
from ludex.table.room.state import TableState

FORMAT = 8
_log = logging.getLogger("ludex.table")


class Snapshot(msgspec.Struct, frozen=True, array_like=True):
    """Everything in a `TableState` that is not in its header."""

    format: int
    number: int
    at: float
    made: Made
    seats: list[Seat]
    table: bytes | None
    clocks: list[SeatClock]
    halted: float | None
    steps: list[Step]
    masks: list[int]
    counts: list[int]
    lines: list[int]
    chat: list[Line]
    chat_counts: list[int]
    chat_total: int
    offers: list[Offer]
    offered: int
    orders: dict[int, Orders]
    drafts: dict[int, tuple[int, ...]]
    webhooks: dict[int, str]
    ids: list[dict[str, int]]
    paused: bool
    follower: str | None
    asked_since: list[float]
    asked_row: list[int]
    quiet_since: float
    quiet_key: str
    pace: Pace
    skipping: set[int]


def take_snapshot(state: TableState) -> bytes:
    """Return a state as bytes."""
    return msgspec.msgpack.encode(
        Snapshot(
            format=FORMAT,
            number=state.number,
            at=state.at,
            made=state.made,
            seats=state.seats,
            table=freeze(state.table) if state.table is not None else None,
            clocks=state.clocks.seats,
            halted=state.clocks.halted,
            steps=state.steps,
            masks=state.masks,
            counts=state.counts,
            lines=state.lines,
            chat=list(state.chat.lines),
            chat_counts=state.chat.counts,
            chat_total=state.chat.total,
            offers=list(state.offers.values()),
            offered=state.offered,
            orders=state.orders,
            drafts=state.drafts,
            webhooks=state.webhooks,
            ids=state.ids,
            paused=state.paused,
            follower=state.follower,
            asked_since=state.asked_since,
            asked_row=state.asked_row,
            quiet_since=state.quiet_since,
            quiet_key=state.quiet_key,
            pace=state.pace,
            skipping=state.skipping,
        )
    )


def restore_snapshot(state: TableState, data: bytes) -> bool:
    """Restore a blank state from a snapshot. Returns False if it cannot be used, so that all rows are needed."""
    try:
        snapshot = msgspec.msgpack.decode(data, type=Snapshot)
        if snapshot.format != FORMAT:
            return False
        state.made, state.seats = snapshot.made, snapshot.seats
        state.table = thaw(begin(state), snapshot.table) if snapshot.table is not None else None
    except Exception as error:
        _log.warning("table %s: its snapshot cannot be used: %s", state.header.id, type(error).__name__)
        return False
    state.number = snapshot.number
    state.reseated += 1
    state.update_waiting()
    state.clocks.seats, state.clocks.halted = snapshot.clocks, snapshot.halted
    state.steps = snapshot.steps
    state.chat.lines.extend(snapshot.chat)
    state.chat.counts, state.chat.total = snapshot.chat_counts, snapshot.chat_total
    state.offers = {offer.id: offer for offer in snapshot.offers}
    for name in _SAME:
        setattr(state, name, getattr(snapshot, name))
    return True


def advanced(state: TableState, payloads: Sequence[Payload], at: float) -> TableState:
    """Return a copy of a state with more rows applied. The state itself is not changed."""
    copy = TableState(state.header, state.game)
    if not restore_snapshot(copy, take_snapshot(state)):
        raise LudexError(f"table {state.header.id} cannot be copied")
    for payload in payloads:
        copy.apply(copy.number + 1, payload, at)
    return copy


_PLAY = (
    "masks",
    "counts",
    "lines",
    "orders",
    "drafts",
    "webhooks",
    "ids",
    "paused",
    "follower",
    "offered",
    "pace",
    "skipping",
)
_TIMES = ("at", "asked_since", "asked_row", "quiet_since", "quiet_key")
_SAME = (*_PLAY, *_TIMES)
"""The attributes that a snapshot and a state hold under the same name."""

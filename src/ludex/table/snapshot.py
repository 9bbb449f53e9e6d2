"""Snapshots: a table's state as bytes, so that waking it does not take all its rows."""

from __future__ import annotations

import msgspec

from ludex.core.errors import LudexError
from ludex.core.frozen import freeze, thaw
from ludex.players.standing_orders import Orders
from ludex.table.clocks import SeatClock
from ludex.table.deal import deal
from ludex.table.rows import Made
from ludex.table.state import Line, Offer, Seat, Step, TableState

FORMAT = 3


class Snapshot(msgspec.Struct, frozen=True, array_like=True):
    """Everything in a `TableState` that its header does not say."""

    format: int
    number: int
    made: Made
    seats: list[Seat]
    table: bytes | None
    clocks: list[SeatClock]
    halted: float | None
    steps: list[Step]
    masks: list[int]
    movers: list[int]
    counts: list[int]
    lines: list[int]
    chat: list[Line]
    offers: list[Offer]
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


def take_snapshot(state: TableState) -> bytes:
    """A state as bytes."""
    return msgspec.msgpack.encode(
        Snapshot(
            format=FORMAT,
            number=state.number,
            made=state.made,
            seats=state.seats,
            table=freeze(state.table) if state.table is not None else None,
            clocks=state.clocks.seats,
            halted=state.clocks.halted,
            steps=state.steps,
            masks=state.masks,
            movers=state.movers,
            counts=state.counts,
            lines=state.lines,
            chat=state.chat,
            offers=list(state.offers.values()),
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
        )
    )


def restore_snapshot(state: TableState, data: bytes) -> bool:
    """Bring a blank state to where a snapshot was taken. False: the snapshot cannot be used, all rows are needed."""
    try:
        snapshot = msgspec.msgpack.decode(data, type=Snapshot)
        if snapshot.format != FORMAT:
            return False
        state.made, state.seats = snapshot.made, snapshot.seats
        state.table = thaw(deal(state), snapshot.table) if snapshot.table is not None else None
    except (msgspec.MsgspecError, LudexError):
        return False
    state.number = snapshot.number
    state.reseated += 1
    state.look()
    state.clocks.seats, state.clocks.halted = snapshot.clocks, snapshot.halted
    state.steps, state.chat = snapshot.steps, snapshot.chat
    state.offers = {offer.id: offer for offer in snapshot.offers}
    for name in _SAME:
        setattr(state, name, getattr(snapshot, name))
    return True


_PLAY = ("masks", "movers", "counts", "lines", "orders", "drafts", "webhooks", "ids", "paused", "follower")
_TIMES = ("asked_since", "asked_row", "quiet_since", "quiet_key")
_SAME = (*_PLAY, *_TIMES)
"""What a snapshot and a state hold under the same name."""

"""The records of a game for its players: decisions in time, games left, and the result of a rated game.

Only public tables are recorded, at which strangers sit down together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ludex.table.room.departures import RESIGNED
from ludex.table.room.messages import encode
from ludex.table.room.rows import Forfeited, Left, Payload
from ludex.table.store import Belonging

if TYPE_CHECKING:
    from ludex.table.room.state import TableState

PLAYED, RESULT = "played", "result"
"""Kinds of belongings: a game of a person, and the result of a rated game, which belongs to the server."""
SERVER = "server"


def records(before: Sequence[str], was_over: bool, state: TableState, payloads: Sequence[Payload]) -> list[Belonging]:
    """Return the records of rows. `before` are the owners of the seats before them."""
    if not state.header.public or state.made.sandbox or state.made.history is not None or state.table is None:
        return []
    found = []
    for payload in payloads:
        if isinstance(payload, Left | Forfeited) and before[payload.seat]:
            found.append(_played(state, payload.seat, before[payload.seat], left=payload.why != RESIGNED))
    if state.over and not was_over:
        gone = {one.person for one in found}
        for number, seat in enumerate(state.seats):
            if seat.owner and seat.owner not in gone:
                found.append(_played(state, number, seat.owner, left=False))
        if state.made.rated:
            data = encode(result_of(state))
            found.append(Belonging(RESULT, state.header.id, SERVER, data, at=state.at))
    return found


def _played(state: TableState, number: int, owner: str, left: bool) -> Belonging:
    seat = state.seats[number]
    timed = state.clock_rules.ticks
    data: dict[str, Any] = {"game": state.header.game, "left": left}
    if timed:
        data |= {"decisions": seat.decided + seat.late, "late": seat.late}
    return Belonging(PLAYED, f"{state.header.id}.{owner}", owner, encode(data), at=state.at)


def result_of(state: TableState) -> dict[str, Any]:
    """Return the result of a rated game: the player of every seat when it began, and the ranks.

    A player who left is last, even if another one took the seat: then the leaver is rated, and not the other.
    """
    assert state.table is not None
    outcome = state.table.outcome
    assert outcome is not None
    bots = state.game.bots_by_strength
    players = []
    for number, seat in enumerate(state.seats):
        if seat.kind == "bot":
            place = bots.index(seat.bot) + 1 if seat.bot in bots else 1
            players.append({"bot": seat.bot, "place": place / len(bots)})
        else:
            players.append({"person": seat.began or f"former {state.header.id}.{number}"})
    changed = [seat.kind == "person" and (seat.left or seat.owner != seat.began) for seat in state.seats]
    last = len(outcome.ranks)
    ranks = [last if gone else rank for gone, rank in zip(changed, outcome.ranks, strict=True)]
    return {"game": state.header.game, "at": state.at, "players": players, "ranks": ranks}

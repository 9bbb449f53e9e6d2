"""The seats that persons own, as they are stored for lists of their games. The table's rows have the final word."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import msgspec

from ludex.table.room.rows import (
    Chatted,
    Erased,
    Hooked,
    Left,
    Made,
    Owned,
    Payload,
    Sat,
    SeatPlan,
    Unseated,
    read_payload,
    write_payload,
)
from ludex.table.store import Belonging, Row

if TYPE_CHECKING:
    from ludex.table.room.state import TableState

SEAT = "seat"
TABLE = "table"
"""Kinds of belongings: the seats that a person has, and the tables at which they have, or had, anything to do."""
FORMER = "A former player"
"""The name of a person who has deleted everything of theirs."""
DELETED = "(deleted)"
"""The text of their messages."""


def owned_seats(state: TableState, payloads: Sequence[Payload]) -> list[Belonging]:
    """Return the changes of owners that rows have brought, from the state after them."""
    seats: list[int] = []
    for payload in payloads:
        if isinstance(payload, Made):
            seats += [number for number, plan in enumerate(payload.seats) if plan.owner]
        elif isinstance(payload, Unseated):
            seats += payload.seats
        elif isinstance(payload, Left | Owned) or (isinstance(payload, Sat) and payload.owner):
            seats.append(payload.seat)
    if not seats:
        return []
    table, owners = state.header.id, {seat: state.seats[seat].owner for seat in seats}
    found = [Belonging(SEAT, f"{table}.{seat}", owner, table=table, at=state.at) for seat, owner in owners.items()]
    return found + [been_at(table, owner, state.at) for owner in sorted({*owners.values()} - {""})]


def been_at(table: str, person: str, at: float) -> Belonging:
    """Return the note that a person has, or had, to do with a table."""
    return Belonging(TABLE, f"{table}.{person}", person, table=table, at=at)


def written(rows: Sequence[Row], mark: str) -> list[dict[str, Any]]:
    """Return what a person wrote at a table: names, messages, and addresses for notices."""
    payloads = [read_payload(row.kind, row.data) for row in rows]
    theirs = _occupied(payloads, mark)
    found = []
    for place, (row, payload) in enumerate(zip(rows, payloads, strict=True)):
        if isinstance(payload, Sat | Chatted | Hooked) and place in theirs.get(payload.seat, ()):
            found.append({"at": row.at, "kind": row.kind, **msgspec.to_builtins(payload)})
    return found


def apply_owned(state: TableState, owned: Owned, at: float) -> None:
    """Apply a change of the owner of a seat."""
    seat = state.seats[owned.seat]
    seat.began = owned.owner if seat.began == seat.owner else seat.began
    seat.owner = owned.owner
    if owned.token is not None:
        seat.token = owned.token


def apply_erased(state: TableState, erased: Erased, at: float) -> None:
    """Apply the erasure of a person, whose earlier rows have been rewritten.

    Before the game begins, their seats are free for the next one with the link. Later the link is no longer valid.
    """
    for number in erased.seats:
        seat = state.seats[number]
        if state.table is not None:
            seat.token = ""
        else:
            seat.sat, seat.name, seat.secret_name, seat.owner, seat.entropy = False, "", "", "", ""


def erase(rows: Sequence[Row], mark: str) -> dict[int, bytes]:
    """Return the changed contents of rows, by number, without anything that a person wrote about themselves.

    Their seats get another name, their messages another text, and the addresses of their notices are removed. Moves and
    chance stay: the game is the same.
    """
    payloads = [read_payload(row.kind, row.data) for row in rows]
    theirs = _occupied(payloads, mark)
    changed: dict[int, bytes] = {}
    for place, (row, payload) in enumerate(zip(rows, payloads, strict=True)):
        fixed = _without(payload, {seat for seat, places in theirs.items() if place in places}, mark)
        if fixed != payload:
            changed[row.number] = write_payload(fixed)
    return changed


def _occupied(payloads: Sequence[Payload], mark: str) -> dict[int, set[int]]:
    """Return by seat the places of the rows during which the person had it: from one arrival to the next."""
    made = payloads[0]
    assert isinstance(made, Made)
    found: dict[int, set[int]] = {}
    for seat, plan in enumerate(made.seats):
        starts = [0, *(n for n, one in enumerate(payloads) if _arrives(one, seat)), len(payloads)]
        for start, end in pairwise(starts):
            there = [payloads[n] for n in range(start, end)]
            owners = {one.owner for one in there if isinstance(one, Sat | Owned) and one.seat == seat}
            if mark in owners or (start == 0 and plan.owner == mark):
                found.setdefault(seat, set()).update(range(start, end))
        first = next((n for n, one in enumerate(payloads) if _arrives(one, seat)), None)
        if first is not None and first in found.get(seat, ()):
            found[seat].add(0)  # the seat was reserved for the person
    return found


def _arrives(payload: Payload, seat: int) -> bool:
    return isinstance(payload, Sat) and payload.seat == seat


def _without(payload: Payload, seats: set[int], mark: str) -> Payload:
    match payload:
        case Made():
            plans = tuple(
                msgspec.structs.replace(plan, name=_former(payload.seats, n), owner="") if n in seats else plan
                for n, plan in enumerate(payload.seats)
            )
            return msgspec.structs.replace(payload, seats=plans, history=_history(payload, seats))
        case Sat(seat=seat) if seat in seats:
            return msgspec.structs.replace(payload, name=_numbered(seat), owner="", token="")
        case Owned(seat=seat) if seat in seats:
            return msgspec.structs.replace(payload, owner="" if payload.owner == mark else payload.owner)
        case Chatted(seat=seat) if seat in seats:
            return msgspec.structs.replace(payload, text=DELETED)
        case Hooked(seat=seat) if seat in seats:
            return msgspec.structs.replace(payload, url="")
    return payload


def _former(plans: Sequence[SeatPlan], seat: int) -> str:
    return _numbered(seat) if plans[seat].name else ""


def _numbered(seat: int) -> str:
    """Return the name of a former player of a seat, which no other seat of the table has."""
    return f"{FORMER} ({seat + 1})"


def _history(made: Made, seats: set[int]) -> dict[str, Any] | None:
    """Return the history that a table was made from, without the names of seats."""
    if made.history is None or "players" not in made.history:
        return made.history
    players = [_numbered(n) if n in seats else name for n, name in enumerate(made.history["players"])]
    leavings = [
        {**one, "by": _numbered(one["seat"])} if one.get("by") and one["seat"] in seats else one
        for one in made.history.get("leavings", ())
    ]
    return {**made.history, "players": players, **({"leavings": leavings} if leavings else {})}

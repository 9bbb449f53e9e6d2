"""Peace at the tables: blocked persons, and reports to the operator."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

import msgspec

from ludex.table.room.messages import encode
from ludex.table.room.refused import Refused
from ludex.table.room.state import TableState
from ludex.table.server.tokens import hashed
from ludex.table.store import Belonging

if TYPE_CHECKING:
    from ludex.table.server.table_server import TableServer

BLOCK, REPORT = "block", "report"
"""Kinds of belongings. They are about the other person, and are deleted with either of the two."""
GUEST = "guest"
"""The mark under which reports of guests are stored."""
MOST_BLOCKED = 200
MOST_LINES = 100
"""Most lines in a report, the last ones."""


class ReportedLine(msgspec.Struct, frozen=True):
    """A message that the reporter could read. `private`: not all players could."""

    text: str
    at: float
    private: bool


class Report(msgspec.Struct, frozen=True):
    """A report: the table, the seat with its name as the reporter saw it, what they wrote, and the messages."""

    table: str
    game: str
    seat: int
    name: str
    why: str
    lines: tuple[ReportedLine, ...]


async def blocked_by(server: TableServer, mark: str) -> frozenset[str]:
    """Return the persons whom a person has blocked."""
    return frozenset(one.table for one in await server.store.belongings(mark, BLOCK)) if mark else frozenset()


async def block(server: TableServer, mark: str, state: TableState, seat: int) -> None:
    """Block the person at a seat."""
    there = _seat(state, seat)
    if not there.owner:
        raise Refused(409, "guest", "This player is a guest, who is not known at other tables. Mute them here.")
    if there.owner == mark:
        raise Refused(409, "yourself", "You cannot block yourself.")
    if len(await server.store.belongings(mark, BLOCK)) >= MOST_BLOCKED:
        raise Refused(409, "too-many", f"You have blocked {MOST_BLOCKED} players. Unblock one first.")
    now = server.clock.now()
    data = encode({"name": there.name, "title": state.game.title})
    await server.store.own([Belonging(BLOCK, f"{mark}.{there.owner}", mark, data, there.owner, now)])


async def unblock(server: TableServer, mark: str, identity: str) -> bool:
    """Unblock a person, by the id in the list."""
    for one in await server.store.belongings(mark, BLOCK):
        if _id_of(one) == identity:
            return await server.store.disown(BLOCK, one.name, mark)
    return False


async def shown_blocks(server: TableServer, mark: str) -> list[dict[str, Any]]:
    """Return the blocked persons, by the names that they had."""
    found = await server.store.belongings(mark, BLOCK)
    return [{"id": _id_of(one), "since": one.at, **msgspec.json.decode(one.data)} for one in found]


def _id_of(one: Belonging) -> str:
    """Return an id for a blocked person, from which their mark cannot be read."""
    return hashed(f"block {one.name}")[:16]


async def expect_welcome(server: TableServer, state: TableState, mark: str) -> None:
    """Refuse a stranger who has blocked a player of a table, or is blocked by one. It is not told who did it."""
    others = {seat.owner for seat in state.seats if seat.owner and not seat.left} - {mark}
    if not mark or not others:
        return
    blocked = await blocked_by(server, mark)
    if others & blocked or any([mark in await blocked_by(server, other) for other in sorted(others)]):
        raise Refused(403, "not-here", "You cannot take a seat at this table. Choose another one.")


async def report(server: TableServer, mark: str, state: TableState, seat: int, perspective: int, why: str) -> str:
    """Store a report about a player, with the messages of theirs that the reporter may read. Return its id."""
    there = _seat(state, seat)
    seen = [line for _, line in state.chat.after(0, perspective) if line.seat == seat]
    lines = tuple(ReportedLine(line.text, line.at, line.to is not None) for line in seen[-MOST_LINES:])
    made = Report(state.header.id, state.header.game, seat, there.name, why, lines)
    identity, now = secrets.token_hex(8), server.clock.now()
    await server.store.own([Belonging(REPORT, identity, mark or GUEST, encode(made), there.owner, now)])
    return identity


def _seat(state: TableState, number: int) -> Any:
    if not 0 <= number < len(state.seats) or state.seats[number].kind != "person":
        raise Refused(409, "no-seat", f"No person plays at seat {number}.")
    return state.seats[number]

"""Persons who become one, export everything of theirs, or delete it."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

import msgspec

from ludex.table.room import actions
from ludex.table.room.departures import LEFT
from ludex.table.room.messages import encode
from ludex.table.room.owners import SEAT, TABLE, erase, written
from ludex.table.room.refused import Refused
from ludex.table.room.room import Room
from ludex.table.room.rows import Erased, Owned, Payload, write_payload
from ludex.table.room.state import TableState
from ludex.table.server.peace import BLOCK, REPORT
from ludex.table.server.persons import DEVICE
from ludex.table.server.ratings import forget_in_results
from ludex.table.server.recovery import RECOVERY
from ludex.table.store import Listing, Row

if TYPE_CHECKING:
    from ludex.table.server.table_server import TableServer

NAMELESS = (DEVICE, RECOVERY, BLOCK, REPORT)
"""Kinds whose names are hashes of secrets or tell of other persons, and are left out of an export."""
TRIES = 8


async def seats_of_person(server: TableServer, mark: str) -> dict[str, tuple[int, ...]]:
    """Return the seats that a person owns, by table."""
    found: dict[str, tuple[int, ...]] = {}
    for one in await server.store.belongings(mark, SEAT):
        found[one.table] = (*found.get(one.table, ()), int(one.name.rpartition(".")[2]))
    return found


async def merge(server: TableServer, old: str, new: str) -> None:
    """Give the seats of a person to another one, who is the same human, and delete the first."""
    for table in await seats_of_person(server, old):
        with contextlib.suppress(Refused):  # a table that cannot be opened has no seats to give
            room = await server.room(table)
            await room.act(lambda state: [Owned(seat, new) for seat in _owned(state, old)])
    for one in await server.store.belongings(old, TABLE):
        await server.store.own([msgspec.structs.replace(one, name=f"{one.table}.{new}", person=new)])
    await server.store.forget_person(old)


async def renew_seats(server: TableServer, mark: str, device: str) -> None:
    """Make all links of a person's seats invalid, after a device was signed out: it may have them."""
    for table in await seats_of_person(server, mark):
        with contextlib.suppress(Refused):  # a table that cannot be opened lets no device in
            room = await server.room(table)
            await room.act(lambda state: [Owned(seat, mark, "", device) for seat in _owned(state, mark)])


def _owned(state: TableState, mark: str) -> list[int]:
    return [number for number, seat in enumerate(state.seats) if seat.owner == mark]


async def export(server: TableServer, mark: str) -> dict[str, Any]:
    """Return everything that is stored of a person."""
    owned = await server.store.belongings(mark)
    tables = sorted({one.table for one in owned if one.kind in (SEAT, TABLE)})
    rows = {table: await server.store.rows(table) for table in tables}
    return {
        "person": mark,
        "belongings": [
            {
                "kind": one.kind,
                **({} if one.kind in NAMELESS else {"name": one.name}),
                **({} if one.kind in NAMELESS else {"table": one.table}),
                "at": one.at,
                "data": msgspec.Raw(one.data),
            }
            for one in owned
        ],
        "written": {table: written(found, mark) for table, found in rows.items() if found},
    }


async def delete_person(server: TableServer, mark: str) -> None:
    """Delete a person: their seats become those of a former player, and nothing else of them is left.

    If the server stops in between, the person is still there, and can do it again.
    """
    tables = sorted({one.table for one in await server.store.belongings(mark) if one.kind in (SEAT, TABLE)})
    for table in tables:
        try:
            room = await server.room(table)
            await _depart(room, mark)
            await room.erase(mark, forget_host=True)
        except Refused:  # its rules fail, or are different now
            await _erase_asleep(server, table, mark)
    await server.reviews.forget(tuple(tables))
    await forget_in_results(server.store, mark)
    await server.store.forget_person(mark)


async def _depart(room: Room, mark: str) -> None:
    """Let a person leave the seats that they have in a game."""

    def leave(state: TableState) -> list[Payload]:
        playing = state.table is not None and not state.over
        seats = [seat for seat in _owned(state, mark) if playing and not state.seats[seat].left]
        return actions.depart(state, seats[0], LEFT) if seats else []

    number = -1
    while number != room.state.number:  # one seat after the other: the game may end with any of them
        number = room.state.number
        await room.act(leave, heavy=True)


async def _erase_asleep(server: TableServer, table: str, mark: str) -> None:
    """Rewrite the rows of a table that cannot be opened."""
    for _ in range(TRIES):
        rows = await server.store.rows(table)
        listed = await server.store.listed([table])
        if not rows or not listed:
            return
        summary = {**msgspec.json.decode(listed[0].summary), "players": []}
        last = Row(table, rows[-1].number + 1, Erased.kind, write_payload(Erased()), server.clock.now())
        listing = Listing(listed[0].status, encode(summary), listed[0].due)
        if await server.store.rewrite(erase(rows, mark), last, listing, None, forget_host=True):
            return
    raise Refused(409, "busy", "A table is too busy. Try again.")

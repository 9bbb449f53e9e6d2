"""Persons who become one, export everything of theirs, or delete it."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from ludex.table.room import actions
from ludex.table.room.departures import LEFT
from ludex.table.room.messages import encode
from ludex.table.room.owners import SEAT, TABLE, erase, written
from ludex.table.room.records import PLAYED
from ludex.table.room.refused import Refused
from ludex.table.room.room import Room
from ludex.table.room.rows import Erased, Owned, Payload, write_payload
from ludex.table.room.state import TableState
from ludex.table.server.peace import BLOCK, REPORT
from ludex.table.server.persons import DEVICE, PERSON, SETTINGS, WAS
from ludex.table.server.ratings import RATING, forget_in_results
from ludex.table.server.recovery import RECOVERY
from ludex.table.server.wishes import ADDRESS, LINK, address_of, devices_of
from ludex.table.store import Belonging, Listing, Row

if TYPE_CHECKING:
    from ludex.table.server.table_server import TableServer

NAMELESS = (DEVICE, RECOVERY, BLOCK, REPORT, WAS)
"""Kinds whose names are hashes of secrets or tell of other persons, and are left out of an export."""
MOVING = (TABLE, PLAYED, SETTINGS, ADDRESS)
"""Kinds that come along if a person becomes another one who has no such thing. Their names contain the mark."""
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
    for one in await server.store.belongings(old):
        if one.kind in MOVING:
            await server.store.own([_renamed(one, old, new)], fresh=True)  # or the other person's stays
    if await address_of(server, new) == await address_of(server, old):
        links = await server.store.belongings(old, LINK)
        await server.store.own([msgspec.structs.replace(one, person=new) for one in links])
    await _keep_said(server, old, new)
    for one in await server.store.belongings(old, RATING):
        server.ratings.note(one.name.rpartition(".")[0])
    earlier = await server.store.belongings(old, WAS)
    moved = [msgspec.structs.replace(one, person=new) for one in earlier]
    await server.store.own([*moved, Belonging(WAS, old, new, at=server.clock.now())])
    await server.store.forget_person(old)


def _renamed(one: Belonging, old: str, new: str) -> Belonging:
    """Return a belonging as another person's. Names of belongings may contain the mark of the person."""
    return msgspec.structs.replace(one, name=one.name.replace(old, new), person=new)


async def _keep_said(server: TableServer, old: str, new: str) -> None:
    """Let reports and blocks by a person and about them be those of the person whom they became."""
    for kind in (BLOCK, REPORT):
        for one in await server.store.belongings(None, kind):
            if old in (one.person, one.table):
                person, about = (new if mark == old else mark for mark in (one.person, one.table))
                name = one.name.replace(old, new)
                kept = [Belonging(kind, name, person, one.data, about, one.at)] if person != about else []
                await server.store.own([Belonging(kind, one.name, ""), *kept])


async def move_subscription(server: TableServer, old: tuple[str, str], new: tuple[str, str]) -> None:
    """Let a browser that got another token receive messages as before. `old` and `new`: a mark, and the device's name.

    If its person was not called on any device, nothing happens.
    """
    for one, device in await devices_of(server, old[0]):
        if device.browser == old[1]:
            moved = msgspec.structs.replace(device, browser=new[1])
            await server.store.own(
                [msgspec.structs.replace(one, person=new[0], data=encode(moved))],
                given=[(one.kind, one.name), (PERSON, new[0])],
            )


async def renew_seats(server: TableServer, mark: str, device: str) -> None:
    """Make all links of a person's seats invalid, after a device was signed out: it may have them."""
    for table in await seats_of_person(server, mark):
        with contextlib.suppress(Refused):  # a table that cannot be opened lets no device in
            room = await server.room(table)
            await room.act(lambda state: [Owned(seat, mark, "", device) for seat in _owned(state, mark)])


def _owned(state: TableState, mark: str) -> list[int]:
    return [number for number, seat in enumerate(state.seats) if seat.owner == mark]


async def marks_of(server: TableServer, mark: str) -> list[str]:
    """Return all marks under which tables may know a person."""
    return [mark, *(one.name for one in await server.store.belongings(mark, WAS))]


async def export(server: TableServer, mark: str) -> dict[str, Any]:
    """Return everything that is stored of a person."""
    owned = await server.store.belongings(mark)
    tables = sorted({one.table for one in owned if one.kind in (SEAT, TABLE)})
    rows = {table: await server.store.rows(table) for table in tables}
    marks = await marks_of(server, mark)
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
        "written": {
            table: [one for each in marks for one in written(found, each)] for table, found in rows.items() if found
        },
    }


async def delete_person(server: TableServer, mark: str) -> None:
    """Delete a person: their seats become those of a former player, and nothing else of them is left.

    If the server stops in between, the person is still there, and can do it again.
    """
    marks, done, forgotten = await marks_of(server, mark), frozenset[Belonging](), frozenset[Belonging]()
    for _ in range(TRIES):
        found = forgotten or _places(await server.store.belongings(mark))
        await _erase_at(server, {one.table for one in found - done}, marks)
        if found <= done:
            forgotten = _places(await server.store.forget_person(mark))
            if forgotten <= done:
                return
        else:
            done, forgotten = done | found, frozenset()
    raise Refused(409, "busy", "You are doing something at the same time. Try again.")


def _places(owned: Iterable[Belonging]) -> frozenset[Belonging]:
    """Return the belongings that tell at which tables a person has been."""
    return frozenset(one for one in owned if one.kind in (SEAT, TABLE))


async def settle_late(server: TableServer, mark: str) -> None:
    """Treat what a request has just stored like the rest, if its person was deleted or became another one meanwhile."""
    if await server.store.belonging(PERSON, mark) is None:
        became = await server.store.belonging(WAS, mark)
        await (delete_person(server, mark) if became is None else merge(server, mark, became.person))


async def _erase_at(server: TableServer, tables: Collection[str], marks: Sequence[str]) -> None:
    """Let a person leave tables, and delete there what they wrote."""
    for table in sorted(tables):
        for mark in marks:
            try:
                room = await server.room(table)
                await _depart(room, mark)
                await room.erase(mark, forget_host=True)
            except Refused:  # its rules fail, or are different now
                await _erase_asleep(server, table, mark)
    await server.reviews.forget(tuple(tables))
    await forget_in_results(server.store, marks)


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

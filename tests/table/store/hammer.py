"""A process that writes as fast as it can, and reports every append that was acknowledged. It waits to be killed."""

from __future__ import annotations

import asyncio
import random
from multiprocessing.connection import Connection

import msgspec
import sqlalchemy.dialects.postgresql.psycopg  # noqa: F401

import ludex.table.store.postgres
import ludex.table.store.sqlite  # noqa: F401  # forked processes need not import it
from ludex.table.store import Listing, Row, Store
from tests.table.store.places import InDatabase

HANDS = 24
"""The number of tasks that write at once."""


class Unit(msgspec.Struct, frozen=True):
    """The append that a row belongs to, the number of its rows, and the place of this row among them."""

    name: str
    size: int
    index: int


def hammer(url: str, name: str, tables: list[str], reports: Connection) -> None:
    """Write until killed."""
    asyncio.run(_hammer(url, name, tables, reports))


async def _hammer(url: str, name: str, tables: list[str], reports: Connection) -> None:
    store = InDatabase(url)()
    await store.open()
    await asyncio.gather(*(_hand(store, f"{name}.{hand}", tables, reports) for hand in range(HANDS)))


async def _hand(store: Store, name: str, tables: list[str], reports: Connection) -> None:
    dice = random.Random(name)
    ends: dict[str, int] = {}
    for turn in range(10**9):
        table, size = dice.choice(tables), dice.randint(1, 3)
        if table not in ends:
            ends[table] = len(await store.rows(table))
        rows = unit(table, ends[table], f"{name}.{turn}", size)
        if await store.append(rows, Listing("playing", b"%d" % rows[-1].number)):
            ends[table] += size
            reports.send_bytes(f"{table} {rows[0].number} {name}.{turn} {size}".encode())
        else:
            del ends[table]


def unit(table: str, end: int, name: str, size: int) -> list[Row]:
    """The rows of one append."""
    data = [msgspec.json.encode(Unit(name, size, index)) for index in range(size)]
    return [Row(table, end + 1 + index, "move", data[index], 1.0) for index in range(size)]

"""A server is killed under load, twenty times: nothing acknowledged is lost, and nothing is half there."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import sqlite3
from multiprocessing.connection import Connection

import msgspec
import pytest

from ludex.table.store import Row, Store
from tests.table.store.hammer import Unit, hammer
from tests.table.store.places import InDatabase, header

pytestmark = pytest.mark.anyio

KILLS = 20
REPORTS = 20
"""The number of reports that every process has made at least before it is killed."""
TABLES = [f"table{number}" for number in range(12)]


async def test_twenty_kills_under_load_lose_nothing_and_leave_nothing_half(database: InDatabase) -> None:
    store = database()
    await store.open()
    for table in TABLES:
        await store.create(header(table))
    await store.close()
    acknowledged: dict[tuple[str, int], tuple[str, int]] = {}
    for kill in range(KILLS):
        for report in _killed(database.url, f"r{kill}", processes=1 + kill % 2):
            table, first, name, size = report.split()
            assert (table, int(first)) not in acknowledged, "two processes were told that they came first"
            acknowledged[table, int(first)] = name, int(size)
        store = database()
        await store.open()
        kept, listed = await _settled(store)
        for table, rows in kept.items():
            _check(rows, {first: unit for (at, first), unit in acknowledged.items() if at == table})
            assert listed.get(table, b"0") == b"%d" % len(rows)  # the listing goes with the rows
        await store.close()
    if database.url.startswith("sqlite"):
        connection = sqlite3.connect(database.url.removeprefix("sqlite:///"))
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        connection.close()


async def _settled(store: Store) -> tuple[dict[str, tuple[Row, ...]], dict[str, bytes]]:
    """All rows and listings. PostgreSQL may still carry out the last commits of a client that was killed."""
    before: dict[str, tuple[Row, ...]] = {}
    while True:
        listed = {one.table: one.summary for one in await store.list("playing")}
        kept = {table: await store.rows(table) for table in TABLES}
        if kept == before:
            return kept, listed
        before = kept
        await asyncio.sleep(0.05)


def _killed(url: str, name: str, processes: int) -> list[str]:
    """Start some processes, kill them, and return what they reported before."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.table.store.hammer"])
    readers: list[Connection] = []
    running = []
    for number in range(processes):
        reader, writer = context.Pipe(duplex=False)
        process = context.Process(target=hammer, args=(url, f"{name}.{number}", TABLES, writer), daemon=True)
        process.start()
        writer.close()
        readers.append(reader)
        running.append(process)
    reports = [reader.recv_bytes().decode() for _ in range(REPORTS) for reader in readers]
    for process in running:
        assert process.pid
        os.kill(process.pid, signal.SIGKILL)
    for reader in readers:
        reports += _rest(reader)
    for process in running:
        process.join()
        process.close()
    return reports


def _rest(reader: Connection) -> list[str]:
    reports: list[str] = []
    try:
        while True:
            reports.append(reader.recv_bytes().decode())
    except EOFError:
        reader.close()
        return reports


def _check(rows: tuple[Row, ...], acknowledged: dict[int, tuple[str, int]]) -> None:
    """The numbers have no gap, every append is whole, and all that was acknowledged is there."""
    assert [row.number for row in rows] == list(range(1, len(rows) + 1))
    units = [msgspec.json.decode(row.data, type=Unit) for row in rows]
    at = 0
    while at < len(units):
        first = units[at]
        assert units[at : at + first.size] == [Unit(first.name, first.size, index) for index in range(first.size)]
        assert acknowledged.pop(at + 1, (first.name, first.size)) == (first.name, first.size)
        at += first.size
    assert acknowledged == {}

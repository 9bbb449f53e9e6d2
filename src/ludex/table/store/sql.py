"""A store in a database: one writer, a few readers, and news of other processes."""

from __future__ import annotations

import asyncio
import os
import socket
import threading
import uuid
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import TypeVar

from ludex.table.store import presence, pruning, reads, writes
from ludex.table.store.database import Database, Source
from ludex.table.store.errors import RowsMissing, StoreClosed, StoreError, StoreLost
from ludex.table.store.interface import (
    CLAIM,
    LEASE,
    Belonging,
    Header,
    Listed,
    Listing,
    Notice,
    Row,
    RowsCallback,
    Saved,
    Status,
    check_rows,
)
from ludex.table.store.known import Knowledge
from ludex.table.store.writer import Writer

READERS = 2
"""Number of connections that read: a long list must not prevent a table from waking."""
ALIVE: set[str] = set()
"""The stores of this process that are open."""
T = TypeVar("T")


class SqlStore:
    """A store in SQLite or PostgreSQL; several processes may share one database."""

    def __init__(self, source: Source, *, lease: float = LEASE, claim: float = CLAIM) -> None:
        self._source = source
        self._lease, self._claim = lease, claim
        self._name = f"{socket.gethostname()}:{os.getpid()}:{uuid.uuid4().hex}"
        self._knowledge = Knowledge()
        self._writer = Writer(source, self._knowledge, self._tell)
        self._callbacks: list[RowsCallback] = []
        self._readers: ThreadPoolExecutor | None = None
        self._own = threading.local()
        self._reading: list[Database] = []
        self._end_listening: Callable[[], None] | None = None
        self._said: dict[int, int] = {}
        """The seats connected here, as published to other processes."""

    def __repr__(self) -> str:
        return f"<SqlStore {self._source.shown}>"

    async def open(self) -> None:
        if self._readers:
            return
        database = await asyncio.to_thread(self._prepare)
        self._readers = ThreadPoolExecutor(READERS, "ludex-reader")
        self._writer.start(database)
        ALIVE.add(self._name)
        try:
            self._end_listening = await asyncio.to_thread(self._source.listen, self._writer.hear, self._catch_up)
        except BaseException:
            await self.close()
            raise

    def _prepare(self) -> Database:
        self._source.upgrade()
        database = self._source.connect()
        try:
            database.begin()
            database.heard()
            writes.tidy(database, _is_gone)
            database.commit()
        except Exception as error:
            database.close()
            raise (self._source.problem(error) or error) from None
        return database

    async def close(self) -> None:
        readers, self._readers = self._readers, None
        if readers is None:
            return
        ALIVE.discard(self._name)
        with suppress(StoreError):
            await self._writer.do(lambda database, *_: self._leave(database))
        await self._writer.stop()
        if self._end_listening:
            await asyncio.to_thread(self._end_listening)
            self._end_listening = None
        await asyncio.to_thread(readers.shutdown)
        while self._reading:
            self._reading.pop().close()

    def _leave(self, database: Database) -> None:
        writes.release_all(database, self._name)
        presence.leave(database, self._name)

    # --- tables

    async def create(
        self,
        header: Header,
        rows: Sequence[Row] = (),
        listing: Listing | None = None,
        belongings: Sequence[Belonging] = (),
    ) -> None:
        if rows and check_rows(rows, header.id) and rows[0].number != 1:
            raise RowsMissing(f"the first row of table {header.id} has number {rows[0].number}; it must be 1")
        listed, rows, owned = listing or Listing("open"), tuple(rows), tuple(belongings)
        work = partial(writes.create, header=header, rows=rows, listing=listed, belongings=owned)
        await self._writer.do(work, first=True)

    def append(
        self,
        rows: Sequence[Row],
        listing: Listing | None = None,
        notices: Sequence[Notice] = (),
        belongings: Sequence[Belonging] = (),
    ) -> asyncio.Future[bool]:
        return self._writer.append(check_rows(rows), tuple(rows), listing, tuple(notices), tuple(belongings))

    async def load(self, table: str) -> Saved | None:
        return await self._read(lambda database: reads.load(database, self._knowledge, table))

    async def rows(self, table: str, after: int = 0) -> tuple[Row, ...]:
        return await self._read(lambda database: reads.rows(database, self._knowledge, table, after))

    async def keep_snapshot(self, table: str, number: int, data: bytes) -> None:
        await self._writer.do(lambda database, known, _: writes.keep_snapshot(database, known, table, number, data))

    async def rewrite(
        self,
        changed: Mapping[int, bytes],
        last: Row,
        listing: Listing | None,
        snapshot: bytes | None,
        *,
        forget_host: bool = False,
    ) -> bool:
        work = partial(
            writes.rewrite, changed=changed, last=last, listing=listing, snapshot=snapshot, forget_host=forget_host
        )
        return bool(await self._writer.do(work))

    # --- lists

    async def list(
        self, what: Status, game: str | None = None, limit: int = 50, before: float | None = None
    ) -> tuple[Listed, ...]:
        return await self._read(lambda database: reads.listed(database, what, game, limit, before))

    async def listed(self, tables: Sequence[str]) -> tuple[Listed, ...]:
        wanted = tuple(tables)
        return await self._read(lambda database: reads.entries(database, wanted))

    async def count(self) -> Mapping[Status, int]:
        return Counter(await self._read(reads.count))

    async def set_listing(self, table: str, status: Status, summary: bytes, due: float | None) -> None:
        self._writer.relist(table, Listing(status, summary, due))

    # --- leases, for bots and clocks

    async def keep(self, tables: Sequence[str]) -> frozenset[str]:
        wanted = tuple(tables)
        keep = lambda database, known, _: writes.keep(database, known, wanted, self._name, self._lease)  # noqa: E731
        return frozenset(await self._writer.do(keep)) if wanted else frozenset()

    async def due(self, now: float, limit: int) -> tuple[str, ...]:
        return await self._read(lambda database: reads.due(database, now, limit))

    async def release(self, tables: Iterable[str]) -> None:
        if given := tuple(tables):
            await self._writer.do(lambda database, known, _: writes.release(database, known, given, self._name))

    async def meet(self, here: Mapping[str, frozenset[int]]) -> Mapping[str, frozenset[int]]:
        wanted = {table: sum(1 << seat for seat in seats) for table, seats in here.items()}

        def say(database: Database, known: Knowledge, _: bool) -> tuple[dict[int, int], dict[int, int], dict[str, int]]:
            keys = writes.keys_of(database, known, list(wanted))
            looking = {key: wanted[table] for table, key in keys.items()}
            return *presence.meet(database, self._name, looking, self._said, self._lease), keys

        elsewhere, self._said, keys = await self._writer.do(say)
        found = {table: elsewhere.get(key, 0) for table, key in keys.items()}
        return {table: frozenset(s for s in range(bits.bit_length()) if bits >> s & 1) for table, bits in found.items()}

    async def prune(self, before: float, limit: int) -> tuple[str, ...]:
        gone = tuple(await self._writer.do(lambda database, *_: pruning.prune(database, before, limit)))
        self._knowledge.forget(gone)
        return gone

    # --- other processes

    def on_rows(self, callback: RowsCallback) -> None:
        self._callbacks.append(callback)

    def _tell(self, ends: Sequence[tuple[str, int]]) -> None:
        for table, number in ends:
            for callback in self._callbacks:
                callback(table, number)

    def _catch_up(self) -> None:
        """Report the known tables that have new rows, after the connection was lost. Runs in the listening thread."""
        with suppress(StoreError):
            if news := self._reader(self._knowledge.news):
                self._writer.hear(news)

    # --- small documents

    async def put(self, kind: str, key: str, data: bytes) -> None:
        await self._writer.do(lambda database, *_: writes.put(database, kind, key, data))

    async def get(self, kind: str, key: str) -> bytes | None:
        return await self._read(lambda database: reads.document(database, kind, key))

    async def all(self, kind: str) -> dict[str, bytes]:
        return await self._read(lambda database: reads.documents(database, kind))

    async def remove(self, kind: str, key: str) -> None:
        await self._writer.do(lambda database, *_: writes.remove(database, kind, key))

    async def add(self, kind: str, key: str, data: bytes) -> bytes:
        return bytes(await self._writer.do(lambda database, *_: writes.add(database, kind, key, data)))

    # --- the outbox

    async def post(self, notices: Sequence[Notice], after: str = "") -> None:
        if posted := tuple(notices):
            await self._writer.do(lambda database, *_: writes.post(database, posted, after))

    async def claim(self, now: float, limit: int) -> tuple[Notice, ...]:
        return tuple(await self._writer.do(lambda database, *_: writes.claim(database, now, limit, self._claim)))

    async def delivered(self, ids: Iterable[str]) -> None:
        if done := tuple(ids):
            await self._writer.do(lambda database, *_: writes.delivered(database, done))

    async def postpone(self, notice: str, due: float, failed: bool = True) -> None:
        await self._writer.do(lambda database, *_: writes.postpone(database, notice, due, failed))

    # --- persons

    async def own(
        self, belongings: Sequence[Belonging], *, fresh: bool = False, given: Sequence[tuple[str, str]] = ()
    ) -> bool:
        owned, needed = tuple(belongings), tuple(given)
        own = lambda database, _, again: writes.own_if(database, again, owned, fresh, needed)  # noqa: E731
        return bool(await self._writer.do(own))

    async def belonging(self, kind: str, name: str) -> Belonging | None:
        return await self._read(lambda database: reads.belonging(database, kind, name))

    async def belongings(self, person: str | None, kind: str | None = None) -> tuple[Belonging, ...]:
        return await self._read(lambda database: reads.belongings(database, person, kind))

    async def disown(self, kind: str, name: str, person: str) -> bool:
        return bool(await self._writer.do(lambda database, *_: writes.disown(database, kind, name, person)))

    async def forget_person(self, person: str) -> tuple[Belonging, ...]:
        return tuple(await self._writer.do(lambda database, *_: writes.forget_person(database, person)))

    # --- reading

    def figures(self) -> dict[str, float]:
        return dict(self._writer.figures)

    async def _read(self, question: Callable[[Database], T]) -> T:
        if self._readers is None:
            raise StoreClosed("the store is not open: await store.open() first, and use nothing after close()")
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._reader, question)

    def _reader(self, question: Callable[[Database], T]) -> T:
        """Run a query in a reader's thread on its connection, and once more on a new one if that was lost."""
        try:
            return self._ask(question)
        except StoreLost:
            if database := getattr(self._own, "database", None):
                self._own.database = None
                self._reading.remove(database)
                database.close()
            return self._ask(question)

    def _ask(self, question: Callable[[Database], T]) -> T:
        database: Database | None = getattr(self._own, "database", None)
        if database is None:
            database = self._own.database = self._source.connect()
            self._reading.append(database)
        try:
            return question(database)
        except Exception as error:
            problem = self._source.problem(error)
            if problem is None and isinstance(error, self._source.refusals):
                problem = StoreError(f"{self._source.shown} refuses this: {error}")
            raise (problem or error) from None


def _is_gone(keeper: str) -> bool:
    """Return whether the process that took a lease ran on this machine and has ended.

    >>> _is_gone(f"{socket.gethostname()}:{os.getppid()}:x"), _is_gone("elsewhere:1:x"), _is_gone("nonsense")
    (False, False, False)
    """
    host, _, rest = keeper.partition(":")
    number, _, _ = rest.partition(":")
    if os.name == "nt" or host != socket.gethostname() or not number.isdecimal():
        return False
    if int(number) == os.getpid():  # in a container, the next server often has the same number as the last
        return keeper not in ALIVE
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):
        return False
    return False

"""PostgreSQL with psycopg 3: for several servers that share their tables."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import psycopg
from psycopg import errors

from ludex.table.store.database import Columns, Database, Source, Told, Values, start_thread
from ludex.table.store.errors import NotWritable, StoreError, StoreFull, StoreLost
from ludex.table.store.schema import is_current, upgrade

if TYPE_CHECKING:
    from sqlalchemy import URL, Engine

COPY_ROWS = b"COPY rows (key, number, kind, data, at) FROM STDIN (FORMAT BINARY)"
COPY_TYPES = ("int8", "int4", "text", "bytea", "float8")
CHANNEL = "ludex_rows"
MOST_TOLD = 7000
"""Most bytes of a notification; PostgreSQL takes 7,999."""
MIGRATING = 0x6C756465780001
"""The advisory lock around migrations."""
DELETING = MIGRATING + 1
"""The advisory lock for deleting tables, which is shared for taking leases."""
PAUSE = 0.2
"""Seconds between two tries to connect, and between two checks whether to stop listening."""


class PostgresDatabase(Database):
    """A connection to a server."""

    skip_locked = "FOR UPDATE SKIP LOCKED"

    def __init__(self, raw: psycopg.Connection[tuple[Any, ...]], own: set[int]) -> None:
        self.raw = raw
        self._own, self._pid = own, raw.info.backend_pid
        own.add(self._pid)

    def query(self, sql: str, values: Values = ()) -> list[tuple[Any, ...]]:
        return self.raw.execute(_marked(sql), values).fetchall()

    def run(self, sql: str, values: Values = ()) -> int:
        return self.raw.execute(_marked(sql), values).rowcount

    def many(self, sql: str, columns: Columns, rows: Sequence[Values], values: Values = ()) -> int:
        return self._many(sql, columns, rows, values).rowcount if rows else 0

    def query_many(
        self, sql: str, columns: Columns, rows: Sequence[Values], values: Values = ()
    ) -> list[tuple[Any, ...]]:
        return self._many(sql, columns, rows, values).fetchall() if rows else []

    def _many(
        self, sql: str, columns: Columns, rows: Sequence[Values], values: Values
    ) -> psycopg.Cursor[tuple[Any, ...]]:
        lists = [list(column) for column in zip(*rows, strict=True)]
        return self.raw.execute(_with_arrays(sql, columns), [*lists, *values])

    def insert_rows(self, rows: Sequence[Values]) -> bool:
        """Insert with COPY: three times as fast as INSERT, and it fails where INSERT would skip a row."""
        try:
            with self.raw.cursor() as cursor, cursor.copy(COPY_ROWS) as copy:
                copy.set_types(COPY_TYPES)
                for row in rows:
                    copy.write_row(row)
        except errors.UniqueViolation:
            return False
        return True

    def has_table(self, name: str) -> bool:
        return self.query("SELECT to_regclass(?) IS NOT NULL", (name,)) == [(True,)]

    def begin(self) -> None:
        self.raw.execute("BEGIN")

    def rollback(self) -> None:
        if not self.raw.closed and self.raw.info.transaction_status != psycopg.pq.TransactionStatus.IDLE:
            self.raw.execute("ROLLBACK")

    def now(self) -> float:
        return float(self.query("SELECT extract(epoch FROM clock_timestamp())::float8")[0][0])

    def tell(self, ends: Sequence[tuple[str, int]]) -> None:
        for message in _messages(ends):
            self.raw.execute("SELECT pg_notify(%s, %s)", (CHANNEL, message))

    def fence(self, *, deleting: bool) -> None:
        self.run(f"SELECT pg_advisory_xact_lock{'' if deleting else '_shared'}(?)", (DELETING,))

    def number_from(self, key: int) -> None:
        self.query("SELECT setval(pg_get_serial_sequence('tables', 'key'), ?, false)", (key,))

    def close(self) -> None:
        self._own.discard(self._pid)
        self.raw.close()


def _messages(ends: Sequence[tuple[str, int]]) -> list[str]:
    """Return tables and numbers as few short texts.

    >>> _messages([("a", 4), ("b", 17)])
    ['a 4\\nb 17']
    """
    messages, size = [list[str]()], 0
    for table, number in ends:
        line = f"{table} {number}"
        size += len(line.encode()) + 1
        if size > MOST_TOLD:
            messages.append([])
            size = len(line.encode()) + 1
        messages[-1].append(line)
    return ["\n".join(lines) for lines in messages if lines]


def _read(message: str) -> list[tuple[str, int]]:
    """Read a text of `_messages`.

    >>> _read('a 4\\nb 17')
    [('a', 4), ('b', 17)]
    """
    pairs = (line.rpartition(" ") for line in message.split("\n"))
    return [(table, int(number)) for table, _, number in pairs if number.isdigit()]


def _first_line(error: Exception) -> str:
    return (str(error).strip() or "no answer").splitlines()[0]


@cache
def _marked(sql: str) -> bytes:
    """Return the statement with psycopg's placeholders."""
    return sql.replace("?", "%s").encode()


@cache
def _with_arrays(sql: str, columns: Columns) -> bytes:
    names = ",".join(name for name, _ in columns)
    arrays = ",".join(f"%b::{kind}[]" for _, kind in columns)
    values = f"WITH v({names}) AS (SELECT * FROM unnest({arrays})) "
    return (values + sql.replace("?", "%s")).encode()


class PostgresSource(Source):
    """A server and a database on it."""

    patience = 8.0
    refusals = (*Source.refusals, psycopg.Error)

    def __init__(self, url: URL) -> None:
        self._url = url.set(drivername="postgresql+psycopg")
        self.shown = url.render_as_string(hide_password=True)
        dialect = self._url.get_dialect()()
        self._arguments: dict[str, Any] = {"connect_timeout": 10, **dialect.create_connect_args(self._url)[1]}
        self._own: set[int] = set()

    def connect(self) -> PostgresDatabase:
        try:
            raw = psycopg.connect(**self._arguments, autocommit=True)
        except psycopg.Error as error:
            raise self._cannot_connect(error) from None
        return PostgresDatabase(raw, self._own)

    def _cannot_connect(self, error: psycopg.Error) -> StoreError:
        advice = "Is the server running, and is this its address, database, user and password?"
        return StoreLost(f"cannot connect to {self.shown}: {_first_line(error)}. {advice}")

    def upgrade(self) -> None:
        database = self.connect()
        try:
            if not is_current(database, self.shown):
                database.run("SELECT pg_advisory_lock(?)", (MIGRATING,))  # other processes wait here
                if not is_current(database, self.shown):
                    upgrade(self._engine())
        except psycopg.Error as error:
            raise self.problem(error) or error from None
        finally:
            database.close()  # releases the lock

    def _engine(self) -> Engine:
        from sqlalchemy import create_engine
        from sqlalchemy.pool import NullPool

        return create_engine(self._url, poolclass=NullPool)

    def problem(self, error: Exception) -> StoreError | None:
        text = _first_line(error)
        if isinstance(error, errors.DiskFull | errors.OutOfMemory):
            return StoreFull(f"no room left at {self.shown}: {text}; nothing was written. Make room on its disk.")
        if isinstance(error, errors.InsufficientPrivilege | errors.InvalidSchemaName | errors.ReadOnlySqlTransaction):
            return NotWritable(f"{self.shown} cannot be written: {text}. Its user must own the database's schema")
        if isinstance(error, psycopg.OperationalError):
            return StoreLost(f"the connection to {self.shown} is gone: {text}")
        return None

    def worth_repeating(self, error: Exception) -> bool:
        return isinstance(error, errors.DeadlockDetected | errors.SerializationFailure)

    def listen(self, told: Told, lost: Callable[[], None]) -> Callable[[], None]:
        first = self._listening()
        return start_thread("ludex-listen", lambda stop: self._hear(first, stop, told, lost))

    def _listening(self) -> PostgresDatabase:
        database = self.connect()
        database.run(f"LISTEN {CHANNEL}")
        return database

    def _hear(self, database: PostgresDatabase, stop: threading.Event, told: Told, lost: Callable[[], None]) -> None:
        while not stop.is_set():
            try:
                for note in database.raw.notifies(timeout=PAUSE):
                    if note.pid not in self._own:
                        told(_read(note.payload))
            except psycopg.Error:
                database.close()
                database = self._listen_again(stop, database)
                lost()
        database.close()

    def _listen_again(self, stop: threading.Event, database: PostgresDatabase) -> PostgresDatabase:
        while not stop.wait(PAUSE):
            try:
                return self._listening()
            except (StoreError, psycopg.Error):
                time.sleep(0)  # the server is still unavailable
        return database

"""SQLite: one file, no server. WAL with `synchronous=FULL`: a commit is on the disk when it returns."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludex.table.store.database import Columns, Database, Source, Told, Values, start_thread
from ludex.table.store.errors import NotLudex, NotWritable, StoreBusy, StoreError, StoreFull, StoreLost
from ludex.table.store.schema import is_current, upgrade

if TYPE_CHECKING:
    from sqlalchemy import Engine

PATIENCE = 10.0
"""Seconds for which a writer waits for another process to finish."""
CHUNKS = (256, 64, 16, 4, 1)
"""Numbers of rows in one statement: few sizes, so that each is prepared once."""
SWEEP_EVERY = 1.0
"""Seconds between two checks of the write-ahead log."""
SWEEP_FROM = 4_000_000
"""Least bytes of the log to be moved into the file. A separate thread does that, so that no client waits for it."""
FORCED_FROM = 20_000
"""Pages (80 MB) at which the writer does it nevertheless, because the thread did not get to it."""


_GONE = "{} was moved or deleted while the server ran. Put it back, or start the server again"


class SqliteDatabase(Database):
    """A connection to a file."""

    not_deleted = "t.key <> coalesce((SELECT key FROM rows ORDER BY rowid DESC LIMIT 1), 0)"

    def __init__(self, path: str) -> None:
        self._raw = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
        try:
            self._raw.execute("PRAGMA journal_mode=WAL")
            self._raw.execute("PRAGMA synchronous=FULL")
            self._raw.execute(f"PRAGMA wal_autocheckpoint={FORCED_FROM}")
            self._raw.execute(f"PRAGMA journal_size_limit={SWEEP_FROM}")
        except BaseException:
            self._raw.close()
            raise
        self._path, self._file = path, _file_at(path)
        self._version = -1
        self._seen: int | None = None
        self._written: int | None = None

    @property
    def raw(self) -> sqlite3.Connection:
        """The driver's connection."""
        return self._raw

    def query(self, sql: str, values: Values = ()) -> list[tuple[Any, ...]]:
        return self._raw.execute(sql, values).fetchall()

    def run(self, sql: str, values: Values = ()) -> int:
        return self._raw.execute(sql, values).rowcount

    def many(self, sql: str, columns: Columns, rows: Sequence[Values], values: Values = ()) -> int:
        before = self._raw.total_changes  # a cursor does not count changes of a statement that begins with WITH
        for _ in self._chunks(sql, columns, rows, values):
            pass
        return self._raw.total_changes - before

    def query_many(
        self, sql: str, columns: Columns, rows: Sequence[Values], values: Values = ()
    ) -> list[tuple[Any, ...]]:
        return [row for cursor in self._chunks(sql, columns, rows, values) for row in cursor]

    def _chunks(self, sql: str, columns: Columns, rows: Sequence[Values], values: Values) -> Iterator[sqlite3.Cursor]:
        start = 0
        for size in CHUNKS:
            while len(rows) - start >= size:
                flat = list(chain.from_iterable(rows[start : start + size]))
                yield self._raw.execute(_with_values(sql, columns, size), [*flat, *values])
                start += size

    def has_table(self, name: str) -> bool:
        return bool(self.query("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", (name,)))

    def begin(self) -> None:
        if _file_at(self._path) != self._file:
            raise StoreLost(_GONE.format(self._path))
        self._raw.execute("BEGIN IMMEDIATE")

    def commit(self) -> None:
        self._raw.execute("COMMIT")
        if self._written is not None:
            self._seen, self._written = self._written, None

    def rollback(self) -> None:
        self._written = None
        if self._raw.in_transaction:
            self._raw.execute("ROLLBACK")

    def now(self) -> float:
        return time.time()

    def heard(self) -> Sequence[tuple[str, int]]:
        """Return rows beyond the last one seen, if another connection has changed the file at all."""
        (version,) = self._raw.execute("PRAGMA data_version").fetchone()
        if version == self._version:
            return ()
        self._version = version
        if self._seen is None:
            self._seen = self._end()
            return ()
        found = self.query(
            "SELECT t.id, max(r.number), max(r.rowid) FROM rows r JOIN tables t ON t.key = r.key"
            " WHERE r.rowid > ? GROUP BY t.id",
            (self._seen,),
        )
        self._seen = max((row[2] for row in found), default=self._seen)
        return [(table, number) for table, number, _ in found]

    def tell(self, ends: Sequence[tuple[str, int]]) -> None:
        """Note our own rows, so that they are not taken for those of others. No process is notified here."""
        self._written = self._end()

    def _end(self) -> int:
        return int(self._raw.execute("SELECT coalesce(max(rowid), 0) FROM rows").fetchone()[0])

    def close(self) -> None:
        self._raw.close()


def _file_at(path: str) -> tuple[int, int] | None:
    """Return the identity of the file at a path, or None if there is none."""
    try:
        found = Path(path).stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


@cache
def _with_values(sql: str, columns: Columns, size: int) -> str:
    one = "(" + ",".join("?" * len(columns)) + ")"
    return f"WITH v({','.join(name for name, _ in columns)}) AS (VALUES {','.join([one] * size)}) {sql}"


class SqliteSource(Source):
    """A file."""

    polls = True
    refusals = (*Source.refusals, sqlite3.Error)

    def __init__(self, path: str) -> None:
        self.path = Path(path)
        self.shown = f"sqlite:///{path}"
        self._ready = False

    def connect(self) -> SqliteDatabase:
        self._check_folder()
        if self._ready and not self.path.exists():  # SQLite would create a new, empty one
            raise StoreLost(_GONE.format(self.path))
        try:
            return SqliteDatabase(str(self.path))
        except sqlite3.Error as error:
            raise self.problem(error) or NotWritable(f"{self.path} cannot be opened: {error}") from None

    def upgrade(self) -> None:
        database = self.connect()
        try:
            if is_current(database, self.shown):
                self._check_writable(database)
            else:
                upgrade(self._engine(database))
            self._ready = True
        except sqlite3.Error as error:
            raise self.problem(error) or error from None
        finally:
            database.close()

    def _engine(self, database: SqliteDatabase) -> Engine:
        """Return SQLAlchemy's engine on our connection. Its transactions begin with a lock: other processes wait."""
        from sqlalchemy import create_engine, event
        from sqlalchemy.pool import NullPool

        engine = create_engine("sqlite://", creator=lambda: database.raw, poolclass=NullPool)
        event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
        return engine

    def listen(self, told: Told, lost: Callable[[], None]) -> Callable[[], None]:
        """Start the thread that keeps the write-ahead log short. No process is notified of rows here."""
        return start_thread("ludex-sweep", self._sweep)

    def _sweep(self, stop: threading.Event) -> None:
        log = self.path.with_name(self.path.name + "-wal")
        while not stop.wait(SWEEP_EVERY):
            with suppress(OSError, sqlite3.Error, StoreError):  # the writer will find out what is wrong, and report it
                if log.stat().st_size > SWEEP_FROM:
                    database = self.connect()
                    try:
                        database.query("PRAGMA wal_checkpoint(PASSIVE)")
                    finally:
                        database.close()

    def _check_folder(self) -> None:
        if self.path.is_dir():
            raise NotWritable(f"{self.path} is a folder; name a file in it: sqlite:///{self.path}/ludex.db")
        if not self.path.absolute().parent.is_dir():
            raise NotWritable(f"the folder of {self.path} does not exist; make it, or name another file")

    def _check_writable(self, database: SqliteDatabase) -> None:
        database.begin()
        try:
            database.run("UPDATE leases SET until = until WHERE 1 = 0")
        finally:
            database.rollback()

    def problem(self, error: Exception) -> StoreError | None:
        code = getattr(error, "sqlite_errorcode", None)
        match code & 0xFF if isinstance(code, int) else None:
            case sqlite3.SQLITE_FULL:
                return StoreFull(f"no room left for {self.path}: {error}; nothing was written. Make room on the disk.")
            case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
                return StoreBusy(f"another process has locked {self.path} for more than {PATIENCE:g} s")
            case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
                return NotWritable(
                    f"{self.path} cannot be written: {error}. The file and its folder must be writable for this user"
                )
            case sqlite3.SQLITE_NOTADB:
                return NotLudex(f"{self.path} is not a SQLite database; name another file")
            case sqlite3.SQLITE_CORRUPT:
                return StoreLost(f"{self.path} is damaged: {error}. Restore it from a backup")
            case sqlite3.SQLITE_IOERR | sqlite3.SQLITE_NOMEM | sqlite3.SQLITE_PROTOCOL:
                return StoreLost(f"{self.path} cannot be read or written: {error}")
        return None

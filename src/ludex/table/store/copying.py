"""Copying everything from one database into another, empty one: from SQLite to PostgreSQL, or back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ludex.table.store.address import find_source
from ludex.table.store.batch import BELONGING
from ludex.table.store.database import ROW, Columns, Database, Source
from ludex.table.store.errors import BadUrl, StoreBusy, StoreError

TOGETHER = 200
"""Number of tables that are copied at a time."""
TABLE: Columns = (
    ("key", "bigint"),
    ("id", "text"),
    ("game", "text"),
    ("definition", "bytea"),
    ("settings", "bytea"),
    ("seats", "int"),
    ("seed", "bytea"),
    ("clock", "bytea"),
    ("public", "boolean"),
    ("created", "float8"),
    ("host", "text"),
)
SNAPSHOT: Columns = (("key", "bigint"), ("number", "int"), ("data", "bytea"))
LISTING: Columns = (
    ("key", "bigint"),
    ("game", "text"),
    ("public", "boolean"),
    ("created", "float8"),
    ("status", "text"),
    ("summary", "bytea"),
    ("due", "float8"),
)
DOCUMENT: Columns = (("kind", "text"), ("name", "text"), ("data", "bytea"))
NOTICE: Columns = (
    ("id", "text"),
    ("data", "bytea"),
    ("due", "float8"),
    ("tries", "int"),
    ("until", "float8"),
    ("delivered", "boolean"),
    ("person", "text"),
)
COPIED = (("documents", DOCUMENT), ("notices", NOTICE), ("belongings", BELONGING))
"""Everything that is copied after the tables."""


def copy(source: str, target: str, progress: Callable[[int, int], None] | None = None) -> int:
    """Copy all tables, documents, notices and persons; return the number of tables.

    The target must be empty, and afterwards has everything or, after an error, nothing. No server may be using the
    source: rows that it wrote in the meantime would be missing. `progress` is called with the number of tables that are
    done, and of all.
    """
    if source.startswith("memory:") or target.startswith("memory:"):
        raise BadUrl("tables in memory belong to one process and cannot be copied; name two databases")
    origin, goal = find_source(source), find_source(target)
    for one in (origin, goal):
        one.upgrade()
    with_both = _Both(origin, goal)
    try:
        return with_both.copy(progress or (lambda done, of: None))
    finally:
        with_both.close()


class _Both:
    def __init__(self, origin: Source, goal: Source) -> None:
        self._origin, self._goal = origin, goal
        self._old: Database = origin.connect()
        try:
            self._new: Database = goal.connect()
        except StoreError:
            self._old.close()
            raise

    def close(self) -> None:
        self._old.close()
        self._new.close()

    def copy(self, progress: Callable[[int, int], None]) -> int:
        self._check()
        keys = [key for (key,) in self._old.query("SELECT key FROM tables ORDER BY key")]
        try:
            self._new.begin()
            for start in range(0, len(keys), TOGETHER):
                progress(start, len(keys))
                self._copy_tables(keys[start : start + TOGETHER])
            progress(len(keys), len(keys))
            for name, columns in COPIED:
                self._insert(name, columns, self._old.query(f"SELECT {_names(columns)} FROM {name}"))
            self._new.number_from(max(keys, default=0) + 1)
            self._new.commit()
        except Exception as error:
            self._new.rollback()
            raise (self._goal.problem(error) or error) from None
        return len(keys)

    def _check(self) -> None:
        if self._old.query("SELECT 1 FROM leases WHERE until >= ? LIMIT 1", (self._old.now(),)):
            raise StoreBusy(f"a server is using {self._origin.shown}; stop it before copying")
        for name in ("tables", *(name for name, _ in COPIED)):
            if self._new.query(f"SELECT 1 FROM {name} LIMIT 1"):
                raise StoreError(f"{self._goal.shown} is not empty; copy into a new, empty database")

    def _copy_tables(self, keys: Sequence[int]) -> None:
        between = "WHERE key BETWEEN ? AND ? ORDER BY key"
        for name, columns in (("tables", TABLE), ("snapshots", SNAPSHOT), ("listings", LISTING)):
            found = self._old.query(f"SELECT {_names(columns)} FROM {name} {between}", (keys[0], keys[-1]))
            self._insert(name, columns, found)
        rows = self._old.query(f"SELECT {_names(ROW)} FROM rows {between}, number", (keys[0], keys[-1]))
        self._new.insert_rows(rows)

    def _insert(self, name: str, columns: Columns, rows: Sequence[Sequence[Any]]) -> None:
        """Insert rows, with numbers as Booleans in Boolean columns: SQLite has only numbers."""
        flags = [at for at, (_, kind) in enumerate(columns) if kind == "boolean"]
        values = [list(row) for row in rows]
        for value in values:
            for flag in flags:
                value[flag] = bool(value[flag])
        self._new.many(f"INSERT INTO {name} ({_names(columns)}) SELECT {_names(columns)} FROM v", columns, values)


def _names(columns: Columns) -> str:
    return ", ".join(name for name, _ in columns)

"""A process's knowledge of tables in the database: their key and the number of their last row."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ludex.table.store.database import Database

MOST = 20_000
"""Most tables that are remembered."""


class Known(NamedTuple):
    """The key of a table, and the number of a row that certainly exists; there may be later ones."""

    key: int
    last: int


class Knowledge:
    """A cache of tables, so that an append needs no query. Single rows are never removed, so its contents stay true.

    Findings within a transaction may be rolled back with it: they go into a separate `page`, which is absorbed after
    the commit.
    """

    def __init__(self, below: Knowledge | None = None) -> None:
        self._known: dict[str, Known] = {}
        self._below = below

    def page(self) -> Knowledge:
        """Return a layer on top of this knowledge, to add to without changing it."""
        return Knowledge(self)

    def absorb(self, page: Knowledge) -> None:
        """Add the findings on a page."""
        for table, known in page._known.items():
            self.learn(table, known)

    def get(self, table: str) -> Known | None:
        """Return the knowledge of a table, or None."""
        return self._known.get(table) or (self._below.get(table) if self._below else None)

    def learn(self, table: str, now: Known) -> None:
        """Remember a table; of two numbers, the later is used."""
        known = self.get(table)
        if known is None and len(self._known) >= MOST:
            for old in list(self._known)[: MOST // 2]:
                self._known.pop(old, None)
        if known is None or now.last > known.last:
            self._known[table] = now

    def forget(self, tables: Iterable[str]) -> None:
        """Forget tables that have been deleted."""
        for table in tables:
            self._known.pop(table, None)

    def heard(self, table: str, last: int) -> None:
        """Note rows of another process, if the table is known."""
        if known := self.get(table):
            self.learn(table, Known(known.key, last))

    def look_up(self, database: Database, tables: Iterable[str]) -> None:
        """Query the database for these tables. Those that do not exist stay unknown."""
        found = database.query_many(
            "SELECT t.id, t.key, (SELECT coalesce(max(r.number), 0) FROM rows r WHERE r.key = t.key)"
            " FROM v JOIN tables t ON t.id = v.id",
            (("id", "text"),),
            [(table,) for table in tables],
        )
        for table, key, last in found:
            self.learn(table, Known(key, last))

    def news(self, database: Database) -> list[tuple[str, int]]:
        """Return the known tables that have later rows by now, with the number of their last one."""
        before = dict(self._known)
        self.look_up(database, list(before))
        now = ((table, self._known.get(table, known).last) for table, known in before.items())
        return [(table, last) for table, last in now if last > before[table].last]

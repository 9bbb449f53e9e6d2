"""What a process knows of tables in the database: their key and the number of their last row."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ludex.table.store.database import Database

MOST = 20_000
"""How many tables are remembered."""


class Known(NamedTuple):
    """The key of a table, and the number of a row that is certainly there; there may be later ones."""

    key: int
    last: int


class Knowledge:
    """Remembers tables, so that an append need not ask. Single rows are never removed, so what is known stays true.

    What is learned within a transaction may be undone with it: that goes into a `page` of its own, which is absorbed
    after the commit.
    """

    def __init__(self, below: Knowledge | None = None) -> None:
        self._known: dict[str, Known] = {}
        self._below = below

    def page(self) -> Knowledge:
        """What is known, to write more on without changing it."""
        return Knowledge(self)

    def absorb(self, page: Knowledge) -> None:
        """Take over what was learned on a page."""
        for table, known in page._known.items():
            self.learn(table, known)

    def get(self, table: str) -> Known | None:
        """What is known of a table, if anything."""
        return self._known.get(table) or (self._below.get(table) if self._below else None)

    def learn(self, table: str, now: Known) -> None:
        """Remember a table; of two numbers, the later holds."""
        known = self.get(table)
        if known is None and len(self._known) >= MOST:
            for old in list(self._known)[: MOST // 2]:
                self._known.pop(old, None)
        if known is None or now.last > known.last:
            self._known[table] = now

    def forget(self, tables: Iterable[str]) -> None:
        """Tables that have been deleted."""
        for table in tables:
            self._known.pop(table, None)

    def heard(self, table: str, last: int) -> None:
        """Rows of another process; nothing to remember if the table is not known."""
        if known := self.get(table):
            self.learn(table, Known(known.key, last))

    def look_up(self, database: Database, tables: Iterable[str]) -> None:
        """Ask the database for these tables. Those that do not exist stay unknown."""
        found = database.query_many(
            "SELECT t.id, t.key, (SELECT coalesce(max(r.number), 0) FROM rows r WHERE r.key = t.key)"
            " FROM v JOIN tables t ON t.id = v.id",
            (("id", "text"),),
            [(table,) for table in tables],
        )
        for table, key, last in found:
            self.learn(table, Known(key, last))

    def news(self, database: Database) -> list[tuple[str, int]]:
        """The known tables that have later rows by now, with the number of their last one."""
        before = dict(self._known)
        self.look_up(database, list(before))
        now = ((table, self._known.get(table, known).last) for table, known in before.items())
        return [(table, last) for table, last in now if last > before[table].last]

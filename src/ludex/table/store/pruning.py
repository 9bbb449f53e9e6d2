"""Deleting tables at which nothing has happened for a long time."""

from __future__ import annotations

import time
from collections.abc import Callable

from ludex.table.store.address import find_source
from ludex.table.store.database import Columns, Database
from ludex.table.store.errors import BadUrl
from ludex.table.store.interface import KEEPING, SPARED

DAY = 24 * 3600.0
TOGETHER = 200
"""Number of tables that are deleted in one transaction."""
GONE: Columns = (("key", "bigint"), ("id", "text"))
IDLE = (
    " FROM tables t JOIN listings l ON l.key = t.key WHERE t.created < ? AND l.due IS NULL"
    " AND coalesce((SELECT r.at FROM rows r WHERE r.key = t.key ORDER BY r.number DESC LIMIT 1), 0) < ?"
    " AND NOT EXISTS (SELECT 1 FROM leases k WHERE k.key = t.key AND k.until >= ?)"
)
"""Tables whose last row is old, that no process has open, and at which nothing will happen automatically."""
OLD_PERSONS = (
    "DELETE FROM belongings WHERE person IN (SELECT p.person FROM belongings p WHERE p.kind = 'person' AND p.at < ?"
    " AND NOT EXISTS (SELECT 1 FROM belongings k WHERE k.person = p.person AND k.kind IN"
    f" ({', '.join('?' for _ in KEEPING)})))"
)
"""Persons who have not come for long, and have nothing to come back for."""


def prune(database: Database, before: float, limit: int = TOGETHER) -> list[str]:
    """Delete idle tables, the oldest first, and persons without any; return the tables. Runs within a transaction."""
    database.fence(deleting=True)
    sql = f"SELECT t.key, t.id {IDLE} AND {database.not_deleted} ORDER BY t.created, t.key LIMIT ?"
    gone = sorted(database.query(sql, (before, before, database.now() - SPARED, limit)))
    for name in ("rows", "snapshots", "listings", "leases", "presence", "tables"):
        database.many(f"DELETE FROM {name} WHERE key IN (SELECT key FROM v)", GONE, gone)
    database.many("DELETE FROM belongings WHERE about IN (SELECT id FROM v)", GONE, gone)
    database.run(OLD_PERSONS, (before, *KEEPING))
    return [table for _, table in gone]


def prune_all(
    address: str, days: float, *, pretend: bool = False, progress: Callable[[int], None] | None = None
) -> int:
    """Delete all tables without activity for `days` days; return their number. `pretend` only counts them."""
    if address.startswith("memory:"):
        raise BadUrl("tables in memory belong to one process; name a database, or start the server with --keep-days")
    source, before = find_source(address), time.time() - days * DAY
    source.upgrade()
    database = source.connect()
    try:
        if pretend:
            values = before, before, database.now() - SPARED
            return int(database.query(f"SELECT count(*) {IDLE} AND {database.not_deleted}", values)[0][0])
        done = 0
        while True:
            database.begin()
            gone = prune(database, before)
            database.commit()
            done += len(gone)
            if progress is not None:
                progress(done)
            if len(gone) < TOGETHER:
                return done
    finally:
        database.close()

"""Everything that is written except rows. Every function runs within the writer's transaction."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from ludex.table.store.batch import insert_fresh, insert_notices, own, set_listings
from ludex.table.store.database import INSERT_ROWS, ROW, Columns, Database
from ludex.table.store.errors import TableExists, UnknownTable
from ludex.table.store.interface import Belonging, Header, Listing, Notice, Row
from ludex.table.store.known import Knowledge, Known
from ludex.table.store.presence import leave
from ludex.table.store.reads import BELONGING, HEADER, belonging, document, read_header

__all__ = [
    "add",
    "claim",
    "create",
    "delivered",
    "disown",
    "forget_person",
    "keep",
    "keep_snapshot",
    "keys_of",
    "own",
    "own_if",
    "post",
    "postpone",
    "put",
    "release",
    "release_all",
    "remove",
    "rewrite",
    "tidy",
]

ID: Columns = (("id", "text"),)
LEASE_ROW: Columns = (("key", "bigint"), ("keeper", "text"), ("until", "float8"))
REMEMBERED = 30 * 24 * 3600.0
"""Seconds for which the id of a delivered notice is remembered."""


def tidy(database: Database, is_gone: Callable[[str], bool]) -> None:
    """Remove leases of processes that are gone, and old delivered notices, at the start."""
    now = database.now()
    database.run("DELETE FROM leases WHERE until < ?", (now,))
    for (keeper,) in database.query("SELECT DISTINCT keeper FROM leases"):
        if is_gone(keeper):
            database.run("DELETE FROM leases WHERE keeper = ?", (keeper,))
    for (process,) in database.query("SELECT name FROM processes"):
        if is_gone(process):
            leave(database, process)
    database.run("DELETE FROM notices WHERE delivered AND due < ?", (now - REMEMBERED,))


def create(
    database: Database,
    known: Knowledge,
    again: bool,
    header: Header,
    rows: Sequence[Row],
    listing: Listing,
    belongings: Sequence[Belonging],
) -> None:
    """Store a new table. `again`: it may exist already, and be ours."""
    found = database.query(
        f"INSERT INTO tables ({HEADER}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING key",
        msgspec.structs.astuple(header),
    )
    if not found:
        if again and _stored_header(database, header.id) == header:
            return
        raise TableExists(f"there is a table {header.id} already")
    key = found[0][0]
    database.run(
        "INSERT INTO listings (key, game, public, created, status, summary, due) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (key, header.game, header.public, header.created, listing.status, listing.summary, listing.due),
    )
    if rows:
        database.many(INSERT_ROWS, ROW, [(key, row.number, row.kind, row.data, row.at) for row in rows])
        database.tell([(header.id, len(rows))])
    own(database, belongings)
    known.learn(header.id, Known(key, len(rows)))


def _stored_header(database: Database, table: str) -> Header:
    return read_header(list(database.query(f"SELECT {HEADER} FROM tables WHERE id = ?", (table,))[0]))


def keep_snapshot(database: Database, known: Knowledge, table: str, number: int, data: bytes) -> None:
    """Replace an earlier snapshot."""
    keys = keys_of(database, known, [table])
    if not keys:
        raise UnknownTable(f"there is no table {table}")
    database.run(
        "INSERT INTO snapshots (key, number, data) VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE"
        " SET number = excluded.number, data = excluded.data WHERE snapshots.number < excluded.number",
        (keys[table], number, data),
    )


def rewrite(
    database: Database,
    known: Knowledge,
    again: bool,
    changed: Mapping[int, bytes],
    last: Row,
    listing: Listing | None,
    snapshot: bytes | None,
    forget_host: bool,
) -> bool:
    """Replace the contents of rows, and add a last one that says so."""
    keys = keys_of(database, known, [last.table])
    if not keys:
        raise UnknownTable(f"there is no table {last.table}")
    key = keys[last.table]
    found = database.query("SELECT coalesce(max(number), 0) FROM rows WHERE key = ?", (key,))
    if found[0][0] != last.number - 1:
        stored = database.query("SELECT kind, at FROM rows WHERE key = ? AND number = ?", (key, last.number))
        return again and [tuple(row) for row in stored] == [(last.kind, last.at)]
    if database.many(INSERT_ROWS, ROW, [(key, last.number, last.kind, last.data, last.at)]) != 1:
        return False
    database.many(
        "UPDATE rows SET data = v.data FROM v WHERE rows.key = v.key AND rows.number = v.number",
        (("key", "bigint"), ("number", "int"), ("data", "bytea")),
        [(key, number, data) for number, data in sorted(changed.items())],
    )
    database.run("DELETE FROM snapshots WHERE key = ?", (key,))
    if snapshot is not None:
        database.run("INSERT INTO snapshots (key, number, data) VALUES (?, ?, ?)", (key, last.number, snapshot))
    if listing is not None:
        set_listings(database, known, {last.table: listing})
    if forget_host:
        database.run("UPDATE tables SET host = '' WHERE key = ?", (key,))
    database.tell([(last.table, last.number)])
    known.learn(last.table, Known(key, last.number))
    return True


def keep(database: Database, known: Knowledge, tables: Sequence[str], keeper: str, lease: float) -> frozenset[str]:
    """Take the leases that are free, expired or already ours, of tables that still exist."""
    database.fence(deleting=False)
    keys = keys_of(database, known, tables)
    now = database.now()
    taken = database.query_many(
        "INSERT INTO leases (key, keeper, until) SELECT v.key, v.keeper, v.until FROM v JOIN tables t ON t.key = v.key"
        " WHERE true"
        " ON CONFLICT (key) DO UPDATE SET keeper = excluded.keeper, until = excluded.until"
        " WHERE leases.keeper = excluded.keeper OR leases.until < ? RETURNING key",
        LEASE_ROW,
        [(key, keeper, now + lease) for key in sorted(keys.values())],
        (now,),
    )
    names = {key: table for table, key in keys.items()}
    return frozenset(names[key] for (key,) in taken)


def release(database: Database, known: Knowledge, tables: Sequence[str], keeper: str) -> None:
    """Give up our leases of these tables."""
    keys = sorted(keys_of(database, known, tables).values())
    sql = "DELETE FROM leases WHERE key IN (SELECT key FROM v) AND keeper = ?"
    database.many(sql, LEASE_ROW[:1], [(key,) for key in keys], (keeper,))


def release_all(database: Database, keeper: str) -> None:
    """Give up all our leases."""
    database.run("DELETE FROM leases WHERE keeper = ?", (keeper,))


def put(database: Database, kind: str, name: str, data: bytes) -> None:
    """Store a small document."""
    database.run(
        "INSERT INTO documents (kind, name, data) VALUES (?, ?, ?)"
        " ON CONFLICT (kind, name) DO UPDATE SET data = excluded.data",
        (kind, name, data),
    )


def remove(database: Database, kind: str, name: str) -> None:
    """Remove a small document."""
    database.run("DELETE FROM documents WHERE kind = ? AND name = ?", (kind, name))


def add(database: Database, kind: str, name: str, data: bytes) -> bytes:
    """Store a small document unless there is one, and return the stored one."""
    database.run("INSERT INTO documents (kind, name, data) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", (kind, name, data))
    return document(database, kind, name) or data


def claim(database: Database, now: float, limit: int, seconds: float) -> list[Notice]:
    """Claim notices that are due and not claimed by another process."""
    today = database.now()
    found = database.query(
        "UPDATE notices SET until = ? WHERE id IN"
        " (SELECT id FROM notices WHERE NOT delivered AND due <= ? AND until < ?"
        f" ORDER BY due, id LIMIT ? {database.skip_locked}) RETURNING id, data, due, tries, person",
        (today + seconds, now, today, limit),
    )
    return sorted((Notice(*row) for row in found), key=lambda notice: (notice.due, notice.id))


def post(database: Database, notices: Sequence[Notice], after: str) -> None:
    """Post notices whose id is new, unless they replace one that is no longer to be delivered. It is locked first."""
    if not after or database.run("UPDATE notices SET due = due WHERE id = ? AND NOT delivered", (after,)):
        insert_notices(database, notices)


def delivered(database: Database, ids: Sequence[str]) -> None:
    """Mark notices as done: only their id stays, to recognize them if they are posted again."""
    sql = "UPDATE notices SET delivered = (1 = 1), data = ?, person = '' WHERE id IN (SELECT id FROM v)"
    database.many(sql, ID, [(one,) for one in sorted(ids)], (b"",))


def postpone(database: Database, notice: str, due: float, failed: bool) -> None:
    """Schedule another try, and count the failed one."""
    sql = "UPDATE notices SET due = ?, tries = tries + ?, until = 0 WHERE id = ?"
    database.run(sql, (due, int(failed), notice))


def own_if(
    database: Database, again: bool, belongings: Sequence[Belonging], fresh: bool, given: Sequence[tuple[str, str]]
) -> bool:
    """Store belongings if all in `given` exist, and, if `fresh`, none of the new ones does.

    `again`: they may have been stored already, by us. What is given stays locked, so that no process deletes it before.
    """
    if again and (fresh or given):
        new = [one for one in belongings if one.person]
        if new and [belonging(database, one.kind, one.name) for one in new] == new:
            return True
    lock = "UPDATE belongings SET at = at WHERE kind = ? AND name = ?"
    if not all(database.run(lock, key) for key in given):
        return False
    if fresh:
        return insert_fresh(database, belongings)
    own(database, belongings)
    return True


def disown(database: Database, kind: str, name: str, person: str) -> bool:
    """Remove a belonging of a person. Return whether it was there."""
    return database.run("DELETE FROM belongings WHERE kind = ? AND name = ? AND person = ?", (kind, name, person)) > 0


def forget_person(database: Database, person: str) -> list[Belonging]:
    """Remove everything of a person and about them, and the notices for them.

    Rows are locked by a first statement, so that the second one finds what others have added until then.
    """
    database.run("UPDATE belongings SET at = at WHERE person = ?", (person,))
    database.run("UPDATE notices SET due = due WHERE person = ?", (person,))
    sql = f"DELETE FROM belongings WHERE person = ? OR about = ? RETURNING {BELONGING}"
    gone = [Belonging(*row) for row in database.query(sql, (person, person))]
    database.run("DELETE FROM notices WHERE person = ?", (person,))
    return sorted(gone, key=lambda one: (one.kind, one.name))


def keys_of(database: Database, known: Knowledge, tables: Sequence[str]) -> dict[str, int]:
    """Return the keys of the tables that exist."""
    if unknown := [table for table in dict.fromkeys(tables) if known.get(table) is None]:
        known.look_up(database, unknown)
    return {table: found.key for table in tables if (found := known.get(table))}

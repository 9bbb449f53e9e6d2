"""Queries. Every function takes a connection, and is independent of the others."""

from __future__ import annotations

from collections.abc import Sequence

from ludex.table.store.database import Database
from ludex.table.store.interface import Belonging, Header, Listed, Row, Saved, Status
from ludex.table.store.known import Knowledge, Known

HEADER = "id, game, definition, settings, seats, seed, clock, public, created, host"


def load(database: Database, knowledge: Knowledge, table: str) -> Saved | None:
    """Return a table. The snapshot is read first: rows are only ever added, so those after it are complete."""
    found = database.query(f"SELECT key, {HEADER} FROM tables WHERE id = ?", (table,))
    if not found:
        return None
    key, *fields = found[0]
    header = read_header(fields)
    snapshots = database.query("SELECT number, data FROM snapshots WHERE key = ?", (key,))
    snapshot = (int(snapshots[0][0]), bytes(snapshots[0][1])) if snapshots else None
    listed = database.query("SELECT status FROM listings WHERE key = ?", (key,))
    status: Status = listed[0][0] if listed else "open"
    saved = Saved(header, snapshot, _rows(database, key, table, snapshot[0] if snapshot else 0), status)
    knowledge.learn(table, Known(key, saved.last))
    return saved


def read_header(fields: list[object]) -> Header:
    """Return a header from its columns; SQLite has numbers for Booleans."""
    fields[7] = bool(fields[7])
    return Header(*fields)  # type: ignore[arg-type]  # the columns of the schema


def rows(database: Database, knowledge: Knowledge, table: str, after: int) -> tuple[Row, ...]:
    """Return the rows of a table after a number."""
    known = knowledge.get(table)
    if known is None:
        knowledge.look_up(database, [table])
        known = knowledge.get(table)
    if known is None:
        return ()
    found = _rows(database, known.key, table, after)
    if found:
        knowledge.learn(table, Known(known.key, found[-1].number))
    return found


def _rows(database: Database, key: int, table: str, after: int) -> tuple[Row, ...]:
    sql = "SELECT number, kind, data, at FROM rows WHERE key = ? AND number > ? ORDER BY number"
    return tuple(Row(table, *found) for found in database.query(sql, (key, after)))


def listed(database: Database, what: Status, game: str | None, limit: int, before: float | None) -> tuple[Listed, ...]:
    """Return public tables of a status, the newest first."""
    sql = (
        "SELECT t.id, l.game, l.status, l.summary, l.created, l.due FROM listings l JOIN tables t ON t.key = l.key"
        " WHERE l.status = ? AND l.public"
    )
    values: list[object] = [what]
    if game is not None:
        sql += " AND l.game = ?"
        values.append(game)
    if before is not None:
        sql += " AND l.created < ?"
        values.append(before)
    found = database.query(sql + " ORDER BY l.created DESC, t.id LIMIT ?", [*values, limit])
    return tuple(Listed(*row) for row in found)


def entries(database: Database, tables: Sequence[str]) -> tuple[Listed, ...]:
    """Return the entries of these tables in the list, the newest first."""
    found = database.query_many(
        "SELECT t.id, l.game, l.status, l.summary, l.created, l.due FROM v JOIN tables t ON t.id = v.id"
        " JOIN listings l ON l.key = t.key",
        (("id", "text"),),
        [(table,) for table in dict.fromkeys(tables)],
    )
    return tuple(sorted((Listed(*row) for row in found), key=lambda one: (-one.created, one.table)))


def count(database: Database) -> dict[Status, int]:
    """Return the number of tables of each status."""
    return dict(database.query("SELECT status, count(*) FROM listings GROUP BY status"))


def due(database: Database, now: float, limit: int) -> tuple[str, ...]:
    """Return tables that are due and have no keeper."""
    found = database.query(
        "SELECT t.id FROM listings l JOIN tables t ON t.key = l.key"
        " LEFT JOIN leases k ON k.key = l.key AND k.until >= ?"
        " WHERE l.due <= ? AND k.key IS NULL ORDER BY l.due, t.id LIMIT ?",
        (database.now(), now, limit),
    )
    return tuple(table for (table,) in found)


def document(database: Database, kind: str, name: str) -> bytes | None:
    """Return a small document."""
    found = database.query("SELECT data FROM documents WHERE kind = ? AND name = ?", (kind, name))
    return bytes(found[0][0]) if found else None


def documents(database: Database, kind: str) -> dict[str, bytes]:
    """Return all documents of a kind, sorted here because databases sort by different alphabets."""
    return dict(sorted(database.query("SELECT name, data FROM documents WHERE kind = ?", (kind,))))


BELONGING = "kind, name, person, data, about, at"


def belonging(database: Database, kind: str, name: str) -> Belonging | None:
    """Return a belonging."""
    found = database.query(f"SELECT {BELONGING} FROM belongings WHERE kind = ? AND name = ?", (kind, name))
    return Belonging(*found[0]) if found else None


def belongings(database: Database, person: str | None, kind: str | None) -> tuple[Belonging, ...]:
    """Return the belongings of a person or of all, sorted here because databases sort by different alphabets."""
    wanted = {name: value for name, value in (("person", person), ("kind", kind)) if value is not None}
    where = " AND ".join(f"{name} = ?" for name in wanted) or "1 = 1"
    found = (
        Belonging(*row)
        for row in database.query(f"SELECT {BELONGING} FROM belongings WHERE {where}", [*wanted.values()])
    )
    return tuple(sorted(found, key=lambda one: (one.kind, one.name)))

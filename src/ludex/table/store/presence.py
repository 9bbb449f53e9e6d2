"""People connected to other processes. A process that runs alone writes one row every few seconds, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping

from ludex.table.store.database import Columns, Database

SAID: Columns = (("key", "bigint"), ("process", "text"), ("seats", "int"))


def meet(
    database: Database, name: str, here: Mapping[int, int], said: Mapping[int, int], lease: float
) -> tuple[dict[int, int], dict[int, int]]:
    """Publish who is connected here, and return who is connected elsewhere: seats as bits, by the key of the table.

    `said` is what this process has published already. Returns the seats elsewhere, and what is published now: nothing
    new, as long as there are no other processes.
    """
    now = database.now()
    if _bury(database, name, now):
        said = {}
    database.run(
        "INSERT INTO processes (name, until) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET until = excluded.until",
        (name, now + lease),
    )
    if not database.query("SELECT 1 FROM processes WHERE name <> ? LIMIT 1", (name,)):
        return {}, dict(said)
    telling = {key: seats for key, seats in here.items() if seats}
    _tell(database, name, telling, said)
    found = database.query_many(
        "SELECT p.key, p.seats FROM v JOIN presence p ON p.key = v.key WHERE p.process <> ?",
        SAID[:1],
        [(key,) for key in sorted(here)],
        (name,),
    )
    elsewhere: dict[int, int] = {}
    for key, seats in found:
        elsewhere[key] = elsewhere.get(key, 0) | seats
    return elsewhere, telling


def _bury(database: Database, name: str, now: float) -> bool:
    """Forget processes whose lease has expired. Returns True if this one is not known, or no longer."""
    if gone := database.query("SELECT name FROM processes WHERE until < ? ORDER BY name", (now,)):
        for (one,) in gone:
            leave(database, one)
    return not database.query("SELECT 1 FROM processes WHERE name = ?", (name,))


def _tell(database: Database, name: str, telling: Mapping[int, int], said: Mapping[int, int]) -> None:
    gone = [(key,) for key in sorted(said) if key not in telling]
    database.many("DELETE FROM presence WHERE key IN (SELECT key FROM v) AND process = ?", SAID[:1], gone, (name,))
    database.many(
        "INSERT INTO presence (key, process, seats) SELECT key, process, seats FROM v WHERE true"
        " ON CONFLICT (key, process) DO UPDATE SET seats = excluded.seats",
        SAID,
        [(key, name, seats) for key, seats in sorted(telling.items()) if said.get(key) != seats],
    )


def leave(database: Database, name: str) -> None:
    """Remove a process that ends."""
    database.run("DELETE FROM presence WHERE process = ?", (name,))
    database.run("DELETE FROM processes WHERE name = ?", (name,))

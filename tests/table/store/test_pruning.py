"""Old tables are deleted with everything that belongs to them, in stores of all kinds; nothing else is."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ludex.cli import app
from ludex.table.store import Listing, Row, Store
from ludex.table.store.address import find_source
from ludex.table.store.known import Knowledge
from ludex.table.store.pruning import prune
from ludex.table.store.schema import TABLES
from ludex.table.store.writes import keep
from tests.table.store.places import InDatabase, Place, header

pytestmark = pytest.mark.anyio
OLD, NEW = 1_000.0, 2_000.0


def row(table: str, number: int, at: float) -> Row:
    return Row(table, number, "chat", b"{}", at)


async def make(store: Store, table: str, created: float, last: float, due: float | None = None) -> None:
    rows = [row(table, 1, created), row(table, 2, last)]
    await store.create(header(table, created=created), rows, Listing("playing", b"{}", due))
    await store.keep_snapshot(table, 1, b"snapshot")


async def test_only_tables_at_which_nothing_has_happened_since_are_deleted(store: Store) -> None:
    await make(store, "old", OLD, OLD)
    await make(store, "older", OLD - 1, OLD)
    await make(store, "played", OLD, NEW)
    await make(store, "awaited", OLD, OLD, due=OLD + 5)
    await make(store, "kept", OLD, OLD)
    await store.keep(["kept"])
    await store.put("genome", "old", b"{}")
    assert await store.prune(OLD, 10) == (), "what happened just then stays"
    assert await store.prune(1_500.0, 1) == ("older",), "the oldest first"
    assert await store.prune(1_500.0, 10) == ("old",)
    assert await store.load("old") is None
    assert await store.get("genome", "old") == b"{}"
    for table in ("played", "awaited", "kept"):
        saved = await store.load(table)
        assert saved is not None
        assert saved.last == 2
    assert sum((await store.count()).values()) == 3


async def test_a_table_is_spared_for_a_while_after_its_keeper_died(place: Place) -> None:
    """A client may have it open at another process, which takes it over at its next round."""
    dying, other = place(lease=-1.0), place()
    await dying.open()
    await other.open()
    for table in ("open", "asleep"):
        await make(dying, table, OLD, OLD)
    await make(dying, "new", NEW, NEW)
    assert await dying.keep(["open"]) == {"open"}, "a lease that has expired at once"
    assert await other.prune(NEW, 10) == ("asleep",)
    assert await other.keep(["open"]) == {"open"}
    await dying.close()
    await other.close()


async def test_the_id_of_a_deleted_table_is_free(store: Store) -> None:
    await make(store, "a", OLD, OLD)
    await make(store, "b", NEW, NEW)
    assert await store.prune(NEW, 10) == ("a",)
    await make(store, "a", NEW, NEW)
    assert await store.append([row("a", 3, NEW)])
    assert [one.number for one in await store.rows("a")] == [1, 2, 3]


async def test_nothing_of_a_deleted_table_is_left_in_the_database(database: InDatabase) -> None:
    store = database()
    await store.open()
    await make(store, "a", OLD, OLD)
    await make(store, "b", NEW, NEW)
    assert await store.prune(NEW, 10) == ("a",)
    await store.close()
    connection = find_source(database.url).connect()
    left = {name: connection.query(f"SELECT count(*) FROM {name}")[0][0] for name in TABLES}
    connection.close()
    alone = {"tables": 1, "rows": 2, "snapshots": 1, "listings": 1}
    assert left == {**dict.fromkeys(TABLES, 0), **alone}


async def test_a_table_that_is_opened_while_it_is_deleted_is_gone(database: InDatabase) -> None:
    store = database()
    await store.open()
    await make(store, "a", OLD, OLD)
    await make(store, "b", NEW, NEW)
    assert await store.load("a") is not None, "it was known before"
    connection = find_source(database.url).connect()
    connection.begin()
    assert prune(connection, NEW) == ["a"]
    opening = asyncio.ensure_future(store.keep(["a"]))
    await asyncio.sleep(0.2)
    assert not opening.done(), "nobody can tell yet"
    connection.commit()
    connection.close()
    assert await opening == frozenset()
    assert await store.load("a") is None
    await store.close()


async def test_a_table_that_is_deleted_while_it_is_opened_stays(database: InDatabase) -> None:
    store = database()
    await store.open()
    await make(store, "a", OLD, OLD)
    await make(store, "b", NEW, NEW)
    connection = find_source(database.url).connect()
    connection.begin()
    assert keep(connection, Knowledge(), ["a"], "another", 60.0) == {"a"}
    deleting = asyncio.ensure_future(store.prune(NEW, 10))
    await asyncio.sleep(0.2)
    assert not deleting.done(), "nobody can tell yet"
    connection.commit()
    connection.close()
    assert await deleting == ()
    assert await store.load("a") is not None
    await store.close()


async def test_a_process_hears_of_rows_after_all_that_it_knew_was_deleted(place: Place) -> None:
    """SQLite gives numbers of rows out again if the last one is deleted."""
    one, other = place(), place()
    await one.open()
    await other.open()
    heard: list[str] = []
    other.on_rows(lambda table, number: heard.append(table))
    await make(one, "a", OLD, OLD)
    while "a" not in heard:
        await asyncio.sleep(0.01)
    await one.prune(NEW, 10)
    await make(one, "b", NEW, NEW)
    while "b" not in heard:
        await asyncio.sleep(0.01)
    await one.close()
    await other.close()


async def test_the_command_deletes_what_is_older_than_so_many_days(tmp_path: Path) -> None:
    place = InDatabase(f"sqlite:///{tmp_path}/ludex.db")
    store, today = place(), time.time()
    await store.open()
    await make(store, "old", today - 20 * 86_400, today - 10 * 86_400)
    await make(store, "new", today - 20 * 86_400, today)
    await store.close()

    def prune(*words: str) -> str:
        done = CliRunner().invoke(app, ["db", "prune", place.url, *words])
        assert done.exit_code == 0, done.output
        return done.stdout

    assert '"tables":1' in prune("--days", "9", "--dry-run", "--json").replace(" ", "")
    assert "0 tables" in prune("--days", "11")
    assert "1 table deleted" in prune("--days", "9")
    await store.open()
    assert (await store.load("old"), (await store.load("new")) is not None) == (None, True)
    await store.close()

"""Features of databases only: group commit, schema, finding other processes by polling, quick restarts."""

from __future__ import annotations

import asyncio
import os
import socket
import sqlite3
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from ludex.table.store import Listing, Notice, Store
from ludex.table.store.address import find_source
from ludex.table.store.database import Values
from ludex.table.store.postgres import PostgresDatabase
from ludex.table.store.schema import TABLES, VERSIONS, migrations
from ludex.table.store.sql import ALIVE, SqlStore
from ludex.table.store.sqlite import SqliteDatabase, SqliteSource
from tests.table.store.places import InDatabase, header, row

pytestmark = pytest.mark.anyio


async def test_whatever_waits_goes_into_one_commit(database: InDatabase) -> None:
    store = database()
    await store.open()
    await asyncio.gather(*(store.create(header(f"t{number}")) for number in range(300)))
    before = store.figures()["commits"]
    results = await asyncio.gather(*(store.append([row(f"t{number}", 1)]) for number in range(300)))
    assert all(results)
    after = store.figures()
    assert after["commits"] - before <= 5  # the first may have gone alone
    assert after["rows"] == 300
    assert after["largest_batch"] > 100
    await store.close()


async def test_a_lost_race_in_a_batch_fails_no_other_table(database: InDatabase) -> None:
    one, two = database(), database()
    await one.open()
    await two.open()
    names = [f"t{number}" for number in range(40)]
    for name in names:
        await one.create(header(name))
        await two.load(name)
    lost = names[::7]
    for name in lost:
        assert await one.append([row(name, 1, b"one")])
    results = await asyncio.gather(*(two.append([row(name, 1, b"two"), row(name, 2, b"two")]) for name in names))
    assert [name for name, won in zip(names, results, strict=True) if not won] == lost
    for name in names:
        assert [one.data for one in await one.rows(name)] == ([b"one"] if name in lost else [b"two", b"two"])
    assert two.figures()["lost_races"] == len(lost)
    await one.close()
    await two.close()


async def _moves(store: Store, names: Sequence[str], number: int) -> list[bool]:
    """All tables at once, each with everything that can go with a row."""
    with_it = [(Listing("playing"), [Notice(f"{name}/{number}", b"", 0.0)]) for name in names]
    jobs = (store.append([row(name, number)], *more) for name, more in zip(names, with_it, strict=True))
    return await asyncio.gather(*jobs)


async def test_two_processes_write_many_tables_at_once_without_deadlock(
    database: InDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each has written half of its rows when the other begins."""
    insert = PostgresDatabase.insert_rows

    def by_halves(self: PostgresDatabase, rows: Sequence[Values]) -> bool:
        half = len(rows) // 2
        if not insert(self, rows[:half]):
            return False
        time.sleep(0.1)
        return insert(self, rows[half:])

    monkeypatch.setattr(PostgresDatabase, "insert_rows", by_halves)
    one, two = database(), database()
    await one.open()
    await two.open()
    names = [f"t{number}" for number in range(60)]
    await asyncio.gather(*(one.create(header(name)) for name in names))
    for number in range(1, 4):
        sent = [_moves(one, names, number), _moves(two, names[::-1], number)]
        first, second, *kept = await asyncio.gather(*sent, one.keep(names), two.keep(names[::-1]))
        assert isinstance(first, list)
        assert isinstance(second, list)
        assert [sum(won) for won in zip(first, second[::-1], strict=True)] == [1] * len(names)
        assert {*kept[0], *kept[1]} == set(names)
    for figures in (one.figures(), two.figures()):
        assert figures["failures"] == figures["repeats"] == 0
    await one.close()
    await two.close()


@pytest.mark.parametrize("pid", [2**22 + 1, os.getpid()], ids=["gone", "taken again"])  # no process has the first
async def test_a_restart_after_a_crash_need_not_wait_for_the_leases_of_the_dead(database: InDatabase, pid: int) -> None:
    dead = database()
    assert isinstance(dead, SqlStore)
    await dead.open()
    await dead.create(header("t"), listing=Listing("playing", due=1.0))
    ALIVE.remove(dead._name)
    dead._name = f"{socket.gethostname()}:{pid}:dead"
    assert await dead.keep(["t"])
    born = database()
    await born.open()
    assert await born.due(2.0, 10) == ("t",)
    assert await born.keep(["t"]) == {"t"}
    await born.close()
    await dead.close()


async def test_a_server_that_starts_leaves_the_leases_of_the_living_alone(database: InDatabase) -> None:
    one, two = database(), database()
    await one.open()
    await one.create(header("t"), listing=Listing("playing", due=1.0))
    assert await one.keep(["t"])
    await two.open()
    assert await two.due(2.0, 10) == ()
    await one.close()
    await two.close()


async def test_a_closed_store_can_be_opened_again(database: InDatabase) -> None:
    store = database()
    for number in range(1, 4):
        await store.open()
        if number == 1:
            await store.create(header("t"))
        assert await store.append([row("t", number)])
        assert len(await store.rows("t")) == number
        await store.close()


# --- the schema


def test_the_versions_are_those_of_the_migrations() -> None:
    found = [script.revision for script in migrations().walk_revisions()]
    assert tuple(reversed(found)) == VERSIONS
    assert migrations().get_heads() == [VERSIONS[-1]]


async def test_the_schema_has_the_tables_that_are_documented(database: InDatabase) -> None:
    store = database()
    assert isinstance(store, SqlStore)
    await store.open()
    connection = store._source.connect()
    assert all(connection.has_table(name) for name in TABLES)
    page = Path(__file__).parents[3] / "docs" / "storage.md"
    assert all(f"| `{name}` |" in page.read_text(encoding="utf-8") for name in TABLES)
    connection.close()
    await store.close()


async def test_a_database_is_migrated_once(database: InDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    store = database()
    await store.open()
    await store.create(header("t"))
    await store.close()
    for module in ("sqlite", "postgres"):
        monkeypatch.setattr(f"ludex.table.store.{module}.upgrade", None)
    again = database()
    await again.open()
    assert await again.load("t")
    await again.close()


# --- SQLite


def test_a_commit_is_on_the_disk_when_it_returns(tmp_path: Path) -> None:
    connection = SqliteDatabase(str(tmp_path / "x.db"))
    assert connection.query("PRAGMA journal_mode") == [("wal",)]
    assert connection.query("PRAGMA synchronous") == [(2,)]  # FULL
    connection.close()


async def test_the_log_moves_into_the_file_while_the_server_runs(
    sqlite_place: InDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludex.table.store.sqlite.SWEEP_EVERY", 0.05)
    monkeypatch.setattr("ludex.table.store.sqlite.SWEEP_FROM", 0)
    store = sqlite_place()
    await store.open()
    await store.create(header("t"), [row("t", 1)])
    file = sqlite_place.url.replace("sqlite:///", "file:") + "?immutable=1"  # the file alone, without its log
    count = 0
    while not count:
        await asyncio.sleep(0.05)
        connection = sqlite3.connect(file, uri=True)
        with suppress(sqlite3.Error):
            (count,) = connection.execute("SELECT count(*) FROM rows").fetchone()
        connection.close()
    assert count == 1
    assert await store.append([row("t", 2)])
    await store.close()


def test_an_address_means_the_file_it_names(tmp_path: Path) -> None:
    for address, path in ((f"{tmp_path}/a b.db", tmp_path / "a b.db"), ("ludex.db", Path("ludex.db"))):
        source = find_source(f"sqlite:///{address}")
        assert isinstance(source, SqliteSource)
        assert source.path == path


async def test_a_copy_made_while_the_server_runs_is_whole(sqlite_place: InDatabase, tmp_path: Path) -> None:
    """The backup that the documentation advises."""
    store = sqlite_place()
    await store.open()
    await store.create(header("t"))
    for number in range(1, 31):
        await store.append([row("t", number)])
    live = sqlite3.connect(sqlite_place.url.removeprefix("sqlite:///"))
    live.execute("VACUUM INTO ?", (str(tmp_path / "backup.db"),))
    live.close()
    assert await store.append([row("t", 31)])
    await store.close()
    backup = InDatabase(f"sqlite:///{tmp_path}/backup.db")()
    await backup.open()
    assert len(await backup.rows("t")) == 30
    await backup.close()

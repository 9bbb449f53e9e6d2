"""Trouble with the database: the messages that people see, and the state that is left."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import errors

from ludex.table.store import (
    BadUrl,
    MissingDriver,
    NewerSchema,
    NotLudex,
    NotWritable,
    StoreBusy,
    StoreClosed,
    StoreError,
    StoreFull,
    StoreLost,
    open_store,
)
from ludex.table.store import postgres as postgres_module
from ludex.table.store import sqlite as sqlite_module
from ludex.table.store.postgres import PostgresDatabase, PostgresSource
from ludex.table.store.schema import TABLES, VERSIONS, is_current
from ludex.table.store.sql import SqlStore
from ludex.table.store.sqlite import SqliteDatabase
from tests.table.store.places import InDatabase, header, row, until

pytestmark = pytest.mark.anyio


# --- addresses


@pytest.mark.parametrize(
    ("url", "words"),
    [
        (
            "ludex.db",
            "'ludex.db' is not the address of a database; expected memory:, sqlite:///ludex.db or postgresql://",
        ),
        ("", "not the address"),
        ("postgresql://user:sesame@host:port/db", "that is not the address"),
        ("sqlite://", "does not name a file; write sqlite:///ludex.db, or memory:"),
        ("sqlite:///:memory:", "does not name a file"),
        ("sqlite:///x.db?mode=ro", "options"),
        ("mysql://user:sesame@host/db", "cannot store tables in mysql; expected"),
        ("postgresql+asyncpg://user:sesame@host/db", "cannot store tables in postgresql\\+asyncpg"),
    ],
)
def test_a_bad_address_is_refused_with_an_example_and_without_the_password(url: str, words: str) -> None:
    with pytest.raises(BadUrl, match=words) as caught:
        open_store(url)
    assert "sesame" not in str(caught.value)


def test_an_address_of_postgres_is_taken_in_all_its_spellings() -> None:
    for scheme in ("postgres", "postgresql", "postgresql+psycopg"):
        store = open_store(f"{scheme}://ann:sesame@db.example:5433/ludex")
        assert repr(store).endswith("://ann:***@db.example:5433/ludex>")


@pytest.mark.parametrize(
    ("package", "url", "extra"),
    [
        ("psycopg", "postgresql://h/d", "pip install 'ludex[table,postgres]'"),
        ("sqlalchemy", "sqlite:///x.db", "pip install 'ludex[table]'"),
    ],
)
def test_a_missing_driver_is_told_with_the_extra_to_install(
    monkeypatch: pytest.MonkeyPatch, package: str, url: str, extra: str
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.delitem(sys.modules, "ludex.table.store.postgres")
    with pytest.raises(MissingDriver) as caught:
        open_store(url)
    assert extra in str(caught.value)


# --- files


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("", "is a folder; name a file in it: sqlite:///"),
        ("no/such/folder/ludex.db", "the folder of .* does not exist"),
        ("file/ludex.db", "the folder of .* does not exist"),
    ],
)
async def test_a_file_that_cannot_be_is_refused_at_the_start(tmp_path: Path, path: str, words: str) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(NotWritable, match=words):
        await open_store(f"sqlite:///{tmp_path / path}").open()


async def test_a_file_where_nothing_can_be_written_is_refused_at_the_start() -> None:
    with pytest.raises(NotWritable, match=r"/proc/ludex.db cannot be written: .* must be writable for this user"):
        await open_store("sqlite:////proc/ludex.db").open()


async def test_a_database_that_became_read_only_is_refused_at_the_start(
    sqlite_place: InDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = sqlite_place()
    await store.open()
    await store.close()
    connect = sqlite3.connect

    def read_only(path: str, **options: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(path, **options)
        connection.execute("PRAGMA query_only=1")  # permissions mean nothing to root, who may run this test
        return connection

    monkeypatch.setattr(sqlite3, "connect", read_only)
    with pytest.raises(NotWritable, match="cannot be written"):
        await sqlite_place().open()


async def test_a_file_of_something_else_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ann, this is not a database. " * 50)
    before = path.read_bytes()
    with pytest.raises(NotLudex, match="not a SQLite database"):
        await open_store(f"sqlite:///{path}").open()
    assert path.read_bytes() == before


async def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "shop.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE tables (legs INTEGER)")
    connection.close()
    with pytest.raises(NotLudex, match="tables of another program; give Ludex a separate database"):
        await open_store(f"sqlite:///{path}").open()


async def test_a_database_of_a_newer_ludex_is_refused(database: InDatabase) -> None:
    store = database()
    assert isinstance(store, SqlStore)
    await store.open()
    await store._writer.do(lambda connection, *_: connection.run("UPDATE ludex_schema SET version_num = '9999'"))
    await store.close()
    with pytest.raises(NewerSchema, match="has schema 9999, but this version of Ludex supports schemas up to 0003"):
        await database().open()


async def test_a_server_that_is_not_there_is_told_without_the_password() -> None:
    with pytest.raises(StoreLost, match=r"cannot connect to .*Is the server running") as caught:
        await open_store("postgresql://ann:sesame@127.0.0.1:1/ludex").open()
    assert "sesame" not in str(caught.value)


async def test_many_processes_start_on_an_empty_database_at_once(database: InDatabase) -> None:
    stores = [database() for _ in range(4)]
    await asyncio.gather(*(store.open() for store in stores))
    await stores[0].create(header("t"))
    assert await stores[3].load("t")
    await asyncio.gather(*(store.close() for store in stores))


@pytest.mark.parametrize("looks", range(len(TABLES) + 2))
def test_a_schema_that_appears_between_two_looks_is_ludex_s(looks: int) -> None:
    """Another process makes all tables at once, after any number of looks at the database."""
    left = [looks]

    class Appearing:
        def has_table(self, name: str) -> bool:
            left[0] -= 1
            return left[0] < 0

        def query(self, sql: str) -> list[tuple[str]]:
            return [(VERSIONS[-1],)]

    assert is_current(Appearing(), "a database") == (looks <= len(TABLES))  # type: ignore[arg-type]  # only what is asked


async def test_a_user_who_may_not_make_tables_is_told_so(postgres_place: InDatabase) -> None:
    with psycopg.connect(postgres_place.url, autocommit=True) as connection:
        connection.execute("CREATE ROLE guest LOGIN")
    guest = postgres_place.url.replace("//postgres:", "//guest:")
    with pytest.raises(NotWritable, match=r"(permission denied|no schema) .* must own the database's schema"):
        await open_store(guest).open()


# --- a full disk


async def test_a_full_disk_raises_and_writes_nothing_by_halves(sqlite_place: InDatabase) -> None:
    store = sqlite_place()
    assert isinstance(store, SqlStore)
    await store.open()
    for table in "abc":
        await store.create(header(table))
    connection = store._writer._database
    assert isinstance(connection, SqliteDatabase)
    (pages,) = connection.raw.execute("PRAGMA page_count").fetchone()
    connection.raw.execute(f"PRAGMA max_page_count={pages + 4}")
    results = await asyncio.gather(
        store.append([row("a", 1)]),
        *(store.append([row(table, 1, bytes(30_000)), row(table, 2)]) for table in "bc"),
        return_exceptions=True,
    )
    assert all(isinstance(result, StoreFull) for result in results[1:])
    assert "no room left" in str(results[1])
    assert "nothing was written" in str(results[1])
    for table, result in zip("abc", results, strict=True):
        assert len(await store.rows(table)) == (1 if result is True else 0)
    connection.raw.execute("PRAGMA max_page_count=1000000")
    assert await store.append([row("b", 1, bytes(30_000)), row("b", 2)])
    await store.close()
    second = sqlite_place()
    await second.open()
    assert [one.number for one in await second.rows("b")] == [1, 2]
    await second.close()


async def test_a_full_disk_of_the_server_raises_and_a_listing_is_written_later(
    postgres_place: InDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = postgres_place()
    await store.open()
    await store.create(header("t"))
    commit = PostgresDatabase.commit

    def full(self: PostgresDatabase) -> None:
        raise errors.DiskFull("could not extend file")

    monkeypatch.setattr(PostgresDatabase, "commit", full)
    await store.set_listing("t", "playing", b"{}", None)
    with pytest.raises(StoreFull, match="no room left"):
        await store.append([row("t", 1)])
    monkeypatch.setattr(PostgresDatabase, "commit", commit)
    assert await store.rows("t") == ()
    assert await store.append([row("t", 1)])
    assert (await store.count())["playing"] == 1
    await store.close()


# --- others in the way


async def test_a_file_that_stays_locked_raises(sqlite_place: InDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_module, "PATIENCE", 0.1)
    store = sqlite_place()
    await store.open()
    await store.create(header("t"))
    other = sqlite3.connect(sqlite_place.url.removeprefix("sqlite:///"), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreBusy, match=r"has locked .* for more than 0\.1 s"):
        await store.append([row("t", 1)])
    assert await store.rows("t") == ()  # readers do not wait
    other.execute("ROLLBACK")
    other.close()
    assert await store.append([row("t", 1)])
    await store.close()


async def test_rows_that_cannot_be_written_at_all_do_not_hurt_the_others(database: InDatabase) -> None:
    store = database()
    await store.open()
    for table in "abc":
        await store.create(header(table))
    results = await asyncio.gather(
        store.append([row("a", 1)]),
        store.append([row("b", 1, at=None)]),  # type: ignore[arg-type]  # wrong on purpose
        store.append([row("c", 1)]),
        store.append([row("c", 1)]),
        store.put("genome", "x", b"1"),
        return_exceptions=True,
    )
    assert [results[0], results[2], results[3], results[4]] == [True, True, False, None]
    assert isinstance(results[1], StoreError)
    assert "refuses this" in str(results[1])
    assert await store.append([row("b", 1)])
    await store.close()


async def test_what_was_sent_on_top_of_a_lost_row_is_lost_too(
    database: InDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = database(), database()
    await one.open()
    await two.open()
    await one.create(header("t"))
    await two.load("t")
    assert await one.append([row("t", 1, b"one")])
    begun, go = threading.Event(), threading.Event()
    for kind in (SqliteDatabase, PostgresDatabase):
        monkeypatch.setattr(kind, "begin", _held_up(kind.begin, begun, go))
    first = asyncio.ensure_future(two.append([row("t", 1, b"two")]))
    await until(begun.is_set)  # the writer is at it; what follows goes into another transaction
    second = asyncio.ensure_future(two.append([row("t", 2, b"two")]))
    third = asyncio.ensure_future(two.append([row("t", 3, b"two")]))
    await asyncio.sleep(0)  # both are sent
    go.set()
    assert [await first, await second, await third] == [False, False, False]
    assert await two.append([row("t", 2, b"two")])
    assert [one.data for one in await one.rows("t")] == [b"one", b"two"]
    await one.close()
    await two.close()


def _held_up(begin: Callable[[Any], None], begun: threading.Event, go: threading.Event) -> Callable[[Any], None]:
    def wait(self: Any) -> None:
        begun.set()
        go.wait()
        begin(self)

    return wait


async def test_little_room_for_what_is_remembered_changes_nothing(
    database: InDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludex.table.store.known.MOST", 4)
    monkeypatch.setattr("ludex.table.store.writer.MOST_JOBS", 3)
    monkeypatch.setattr("ludex.table.store.writer.MOST_DOUBTS", 0)
    one, two = database(), database()
    await one.open()
    await two.open()
    names = [f"t{number}" for number in range(20)]
    await asyncio.gather(*(one.create(header(name)) for name in names))
    for number in (1, 2, 3):
        mine, theirs = await asyncio.gather(
            asyncio.gather(*(one.append([row(name, number)]) for name in names)),
            asyncio.gather(*(two.append([row(name, number)]) for name in names)),
        )
        assert [a + b for a, b in zip(mine, theirs, strict=True)] == [1] * len(names)
    assert one.figures()["largest_batch"] == 3
    await one.close()
    await two.close()


async def test_processes_in_each_others_way_are_not_noticed(
    postgres_place: InDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = postgres_place()
    await store.open()
    await store.create(header("t"))
    commit, failures = PostgresDatabase.commit, iter([True, True, False])

    def sometimes(self: PostgresDatabase) -> None:
        if next(failures):
            raise errors.DeadlockDetected("deadlock detected")
        commit(self)

    monkeypatch.setattr(PostgresDatabase, "commit", sometimes)
    assert await store.append([row("t", 1)])
    monkeypatch.setattr(PostgresDatabase, "commit", commit)
    assert len(await store.rows("t")) == 1
    assert store.figures()["repeats"] == 2
    await store.close()


async def test_an_error_of_our_own_leaves_nobody_waiting(database: InDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    store = database()
    await store.open()
    await store.create(header("t"))
    with monkeypatch.context() as broken:
        broken.setattr("ludex.table.store.batch.Batch._append", None)
        results = await asyncio.gather(
            store.append([row("t", 1)]), store.put("a", "b", b""), store.keep(["t"]), return_exceptions=True
        )
    assert [type(result) for result in results] == [StoreError] * 3
    assert await store.append([row("t", 1)])
    await store.close()


async def test_a_store_that_cannot_listen_is_closed_again(
    postgres_place: InDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    def deaf(self: PostgresSource) -> PostgresDatabase:
        raise StoreLost("cannot connect")

    store = postgres_place()
    with monkeypatch.context() as broken:
        broken.setattr(PostgresSource, "_listening", deaf)
        with pytest.raises(StoreLost):
            await store.open()
    with pytest.raises(StoreClosed):
        await store.create(header("t"))
    await store.open()
    await store.create(header("t"))
    await store.close()


async def test_a_sender_that_goes_away_harms_nobody(database: InDatabase) -> None:
    store = database()
    await store.open()
    await store.create(header("t"))
    going = asyncio.ensure_future(store.append([row("t", 1)]))
    await asyncio.sleep(0)
    going.cancel()
    assert await store.append([row("t", 2)])
    assert len(await store.rows("t")) == 2
    await store.close()


# --- lost connections


def _cut(url: str) -> None:
    """End all other connections to a database, as a restart of the server does."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


async def test_a_lost_connection_comes_back_and_nobody_notices(
    postgres_place: InDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, second = postgres_place(), postgres_place()
    heard: dict[str, int] = {}
    await store.open()
    await second.open()
    store.on_rows(heard.__setitem__)
    await store.create(header("t"))
    await store.create(header("u"))
    assert await second.append([row("u", 1)])
    for number in range(1, 4):
        _cut(postgres_place.url)
        assert await store.append([row("t", number)])
        assert len(await store.rows("t")) == number
    await asyncio.sleep(0.5)
    monkeypatch.setattr(postgres_module, "PAUSE", 1.5)
    _cut(postgres_place.url)
    assert await second.append([row("u", 2)])  # not received, because the listener is disconnected for a while
    await until(lambda: heard.get("u") == 2)
    await store.close()
    await second.close()


async def test_a_commit_whose_answer_was_lost_is_not_made_twice(
    postgres_place: InDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = postgres_place()
    await store.open()
    await store.create(header("other"))
    commit = PostgresDatabase.commit
    lost: list[bool] = []

    def commit_and_lose(self: PostgresDatabase) -> None:
        commit(self)
        if not lost:
            lost.append(True)
            self.raw.close()
            raise psycopg.OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr(PostgresDatabase, "commit", commit_and_lose)
    await store.create(header("t"), [row("t", 1)])
    lost.clear()
    assert await store.append([row("t", 2), row("t", 3)])
    assert [one.number for one in await store.rows("t")] == [1, 2, 3]
    lost.clear()
    mine, others = await asyncio.gather(store.append([row("t", 4, b"a")]), store.append([row("t", 4, b"b")]))
    assert (mine, others) == (True, False)
    await store.close()


async def test_a_server_that_stays_away_raises_and_may_come_back(
    postgres_place: InDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PostgresSource, "patience", 0.5)
    store = postgres_place()
    await store.open()
    await store.create(header("t"))
    connect = PostgresSource.connect

    def away(self: PostgresSource) -> PostgresDatabase:
        raise StoreLost("cannot connect")

    monkeypatch.setattr(PostgresSource, "connect", away)
    _cut(postgres_place.url)
    with pytest.raises(StoreLost):
        await store.append([row("t", 1)])
    monkeypatch.setattr(PostgresSource, "connect", connect)
    assert await store.append([row("t", 1)])
    await store.close()

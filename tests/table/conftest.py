"""A server in the test's own process, whose clock the test advances."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from ludex.core.game.machine import Machine
from ludex.table.app import application
from tests.table.house import House, make_house
from tests.table.noticed import Outside, outside
from tests.table.persons import Browser


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Asynchronous tests run on asyncio, as the server does."""
    return "asyncio"


@pytest.fixture(autouse=True)
def _interpreted_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Test the table on interpreted rules. Compiled rules give the same bytes, but take time to compile."""
    monkeypatch.setattr(Machine, "kernel", property(lambda machine: machine.interpreted))


@pytest.fixture(autouse=True)
def _no_brake(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let requests of an address that sends too many not wait."""
    monkeypatch.setattr(application, "BRAKE", 0.0)


@pytest.fixture
async def house() -> AsyncIterator[House]:
    """A house with one server."""
    made = await make_house()
    yield made
    await made.close()


@pytest.fixture
async def out(house: House) -> AsyncIterator[Outside]:
    """The services outside the house that turn notices are delivered to."""
    async with outside(house) as found:
        yield found


@pytest.fixture
async def ann(house: House) -> AsyncIterator[Browser]:
    """Ann's browser."""
    async with Browser(house) as browser:
        yield browser


@pytest.fixture
async def bo(house: House) -> AsyncIterator[Browser]:
    """Bo's browser."""
    async with Browser(house) as browser:
        yield browser

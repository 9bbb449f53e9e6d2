"""The fallback: Uvicorn's own WebSockets, where the inner parts that ours needs are missing."""

from __future__ import annotations

import asyncio
import importlib
import sys

import pytest
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ludex.table.app import gate
from ludex.table.app.serving import socket_class
from ludex.table.client import Client
from ludex.table.server.limits import Limits
from tests.table.house import PATIENCE, first_of, make_house
from tests.table.served import Wire, frame, served

pytestmark = pytest.mark.anyio


@pytest.fixture
def _moved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the import of Uvicorn's inner class fail, as if it were somewhere else."""
    importlib.import_module("uvicorn.protocols.websockets.auto")  # which knows where
    monkeypatch.delitem(sys.modules, "ludex.table.app.uvicorn_socket", raising=False)
    monkeypatch.setitem(sys.modules, WebSocketsSansIOProtocol.__module__, None)


def test_ours_is_chosen_where_uvicorn_has_a_place_for_it() -> None:
    assert getattr(socket_class(), "__name__", "") == "TableSocket"


@pytest.mark.usefixtures("_moved")
def test_uvicorns_own_is_chosen_where_the_class_is_missing(caplog: pytest.LogCaptureFixture) -> None:
    assert socket_class() == "auto"
    assert "Uvicorn's own WebSockets" in caplog.text


def test_uvicorns_own_is_chosen_where_the_class_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "ludex.table.app.uvicorn_socket", raising=False)
    monkeypatch.setattr(WebSocketsSansIOProtocol, "__init__", lambda self: None)
    assert socket_class() == "auto"


@pytest.mark.usefixtures("_moved")
async def test_a_whole_game_is_played_over_plain_sockets() -> None:
    house = await make_house(limits=Limits.none())
    table = await house.make("betting-war", people=1, bots=1)
    await table.sit()
    async with served(house) as address, asyncio.timeout(PATIENCE):
        async with Client(address.replace("ws", "http", 1), table.tokens[0]) as ann:
            moves = 0
            async for state in ann.states():
                if state["options"] and state["number"] == ann.state["number"]:
                    await ann.move(first_of(state["options"]), state["number"])
                    moves += 1
                house.clock.advance(1)
        assert ann.state["outcome"]
        assert moves > 1
    await house.close()


@pytest.mark.usefixtures("_moved")
async def test_a_flood_over_a_plain_socket_ends_with_1008_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "PAUSE", 0.05)
    monkeypatch.setattr(gate, "GRACE", PATIENCE)
    house = await make_house(limits=Limits(bytes_in=10_000, byte_burst=10_000))
    table = await house.make("gin-rummy", people=2)
    async with served(house) as address:
        messages = await Wire.open(address, table, None)
        messages.writer.write(frame(b"", 0x89) * 20_000)
        assert await messages.closed_with() == 1008
    await house.close()

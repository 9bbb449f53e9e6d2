"""Sending over a real WebSocket: together, at once, and with patience for those who are slow."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest
import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from ludex.table.app import make_app
from ludex.table.sender import Sender
from ludex.table.serving import listen
from ludex.table.sockets import TableSocket
from tests.table.house import Closed, House, Made, first_of, make_house

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def served(house: House) -> AsyncIterator[str]:
    """The house with Uvicorn in front of it, as `ludex serve` runs it; where its sockets are."""
    listening = listen("127.0.0.1", 0)
    config = uvicorn.Config(make_app(house.hall, sweep=False), ws=TableSocket, lifespan="off", log_level="error")
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve([listening]))
    while not server.started:
        await asyncio.sleep(0.005)
    try:
        yield f"ws://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        await task


async def greet(socket: ClientConnection, table: Made, seat: int) -> None:
    await socket.send(msgspec.json.encode({"type": "hello", "token": table.tokens[seat]}).decode())


async def heard(socket: ClientConnection) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(await asyncio.wait_for(socket.recv(), 20))
    return found


@pytest.mark.parametrize("compression", ["deflate", None])
async def test_a_move_is_accepted_and_told_in_one_write(
    compression: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    writes: list[int] = []
    send_now = TableSocket.send_now

    def counted(self: TableSocket, messages: list[bytes]) -> bool:
        writes.append(len(messages))
        return send_now(self, messages)

    monkeypatch.setattr(TableSocket, "send_now", counted)
    house = await make_house()
    table = await house.make("gin-rummy", people=2)
    await table.sit()
    async with served(house) as address, connect(f"{address}/tables/{table.id}/live", compression=compression) as ann:
        await greet(ann, table, 0)
        state = await heard(ann)
        while not state["options"]:
            await table.move(state["waiting"][0])
            state = await heard(ann)
        writes.clear()
        move = {"type": "move", "move": first_of(state["options"]), "number": state["number"], "id": "m"}
        await ann.send(msgspec.json.encode(move).decode())
        assert [(await heard(ann))["type"] for _ in range(2)] == ["accepted", "state"]
        assert writes == [2]
    await house.close()


async def test_whoever_is_slow_gets_the_last_state_and_not_all_that_were_missed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(TableSocket, "send_now", lambda self, messages: False)
    patience = asyncio.Event()
    slowly = Sender._send_slowly

    async def slow(self: Sender, messages: list[bytes]) -> None:
        await patience.wait()
        await slowly(self, messages)

    monkeypatch.setattr(Sender, "_send_slowly", slow)
    house = await make_house()
    table = await house.make("gin-rummy", people=2)
    await table.sit()
    async with served(house) as address, connect(f"{address}/tables/{table.id}/live") as ann:
        await greet(ann, table, 0)
        for _ in range(6):
            await table.move((await table.state())["waiting"][0])
        patience.set()
        states = [await heard(ann)]
        while states[-1]["number"] < table.room.state.counts[0]:
            states.append(await heard(ann))
        assert len(states) <= 2
    await house.close()


async def test_a_client_that_is_gone_disturbs_nobody(caplog: pytest.LogCaptureFixture) -> None:
    house = await make_house()
    table = await house.make("gin-rummy", people=2)
    await table.sit()
    async with served(house) as address:
        async with connect(f"{address}/tables/{table.id}/live") as ann:
            await greet(ann, table, 0)
            await heard(ann)
            ann.transport.abort()
            for _ in range(3):
                await table.move((await table.state())["waiting"][0])
        while table.room.viewers:
            await asyncio.sleep(0.01)
    assert not [record for record in caplog.records if record.name == "ludex.table"]
    await house.close()


async def test_what_cannot_be_told_ends_the_connection_and_is_noted_down(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    house = await make_house()
    table = await house.make("gin-rummy", people=2)
    await table.sit()
    line = await table.line(0)
    await line.state()
    monkeypatch.setattr(type(table.room), "message", lambda *_: 1 / 0)
    (viewer,) = table.room.viewers
    viewer.poke()
    with pytest.raises(Closed, match="fault"):
        await line.next()
    await line.close()
    assert "could not be told" in caplog.text
    await house.close()

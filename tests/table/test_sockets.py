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
from tests.table.house import PATIENCE, Closed, House, Made, first_of, make_house

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
    found: dict[str, Any] = msgspec.json.decode(await asyncio.wait_for(socket.recv(), PATIENCE))
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


class Wire:
    """The bytes of a connection, written and read by hand."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    @classmethod
    async def open(cls, address: str, table: Made, seat: int) -> Wire:
        """Connect, and say hello."""
        port = int(address.rpartition(":")[2])
        wire = cls(*await asyncio.open_connection("127.0.0.1", port))
        wire.writer.write(
            f"GET /tables/{table.id}/live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        await wire.reader.readuntil(b"\r\n\r\n")
        wire.writer.write(frame(msgspec.json.encode({"type": "hello", "token": table.tokens[seat]})))
        return wire

    async def next(self) -> tuple[int, bytes]:
        """The kind of the next frame, and what is in it."""
        first, size = await asyncio.wait_for(self.reader.readexactly(2), PATIENCE)
        if size >= 126:
            size = int.from_bytes(await self.reader.readexactly(2 if size == 126 else 8), "big")
        return first & 15, await self.reader.readexactly(size)

    async def heard(self) -> dict[str, Any]:
        """The next message."""
        kind, data = await self.next()
        assert kind == 1, (kind, data)
        found: dict[str, Any] = msgspec.json.decode(data)
        return found

    async def asked(self, table: Made) -> dict[str, Any]:
        """The state in which this seat is asked something."""
        state = await self.heard()
        while not state["options"]:
            await table.move(state["waiting"][0])
            state = await self.heard()
        return state


def frame(data: bytes, first: int = 0x81, mask: bytes = b"\x81\x85\x00\xff") -> bytes:
    """A frame as a client sends it."""
    size = len(data)
    head = bytes((first, 0x80 | size)) if size < 126 else bytes((first, 0xFE)) + size.to_bytes(2, "big")
    return head + mask + bytes(byte ^ mask[place % 4] for place, byte in enumerate(data))


def saying(kind: str, **more: Any) -> bytes:
    return msgspec.json.encode({"type": kind, **more})


async def test_messages_are_answered_in_their_order_however_their_bytes_arrive() -> None:
    house = await make_house()
    table = await house.make("gin-rummy", people=2)
    await table.sit()
    async with served(house) as address:
        wire = await Wire.open(address, table, 0)
        state = await wire.asked(table)
        move = saying("move", move=first_of(state["options"]), number=state["number"], id="m")
        ping, long = saying("ping"), saying("ping", **{"x" * 200: 1})
        half = len(move) // 2
        everything = (
            frame(ping)
            + frame(move[:half], 0x01)  # a text in two pieces, with a ping of the protocol between them
            + frame(b"alive?", 0x89)
            + frame(move[half:], 0x80)
            + frame(ping)
            + frame(long)
            + frame(ping, 0x82)
        )
        for byte in everything:
            wire.writer.write(bytes((byte,)))
            await wire.writer.drain()
            await asyncio.sleep(0)
        wire.writer.write(frame(move) + frame(ping))
        frames = [await wire.next() for _ in range(9)]
        assert (10, b"alive?") in frames
        told = [msgspec.json.decode(data) for kind, data in frames if kind == 1]
        answers = [one["type"] + one.get("code", "") for one in told if one["type"] != "state"]
        assert answers == ["pong", "accepted", "pong", "refusedunreadable", "pong", "accepted", "pong"]
        wire.writer.close()
    await house.close()


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (frame(b'{"type": "ping\xff"}'), 1007),
        (b"\x81\x0f" + saying("ping"), 1002),
        (frame(saying("ping"), 0xC1), 1002),
        (frame(saying("ping"), 0x01) + frame(saying("ping")), 1002),
        (b"\x81\xff" + (1 << 30).to_bytes(8, "big") + b"\0\0\0\0", 1009),
        (b"\x81\xff" + bytes([255] * 8) + b"\0\0\0\0", 1009),
    ],
    ids=["not a text", "not masked", "marked as compressed", "within another", "too long", "longer than any number"],
)
async def test_what_is_no_message_of_the_protocol_ends_the_connection(sent: bytes, code: int) -> None:
    house = await make_house()
    table = await house.make("gin-rummy", people=2)
    await table.sit()
    async with served(house) as address:
        wire = await Wire.open(address, table, 0)
        await wire.heard()
        wire.writer.write(frame(saying("ping")))
        assert (await wire.heard())["type"] == "pong"
        wire.writer.write(sent)
        kind, data = await wire.next()
        assert (kind, int.from_bytes(data[:2], "big")) == (8, code)
        wire.writer.close()
    await house.close()


async def test_a_message_that_cannot_be_handled_ends_the_connection_and_is_noted_down(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    house = await make_house()
    table = await house.make("gin-rummy", people=2)
    await table.sit()
    line = await table.line(0)
    await line.state()
    monkeypatch.setattr("ludex.table.acts.move", lambda *_: 1 / 0)
    line.say("move", move="draw", number=0, id="m")
    with pytest.raises(Closed, match="fault"):
        await line.next()
    await line.close()
    assert "could not be handled" in caplog.text
    assert not table.room.busy, "others can play on"
    await house.close()

"""Messages over a real WebSocket: in their order, compressed, and with patience for those who are slow."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect

from ludex.table.app.gate import Gate
from ludex.table.app.sender import Sender
from ludex.table.room.perspectives import Perspectives
from tests.table.house import PATIENCE, Closed, Made, first_of, make_house
from tests.table.served import Wire, frame, saying, served

pytestmark = pytest.mark.anyio


async def greet(socket: ClientConnection, table: Made, seat: int) -> None:
    await socket.send(msgspec.json.encode({"type": "hello", "token": table.tokens[seat]}).decode())


async def heard(socket: ClientConnection) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(await asyncio.wait_for(socket.recv(), PATIENCE))
    return found


@pytest.mark.parametrize("compression", ["deflate", None])
async def test_a_move_is_accepted_before_the_state_that_it_leads_to(compression: str | None) -> None:
    house = await make_house()
    table = await house.make("gin-rummy", people=2)
    await table.sit()
    async with served(house) as address, connect(f"{address}/tables/{table.id}/live", compression=compression) as ann:
        await greet(ann, table, 0)
        state = await heard(ann)
        while not state["options"]:
            await table.move(state["waiting"][0])
            state = await heard(ann)
        move = {"type": "move", "move": first_of(state["options"]), "number": state["number"], "id": "m"}
        await ann.send(msgspec.json.encode(move).decode())
        assert [(await heard(ann))["type"] for _ in range(2)] == ["accepted", "state"]
    await house.close()


async def test_a_board_is_compressed_against_the_board_before(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    write = Gate.write

    def counted(self: Gate, data: bytes) -> None:
        sizes.append(len(data))
        write(self, data)

    monkeypatch.setattr(Gate, "write", counted)
    house = await make_house()
    table = await house.make("modern-art", people=3)
    await table.sit()
    async with served(house) as address, connect(f"{address}/tables/{table.id}/live") as ann:
        await ann.send(msgspec.json.encode({"type": "hello", "token": table.tokens[0], "as": "page"}).decode())
        plain = len(await ann.recv())
        (viewer,) = table.room.viewers
        sizes.clear()
        viewer.refresh()
        assert len(await ann.recv()) > plain // 2
        assert sum(sizes) < plain // 10, "a window of 4 kB holds no board of 10 kB"
    await house.close()


async def test_whoever_is_slow_gets_the_last_state_and_not_all_that_were_missed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    patience = asyncio.Event()
    slowly = Sender._send_all

    async def slow(self: Sender, messages: list[bytes]) -> None:
        await patience.wait()
        await slowly(self, messages)

    monkeypatch.setattr(Sender, "_send_all", slow)
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
    monkeypatch.setattr(Perspectives, "message", lambda *_: 1 / 0)
    (viewer,) = table.room.viewers
    viewer.refresh()
    with pytest.raises(Closed, match="fault"):
        await line.next()
    await line.close()
    assert "could not be sent" in caplog.text
    await house.close()


async def test_messages_are_answered_in_their_order_however_their_bytes_arrive() -> None:
    house = await make_house()
    table = await house.make("gin-rummy", people=2)
    await table.sit()
    async with served(house) as address:
        messages = await Wire.open(address, table, 0)
        state = await messages.asked(table)
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
            messages.writer.write(bytes((byte,)))
            await messages.writer.drain()
            await asyncio.sleep(0)
        messages.writer.write(frame(move) + frame(ping))
        frames = [await messages.next() for _ in range(9)]
        assert (10, b"alive?") in frames
        told = [msgspec.json.decode(data) for kind, data in frames if kind == 1]
        answers = [one["type"] + one.get("code", "") for one in told if one["type"] != "state"]
        assert answers == ["pong", "accepted", "pong", "refusedunreadable", "pong", "accepted", "pong"]
        messages.writer.close()
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
        messages = await Wire.open(address, table, 0)
        await messages.heard()
        messages.writer.write(frame(saying("ping")))
        assert (await messages.heard())["type"] == "pong"
        messages.writer.write(sent)
        kind, data = await messages.next()
        assert (kind, int.from_bytes(data[:2], "big")) == (8, code)
        messages.writer.close()
    await house.close()


async def test_a_message_that_cannot_be_handled_ends_the_connection_and_is_noted_down(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    house = await make_house()
    table = await house.make("gin-rummy", people=2)
    await table.sit()
    line = await table.line(0)
    await line.state()
    monkeypatch.setattr("ludex.table.app.session.seat_among", lambda *_: 1 / 0)
    line.say("move", move="draw", number=0, id="m")
    with pytest.raises(Closed, match="fault"):
        await line.next()
    await line.close()
    assert "could not be handled" in caplog.text
    assert not table.room.busy, "others can play on"
    await house.close()

"""A house with Uvicorn in front of it, as `ludex serve` runs it, and clients that write their bytes by hand."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, ClassVar

import msgspec
import uvicorn

from ludex.table.app.serving import behind_gates, listen, settings
from tests.table.house import PATIENCE, House, Made

SMALL = 8192
"""Bytes that the system buffers for a connection, in each direction."""


@asynccontextmanager
async def served(house: House, *, proxies: int = 0) -> AsyncIterator[str]:
    """Serve a house; yield the address of its sockets."""
    listening = listen("127.0.0.1", 0)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SMALL)  # what a client does not read, waits in the server
    config = settings(house.server, behind_gates(house.app, proxies, None), proxies)
    config.lifespan = "off"  # the house is open already
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve([listening]))
    while not server.started:
        await asyncio.sleep(0.005)
    try:
        yield f"ws://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        for messages in Wire.all:
            if not messages.writer.transport.is_closing():
                messages.writer.transport.abort()
        Wire.all.clear()
        server.should_exit = True
        await task


class Wire:
    """The bytes of a connection, written and read by hand. It ends with the server, at the latest."""

    all: ClassVar[list[Wire]] = []

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.all.append(self)

    @classmethod
    async def connect(cls, address: str) -> Wire:
        """Connect, and send nothing."""
        found = socket.socket()
        found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        found.setblocking(False)
        await asyncio.get_running_loop().sock_connect(found, ("127.0.0.1", int(address.rpartition(":")[2])))
        return cls(*await asyncio.open_connection(sock=found, limit=SMALL))

    @classmethod
    async def open(cls, address: str, table: Made, seat: int | None, forwarded: str = "") -> Wire:
        """Connect to a table, and send hello from a seat, or as a spectator."""
        messages = await cls.connect(address)
        messages.writer.write(cls.upgrade(table, forwarded))
        await asyncio.wait_for(messages.reader.readuntil(b"\r\n\r\n"), PATIENCE)
        token = None if seat is None else table.tokens[seat]
        messages.writer.write(frame(saying("hello", token=token)))
        return messages

    @staticmethod
    def upgrade(table: Made, forwarded: str = "") -> bytes:
        """The request for the socket of a table."""
        return (
            f"GET /tables/{table.id}/live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
            f"X-Forwarded-For: {forwarded}\r\n\r\n"
        ).encode()

    async def next(self) -> tuple[int, bytes]:
        """The kind of the next frame, and its contents."""
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

    async def closed_with(self) -> int:
        """Read to the end; return the code of the closing frame."""
        while True:
            kind, data = await self.next()
            if kind == 8:
                return int.from_bytes(data[:2], "big")

    async def rest(self) -> bytes:
        """Read everything up to the end of the connection."""
        found = b""
        try:
            while part := await asyncio.wait_for(self.reader.read(65536), PATIENCE):
                found += part
        except ConnectionError:
            pass
        return found


def frame(data: bytes, first: int = 0x81, mask: bytes = b"\x81\x85\x00\xff") -> bytes:
    """A frame as a client sends it."""
    size = len(data)
    head = bytes((first, 0x80 | size)) if size < 126 else bytes((first, 0xFE)) + size.to_bytes(2, "big")
    return head + mask + bytes(byte ^ mask[place % 4] for place, byte in enumerate(data))


def saying(kind: str, **more: Any) -> bytes:
    """A message of a client."""
    return msgspec.json.encode({"type": kind, **more})

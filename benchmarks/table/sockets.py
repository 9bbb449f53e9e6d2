"""WebSockets for the load generator: as small as possible, so that servers are measured and not their clients."""

from __future__ import annotations

import asyncio
import base64
import os
import struct
import zlib
from collections.abc import Callable
from typing import cast
from urllib.parse import urlsplit

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
LONG, LONGER = 126, 127
TAIL = b"\x00\x00\xff\xff"
DEFLATE = "Sec-WebSocket-Extensions: permessage-deflate; client_no_context_takeover; client_max_window_bits\r\n"


class Socket(asyncio.Protocol):
    """A client's side of a WebSocket. `heard` is called with every message, and with None at the end."""

    def __init__(self, url: str, heard: Callable[[bytes | None], None], deflate: bool = False) -> None:
        self.heard = heard
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.received = 0
        """Number of bytes received."""
        self._url = urlsplit(url)
        self._deflate = deflate
        self._inflate = zlib.decompressobj(-15)
        self._buffer = b""
        self._transport: asyncio.Transport | None = None

    async def open(self) -> Socket:
        """Connect, and wait for the server's handshake."""
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: self, self._url.hostname or "", self._url.port or 80)
        await self.opened
        return self

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's does not inherit from it
        path = self._url.path + (f"?{self._url.query}" if self._url.query else "")
        key = base64.b64encode(os.urandom(16)).decode()
        self._transport.write(
            f"GET {path} HTTP/1.1\r\nHost: {self._url.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"{DEFLATE if self._deflate else ''}"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def connection_lost(self, error: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("the server closed the connection"))
        else:
            self.heard(None)

    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        data = self._buffer + data if self._buffer else data
        at = 0
        if not self.opened.done():
            head, _, rest = data.partition(b"\r\n\r\n")
            if len(head) == len(data):
                self._buffer = data
                return
            if b" 101 " not in head.split(b"\r\n", 1)[0]:
                self.opened.set_exception(ConnectionError(head.decode(errors="replace")))
                return
            self._deflate = b"permessage-deflate" in head
            self.opened.set_result(None)
            data = rest
        while (end := self._frame(data, at)) > at:
            at = end
        self._buffer = data[at:]

    def _frame(self, data: bytes, at: int) -> int:
        """Read one frame; return its end, or its beginning if it is not complete."""
        if len(data) < at + 2:
            return at
        size, body = data[at + 1], at + 2
        if size >= LONG:
            wide = 2 if size == LONG else 8
            if len(data) < body + wide:
                return at
            size, body = int.from_bytes(data[body : body + wide]), body + wide
        if len(data) < body + size:
            return at
        kind, payload = data[at] & 15, data[body : body + size]
        if kind == TEXT:
            if data[at] & 0x40:
                payload = self._inflate.decompress(payload + TAIL)
            self.heard(payload)
        elif kind == PING:
            self._write(PONG, payload)
        return body + size

    def send(self, message: bytes) -> None:
        """Send a message. The mask is zero: masking costs time, and is not needed here."""
        self._write(TEXT, message)

    def _write(self, kind: int, message: bytes) -> None:
        assert self._transport is not None
        size = len(message)
        short = size < LONG
        head = bytes((0x80 | kind, 0x80 | size)) if short else struct.pack("!BBH", 0x80 | kind, 0x80 | LONG, size)
        self._transport.write(head + b"\0\0\0\0" + message)

    def close(self) -> None:
        """Close the connection without a closing handshake."""
        if self._transport is not None:
            self._transport.abort()

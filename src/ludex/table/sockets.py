"""The server's side of a WebSocket: Uvicorn's own, which can also send several messages in one write, at once.

An ASGI server sends message by message, and each `await send` is a write and a turn of the event loop. A move makes two
messages for the mover and one for everybody else at the table, so that most of the time of a small move went there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.http11 import Request

SEND_NOW = "ludex.send-now"
"""Among a scope's extensions: sends texts at once, or says that it cannot."""
SendNow: TypeAlias = Callable[[Sequence[bytes]], bool]
OUT, IN = 14, 12
"""Bits of the windows that compression looks back, out of and into the server.

A board is some 10 kB and hardly differs from the one before. Where that one is still in the window, the new one takes a
fifth of the bytes and half of the time. It costs 80 kB of memory a connection (Uvicorn's 12 bits: 32 kB).
"""
COMPRESSION = {"memLevel": 5, "level": 4}


class TableSocket(WebSocketsSansIOProtocol):
    """One connection."""

    def __init__(self, *values: Any, **named: Any) -> None:
        super().__init__(*values, **named)
        if self.conn.available_extensions:
            self.conn.available_extensions = [
                ServerPerMessageDeflateFactory(
                    server_max_window_bits=OUT, client_max_window_bits=IN, compress_settings=COMPRESSION
                )
            ]

    def handle_connect(self, event: Request) -> None:
        """Tell the application that it may send at once."""
        super().handle_connect(event)
        if not self.close_sent:
            extensions: dict[str, Any] = {**self.scope.get("extensions", {}), SEND_NOW: self.send_now}
            self.scope["extensions"] = extensions

    def send_now(self, messages: Sequence[bytes]) -> bool:
        """Send texts in one write. False: nothing was sent, for the other side is slow or gone."""
        if self.disconnected or self.close_sent or not self.writable.is_set():
            return False
        try:
            for message in messages:
                self.conn.send_text(message)
        except InvalidState:
            return False
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

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
WINDOW = 12
"""Bits of the window that compression looks back: 4 kB a connection, and a board is not much longer than that."""
LIGHT = {"memLevel": 5, "level": 1}
"""Compress lightly: a board costs a third of the time, and becomes a tenth longer."""


class TableSocket(WebSocketsSansIOProtocol):
    """One connection."""

    def __init__(self, *values: Any, **named: Any) -> None:
        super().__init__(*values, **named)
        if self.conn.available_extensions:
            self.conn.available_extensions = [
                ServerPerMessageDeflateFactory(
                    server_max_window_bits=WINDOW, client_max_window_bits=WINDOW, compress_settings=LIGHT
                )
            ]

    def handle_connect(self, event: Request) -> None:
        """Tell the application that it may send at once."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][SEND_NOW] = self.send_now  # type: ignore[index]  # set just now

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

"""The server's side of a WebSocket: Uvicorn's class with a larger compression window, and with its frames counted.

Only the class and its attribute `conn` are used of Uvicorn's private parts. If one of them is missing, this module
cannot be imported, and Uvicorn's own sockets serve the tables (`ludex.table.app.serving.socket_class`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.protocol import Event
from websockets.server import ServerProtocol

from ludex.table.app.gate import GATE, Gate

if "conn" not in WebSocketsSansIOProtocol.__init__.__code__.co_names:
    raise ImportError("Uvicorn's WebSockets have no `conn`")

WINDOW = ServerPerMessageDeflateFactory(
    server_max_window_bits=14, client_max_window_bits=12, compress_settings={"memLevel": 5, "level": 4}
)
"""Compression with a window of the last 16 kB that the server has sent.

A board is some 10 kB and hardly differs from the previous one. While that one is still in the window, the new one takes
a fifth of the bytes and half of the time. It costs 80 kB of memory per connection (Uvicorn's 12 bits: 32 kB).
"""


class CountedProtocol(ServerProtocol):
    """The protocol of websockets, which reports the number of frames that it has parsed."""

    def __init__(self, count: Callable[[int], None], **named: Any) -> None:
        super().__init__(**named)
        self._count = count

    def events_received(self) -> list[Event]:
        """Return the parsed frames of all kinds, and count them."""
        events = super().events_received()
        self._count(len(events))
        return events


class TableSocket(WebSocketsSansIOProtocol):
    """One WebSocket of the server."""

    def __init__(self, config: Config, app_state: Mapping[str, Any], **named: Any) -> None:
        super().__init__(config=config, app_state=dict(app_state), **named)
        gate: Gate | None = app_state.get(GATE)
        if gate is not None:
            extensions = [WINDOW] if config.ws_per_message_deflate else []
            logger, size = self.conn.logger, config.ws_max_size
            self.conn = CountedProtocol(gate.count_frames, extensions=extensions, max_size=size, logger=logger)

    def connection_lost(self, exc: Exception | None) -> None:
        """Release the compression windows at once, because the library's parser holds its connection."""
        super().connection_lost(exc)
        self.conn.extensions = []

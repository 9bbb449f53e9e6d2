"""The server's side of a WebSocket: Uvicorn's own, which can also hear and send at once.

An ASGI server puts every message into a queue and wakes a task for it, and sends message by message, each with a write
and a turn of the event loop. For a small move, that took more time than the move. So a connection may be given a
function that hears texts as they come, and can send several of them in one write.

Texts come and go as plain frames in all programs and in few browsers, which compress them. A plain frame is a few bytes
before the text, and read and written here. Everything else (handshake, compression, fragments, control frames, whatever
is not as it should be) is for the library.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.http11 import Request
from websockets.protocol import OPEN

try:
    from websockets.speedups import apply_mask
except ImportError:  # websockets was installed without its C extension
    from websockets.utils import apply_mask

AT_ONCE = "ludex.at-once"
"""Among a scope's extensions: what a connection can do at once."""
Hear: TypeAlias = Callable[[str], bool]
"""Takes a text. False: it is to be kept, and the application will ask for it."""
OUT, IN = 14, 12
"""Bits of the windows that compression looks back, out of and into the server.

A board is some 10 kB and hardly differs from the one before. Where that one is still in the window, the new one takes a
fifth of the bytes and half of the time. It costs 80 kB of memory a connection (Uvicorn's 12 bits: 32 kB).
"""
COMPRESSION = {"memLevel": 5, "level": 4}
PLAIN_TEXT, MASKED = 0x81, 0x80
"""The first byte of a text that is neither compressed nor cut into pieces, and the bit that all clients set."""
LONG, LONGER = 126, 127
"""In the place of a size: it follows in two bytes, or in eight."""
MASK = 4
"""Bytes of a mask."""


class AtOnce(NamedTuple):
    """What a connection can do at once."""

    send: Callable[[Sequence[bytes]], bool]
    """Sends texts in one write, or says that it cannot."""
    hear: Callable[[Hear | None], None]
    """Sets who hears texts from now on. None: nobody, the application asks for them."""


class TableSocket(WebSocketsSansIOProtocol):
    """One connection."""

    def __init__(self, *values: Any, **named: Any) -> None:
        super().__init__(*values, **named)
        self._hear: Hear | None = None
        self._rest = b""
        if self.conn.available_extensions:
            self.conn.available_extensions = [
                ServerPerMessageDeflateFactory(
                    server_max_window_bits=OUT, client_max_window_bits=IN, compress_settings=COMPRESSION
                )
            ]

    def handle_connect(self, event: Request) -> None:
        """Tell the application what this connection can do at once."""
        super().handle_connect(event)
        if not self.close_sent:
            at_once = AtOnce(self.send_now, self.hear_with)
            extensions: dict[str, Any] = {**self.scope.get("extensions", {}), AT_ONCE: at_once}
            self.scope["extensions"] = extensions

    def hear_with(self, hear: Hear | None) -> None:
        """Set who hears texts from now on."""
        self._hear = hear

    def data_received(self, data: bytes) -> None:
        """Take frame by frame: what is plain is read here, and the rest is for the library."""
        if not self.handshake_initiated:
            super().data_received(data)
            return
        data = self._rest + data if self._rest else data
        at = 0
        while (body := body_of_frame(data, at)) is not None:
            if body.stop - body.start > self.config.ws_max_size:
                super().data_received(data[at:])  # it says so, and hangs up
                self._rest = b""
                return
            if body.stop > len(data):
                break
            if not self._read_plain(data, at, body):
                super().data_received(data[at : body.stop])
            at = body.stop
        self._rest = data[at:]

    def _read_plain(self, data: bytes, at: int, body: range) -> bool:
        """Hear a text in a plain frame. False: it is something else, or it cannot be read."""
        if data[at] != PLAIN_TEXT or data[at + 1] < MASKED or self._hear is None or self.close_sent:
            return False
        if self.frames or self.conn.state is not OPEN:  # in the midst of another, or at the end
            return False
        try:
            text = apply_mask(data[body.start : body.stop], data[body.start - 4 : body.start]).decode()
        except UnicodeDecodeError:
            return False
        self._take(text)
        return True

    def _take(self, text: str) -> None:
        if self._hear is not None and self.queue.empty() and self._hear(text):
            return
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def send_receive_event_to_app(self) -> None:
        """A whole message that the library has read."""
        if self._hear is None or self.close_sent or self.curr_msg_data_type != "text":
            super().send_receive_event_to_app()
            return
        try:
            text = b"".join(self.frames).decode()
        except UnicodeDecodeError:
            super().send_receive_event_to_app()
            return
        self.frames = []
        self._take(text)

    def send_now(self, messages: Sequence[bytes]) -> bool:
        """Send texts in one write. False: nothing was sent, for the other side is slow or gone."""
        if self.disconnected or self.close_sent or not self.writable.is_set() or self.conn.state is not OPEN:
            return False
        if not self.conn.extensions:
            self.transport.write(b"".join([part for message in messages for part in (plain_head(message), message)]))
            return True
        try:
            for message in messages:
                self.conn.send_text(message)
        except InvalidState:
            return False
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True


def plain_head(message: bytes) -> bytes:
    """What comes before a text that a server sends.

    >>> plain_head(b"{}").hex(), plain_head(bytes(300)).hex(), plain_head(bytes(70_000)).hex()
    ('8102', '817e012c', '817f0000000000011170')
    """
    size = len(message)
    if size < LONG:
        return bytes((PLAIN_TEXT, size))
    if size < 1 << 16:
        return bytes((PLAIN_TEXT, LONG, size >> 8, size & 255))
    return bytes((PLAIN_TEXT, LONGER)) + size.to_bytes(8, "big")


def body_of_frame(data: bytes, at: int) -> range | None:
    """Where the contents of the frame lie that begins at a place, or None if that cannot be told yet.

    >>> body_of_frame(bytes.fromhex("8182 00000000 7b7d"), 0), body_of_frame(bytes.fromhex("81fe 012c"), 0)
    (range(6, 8), None)
    """
    if len(data) < at + 2:
        return None
    size, body = data[at + 1] & 127, at + 2
    if size >= LONG:
        body += 2 if size == LONG else 8
        if len(data) < body:
            return None
        size = int.from_bytes(data[at + 2 : body], "big")
    if data[at + 1] >= MASKED:
        body += MASK
    return range(body, body + size) if len(data) >= body else None

"""The gate of a connection: it stands between the network and Uvicorn, and bounds the cost of one client.

Uvicorn parses everything that a read returned before other connections get their turn, waits without limit for the
rest of a request, and buffers everything that a client does not read. The gate is the protocol that the network sees.
It passes bytes on in slices, one per turn of the event loop, and only while the client has a budget of bytes and
frames left; it ends connections whose request does not arrive, or whose client does not read. Behind it, Uvicorn's
protocols work on a `GateTransport`, over HTTP and over WebSockets alike.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, cast

from uvicorn.protocols.http.auto import AutoHTTPProtocol
from websockets.frames import Close, Frame, Opcode

from ludex.table.room.refused import Refused
from ludex.table.server.limits import network_of
from ludex.table.server.table_server import TableServer

GATE = "ludex.gate"
"""The name of the gate in the state of a scope."""
SLICE = 2048
"""Bytes that are parsed in one turn of the event loop: at most some 340 frames, which take about 3 ms."""
PAUSE = 1.0
"""Seconds for which a connection is not read once its budget is spent."""
MOST_PAUSES = 5
"""Pauses in a row after which a socket is closed."""
HEAD_WITHIN = 10.0
"""Seconds for the head of a request: after the connection was made, and after the last answer."""
STALLED, LEAST_READ = 15.0, 4096
"""Seconds within which a client must read at least `LEAST_READ` bytes of the data that waits for it."""
MOST_UNSENT = 256 * 1024
"""Most bytes that may wait in a connection when more is written: only answers to pings are written directly."""
GRACE = 1.0
"""Seconds in which a client can read why its socket is closed."""
POLICY = 1008
"""The code with which a socket that breaks a limit is closed."""


class Gate(asyncio.Protocol):
    """One connection, as the network sees it."""

    def __init__(self, server: TableServer, counted: bool, **named: Any) -> None:
        """Set up a gate. `counted`: the client's real address is known here, and not that of a proxy."""
        self.counted = counted
        self.upgraded = False
        self._server = server
        named["app_state"] = {**named["app_state"], GATE: self}
        self._inner: asyncio.Protocol = AutoHTTPProtocol(**named)
        self._loop = asyncio.get_running_loop()
        self._frames, self._bytes = server.limits.new_budget(self._loop.time())
        self._host: str | None = None
        self._rest = bytearray()
        self._held = self._paused = self._ended = self._asked = False
        self._pauses = self._running = self._unsent = 0
        self._feeding: asyncio.Handle | None = None
        self._deadline: asyncio.Handle | None = None
        self._watching: asyncio.Handle | None = None

    # The connection

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Let a connection in, unless its address has too many."""
        self._transport = cast(asyncio.Transport, transport)
        if self.counted:
            host = network_of((transport.get_extra_info("peername") or ("unknown",))[0])
            try:
                self._server.limits.open_connection(host)
            except Refused as refused:
                self._refuse(refused.code, refused.status, refused.sentence)
                return
            self._host = host
        self._inner.connection_made(cast(asyncio.Transport, GateTransport(self, self._transport)))
        self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        for call in (self._feeding, self._deadline, self._watching):
            if call is not None:
                call.cancel()
        if self._host is not None:
            self._server.limits.close_connection(self._host)
        if self._host is not None or not self.counted:
            self._inner.connection_lost(exc)

    def eof_received(self) -> bool | None:
        """Pass on that the client has stopped sending."""
        return self._inner.eof_received()

    def switch_to(self, protocol: asyncio.BaseProtocol) -> None:
        """Continue as a WebSocket."""
        self._inner = cast(asyncio.Protocol, protocol)
        self.upgraded = True

    # Bytes from the client

    def data_received(self, data: bytes) -> None:
        """Receive bytes from the network."""
        if self._ended:
            return
        self._asked = True
        self._rest += data
        if self._feeding is None:
            self._feed()

    def _feed(self) -> None:
        """Pass on a slice; the rest waits for the next turn, for the budget, or for Uvicorn."""
        self._feeding = None
        if self._held or self._ended or not self._rest:
            pass
        elif self._has_budget():
            self._pass_on()
            if self._rest and not self._held:
                self._feeding = self._loop.call_soon(self._feed)
        else:
            self._pause()
        self._set_reading()

    def _has_budget(self) -> bool:
        now = self._loop.time()
        if self._frames.full(now) and self._bytes.full(now):
            self._pauses = 0
        return self._frames.left >= 1 and self._bytes.left >= 1

    def _pass_on(self) -> None:
        piece = bytes(self._rest[:SLICE])
        del self._rest[:SLICE]
        self._bytes.take(self._loop.time(), len(piece))
        try:
            self._inner.data_received(piece)
        except BaseException:
            self._transport.abort()
            raise

    def _pause(self) -> None:
        """Stop reading for a while; close a socket that has used up its budget repeatedly."""
        self._pauses += 1
        if self.upgraded and self._pauses > MOST_PAUSES:
            self.hang_up("flood", "Too many frames or bytes: send less.")
        else:
            self._feeding = self._loop.call_later(PAUSE, self._feed)

    def count_frames(self, frames: int) -> None:
        """Count frames of any kind that were parsed."""
        self._frames.take(self._loop.time(), frames)

    def hold(self, held: bool) -> None:
        """Stop passing bytes on, or start again, as requested by Uvicorn."""
        self._held = held
        if not held and self._rest and self._feeding is None:
            self._feeding = self._loop.call_soon(self._feed)
        self._set_reading()

    def _set_reading(self) -> None:
        """Read from the network only while nothing waits here."""
        if self._transport.is_closing():
            return
        if self._ended or not (self._held or self._rest):
            self._transport.resume_reading()
        else:
            self._transport.pause_reading()

    # Requests that do not arrive

    def begin(self) -> None:
        """Stop waiting for the head of a request, because it has arrived."""
        self._running += 1
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def end(self) -> None:
        """Wait for the head of the next request, now that this one is answered."""
        self._running -= 1
        self._asked = bool(self._rest)
        if not (self._running or self._ended or self._transport.is_closing()):
            self._expect_head()

    def _expect_head(self) -> None:
        self._deadline = self._loop.call_later(HEAD_WITHIN, self._too_late)

    def _too_late(self) -> None:
        if self.upgraded or not self._asked:
            self._transport.abort()  # a socket that was not closed, or a connection without a request
        else:
            self._refuse("slow-request", 408, f"The head of a request must arrive within {HEAD_WITHIN:g} s.")

    def _refuse(self, code: str, status: int, sentence: str) -> None:
        """Answer for Uvicorn, and close the connection."""
        self._server.metrics.add("refused", code=code)
        head = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\ncontent-type: text/plain; charset=utf-8\r\n"
        self._transport.write(f"{head}connection: close\r\n\r\n{sentence}\n".encode())
        self.close()

    # Bytes to the client

    def write(self, data: bytes) -> None:
        """Send bytes, unless the client leaves too many unread."""
        if self._ended:
            return
        if self._transport.get_write_buffer_size() > MOST_UNSENT:
            self._transport.abort()
        else:
            self._transport.write(data)

    def pause_writing(self) -> None:
        """Watch a client that reads more slowly than the server writes."""
        self._paused = True
        self._inner.pause_writing()
        self._watch()

    def resume_writing(self) -> None:
        """Let Uvicorn write again."""
        self._paused = False
        self._inner.resume_writing()

    def _watch(self) -> None:
        if self._watching is None:
            self._unsent = self._transport.get_write_buffer_size()
            self._watching = self._loop.call_later(STALLED, self._check_reading)

    def _check_reading(self) -> None:
        """Drop a client that has not read enough of the data that waits for it."""
        self._watching = None
        if not self._paused and not self._transport.is_closing():
            return
        if self._transport.get_write_buffer_size() > self._unsent - LEAST_READ:
            self._transport.abort()
        else:
            self._watch()

    def close(self) -> None:
        """Close the connection once the client has read the rest, which it must do in time."""
        self._transport.close()
        self._watch()

    def hang_up(self, code: str, sentence: str) -> None:
        """Close a socket because its client broke a limit."""
        if self._ended or self._transport.is_closing():
            return
        self._server.metrics.add("refused", code=code)
        self._transport.write(Frame(Opcode.CLOSE, Close(POLICY, sentence).serialize()).serialize(mask=False))
        self._ended = True
        self._rest.clear()
        self._set_reading()  # further bytes are thrown away: closing at once could lose the reason on its way
        self._deadline = self._loop.call_later(GRACE, self._transport.abort)


class GateTransport:
    """The connection as Uvicorn's protocols see it: the network's transport, with the gate's methods in between."""

    def __init__(self, gate: Gate, transport: asyncio.Transport) -> None:
        self._gate, self._transport = gate, transport
        self.write, self.close, self.set_protocol = gate.write, gate.close, gate.switch_to

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def pause_reading(self) -> None:
        """Ask for no more bytes."""
        self._gate.hold(True)

    def resume_reading(self) -> None:
        """Ask for bytes again."""
        self._gate.hold(False)


def gate_of(scope: Mapping[str, Any]) -> Gate | None:
    """Return the gate of a request or socket, or None if the application runs without one."""
    found: Gate | None = scope.get("state", {}).get(GATE)
    return found

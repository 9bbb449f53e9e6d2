"""Sending messages to a viewer: everything that waits is sent together, as fast as the client reads it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Sequence
from typing import Any

from starlette.websockets import WebSocket

from ludex.table.app.gate import POLICY, gate_of
from ludex.table.room.messages import encode
from ludex.table.room.viewer import Viewer, do_nothing
from ludex.table.server.table_server import TableServer

CLOSED_RESTART, CLOSED_FAULT = 1012, 1011
UNREAD = "Too many answers are unread: connect again."
_log = logging.getLogger("ludex.table")


class Sender:
    """The sender of one viewer's messages.

    States are made when they can be sent. So a slow client gets the latest state, and not all that it missed.
    """

    def __init__(self, server: TableServer, socket: WebSocket, viewer: Viewer) -> None:
        self.closed = False
        self._server = server
        self._socket = socket
        self._viewer = viewer
        self._loop = asyncio.get_running_loop()
        self._planned = False
        self._failed = False
        self._task: asyncio.Task[None] | None = None
        viewer.wake = self.wake
        self.wake()

    def wake(self) -> None:
        """Send what waits for the viewer after everything else that is due in this turn of the loop."""
        if self._viewer.overfull and not self.closed:
            self._give_up()
        elif not self._planned:
            self._planned = True
            self._server.soon(self._send)

    def stop(self) -> None:
        """Stop sending."""
        self.closed = True
        self._viewer.wake = do_nothing  # or the two would refer to each other, and to the table
        if self._task is not None:
            self._task.cancel()

    def fail(self) -> None:
        """Close the connection after a fault of the server, so that the client connects again."""
        self._failed = True
        self.wake()

    def _give_up(self) -> None:
        """Close the connection of a client that sends requests but does not read. It can connect again."""
        self.stop()
        self._viewer.outbox.clear()
        gate = gate_of(self._socket.scope)
        if gate is not None:
            gate.hang_up("slow-reader", UNREAD)
        else:
            self._begin(self._close(POLICY, UNREAD))

    def _send(self) -> None:
        self._planned = False
        if self.closed or self._task is not None:
            return
        messages: list[bytes] = []
        try:
            messages = self._viewer.take()
        except Exception as error:
            _log.error("table %s: a message could not be sent", self._viewer.room.id, exc_info=error)
            self._failed = True
        if self._failed:
            self._begin(self._close(CLOSED_FAULT, "fault"))
            return
        self._server.metrics.add("states", len(messages))
        if messages:
            self._begin(self._send_all(messages))
        elif self._viewer.gone is not None:
            self._begin(self._say_goodbye(self._viewer.gone))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        self._task = self._loop.create_task(work)
        self._task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._task = None
        if not task.cancelled():
            task.exception()  # the client is gone, which the reading side notices too
            self.wake()

    async def _send_all(self, messages: Sequence[bytes]) -> None:
        for message in messages:
            await self._socket.send({"type": "websocket.send", "text": message.decode()})

    async def _say_goodbye(self, why: str) -> None:
        self.closed = True
        await self._send_all([encode({"type": "gone", "why": why})])
        await self._socket.close(CLOSED_RESTART, why)

    async def _close(self, code: int, reason: str) -> None:
        self.closed = True
        await self._socket.close(code, reason)

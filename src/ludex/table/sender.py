"""Sending a viewer what there is to tell: everything that waits goes together, as fast as the other side takes it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Sequence
from typing import TYPE_CHECKING, Any

from starlette.websockets import WebSocket

from ludex.table.sockets import AT_ONCE, AtOnce
from ludex.table.wire import encode

if TYPE_CHECKING:
    from ludex.table.hall import Hall
    from ludex.table.viewer import Viewer

CLOSED_RESTART, CLOSED_FAULT = 1012, 1011
_log = logging.getLogger("ludex.table")


class Sender:
    """What one viewer is sent.

    States are made when they can be sent. So whoever is slow gets the last one, and not all that were missed.
    """

    def __init__(self, hall: Hall, socket: WebSocket, viewer: Viewer) -> None:
        self.closed = False
        self._hall = hall
        self._socket = socket
        self._viewer = viewer
        at_once: AtOnce | None = socket.scope.get("extensions", {}).get(AT_ONCE)
        self._now = at_once.send if at_once is not None else None
        self._loop = asyncio.get_running_loop()
        self._planned = False
        self._failed = False
        self._task: asyncio.Task[None] | None = None
        viewer.wake = self.wake
        self.wake()

    def wake(self) -> None:
        """There is something to tell: send it when everything else that happens now has happened."""
        if not self._planned:
            self._planned = True
            self._hall.soon(self._send)

    def stop(self) -> None:
        """Send no more."""
        self.closed = True
        if self._task is not None:
            self._task.cancel()

    def fail(self) -> None:
        """Something went wrong here that is not the other side's fault: hang up, and let them come again."""
        self._failed = True
        self.wake()

    def _send(self) -> None:
        self._planned = False
        if self.closed or self._task is not None:
            return
        messages: list[bytes] = []
        try:
            messages = self._viewer.take()
        except Exception as error:
            _log.error("table %s: what there was to tell could not be told", self._viewer.room.id, exc_info=error)
            self._failed = True
        if self._failed:
            self._begin(self._close(CLOSED_FAULT, "fault"))
            return
        self._hall.metrics.add("states", len(messages))
        if messages and (self._now is None or not self._now(messages)):
            self._begin(self._send_slowly(messages))
        elif self._viewer.gone is not None:
            self._begin(self._say_goodbye(self._viewer.gone))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        self._task = self._loop.create_task(work)
        self._task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._task = None
        if not task.cancelled():
            task.exception()  # the other side is gone, as whoever listens to it learns too
            self.wake()

    async def _send_slowly(self, messages: Sequence[bytes]) -> None:
        for message in messages:
            await self._socket.send({"type": "websocket.send", "text": message.decode()})

    async def _say_goodbye(self, why: str) -> None:
        self.closed = True
        await self._send_slowly([encode({"type": "gone", "why": why})])
        await self._socket.close(CLOSED_RESTART, why)

    async def _close(self, code: int, reason: str) -> None:
        self.closed = True
        await self._socket.close(code, reason)

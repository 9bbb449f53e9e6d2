"""The key of a room: whoever has it may change the table. First come, first served."""

from __future__ import annotations

import asyncio
from collections import deque


class Key:
    """A lock that can also be taken without waiting, by those who are not in a task.

    >>> key = Key()
    >>> key.take_now(), key.take_now()
    (True, False)
    >>> key.give_back()
    >>> key.taken
    False
    """

    __slots__ = ("_taken", "_waiting")

    def __init__(self) -> None:
        self._taken = False
        self._waiting: deque[asyncio.Future[None]] = deque()

    @property
    def taken(self) -> bool:
        """Whether somebody has it."""
        return self._taken

    def take_now(self) -> bool:
        """Take it if nobody has it."""
        if self._taken:
            return False
        self._taken = True
        return True

    def give_back(self) -> None:
        """Hand it to whoever has waited longest. Until they come, it is theirs already."""
        while self._waiting:
            first = self._waiting.popleft()
            if not first.done():
                first.set_result(None)
                return
        self._taken = False

    async def __aenter__(self) -> None:
        if self.take_now():
            return
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if not mine.cancelled():  # it was handed over in the moment in which the wish was given up
                self.give_back()
            raise

    async def __aexit__(self, *problem: object) -> None:
        self.give_back()

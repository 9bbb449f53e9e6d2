"""Fair turns: a few slots that are given to addresses in rotation, so that one address cannot make the others wait."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque

from ludex.table.room.refused import Refused

BACKGROUND = 1
"""Slots that background work may take at the same time, for all keys together."""

Waiting = OrderedDict[str, deque[asyncio.Future[None]]]


class FairQueue:
    """Slots for work, given out in rotation.

    Work waits in one queue per key (an address, a host). Free slots are offered to the keys one after another, and no
    key has more than `share` slots at once. Background work gets a slot only while no other work could use it.

    >>> async def take_three() -> list[str]:
    ...     queue = FairQueue(2, share=1, each=1)
    ...     await queue.acquire("ann")
    ...     waiting = asyncio.ensure_future(queue.acquire("ann"))
    ...     await asyncio.sleep(0)
    ...     await queue.acquire("bob")
    ...     try:
    ...         await queue.acquire("ann")
    ...     except Refused as refused:
    ...         return [refused.code, str(waiting.done())]
    >>> asyncio.run(take_three())
    ['busy', 'False']
    """

    def __init__(self, slots: int, *, share: int, each: int | None = None, most: int | None = None) -> None:
        self._free, self._share = slots, share
        self._each, self._most = each, most
        self._waiting: tuple[Waiting, Waiting] = OrderedDict(), OrderedDict()
        """By key: work that waits for a slot, and work that waits in the background."""
        self._running: Counter[str] = Counter()
        self._behind: Counter[str] = Counter()
        self._closed = False

    def queued(self, key: str | None = None) -> int:
        """Return the amount of waiting work: for one key, or for all."""
        if key is None:
            return sum(len(queue) for kind in self._waiting for queue in kind.values())
        return sum(len(kind.get(key, ())) for kind in self._waiting)

    @property
    def running(self) -> int:
        """The slots in use."""
        return self._running.total()

    async def acquire(self, key: str, *, background: bool = False) -> None:
        """Wait for a slot. Raises `Refused` if too much waits already."""
        if self._closed:
            raise closing()
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[background].setdefault(key, deque()).append(mine)
        self._offer()
        if not mine.done():
            self._expect_room(key, mine, background)
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled() and mine.exception() is None:
                self.release(key, background=background)
            raise
        if self._closed:  # between the moment in which the slot was given and this one
            self.release(key, background=background)
            raise closing()

    def _expect_room(self, key: str, mine: asyncio.Future[None], background: bool) -> None:
        """Refuse work that would wait behind too much other work."""
        fits_own = self._each is None or self.queued(key) <= self._each
        if fits_own and (self._most is None or self.queued() <= self._most):
            return
        self._waiting[background][key].remove(mine)
        self._forget_empty(background, key)
        raise Refused(503 if fits_own else 429, "busy", "The server is busy with other work. Try again in a moment.")

    def release(self, key: str, *, background: bool = False) -> None:
        """Free a slot, and give it to the oldest waiting work of the next key."""
        self._free += 1
        for counts in (self._running, *([self._behind] if background else [])):
            counts[key] -= 1
            if not counts[key]:
                del counts[key]
        self._offer()

    def close(self) -> None:
        """Refuse all waiting work, and all further work."""
        self._closed = True
        for kind in self._waiting:
            for queue in kind.values():
                for mine in queue:
                    if not mine.done():
                        mine.set_exception(closing())
            kind.clear()

    def _offer(self) -> None:
        while self._free:
            if (key := self._next(False)) is not None:
                self._start(key, False)
            elif self._behind.total() < BACKGROUND and (key := self._next(True)) is not None:
                self._start(key, True)
            else:
                return

    def _next(self, background: bool) -> str | None:
        """Return the key whose turn it is, among those that have waiting work and less than their share."""
        for key, queue in list(self._waiting[background].items()):
            while queue and queue[0].done():  # cancelled while it waited
                queue.popleft()
            if not queue:
                del self._waiting[background][key]
            elif self._running[key] < self._share:
                return key
        return None

    def _start(self, key: str, background: bool) -> None:
        queue = self._waiting[background][key]
        queue.popleft().set_result(None)
        self._waiting[background].move_to_end(key)
        self._forget_empty(background, key)
        self._free -= 1
        self._running[key] += 1
        if background:
            self._behind[key] += 1

    def _forget_empty(self, background: bool, key: str) -> None:
        if not self._waiting[background].get(key, True):
            del self._waiting[background][key]


def closing() -> Refused:
    """Return the refusal of work that would begin or end after the server has stopped."""
    return Refused(503, "closing", "The server is about to stop. Try again in a moment.")

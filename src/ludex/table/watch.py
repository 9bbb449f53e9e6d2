"""The table's watch: what time it is, and calls at a later time. Tests bring one that they turn themselves."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import time
from collections.abc import Callable
from typing import Protocol


class Call(Protocol):
    """A call that can still be cancelled."""

    def cancel(self) -> None: ...


class Watch(Protocol):
    """What time it is, and calls at a later time."""

    def now(self) -> float: ...
    def call_at(self, when: float, call: Callable[[], None]) -> Call: ...


class SystemWatch:
    """The computer's own time."""

    def now(self) -> float:
        """Seconds since 1970."""
        return time.time()

    def call_at(self, when: float, call: Callable[[], None]) -> Call:
        """Call once at a time, or at once if it is past."""
        return asyncio.get_running_loop().call_later(max(0.0, when - time.time()), call)


class _Planned:
    def __init__(self, call: Callable[[], None]) -> None:
        self.call: Callable[[], None] | None = call

    def cancel(self) -> None:
        self.call = None


class HandWatch:
    """A watch that is turned by hand.

    >>> watch = HandWatch(100.0)
    >>> _ = watch.call_at(103.0, lambda: print("ding"))
    >>> watch.turn(2.0)
    >>> watch.turn(2.0)
    ding
    >>> watch.now()
    104.0
    """

    def __init__(self, start: float = 1_000_000.0) -> None:
        self._now = start
        self._planned: list[tuple[float, int, _Planned]] = []
        self._order = itertools.count()

    def now(self) -> float:
        """The time that it shows."""
        return self._now

    def call_at(self, when: float, call: Callable[[], None]) -> Call:
        """Call once when the watch has been turned to a time."""
        planned = _Planned(call)
        heapq.heappush(self._planned, (when, next(self._order), planned))
        return planned

    def next(self) -> float | None:
        """When the next call is due."""
        while self._planned and self._planned[0][2].call is None:
            heapq.heappop(self._planned)
        return self._planned[0][0] if self._planned else None

    def turn(self, seconds: float) -> None:
        """Let time pass, and make the calls that are due, each at its own time."""
        end = self._now + seconds
        while (when := self.next()) is not None and when <= end:
            _, _, planned = heapq.heappop(self._planned)
            self._now = max(self._now, when)
            if planned.call is not None:
                planned.call()
        self._now = end

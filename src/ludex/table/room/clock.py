"""The table's clock: the current time, and calls at a later time. Tests use one that they advance themselves."""

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


class Clock(Protocol):
    """The current time, and calls at a later time."""

    def now(self) -> float: ...
    def call_at(self, when: float, call: Callable[[], None]) -> Call: ...


class SystemClock:
    """The computer's time, read once at the start: later changes of the system clock have no effect."""

    def __init__(self) -> None:
        self._began = time.time() - time.monotonic()

    def now(self) -> float:
        """Return the seconds since 1970."""
        return self._began + time.monotonic()

    def call_at(self, when: float, call: Callable[[], None]) -> Call:
        """Call a function once at a time, or as soon as possible if that is past."""
        return asyncio.get_running_loop().call_later(max(0.0, when - self.now()), call)


class _Planned:
    def __init__(self, call: Callable[[], None]) -> None:
        self.call: Callable[[], None] | None = call

    def cancel(self) -> None:
        self.call = None


class ManualClock:
    """A clock that tests advance.

    >>> clock = ManualClock(100.0)
    >>> _ = clock.call_at(103.0, lambda: print("ding"))
    >>> clock.advance(2.0)
    >>> clock.advance(2.0)
    ding
    >>> clock.now()
    104.0
    """

    def __init__(self, start: float = 1_000_000.0) -> None:
        self._now = start
        self._planned: list[tuple[float, int, _Planned]] = []
        self._order = itertools.count()

    def now(self) -> float:
        """Return the time that the clock shows."""
        return self._now

    def call_at(self, when: float, call: Callable[[], None]) -> Call:
        """Call a function once, when the clock has reached a time."""
        planned = _Planned(call)
        heapq.heappush(self._planned, (when, next(self._order), planned))
        return planned

    def next(self) -> float | None:
        """Return when the next call is due, or None."""
        while self._planned and self._planned[0][2].call is None:
            heapq.heappop(self._planned)
        return self._planned[0][0] if self._planned else None

    def advance(self, seconds: float) -> None:
        """Let time pass, and make the calls that are due, each at its due time."""
        end = self._now + seconds
        while (when := self.next()) is not None and when <= end:
            _, _, planned = heapq.heappop(self._planned)
            self._now = max(self._now, when)
            if planned.call is not None:
                planned.call()
        self._now = end

"""Times to decide, stored as counts, so that millions of times take little memory and can be added up."""

from __future__ import annotations

import inspect
import math
import time
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import msgspec

STEPS = 4
"""Bins per factor of ten."""
LOWEST = 1e-5
"""Seconds: shorter times are in the first bin."""
BINS = 8 * STEPS + 1
"""From 10 microseconds to 1,000 seconds; longer times are in the last bin."""


class DecisionTimes(msgspec.Struct):
    """The number of a player's decisions, and the time that they took.

    >>> times = DecisionTimes()
    >>> for seconds in (0.001, 0.002, 0.1):
    ...     times.add(seconds)
    >>> times.decisions, round(times.mean, 4), times.longest
    (3, 0.0343, 0.1)
    """

    decisions: int = 0
    begun: int = 0
    """Decisions without those that were repeated because an answer was rejected."""
    seconds: float = 0.0
    longest: float = 0.0
    counts: list[int] = msgspec.field(default_factory=lambda: [0] * BINS)
    """The number of times in each bin. A bin ends where the next begins, 10 ** 0.25 times further."""

    def add(self, seconds: float) -> None:
        """Count one decision."""
        self.decisions += 1
        self.seconds += seconds
        self.longest = max(self.longest, seconds)
        self.counts[min(BINS - 1, max(0, math.ceil(STEPS * math.log10(max(seconds, LOWEST) / LOWEST))))] += 1

    @property
    def mean(self) -> float:
        """The mean time, in seconds."""
        return self.seconds / self.decisions if self.decisions else 0.0

    def below(self, share: float) -> float:
        """Return the time within which this share of the decisions was made, to the end of its bin.

        >>> times = DecisionTimes()
        >>> for _ in range(99):
        ...     times.add(0.001)
        >>> times.below(0.95)
        0.001
        """
        needed, seen = share * self.decisions, 0
        for number, count in enumerate(self.counts):
            seen += count
            if seen and seen >= needed:
                return min(end_of_bin(number), self.longest)
        return self.longest


def end_of_bin(number: int) -> float:
    """Return the longest time in a bin, in seconds.

    >>> end_of_bin(8)
    0.001
    """
    return float(f"{LOWEST * 10 ** (number / STEPS):.12g}")


def added_up(all_times: Iterable[DecisionTimes]) -> DecisionTimes:
    """Return the times of many games together."""
    total = DecisionTimes()
    for times in all_times:
        total.decisions += times.decisions
        total.begun += times.begun
        total.seconds += times.seconds
        total.longest = max(total.longest, times.longest)
        total.counts = [mine + other for mine, other in zip(total.counts, times.counts, strict=True)]
    return total


def timed(player: Any) -> DecisionTimes:
    """Measure every decision that a player makes from now on."""
    times = DecisionTimes()
    decide = getattr(player, "decide", None)
    if decide is None:  # a plain function: the referee makes a player of it
        return times

    def measured(request: Any) -> Any:
        times.begun += request.attempt == 1
        started = time.perf_counter()
        try:
            return decide(request)
        finally:
            times.add(time.perf_counter() - started)

    async def measured_async(request: Any) -> Any:
        times.begun += request.attempt == 1
        started = time.perf_counter()
        try:
            return await decide(request)
        finally:
            times.add(time.perf_counter() - started)

    chosen: Any = measured_async if inspect.iscoroutinefunction(decide) else measured
    chosen.__wrapped__ = decide  # the player's code, for reports of faults
    with suppress(AttributeError):  # a player with slots is not measured
        player.decide = chosen
    return times

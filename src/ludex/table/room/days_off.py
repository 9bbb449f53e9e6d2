"""Days off: weekdays, in UTC, on which no clock runs.

Clocks count working time. `Calendar` converts between the time of a clock on the wall and working time, so the clocks
themselves know nothing of days.
"""

from __future__ import annotations

from collections.abc import Iterable

DAY = 86_400.0
WEEK = 7 * DAY
FIRST_MONDAY = 4 * DAY
"""The first Monday after 1 January 1970, a Thursday."""


class Calendar:
    """Working time, with days off (0 is Monday, 6 is Sunday).

    >>> weekend, friday_noon = Calendar([5, 6]), FIRST_MONDAY + 4.5 * DAY
    >>> (weekend.real(weekend.worked(friday_noon) + DAY) - friday_noon) / DAY
    3.0
    """

    def __init__(self, off: Iterable[int] = ()) -> None:
        self._off = frozenset(off)
        self._days = [day for day in range(7) if day not in self._off]

    def worked(self, at: float) -> float:
        """Return the working time that has passed until a time."""
        if not self._off:
            return at
        weeks, rest = divmod(at - FIRST_MONDAY, WEEK)
        today = int(rest // DAY)
        before = sum(day < today for day in self._days)
        return (weeks * len(self._days) + before) * DAY + (0.0 if today in self._off else rest % DAY)

    def real(self, worked: float) -> float:
        """Return the time at which so much working time has passed, never on a day off."""
        if not self._off:
            return worked
        weeks, rest = divmod(worked, len(self._days) * DAY)
        return FIRST_MONDAY + weeks * WEEK + self._days[int(rest // DAY)] * DAY + rest % DAY

    def is_off(self, at: float) -> bool:
        """Return whether a time is on a day off."""
        return bool(self._off) and int((at - FIRST_MONDAY) % WEEK // DAY) in self._off

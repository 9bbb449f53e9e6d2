"""The limits of players, read from one number for all seats or one for each."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

from ludex.core.language.errors import BadSetting, quote
from ludex.core.language.words import plural


def _for_each_seat(name: str, given: Any, seats: int) -> tuple[Any, ...]:
    """Return a limit for every seat, from one for all or one for each."""
    limits = tuple(given) if isinstance(given, Sequence) and not isinstance(given, str | bytes) else (given,) * seats
    if len(limits) != seats:
        raise BadSetting(f"{name} has {plural(len(limits), 'number')} for {plural(seats, 'seat')}")
    return limits


def read_retries(given: int | Sequence[int | None] | None, seats: int) -> tuple[int | None, ...]:
    """Return the number of attempts of every seat, from one for all or one for each.

    >>> read_retries((3, None), 2)
    (3, None)
    """
    limits = _for_each_seat("max_retries", given, seats)
    for limit in limits:
        if limit is not None and not (_is_whole(limit) and limit >= 1):
            raise BadSetting(
                f"max_retries is {quote(limit)}: expected a whole number, at least 1, or None for no limit"
            )
    return limits


def read_seconds(given: float | Sequence[float | None] | None, seats: int) -> tuple[float | None, ...]:
    """Return the time limit of every seat, from one for all or one for each.

    >>> read_seconds(2.5, 2)
    (2.5, 2.5)
    """
    limits = _for_each_seat("time_limit", given, seats)
    for limit in limits:
        if limit is not None and not (_is_number(limit) and 0 < limit <= threading.TIMEOUT_MAX):
            raise BadSetting(f"time_limit is {quote(limit)}: expected seconds, more than 0, or None for no limit")
    return limits


def _is_whole(given: Any) -> bool:
    return isinstance(given, int) and not isinstance(given, bool)


def _is_number(given: Any) -> bool:
    return _is_whole(given) or isinstance(given, float)

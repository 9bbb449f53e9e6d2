"""Unused memory, returned to the operating system."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache


def release_memory() -> None:
    """Return freed memory to the operating system, if the C library can.

    The GNU library has a heap for every few threads, and returns only the free memory at the end of each. After many
    tables have been put to sleep, most of the memory that they used is free but lies in between.

    >>> release_memory()
    """
    trim = _trim()
    if trim is not None:
        trim(0)


@cache
def _trim() -> Callable[[int], int] | None:
    try:
        found: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError, TypeError):  # another C library, or another system
        return None
    return found

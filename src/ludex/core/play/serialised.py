"""Methods that threads run one at a time."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar


class Locked(Protocol):
    """An object with a reentrant lock."""

    lock: threading.RLock


S = TypeVar("S", bound=Locked)
P = ParamSpec("P")
R = TypeVar("R")


def serialised(method: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """Let a method run only while no other thread runs one of the same object.

    >>> class Counter:
    ...     def __init__(self) -> None:
    ...         self.lock = threading.RLock()
    ...         self.count = 0
    ...
    ...     @serialised
    ...     def add(self, number: int) -> None:
    ...         self.count += number
    >>> counter = Counter()
    >>> counter.add(2)
    >>> counter.count
    2
    """

    @wraps(method)
    def alone(self: S, /, *args: P.args, **kwargs: P.kwargs) -> R:
        with self.lock:
            return method(self, *args, **kwargs)

    return alone

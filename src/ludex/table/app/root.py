"""The path under which the application is mounted, if it is a part of another one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from starlette.types import Scope

_ROOT: ContextVar[str] = ContextVar("root", default="")


def at(path: str) -> str:
    """Return a path of the application as a browser knows it, while a request is answered.

    >>> at("/games")
    '/games'
    """
    return _ROOT.get() + path


def root_of(scope: Scope) -> str:
    """Return the path under which the application is mounted: empty, or `/play`."""
    return str(scope.get("root_path", "")).rstrip("/")


@contextmanager
def mounted(scope: Scope) -> Iterator[None]:
    """Answer a request: `at` knows where the application is mounted."""
    token = _ROOT.set(root_of(scope))
    try:
        yield
    finally:
        _ROOT.reset(token)

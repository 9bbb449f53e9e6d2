"""What the host itself wants: Ctrl-C and other signals stop it, even in the midst of a player's code.

A `KeyboardInterrupt` can also be raised by a player's own code, and is then the player's fault. To tell the two apart,
the handlers that the host has set for its signals are wrapped while games are played: what they raise is the host's.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, NoReturn

SIGNALS = tuple(
    getattr(signal, name)
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGALRM", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGBREAK")
    if hasattr(signal, name)
)


class _Host:
    """How many games listen to the host's signals, and what its handlers have raised. Only the main thread uses it."""

    games = 0
    raised: BaseException | None = None
    handlers: dict[int, tuple[Any, Any]] = {}


def host_wants_to_stop() -> bool:
    """Whether one of the host's signal handlers has raised something. Only the main thread is interrupted so."""
    return _Host.raised is not None and threading.current_thread() is threading.main_thread()


def stop_as_the_host_wants() -> NoReturn:
    """Raise what the host's signal handler raised."""
    assert _Host.raised is not None
    raise _Host.raised


@contextmanager
def listening_to_the_host() -> Iterator[None]:
    """Notice what the host's signal handlers raise. Signals reach only the main thread; elsewhere this does nothing."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    if _Host.games == 0:
        _Host.raised = None
        _wrap()
    _Host.games += 1
    try:
        yield
    finally:
        _Host.games -= 1
        if _Host.games == 0:
            _unwrap()
            _Host.raised = None


def _wrap() -> None:
    for number in SIGNALS:
        handler = signal.getsignal(number)
        if callable(handler):
            noticing = _noticing(handler)
            _Host.handlers[number] = handler, noticing
            signal.signal(number, noticing)


def _unwrap() -> None:
    """Put the host's handlers back, unless somebody has set others meanwhile."""
    for number, (handler, noticing) in _Host.handlers.items():
        if signal.getsignal(number) is noticing:
            signal.signal(number, handler)
    _Host.handlers.clear()


def _noticing(handler: Callable[[int, FrameType | None], Any]) -> Callable[[int, FrameType | None], Any]:
    def handle(number: int, frame: FrameType | None) -> Any:
        try:
            return handler(number, frame)
        except BaseException as error:
            _Host.raised = error
            raise

    return handle

"""A watch over rules that never return: `check_game` ends within seconds, and names the rule.

The kit checks a game in a thread, and the caller watches that thread. When one call of a rule has used `LONGEST`
seconds of computing time, the caller raises `NeverReturned`. An interpreted rule is stopped. A compiled rule cannot be
stopped: its thread stays busy until the process ends. Time does not count while rules are compiled or a debugger waits.

Counting the steps of every interpreted rule (`ludex.core.language.budget`) would make the kit three to five times
slower.
"""

from __future__ import annotations

import ctypes
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, wait
from contextvars import copy_context
from copy import copy
from types import FrameType
from typing import Any, NamedTuple, TypeVar

from ludex.core.compile.compiled_rules import Kernel, direct
from ludex.core.compile.program import plain
from ludex.core.game.game import Game
from ludex.core.game.machine import Machine

T = TypeVar("T")

KERNELS = "compiled", "interpreted", "kernel"
TURN = "one of the rules `why_not`, `play`, `waiting`, `over`, `hide` and `legal`"
"""The rules that a whole turn at a table calls."""

LONGEST = 10.0
"""Seconds of computing that one call of a rule may take. The slowest shipped rules take less than 0.1 s."""
POLL = 0.1
"""Seconds between two checks of the checking thread."""
STACK = 32 << 20
"""Bytes of stack for that thread: compiling needs more than some systems give to threads."""


class NeverReturned(Exception):
    """A rule used `LONGEST` seconds of computing time and has not returned."""


class _Stopped(BaseException):
    """Raised inside an interpreted rule to stop it."""


class Running(NamedTuple):
    """A call of a rule or a bot."""

    name: str
    compiled: bool


class Watch:
    """Tracks which rule runs now, and notices when it never returns."""

    def __init__(self, game: Game) -> None:
        self.running: Running | None = None
        self.calls = 0
        """The number of calls that have begun or ended."""
        self.compiling = False
        self.game = self._watched(game)
        """The same game. Each call of its rules is noted."""

    def _watched(self, game: Game) -> Game:
        bots = tuple(game.machine.bot_slots)
        kernels = {name: WatchedKernel(getattr(game.machine, name), self, bots) for name in KERNELS}
        watched, machine = copy(game), copy(game.machine)
        machine.__dict__.pop("kernel", None)
        machine.__class__ = type("WatchedMachine", (Machine,), kernels)
        watched.__dict__["machine"] = machine
        return watched

    def run(self, call: Callable[[], T]) -> T:
        """Return what `call` returns, or raise what it raises, unless a rule that it calls never returns."""
        answer: Future[T] = Future()
        thread = _start(call, answer)
        try:
            self._wait(thread, answer)
        finally:
            if not answer.done():
                _stop(thread, answer)
        return answer.result()

    def _wait(self, thread: threading.Thread, answer: Future[Any]) -> None:
        clock, calls, since = _clock_of(thread), -1, 0.0
        while wait([answer], POLL).not_done:
            if self.calls != calls or self.compiling:
                calls, since = self.calls, clock()
            elif clock() - since > LONGEST:
                raise NeverReturned(self._describe(sys._current_frames()[thread.ident or 0]))

    def _describe(self, frame: FrameType) -> str:
        """Return a sentence on what runs and where, given the innermost frame of its thread."""
        running = self.running or Running(f"`{_called_by_core(frame).f_code.co_qualname}`", False)
        here = f"{frame.f_globals.get('__name__')}.{frame.f_code.co_qualname}, line {frame.f_lineno}"
        place = "compiled" if running.compiled else f"interpreted, stopped in {here}"
        return f"{running.name} did not return within {LONGEST:g} s of computing ({place})"


class WatchedKernel(Kernel):
    """The entries of another kernel. Each call is noted."""

    def __init__(self, kernel: Kernel, watch: Watch, bots: Sequence[str]) -> None:
        self.kernel = kernel
        self.watch = watch
        self.bots = bots

    def make(self, entry: Callable[..., Any]) -> Callable[..., Any]:
        """Return an entry that notes its calls. It is compiled before the first one is noted."""
        call, watch, ready = self.kernel.entry(entry), self.watch, False
        name, compiled = entry.__name__.removeprefix("enter_"), hasattr(call, "compile")
        running = Running(TURN if name in ("turn", "look") else f"rule `{name}`", compiled)
        bots = [Running(f"bot `{bot}`", compiled) for bot in self.bots]

        def watched(*args: Any) -> Any:
            nonlocal ready
            if not ready:
                watch.compiling = True
                direct(call, *map(plain, args))
                watch.compiling, ready = False, True
            watch.running = bots[args[0]] if name == "choose" else running
            watch.calls += 1
            try:
                return call(*args)
            finally:
                watch.calls += 1
                watch.running = None

        return watched


def _called_by_core(frame: FrameType) -> FrameType:
    """Return the frame of the function that the core has called last, such as a method of the game."""
    while frame.f_back and not frame.f_back.f_globals.get("__name__", "").startswith("ludex.core."):
        frame = frame.f_back
    return frame


def _start(call: Callable[[], T], answer: Future[T]) -> threading.Thread:
    """Start a thread that answers, with the caller's context. A debugger that traces only the caller traces it too."""
    tracer = None if threading.gettrace() else sys.gettrace()

    def work() -> None:
        try:
            if tracer is not None:
                sys.settrace(tracer)
            answer.set_result(call())
        except BaseException as error:
            answer.set_exception(error)

    before = threading.stack_size(STACK)
    try:
        thread = threading.Thread(target=copy_context().run, args=(work,), name="ludex check_game", daemon=True)
        thread.start()
    finally:
        threading.stack_size(before)
    return thread


def _stop(thread: threading.Thread, answer: Future[Any]) -> None:
    """Stop an interpreted rule in a thread. Compiled code cannot be stopped."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident or 0), ctypes.py_object(_Stopped))
    wait([answer], 1)


def _clock_of(thread: threading.Thread) -> Callable[[], float]:
    """Return a clock of the time that a thread computes. Some systems have none: then it is the usual clock."""
    if not hasattr(time, "pthread_getcpuclockid"):
        return time.monotonic

    def clock() -> float:
        try:
            return time.clock_gettime(time.pthread_getcpuclockid(thread.ident or 0))
        except OSError:  # it has ended
            return 0.0

    return clock

"""How players are asked: called or awaited, with or without a limit of time, so that none can harm or hang the host.

Whatever a player's code raises becomes a `Fault`. An answer is read where the player's code runs: what comes out is a
number, a wish or a fault, and holds nothing that the player could change later.

A player with a limit of time is asked in a thread of its own (if its code is a coroutine and the host has a running
event loop, in a task there). When the time is up the thread is left behind: an exception is raised in it, which ends
loops of plain Python, its answer is ignored, and the player is not entered again before the earlier call has ended.
Code that never returns to Python keeps its thread until the process ends.
"""

from __future__ import annotations

import asyncio
import ctypes
import inspect
import threading
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from queue import SimpleQueue
from typing import Any

import msgspec

from ludex.core.errors import kind_of, quote
from ludex.core.faults import Fault, fault_of
from ludex.core.host import host_wants_to_stop, stop_as_the_host_wants
from ludex.core.moves import Move
from ludex.core.request import Deciding, Rejection

GRACE = 0.05
"""Seconds that late code has to end by itself (a coroutine to clean up) before an exception is raised in it."""
TICK = 0.001
"""Seconds by which a coroutine is cancelled after its time was up, so that it was certainly late."""


class Question(msgspec.Struct, frozen=True):
    """A method of a player, what it is asked, and how its answer is read."""

    seat: int
    method: str
    about: Any
    read: Callable[[Any], Any]


class TimeIsUp(BaseException):
    """Raised in the thread of a player whose time is up. Nobody waits for its answer any more."""


class Asker:
    """Asks the players of one table. `limits` are seconds, one for every seat, or None."""

    def __init__(self, players: Sequence[Any], limits: Sequence[float | None]) -> None:
        self._players = players
        self._limits = limits
        self._limited = any(limit is not None for limit in limits)
        self._threads: dict[int, _Thread] = {}
        self._jobs: dict[int, _Job] = {}
        self._left: dict[int, threading.Thread] = {}
        self._late: dict[int, asyncio.Task[Any]] = {}

    def needs_loop(self) -> bool:
        """Whether a player has to be awaited, and not in a thread of its own."""
        pairs = zip(self._players, self._limits, strict=True)
        return any(limit is None and is_awaited(player, "decide") for player, limit in pairs)

    def ask(self, questions: Sequence[Question]) -> list[Any]:
        """Ask by calling. Players with a limit of time think at the same time."""
        if not self._limited:
            return [_called(self._players[question.seat], question) for question in questions]
        jobs = {q.seat: self._start(q) for q in questions if self._limits[q.seat] is not None}
        direct = {q.seat: _called(self._players[q.seat], q) for q in questions if q.seat not in jobs}
        return [direct[q.seat] if q.seat in direct else self._collect(jobs[q.seat]) for q in questions]

    async def ask_async(self, questions: Sequence[Question]) -> list[Any]:
        """Ask in a running event loop, all at the same time."""
        if len(questions) == 1:
            return [await self._ask_one(questions[0])]
        return await asyncio.gather(*map(self._ask_one, questions))

    def close(self) -> None:
        """Let all threads end."""
        for seat, thread in self._threads.items():
            thread.close(self._jobs[seat])
        self._threads.clear()

    def _start(self, question: Question) -> _Job:
        seat, limit = question.seat, self._limits[question.seat]
        assert limit is not None
        if seat not in self._threads:
            self._threads[seat] = _Thread(f"ludex player {seat}", self._left.pop(seat, None))
        job = self._jobs[seat] = _Job(self._players[seat], question, limit)
        self._threads[seat].jobs.put(job)
        return job

    def _collect(self, job: _Job) -> Any:
        if job.wait(job.remaining()) and job.in_time():
            return job.reply
        if not job.wait(GRACE):
            self._leave(job)
        return job.timeout()

    def _leave(self, job: _Job) -> None:
        """Leave a thread behind whose player has not answered."""
        seat = job.question.seat
        thread = self._threads.pop(seat)
        thread.close(job)
        self._left[seat] = thread.thread

    async def _ask_one(self, question: Question) -> Any:
        seat, limit = question.seat, self._limits[question.seat]
        if limit is not None and not is_awaited(self._players[seat], question.method):
            return await self._ask_in_thread(question)
        started = time.monotonic()
        late = self._late.pop(seat, None)
        if late is not None and not await _wait(late, limit):
            self._late[seat] = late
            return timeout(limit or 0, busy=True)
        task = asyncio.create_task(_awaited(self._players[seat], question))
        try:
            left = None if limit is None else limit - (time.monotonic() - started)
            if await _wait(task, left):
                return _result(task)
            self._late[seat] = task
        finally:
            task.cancel()
        await asyncio.sleep(0)
        return timeout(limit or 0)

    async def _ask_in_thread(self, question: Question) -> Any:
        job = self._start(question)
        future = asyncio.wrap_future(job.future)
        try:
            if await _wait(future, job.remaining()) and job.in_time():
                return job.reply
            if not await _wait(future, GRACE):
                self._leave(job)
        finally:
            future.cancel()
        return job.timeout()


class _Job:
    """A question on its way to a thread, and the reply on its way back."""

    def __init__(self, player: Any, question: Question, limit: float) -> None:
        self.player = player
        self.question = question
        self.limit = limit
        self.asked = time.monotonic()
        self.answered = float("inf")
        self.reply: Any = None
        self.future: Future[None] = Future()
        self.running = threading.Lock()
        """Held by whoever says that the player's code has ended, or interrupts it: never both at once."""
        self.ended = False

    def run(self, runner: asyncio.Runner) -> None:
        """Ask, unless nobody waits any more."""
        if not self.future.set_running_or_notify_cancel():
            return
        reply = _called(self.player, self.question, lambda answer: runner.run(_within(answer, self.remaining())))
        self.reply, self.answered = reply, time.monotonic()
        with self.running:
            self.ended = True
        self.future.set_result(None)

    def remaining(self) -> float:
        return max(0.0, self.asked + self.limit - time.monotonic())

    def in_time(self) -> bool:
        return self.answered - self.asked <= self.limit

    def wait(self, seconds: float) -> bool:
        try:
            self.future.result(seconds)
        except TimeoutError:
            return False
        return True

    def timeout(self) -> Fault:
        return timeout(self.limit, busy=self.future.cancelled())


class _Thread:
    """A thread that asks one player. It begins when the thread that it replaces has ended."""

    def __init__(self, name: str, after: threading.Thread | None) -> None:
        self.jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self.thread = threading.Thread(target=_work, args=(self.jobs, after), name=name, daemon=True)
        self.thread.start()

    def close(self, job: _Job) -> None:
        """Let the thread end after its last job, which is dropped if it has not begun, or else interrupted."""
        self.jobs.put(None)
        if not job.future.cancel():
            self._interrupt(job)

    def _interrupt(self, job: _Job) -> None:
        """Raise an exception in the thread while it runs the player's code, and only then.

        It arrives at the next line of Python that the thread runs. Before and after the player's code that would be a
        line of Python's own, which would complain.
        """
        with job.running:
            if not job.ended:
                number = ctypes.c_ulong(self.thread.ident or 0)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(number, ctypes.py_object(TimeIsUp))


def _work(jobs: SimpleQueue[_Job | None], after: threading.Thread | None) -> None:
    if after is not None:
        after.join()
    runner = asyncio.Runner()
    with suppress(BaseException):  # what is raised here comes from a thread that was left behind: nobody listens
        while (job := jobs.get()) is not None:
            job.run(runner)
            del job  # or the last request would live as long as the thread
    with suppress(BaseException):
        runner.close()


def _called(player: Any, question: Question, wait: Callable[[Awaitable[Any]], Any] | None = None) -> Any:
    """Ask by calling, and read the answer. Whatever goes wrong is the player's fault, unless the host is to stop."""
    try:
        answer = getattr(player, question.method)(question.about)
        if _is_awaitable(answer):
            answer = (wait or _await_alone)(answer)
        reply = question.read(answer)
    except BaseException as error:
        if host_wants_to_stop():
            stop_as_the_host_wants()
        return fault_of(error)
    if host_wants_to_stop():
        stop_as_the_host_wants()
    return reply


async def _awaited(player: Any, question: Question) -> Any:
    """The same inside an event loop."""
    try:
        answer = getattr(player, question.method)(question.about)
        reply = question.read(await answer if _is_awaitable(answer) else answer)
    except BaseException as error:
        if host_wants_to_stop():
            stop_as_the_host_wants()
        return fault_of(error)
    if host_wants_to_stop():
        stop_as_the_host_wants()
    return reply


def _is_awaitable(answer: Any) -> bool:
    """Whether an answer is still to be awaited. Its class is asked, since the answer itself may lie."""
    return not issubclass(type(answer), Move) and hasattr(type(answer), "__await__")


def _await_alone(answer: Awaitable[Any]) -> Any:
    async def wait() -> Any:
        return await answer

    return asyncio.run(wait())


async def _within(answer: Awaitable[Any], seconds: float) -> Any:
    async with asyncio.timeout(seconds + TICK):
        return await answer


async def _wait(future: asyncio.Future[Any], seconds: float | None) -> bool:
    """Wait until something is done, but not longer than that. It is neither cancelled nor looked at."""
    done, _ = await asyncio.wait({future}, timeout=seconds if seconds is None else max(0.0, seconds))
    return bool(done)


def _result(task: asyncio.Task[Any]) -> Any:
    """What came out of a task. A player can cancel the task that it runs in: that is its own fault."""
    return fault_of(asyncio.CancelledError()) if task.cancelled() else task.result()


def timeout(limit: float, busy: bool = False) -> Fault:
    """The fault of a player that answered too late, or not at all."""
    why = ": its code is still busy with an earlier question" if busy else ""
    told = f"the player gave no answer within its time limit of {limit:g} s{why}"
    return Fault("no answer in time", Rejection("timeout", told))


def is_awaited(player: Any, method: str) -> bool:
    """Whether a method is a coroutine function. One that cannot even be looked at is not."""

    def look() -> bool:
        made_of = player.function if type(player) is Deciding and method == "decide" else None
        return inspect.iscoroutinefunction(made_of or getattr(player, method))

    return bool(_looked(look, False))


def has(player: Any, name: str) -> bool:
    """Whether a player has a method. One that cannot even be looked at is there, and fails when it is called.

    >>> has("a text", "decide")
    False
    """
    return bool(_looked(lambda: hasattr(player, name), True))


def yes_or_no(player: Any, name: str, otherwise: bool) -> bool:
    """A player's attribute as a yes or no."""
    return bool(_looked(lambda: bool(getattr(player, name, otherwise)), otherwise))


def name_of(player: Any, otherwise: str | None = None) -> str:
    """A player's name, shortened. One that is missing or cannot be read is replaced.

    >>> name_of(3)
    'int'
    """
    name = _looked(lambda: getattr(player, "name", None), None)
    return (otherwise or kind_of(player)) if name is None else quote(name, str)


def function_name(function: Any) -> str:
    """What a player made of a function is called.

    >>> function_name(len)
    'len'
    """
    return quote(_looked(lambda: getattr(function, "__name__", "function"), "function"), str)


def _looked(look: Callable[[], Any], otherwise: Any) -> Any:
    """What is seen of a player, or something else if its own code gets in the way."""
    try:
        return look()
    except BaseException:
        if host_wants_to_stop():
            stop_as_the_host_wants()
        return otherwise

"""Calling players: directly or awaited, with or without a time limit.

Anything that a player's code raises becomes a `Fault`, except `KeyboardInterrupt` and `SystemExit` in the main thread,
which stop the host. An answer is read where the player's code runs: the result is a number, a fault, or a request to
take back or to leave, and holds nothing that the player could change later.

A player with a time limit is called in a separate thread (a coroutine in a running event loop: in a task), and so is a
plain player in the event loop of a host, which must not wait for it. When the
time is up, the thread is abandoned: its answer is ignored, and the player is not called again before the earlier call
has ended. Code that never returns occupies its thread until the process ends. Only a player in a separate process can
be stopped: see `ludex.players.isolated`.
"""

from __future__ import annotations

import asyncio
import inspect
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine, Generator, Sequence
from concurrent.futures import Future
from operator import attrgetter
from queue import SimpleQueue
from typing import Any, TypeAlias, TypeVar

import msgspec

from ludex.core.game.request import Deciding, Rejection, RemotePlayer
from ludex.core.game.wishes import Leave, Resign, TakeBack
from ludex.core.language.errors import BadSetting, IllegalMove, UnreadableMove, json_fault, kind_of, quote
from ludex.core.language.moves import Move
from ludex.core.language.options import Options
from ludex.core.play.faults import Fault, fault_of
from ludex.core.play.reading import with_options

TICK = 0.001
"""Seconds after the time limit at which a coroutine is cancelled, so that it was certainly late."""

T = TypeVar("T")
Result = TypeVar("Result")
Stops = tuple[type[BaseException], ...]

STOP_THE_HOST: Stops = (KeyboardInterrupt, SystemExit)
"""Exceptions that are not a player's fault when they arrive in the host's own thread."""


class Question(msgspec.Struct, frozen=True):
    """A call of a player's method, with the argument and the function that reads the answer."""

    seat: int
    method: str
    about: Any
    read: Callable[[Any], Any]


Asking: TypeAlias = Generator[list[Question], list[Any], Result]
"""Yields questions to be asked together, and takes the answers: the same whether players are called or awaited."""


class Asker:
    """Asks the players of one table. `limits` are seconds, one for every seat, or None."""

    def __init__(self, players: Sequence[Any], limits: Sequence[float | None]) -> None:
        self.spares_loop = False
        """True if plain players are called in threads by `ask_async`, because the event loop belongs to a host."""
        self._players = players
        self._remote = [isinstance(player, RemotePlayer) for player in players]
        pairs = zip(limits, self._remote, strict=True)
        self._limits = [None if remote else limit for limit, remote in pairs]  # remote players have their own clocks
        self._threaded = any(self._remote) or any(limit is not None for limit in limits)
        self._threads: dict[int, _Thread] = {}
        self._jobs: dict[int, _Job] = {}
        self._abandoned: dict[int, threading.Thread] = {}
        self._late: dict[int, asyncio.Task[Any]] = {}

    def needs_loop(self) -> bool:
        """Return True if a player has to be awaited, and not in a separate thread."""
        pairs = zip(self._players, self._limits, strict=True)
        return any(limit is None and is_awaited(player, "decide") for player, limit in pairs)

    def ask(self, questions: Sequence[Question]) -> list[Any]:
        """Ask by calling. Players with a time limit and remote players think at the same time."""
        if not self._threaded:
            return [call(self._players[question.seat], question) for question in questions]
        alone = len(questions) == 1
        jobs = {q.seat: self._start(q) for q in questions if self._is_threaded(q.seat, alone)}
        direct = {q.seat: call(self._players[q.seat], q) for q in questions if q.seat not in jobs}
        return [direct[q.seat] if q.seat in direct else self._collect(jobs[q.seat]) for q in questions]

    async def ask_async(self, questions: Sequence[Question]) -> list[Any]:
        """Ask in a running event loop, all at the same time."""
        if len(questions) == 1:
            return [await self._ask_one(questions[0])]
        return await asyncio.gather(*map(self._ask_one, questions))

    def replace(self, seat: int, limit: float | None) -> None:
        """Ask the new player of a seat from now on. Calls of the earlier player are abandoned."""
        self._remote[seat] = isinstance(self._players[seat], RemotePlayer)
        self._limits[seat] = None if self._remote[seat] else limit
        self._threaded = self._threaded or self._remote[seat]
        self._late.pop(seat, None)
        self._abandoned.pop(seat, None)
        if seat in self._threads:
            self._threads.pop(seat).close(self._jobs[seat])

    def close(self) -> None:
        """Let all threads end."""
        for seat, thread in self._threads.items():
            thread.close(self._jobs[seat])
        self._threads.clear()

    def _is_threaded(self, seat: int, alone: bool) -> bool:
        return self._limits[seat] is not None or (self._remote[seat] and not alone)

    def _start(self, question: Question, awaited_here: bool = False) -> _Job:
        seat = question.seat
        if seat not in self._threads:
            self._threads[seat] = _Thread(f"ludex player {seat}", self._abandoned.pop(seat, None))
        job = self._jobs[seat] = _Job(self._players[seat], question, self._limits[seat], awaited_here)
        self._threads[seat].jobs.put(job)
        return job

    def _collect(self, job: _Job) -> Any:
        try:
            return job.reply_in_time(job.future.result(job.remaining()))
        except TimeoutError:
            return self._abandon(job)

    def _abandon(self, job: _Job) -> Fault:
        """Abandon a thread whose player has not answered in time."""
        seat = job.question.seat
        thread = self._threads.pop(seat)
        thread.close(job)
        self._abandoned[seat] = thread.thread
        return job.timeout()

    async def _ask_one(self, question: Question) -> Any:
        seat, limit = question.seat, self._limits[question.seat]
        in_thread = limit is not None and not is_awaited(self._players[seat], question.method)
        if in_thread or self._remote[seat]:
            return await self._ask_in_thread(question)
        started = time.monotonic()
        late = self._late.pop(seat, None)
        if late is not None and not await _wait(late, limit):
            self._late[seat] = late
            return timeout(limit or 0, busy=True)
        task = asyncio.create_task(self._call(question))
        try:
            left = None if limit is None else limit - (time.monotonic() - started)
            if await _wait(task, left):
                return fault_of(asyncio.CancelledError()) if task.cancelled() else task.result()
            self._late[seat] = task
        finally:
            task.cancel()
        await asyncio.sleep(0)
        return timeout(limit or 0)

    async def _call(self, question: Question) -> Any:
        """Call a player without a thread's time limit. What it returns is awaited in this loop."""
        player = self._players[question.seat]
        if not self.spares_loop or is_awaited(player, question.method):
            return await call_async(player, question)
        reply, _ = await asyncio.wrap_future(self._start(question, awaited_here=True).future)
        return await reply if inspect.iscoroutine(reply) else reply

    async def _ask_in_thread(self, question: Question) -> Any:
        job = self._start(question)
        future = asyncio.wrap_future(job.future)
        try:
            in_time = await _wait(future, job.remaining())
            return job.reply_in_time(future.result()) if in_time else self._abandon(job)
        finally:
            future.cancel()


class _Job:
    """A question for a thread, and a future for the reply and the time at which it was given."""

    def __init__(self, player: Any, question: Question, limit: float | None, awaited_here: bool = False) -> None:
        self.player = player
        self.awaited_here = awaited_here
        self.question = question
        self.limit = limit
        self.asked = time.monotonic()
        self.future: Future[tuple[Any, float]] = Future()

    def run(self, runner: asyncio.Runner) -> None:
        """Ask, unless the job was cancelled. Any exception raised in this thread is the player's fault."""
        if self.future.set_running_or_notify_cancel():
            left = self.remaining()
            run = _as_it_is if self.awaited_here else runner.run
            reply = call(self.player, self.question, (), run, None if left is None else left + TICK)
            self.future.set_result((reply, time.monotonic()))

    def remaining(self) -> float | None:
        return None if self.limit is None else max(0.0, self.asked + self.limit - time.monotonic())

    def reply_in_time(self, given: tuple[Any, float]) -> Any:
        """Return the reply, or a time-out if it was late."""
        reply, answered = given
        return reply if self.limit is None or answered - self.asked <= self.limit else self.timeout()

    def timeout(self) -> Fault:
        return timeout(self.limit or 0, busy=self.future.cancelled())


class _Thread:
    """A thread that calls one player. It begins when the abandoned thread that it replaces has ended."""

    def __init__(self, name: str, after: threading.Thread | None) -> None:
        self.jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self.thread = threading.Thread(target=_work, args=(self.jobs, after), name=name, daemon=True)
        self.thread.start()

    def close(self, job: _Job) -> None:
        """Let the thread end after its last job, which is dropped if it has not begun."""
        self.jobs.put(None)
        job.future.cancel()


def _work(jobs: SimpleQueue[_Job | None], after: threading.Thread | None) -> None:
    if after is not None:
        after.join()
    with asyncio.Runner() as runner:
        while (job := jobs.get()) is not None:
            job.run(runner)
            del job  # or the last request would live as long as the thread


def call(
    player: Any,
    question: Question,
    stops: Stops = STOP_THE_HOST,
    run: Callable[[Coroutine[Any, Any, Any]], Any] = asyncio.run,
    seconds: float | None = None,
) -> Any:
    """Call a player's method and read the answer. Any exception is the player's fault, except `stops`.

    A coroutine is run by `run`, and cancelled after some `seconds`.
    """
    try:
        answer = getattr(player, question.method)(question.about)
        return run(_awaited(answer, question, stops, seconds)) if _is_awaitable(answer) else question.read(answer)
    except stops:
        raise
    except BaseException as error:
        return fault_of(error)


def _as_it_is(coroutine: Coroutine[Any, Any, Any]) -> Any:
    return coroutine


async def call_async(player: Any, question: Question) -> Any:
    """Do the same inside an event loop."""
    reply = call(player, question, run=_as_it_is)
    return await reply if inspect.iscoroutine(reply) else reply


async def _awaited(answer: Awaitable[Any], question: Question, stops: Stops, seconds: float | None) -> Any:
    """Await an answer and read it. No exception of a player leaves its coroutine."""
    try:
        async with asyncio.timeout(seconds):
            return question.read(await answer)
    except stops:
        raise
    except BaseException as error:
        return fault_of(error)


def read_answer(
    pack: Callable[[Move], T], read: Callable[[str], T], options: Callable[[], Options], answer: Any
) -> T | type[Leave | Resign | TakeBack] | Fault:
    """Read an answer as something that the player cannot change. It runs where the player's code runs."""
    kind = type(answer)
    try:
        if issubclass(kind, Move):
            return pack(answer)
        if issubclass(kind, str):
            return read(str.__str__(answer))
        if issubclass(kind, dict):
            return read(_as_json(answer))
    except IllegalMove as error:
        return Fault(quote(answer, str), error.rejection)
    except UnreadableMove as error:
        return Fault(quote(answer, str), Rejection("unreadable", str(with_options(error, options()))))
    if issubclass(kind, Leave):
        return Leave
    if issubclass(kind, Resign):
        return Resign
    if issubclass(kind, TakeBack):
        return TakeBack
    if answer is None:
        told = "the player returned None; expected one of the request's options"
        return Fault("None", Rejection("no-answer", told))
    shown, noun = quote(answer), kind_of(answer)
    article = "an" if noun[:1].lower() in "aeiou" else "a"
    return Fault(shown, Rejection("wrong-type", f"the player returned {shown}, {article} {noun}; expected a move"))


def _as_json(answer: dict[Any, Any]) -> str:
    try:
        return msgspec.json.encode(answer).decode()
    except (TypeError, ValueError, RecursionError) as error:
        raise UnreadableMove(f"cannot read {quote(answer)} as a move: {json_fault(error)}") from None


def is_true(answer: Any) -> bool:
    """Read an answer that is True or anything else."""
    return answer is True


def _is_awaitable(answer: Any) -> bool:
    """Return True if an answer must be awaited. The check is on its class, because the answer itself may mislead."""
    return not issubclass(type(answer), Move) and hasattr(type(answer), "__await__")


async def _wait(future: asyncio.Future[Any], seconds: float | None) -> bool:
    """Wait until a future is done, at most for some seconds. It is neither cancelled nor looked at."""
    done, _ = await asyncio.wait({future}, timeout=seconds if seconds is None else max(0.0, seconds))
    return bool(done)


def timeout(limit: float, busy: bool = False) -> Fault:
    """Return the fault of a player that answered too late, or not at all."""
    why = ": its code is still busy with an earlier question" if busy else ""
    told = f"the player gave no answer within its time limit of {limit:g} s{why}"
    return Fault("no answer in time", Rejection("timeout", told))


def is_awaited(player: Any, method: str) -> bool:
    """Return True if a method is a coroutine function. A method that cannot be read fails when it is called."""
    try:
        made_of = player.function if type(player) is Deciding and method == "decide" else None
        return inspect.iscoroutinefunction(made_of or getattr(player, method))
    except Exception:
        return False


def refuse_classes(players: Sequence[Any]) -> None:
    """Refuse a class in place of a player, unless the class itself can decide (`decide` is a class or static method).

    >>> class MyBot:
    ...     def decide(self, request): ...
    >>> refuse_classes([MyBot(), MyBot])
    Traceback (most recent call last):
    ludex.core.language.errors.BadSetting: the player of seat 1 is the class MyBot: pass MyBot(), not the class
    """
    for seat, given in enumerate(players):
        if isinstance(given, type):
            decide = inspect.getattr_static(given, "decide", None)
            if not isinstance(decide, classmethod | staticmethod):
                name = quote(given, attrgetter("__name__"))
                raise BadSetting(f"the player of seat {seat} is the class {name}: pass {name}(), not the class")


def name_of(player: Any, otherwise: str | None = None) -> str:
    """Return a player's name, shortened, or the replacement if it has none.

    >>> name_of(3)
    'int'
    """
    name = getattr(player, "name", None)
    return (otherwise or kind_of(player)) if name is None else quote(name, str)


def as_player(seat: int, given: Any) -> Any:
    """Return the player itself, or a player made from a plain function."""
    kind = type(given)
    if hasattr(given, "decide"):
        return given
    if callable(given):
        return Deciding(given)
    bot = f"; a bot is ludex.Bot(game, {quote(given)})" if kind is str else ""
    raise BadSetting(
        f"the player of seat {seat} is {quote(given)}: expected an object with a method `decide`, or a function{bot}"
    )

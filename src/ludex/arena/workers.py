"""Many tasks on all cores of this machine, or on a Ray cluster: the results come in order and are the same everywhere.

A task is a tuple of arguments for one function. The caller makes tasks independent of each other, with their chance
inside them, so that a task can be done anywhere, and repeated if its worker was lost.
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from typing import Any, Literal, TypeVar, get_args

from ludex.arena.on_ray import map_on_ray
from ludex.arena.processes import PROCESS_ENDED, available_cores, start_process
from ludex.core.language.errors import BadSetting, LudexError, quote

R = TypeVar("R")
Progress = Callable[[int], None]

Where = Literal["cores", "threads", "ray"]
"""The place where tasks are done: processes of this machine, threads (for compiled code, which releases Python's
lock), or the machines of a Ray cluster."""


def map_tasks(
    function: Callable[..., R],
    tasks: Iterable[tuple[Any, ...]],
    *,
    on: Where = "cores",
    cores: int | None = None,
    progress: Progress | None = None,
    interpreted: bool = False,
) -> Iterator[R]:
    """Call a function with the arguments of every task, and yield the results in the order of the tasks.

    The function must belong to a module, so that another process can import it. `progress` is called with 1 after every
    result. A caller that has seen enough stops iterating: tasks that were not begun are then dropped. Processes of this
    machine wait for compiled rules, unless they are to be `interpreted`.

    >>> list(map_tasks(pow, [(2, 3), (3, 2), (5, 1)], on="threads"))
    [8, 9, 5]
    """
    if on not in get_args(Where):
        raise BadSetting(f"work is done on {' or '.join(get_args(Where))}, not on {quote(on, str)}")
    if on == "ray":
        results = map_on_ray(function, tasks, cores)
    else:
        results = _map_here(function, tasks, on, cores or available_cores(), interpreted)
    for result in results:
        if progress:
            progress(1)
        yield result


def _map_here(
    function: Callable[..., R], tasks: Iterable[tuple[Any, ...]], on: Where, cores: int, interpreted: bool
) -> Iterator[R]:
    """Keep every core busy, with a few tasks queued in advance."""
    executor: Executor
    if on == "threads":
        executor = ThreadPoolExecutor(cores)
        begin = partial(executor.submit, function)
    else:
        setup = partial(start_worker, interpreted)
        executor = ProcessPoolExecutor(cores, mp_context=get_context("spawn"), initializer=setup)
        begin = partial(executor.submit, _until_told_to_stop, function)
    waiting: deque[Future[R]] = deque()
    try:
        for task in tasks:
            waiting.append(begin(*task))
            if len(waiting) > 4 * cores:
                yield _result(waiting.popleft())
        while waiting:
            yield _result(waiting.popleft())
    finally:
        if waiting:
            _stop(executor)
        executor.shutdown(wait=True, cancel_futures=True)


def start_worker(interpreted: bool = False) -> None:
    """Set up a process of this machine. Ctrl-C is handled by the process that started it, which then stops it.

    Text that players print is sent to standard error, because standard output is for results, which programs may read.
    """
    with contextlib.suppress(OSError):  # there may be no standard error
        os.dup2(2, 1)
    start_process(interpreted)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Stop when the process that started this one is gone, because no other process would stop it."""
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)


class _ToldToStop(SystemExit):
    """The stop of a worker, raised so that it cleans up: above all, ends the programs that it started."""


def _leave(number: int, frame: Any) -> None:
    """Stop during a task. Code that catches the exception is ended a moment later."""
    if hasattr(signal, "alarm"):
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(PATIENCE)
    raise _ToldToStop


def _until_told_to_stop(function: Callable[..., R], *arguments: Any) -> R:
    try:
        return function(*arguments)
    except _ToldToStop:
        os._exit(0)
    except SystemExit:
        raise LudexError(PLAYER_EXITS) from None


def _stop(executor: Executor) -> None:
    """Stop processes during their tasks. Those that do not react are killed."""
    processes = list((getattr(executor, "_processes", None) or {}).values())
    for process in processes:
        process.terminate()
    until = time.monotonic() + PATIENCE
    for process in processes:
        process.join(max(0.0, until - time.monotonic()))
        if process.is_alive():
            process.kill()


def _result(task: Future[R]) -> R:
    try:
        return task.result()
    except BrokenProcessPool:
        raise LudexError(PROCESS_ENDED) from None


PATIENCE = 3
"""Seconds that a process has to stop after it was terminated."""
PLAYER_EXITS = "a player's code raised SystemExit. Run it with --isolate to let it forfeit its games instead."

"""Measuring many games on all cores. A worker that dies takes nothing with it: its games are measured again."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from typing import TypeVar

from ludex.arena.simulate import available_cores
from ludex.core.errors import LudexError
from ludex.core.rule import wait_for_compiler

T = TypeVar("T")
R = TypeVar("R")

ATTEMPTS = 3
"""How often work is tried that ends its worker."""


class Workers:
    """Processes that work on tasks. The results come in the order of the tasks, whoever did them.

    >>> with Workers(1) as workers:
    ...     workers.map(abs, [-1, 2, -3])
    [1, 2, 3]
    """

    def __init__(self, cores: int | None = None) -> None:
        self.cores = cores or available_cores()
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """End all processes."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
            self._pool = None

    def map(self, work: Callable[[T], R], tasks: Sequence[T]) -> list[R]:
        """Do some work for every task. Work must depend on nothing but its task, since it may be done again."""
        return [result for _, result in sorted(self.each(work, tasks), key=lambda done: done[0])]

    def each(self, work: Callable[[T], R], tasks: Sequence[T]) -> Iterator[tuple[int, R]]:
        """The place and the result of every task, each exactly once."""
        if self.cores == 1:
            yield from ((place, work(task)) for place, task in enumerate(tasks))
            return
        left = list(range(len(tasks)))
        for attempt in range(1, ATTEMPTS + 1):
            try:
                pool = self._started()
                futures = [(place, pool.submit(work, tasks[place])) for place in left]
                for place, future in futures:
                    result = future.result()
                    left.remove(place)
                    yield place, result
                return
            except BrokenProcessPool:
                self.stop()
                if attempt == ATTEMPTS:
                    raise LudexError(
                        f"a worker process ended {ATTEMPTS} times (killed, or all memory used). What was finished is "
                        "kept: give the same command again to go on."
                    ) from None

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self.cores, mp_context=get_context("spawn"), initializer=_start)
        return self._pool


def _start() -> None:
    """Get a process ready: it waits for compiled rules, and leaves Ctrl-C to the process that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    wait_for_compiler()


def _end_with_parent() -> None:
    """End this process when the one that started it was killed: nobody would ever send it work again."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)

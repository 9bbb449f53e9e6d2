"""Measuring many games on all cores, or on a Ray cluster.

If a worker dies, its games are measured again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from multiprocessing import get_context
from typing import TypeVar

from ludex.arena.on_ray import cluster
from ludex.arena.processes import available_cores
from ludex.arena.workers import Where, map_tasks, start_worker
from ludex.core.language.errors import LudexError

T = TypeVar("T")
R = TypeVar("R")

ATTEMPTS = 3
"""Number of attempts at work that ends its worker."""


class Workers:
    """Worker processes, reused from one call to the next.

    Results come in the order of the tasks, whichever worker did them.

    >>> with Workers(1) as workers:
    ...     workers.map(abs, [-1, 2, -3])
    [1, 2, 3]
    """

    def __init__(self, cores: int | None = None, on: Where = "cores") -> None:
        self.cores = cores or available_cores()
        self.on = on
        self._pool: ProcessPoolExecutor | None = None
        self._open = ExitStack()

    def __enter__(self) -> Workers:
        if self.on == "ray":
            self._open.enter_context(cluster(self.cores))
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        self._open.close()

    def stop(self) -> None:
        """End all processes."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
            self._pool = None

    def map(self, work: Callable[[T], R], tasks: Sequence[T]) -> list[R]:
        """Do some work for every task. Work must depend only on its task, since it may be repeated."""
        return [result for _, result in sorted(self.each(work, tasks), key=lambda done: done[0])]

    def each(self, work: Callable[[T], R], tasks: Sequence[T]) -> Iterator[tuple[int, R]]:
        """Yield the index and the result of every task, each exactly once."""
        if self.on == "ray":
            yield from enumerate(map_tasks(work, ((task,) for task in tasks), on="ray", cores=self.cores))
            return
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
                        f"a worker process ended {ATTEMPTS} times (killed, or out of memory). Finished work is "
                        "saved: run the same command again to resume."
                    ) from None

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self.cores, mp_context=get_context("spawn"), initializer=start_worker)
        return self._pool

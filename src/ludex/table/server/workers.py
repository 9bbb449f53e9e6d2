"""Work off the event loop: bots, hints, reviews, checks of data from clients, and long work at tables.

Every kind of work has separate threads, and within each kind the addresses that requested it take turns. So an address
with forty tables of searching bots slows down its own tables and not those of others.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from ludex.table.room.refused import Refused
from ludex.table.server.fair_queue import FairQueue, closing
from ludex.table.server.limits import Bucket

T = TypeVar("T")
BOTS, HINTS, CHECKS, TABLES, REVIEWS = 4, 2, 2, 4, 1
"""Threads of every kind of work."""
RATE, BURST = 1.0, 60.0
"""Seconds of thinking that an address regains per second, and has at first. Beyond that, work is background work."""
HINTS_EACH, HINTS_MOST = 2, 8
"""Most hints that wait for one address, and for all: a hint takes about a second, so this bounds the wait."""
REVIEWS_EACH, REVIEWS_MOST = 1, 6
"""Most reviews that wait for one address, and for all: a review takes up to a minute."""
CHECKS_EACH, CHECKS_MOST = 2, 16
"""Most imports and checks that wait for one address, and for all."""
CHECK_WITHIN = 20.0
"""Seconds for one import or check."""


class Pool:
    """Threads for one kind of work, given to addresses in turn.

    >>> async def add() -> int:
    ...     pool = Pool("sums", 2)
    ...     try:
    ...         return await pool.run("192.0.2.1", sum, [1, 2, 3])
    ...     finally:
    ...         pool.close()
    >>> asyncio.run(add())
    6
    """

    def __init__(
        self,
        name: str,
        threads: int,
        *,
        share: int | None = None,
        each: int | None = None,
        most: int | None = None,
        within: float | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.queue = FairQueue(threads, share=share or max(1, threads - 1), each=each, most=most)
        self._name = name
        self._threads: list[Thread] = []
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._unfinished: set[asyncio.Future[Any]] = set()
        self._within = within
        self._clock = clock
        self._budgets: dict[str, Bucket] = {}

    async def run(self, address: str, work: Callable[..., T], *args: Any, background: bool = False) -> T:
        """Run work in a thread when it is the address's turn. Raises `Refused` if it would have to wait too long.

        An address that has used up its thinking time gets only threads that no other address needs, one at a time.
        """
        behind = background or self._spent(address)
        await self.queue.acquire(address, background=behind)
        try:
            job = self._begin(partial(self._timed, address, work, *args))
        except BaseException:
            self.queue.release(address, background=behind)
            raise
        job.add_done_callback(lambda done: self._done(done, address, behind))
        try:
            # A thread cannot be stopped: it has its slot until it is done.
            return await asyncio.wait_for(asyncio.shield(job), self._within)
        except TimeoutError:
            if job.done():
                raise
            raise Refused(503, "too-long", f"This took longer than {self._within:g} s and was stopped.") from None

    def _begin(self, work: Callable[[], T]) -> asyncio.Future[T]:
        """Hand work to a thread. There are as many threads as work was done at the same time.

        They are daemons, because a thread cannot be stopped: a bot that thinks for minutes must not keep the process
        from ending.
        """
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._unfinished.add(done)
        self._jobs.put((done, work))
        if len(self._threads) < self.queue.running:
            name = f"ludex-{self._name}_{len(self._threads)}"
            self._threads.append(Thread(target=_work, args=(self._jobs,), name=name, daemon=True))
            self._threads[-1].start()
        return done

    def _timed(self, address: str, work: Callable[..., T], *args: Any) -> T:
        began = self._clock()
        try:
            return work(*args)
        finally:
            self._budget(address).left -= self._clock() - began

    def _done(self, job: asyncio.Future[Any], address: str, background: bool) -> None:
        self._unfinished.discard(job)
        if not job.cancelled():
            job.exception()  # the caller has it, or gave up
        self.queue.release(address, background=background)

    def _budget(self, address: str) -> Bucket:
        return self._budgets.setdefault(address, Bucket(RATE, BURST, self._clock()))

    def _spent(self, address: str) -> bool:
        """Return whether an address has used up its thinking time."""
        budget = self._budget(address)
        budget.full(self._clock())
        return budget.left < 0

    def forget(self) -> None:
        """Forget the addresses whose thinking time is fully restored."""
        for address in list(self._budgets):
            if not self._spent(address) and self._budgets[address].left >= BURST:
                del self._budgets[address]

    def close(self) -> None:
        """Refuse waiting and unfinished work. A thread ends when it has finished its current work."""
        self.queue.close()
        for done in self._unfinished:
            if not done.done():
                done.set_exception(closing())
        for _ in self._threads:
            self._jobs.put(None)


_Job = tuple[asyncio.Future[Any], Callable[[], Any]]


def _work(jobs: SimpleQueue[_Job | None]) -> None:
    """Do one job after another, in a thread."""
    while (job := jobs.get()) is not None:
        done, work = job
        try:
            settle = partial(_settle, done, work(), None)
        except BaseException as error:
            settle = partial(_settle, done, None, error)
        with suppress(RuntimeError):  # the server has stopped in the meantime
            done.get_loop().call_soon_threadsafe(settle)
        del job, done, work, settle  # or an idle thread would hold the table of its last job


def _settle(done: asyncio.Future[Any], result: Any, error: BaseException | None) -> None:
    if done.done():
        return
    if error is None:
        done.set_result(result)
    else:
        done.set_exception(error)


class Workers:
    """All work off the event loop, each kind with separate threads."""

    def __init__(self) -> None:
        self.bots = Pool("bots", BOTS)
        self.hints = Pool("hints", HINTS, each=HINTS_EACH, most=HINTS_MOST)
        self.checks = Pool("checks", CHECKS, each=CHECKS_EACH, most=CHECKS_MOST, within=CHECK_WITHIN)
        """Imports, genomes and positions: data from clients that must be checked."""
        self.reviews = Pool("reviews", REVIEWS, each=REVIEWS_EACH, most=REVIEWS_MOST)
        self.tables = Pool("tables", TABLES, share=TABLES // 2)
        """Waking tables, dealing, replays, long lists of orders and taking moves back."""

    @property
    def pools(self) -> tuple[Pool, ...]:
        """All pools."""
        return self.bots, self.hints, self.checks, self.reviews, self.tables

    def stop_thinking(self) -> None:
        """Give up the work of bots, hints, checks and reviews, before the server stops. Tables are still put away."""
        for pool in (self.bots, self.hints, self.checks, self.reviews):
            pool.close()

    def forget(self) -> None:
        """Forget addresses whose thinking time is fully restored."""
        for pool in self.pools:
            pool.forget()

    def close(self) -> None:
        """Give up all work."""
        for pool in self.pools:
            pool.close()

"""The only writer of a process: a thread that writes all waiting jobs in one transaction."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

from ludex.table.store.batch import Append, Batch, Job, LostRace, Relist, Work
from ludex.table.store.database import Database, Source
from ludex.table.store.errors import StoreClosed, StoreError, StoreLost
from ludex.table.store.interface import FIGURES, Belonging, Listing, Notice, Row
from ludex.table.store.known import Knowledge

MOST_JOBS = 1000
"""Most jobs in one transaction: with more, the first of them would wait too long."""
LINGER = 0.2
"""Seconds for which listings wait for a commit to join."""
LOOK = 0.1
"""Seconds between two searches for rows of other processes, if the database does not notify."""
PAUSE = 0.2
"""Seconds between two tries to connect again."""
REPEATS = 5
"""Most repetitions of a transaction in which two processes were in each other's way."""
MOST_DOUBTS = 1000


class Writer:
    """The owner of the connection that writes. All but the thread's methods are called from the event loop."""

    def __init__(self, source: Source, knowledge: Knowledge, told: Callable[[Sequence[tuple[str, int]]], None]) -> None:
        self.figures = dict.fromkeys(FIGURES, 0.0)
        self._source = source
        self._knowledge = knowledge
        self._told = told
        self._gathered: list[Job] = []
        self._jobs: deque[Job] = deque()
        self._bell: SimpleQueue[bool] = SimpleQueue()
        self._settled = 0
        self._written = 0
        self._doubts: dict[str, int] = {}
        self._left: dict[str, Listing] = {}
        self._thread: Thread | None = None
        self._database: Database | None = None

    def start(self, database: Database) -> None:
        """Begin to write on this connection."""
        self._loop = asyncio.get_running_loop()
        self._database = database
        self._thread = Thread(target=self._work, name="ludex-writer", daemon=True)
        self._thread.start()

    async def stop(self) -> None:
        """Write all waiting jobs, and end."""
        thread, self._thread = self._thread, None
        if thread:
            self._hand_over()
            self._bell.put(False)
            await asyncio.to_thread(thread.join)

    def append(
        self,
        table: str,
        rows: Sequence[Row],
        listing: Listing | None,
        notices: Sequence[Notice],
        belongings: Sequence[Belonging],
    ) -> asyncio.Future[Any]:
        """Write rows with the next transaction; the future's result is whether they were first."""
        future = self._future()
        self._gather(Append(future, table, rows, listing, notices, belongings, self._settled))
        return future

    def do(self, work: Callable[[Database, Knowledge, bool], Any], *, first: bool = False) -> asyncio.Future[Any]:
        """Do other work in the next transaction; the future has its result."""
        future = self._future()
        self._gather(Work(future, work, first))
        return future

    def relist(self, table: str, listing: Listing) -> None:
        """Write a listing with the next transaction."""
        self._check_open()
        self._gather(Relist(table, listing))

    def _gather(self, job: Job) -> None:
        """Hand over jobs at the end of this turn of the loop: a thread that begins at once would
        only write the first of them, and be in the way of the others."""
        if not self._gathered:
            self._loop.call_soon(self._hand_over)
        self._gathered.append(job)

    def _hand_over(self) -> None:
        if self._gathered:
            self._jobs += self._gathered
            self._gathered = []
            self._bell.put(True)

    def _check_open(self) -> None:
        if self._thread is None:
            raise StoreClosed("the store is not open: await store.open() first, and use nothing after close()")

    def _future(self) -> asyncio.Future[Any]:
        self._check_open()
        return self._loop.create_future()

    def _settle(self, jobs: Sequence[Job], results: dict[int, Any]) -> None:
        """Set the results of jobs, in the event loop. Jobs that were sent earlier were sent without this knowledge."""
        self._settled += 1
        for number, job in enumerate(jobs):
            if not isinstance(job, Relist) and not job.future.done():
                result = results[number]
                if isinstance(result, Exception):
                    job.future.set_exception(result)
                else:
                    job.future.set_result(result)

    # --- the thread

    def _work(self) -> None:
        going = True
        while going or self._jobs:
            jobs, going = self._take(going)
            if jobs:
                batch = Batch(self._with_leftovers(jobs), self._knowledge, self._doubts)
                self._write(batch)
                self._call(self._settle, batch.jobs, batch.results)
            elif self._source.polls:
                self._look()
        if self._database:
            self._database.close()

    def _take(self, going: bool) -> tuple[list[Job], bool]:
        """Return all waiting jobs, and whether to continue. Listings alone wait a little for other jobs."""
        patience = LOOK if self._source.polls else None
        jobs: list[Job] = []
        until = 0.0
        while going and not self._jobs:
            try:
                going = self._bell.get(timeout=patience)
            except Empty:
                break
            if going and all(isinstance(job, Relist) for job in self._jobs):
                jobs += self._pop(MOST_JOBS - len(jobs))
                until = until or time.monotonic() + LINGER
                patience = until - time.monotonic()
                if patience <= 0:
                    break
        return jobs + self._pop(MOST_JOBS - len(jobs)), going

    def _pop(self, most: int) -> list[Job]:
        return [self._jobs.popleft() for _ in range(min(most, len(self._jobs)))]

    def _with_leftovers(self, jobs: list[Job]) -> list[Job]:
        """Return the jobs after the listings that a failed transaction has left, so that later ones prevail."""
        left, self._left = self._left, {}
        return [*(Relist(table, listing) for table, listing in left.items()), *jobs]

    def _write(self, batch: Batch) -> None:
        """Write a batch, with all retries it needs; in the end, every job has a result."""
        started = time.perf_counter()
        try:
            self._try(batch)
        except Exception as error:  # an error in here must not leave any caller waiting
            batch.fail(error)
        self._written += 1
        self._doubt(batch.lost)
        self.figures["commits"] += 1
        self.figures["rows"] += batch.rows
        self.figures["lost_races"] += len(batch.lost)
        self.figures["largest_batch"] = max(self.figures["largest_batch"], len(batch.jobs))
        self.figures["writing_seconds"] += time.perf_counter() - started

    def _try(self, batch: Batch) -> None:
        singly = again = False
        repeats, patience = 0, time.monotonic() + self._source.patience
        while True:
            try:
                return self._transaction(batch, singly=singly, again=again)
            except LostRace:
                singly = True
            except Exception as error:
                if self._source.worth_repeating(error) and repeats < REPEATS:
                    repeats += 1
                    self.figures["repeats"] += 1
                    continue
                problem = error if isinstance(error, StoreError) else self._source.problem(error)
                if isinstance(problem, StoreLost):
                    self._disconnect()
                    if time.monotonic() < patience:
                        again = True  # the commit may have happened
                        time.sleep(PAUSE)
                        continue
                if problem is None and len(batch.jobs) > 1:
                    return self._one_by_one(batch)
                self.figures["failures"] += 1
                self._left = batch.fail(problem or StoreError(f"{self._source.shown} refuses this: {error}"))
                return None

    def _transaction(self, batch: Batch, *, singly: bool = False, again: bool = False) -> None:
        if self._database is None:
            self._database = self._source.connect()
        try:
            self._database.begin()
            if heard := self._database.heard():
                self.hear(heard)
            batch.run(self._database, singly=singly, again=again)
            self._database.commit()
        except BaseException:
            self._undo()
            raise
        batch.learn()

    def _undo(self) -> None:
        """Roll back. A connection that cannot even do that is closed."""
        try:
            if self._database:
                self._database.rollback()
        except Exception:
            self._disconnect()

    def _disconnect(self) -> None:
        database, self._database = self._database, None
        with suppress(Exception):
            if database:
                database.close()

    def _one_by_one(self, batch: Batch) -> None:
        """Write the jobs separately, because one of them cannot be written at all."""
        for number, job in enumerate(batch.jobs):
            alone = Batch([job], self._knowledge, self._doubts)
            self._try(alone)
            self._doubt(alone.lost)
            batch.lost |= alone.lost
            batch.results[number] = alone.results.get(0)

    def _doubt(self, tables: set[str]) -> None:
        """Mark tables of a lost race: appends sent before this batch was settled did not know of it, and are lost."""
        for table in tables:
            self._doubts[table] = self._written
        if len(self._doubts) > MOST_DOUBTS:
            recent = [(table, number) for table, number in self._doubts.items() if number > self._written - 100]
            self._doubts.clear()
            self._doubts.update(recent)

    def _look(self) -> None:
        try:
            heard = self._database.heard() if self._database else ()
        except Exception:  # the next transaction will report what is wrong
            self.figures["failures"] += 1
            return
        if heard:
            self.hear(heard)

    def hear(self, ends: Sequence[tuple[str, int]]) -> None:
        """Remember rows of other processes, and notify the event loop. Called from any thread."""
        for table, number in ends:
            self._knowledge.heard(table, number)
        self._call(self._told, ends)

    def _call(self, function: Callable[..., None], *values: Any) -> None:
        with suppress(RuntimeError):  # the event loop is closed: no task waits any more
            self._loop.call_soon_threadsafe(function, *values)

"""A live table: one request after another is checked, committed, and then sent to the viewers.

A move is not sent to any viewer before it is saved. The store's key (table, number) is the fence against other
processes: the process that comes second reads the rows that it missed, and checks the request again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeVar

import msgspec

from ludex.table.room.actions import Repeated
from ludex.table.room.messages import encode
from ludex.table.room.owners import erase, owned_seats
from ludex.table.room.perspectives import Perspectives
from ludex.table.room.records import records
from ludex.table.room.refused import Refused, RuleFault, put_aside
from ludex.table.room.rows import Erased, Payload, Undone, write_payload
from ludex.table.room.scheduler import RETRY, Scheduler
from ludex.table.room.server import Server
from ludex.table.room.snapshot import advanced, take_snapshot
from ludex.table.room.state import TableState
from ludex.table.room.viewers import Viewers
from ludex.table.store import Listing, Row
from ludex.table.store.errors import StoreError

T = TypeVar("T")
Action = Callable[[TableState], list[Payload]]
"""A request, checked against the state: it returns rows, or raises `Refused`."""
TRIES = 8
"""Most times that a request is checked again after another process was first."""
FEW_MOVES = 4
"""Most rows that are applied directly on the event loop. More rows, and undo, are applied in a thread."""
MANY_MISSED = 32
"""Rows of other processes after which the table is read again in a thread."""

_log = logging.getLogger("ludex.table")


class Room:
    """One live table."""

    def __init__(self, server: Server, state: TableState) -> None:
        self.server = server
        self.id = state.header.id
        self.state = state
        self.perspectives = Perspectives(state)
        self.viewers = Viewers(self)
        self.scheduler = Scheduler(self)
        self.leased = False
        """True if this process carries out the automatic actions of the table."""
        self.ended = False
        """True if the table was put aside: nothing happens in this room after that."""
        self.snapshot_at = state.number
        self.lock = asyncio.Lock()
        """Held while the table is being changed."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._damaged = False
        self._saving = False
        self._listed: tuple[tuple[int, str], float | None] | None = None

    @property
    def saving(self) -> bool:
        """True while the state is ahead of the saved rows."""
        return self._saving

    @property
    def damaged(self) -> bool:
        """True if the state in memory differs from the saved one, and must be read again before it is shown."""
        return self._damaged

    # Requests

    async def act(self, action: Action, *, heavy: bool = False) -> TableState:
        """Check a request, commit its rows, and notify the viewers. `heavy`: check it in a thread.

        Raises `Refused` if the request is not allowed.
        """
        room = self.server.live(self)
        async with room.lock:
            return await room.perform(action, heavy)

    async def perform(self, action: Action, heavy: bool = False) -> TableState:
        """Do the same as `act`, for callers that hold the lock."""
        for _ in range(TRIES):
            if self.ended:
                raise put_aside(self.id)
            if self._damaged:
                await self._reload()
            with self._blaming_rules():
                payloads = await self.off_loop(action, self.state) if heavy else action(self.state)
            if not payloads or await self._commit(payloads):
                return self.state
        raise Refused(409, "busy", "The table is too busy. Try again.")

    @contextlib.asynccontextmanager
    async def reading(self) -> AsyncIterator[TableState]:
        """Yield the state while nothing is being changed, so that only saved data is read."""
        async with self.lock:
            if self._damaged:
                await self._reload()
            yield self.state

    async def off_loop(self, work: Callable[..., T], *args: Any) -> T:
        """Run long work in a thread. Changes of the table in the meantime are made to a copy."""
        return await self.server.workers.tables.run(self.state.header.host, work, *args)

    @contextlib.contextmanager
    def _blaming_rules(self) -> Iterator[None]:
        """Turn any exception of the rules into a refusal: an index out of bounds, a broken law, anything."""
        try:
            yield
        except (Refused, Repeated, StoreError):
            raise
        except Exception as error:
            _log.error("table %s: the rules of %s failed", self.id, self.state.game.name, exc_info=error)
            raise RuleFault(self.state.game.title) from error

    async def _commit(self, payloads: Sequence[Payload]) -> bool:
        """Write rows, and send them to the viewers when they are saved. Return False if another process was first."""
        long = len(payloads) > FEW_MOVES or any(isinstance(payload, Undone) for payload in payloads)
        try:
            saving = await self._apply_in_thread(payloads) if long else self._apply(payloads)
            written = await saving
        except StoreError as error:
            raise self._not_saved(error) from error
        finally:
            self._saving = False
            self.viewers.wake_waiting()
        if not written:
            self.start(self._mend())  # it has nothing to do unless reading fails here
            await self._reload()
            return False
        self._damaged = False
        self._notify(payloads)
        return True

    def _apply(self, payloads: Sequence[Payload]) -> Awaitable[bool]:
        """Apply rows, and pass them to the store. Nothing is sent to viewers until they are saved."""
        state, at = self.state, self.scheduler.now()
        rows = self._rows(payloads, at)
        before = self._owners()
        self._damaged = self._saving = True  # until the result is known: a cancelled task must not leave unsaved rows
        with self._mending():
            for row, payload in zip(rows, payloads, strict=True):
                state.apply(row.number, payload, at)
            self.scheduler.next_due()  # rules that fail at it fail before anything is saved
        return self._save(rows, payloads, before)

    async def _apply_in_thread(self, payloads: Sequence[Payload]) -> Awaitable[bool]:
        """Do the same as `_apply`, on a copy and in a thread, for work that takes long."""
        at = self.scheduler.now()
        rows = self._rows(payloads, at)
        before = self._owners()
        with self._blaming_rules():
            state = await self.off_loop(advanced, self.state, payloads, at)
        self._damaged = self._saving = True
        self._replace(state)
        with self._mending():
            self.scheduler.next_due()
        return self._save(rows, payloads, before)

    def _rows(self, payloads: Sequence[Payload], at: float) -> list[Row]:
        return [
            Row(self.id, number, payload.kind, write_payload(payload), at)
            for number, payload in enumerate(payloads, self.state.number + 1)
        ]

    def _owners(self) -> tuple[list[str], bool]:
        """Return the owners of the seats, and whether the game is over, before rows are applied."""
        return [seat.owner for seat in self.state.seats], self.state.over

    def _save(
        self, rows: Sequence[Row], payloads: Sequence[Payload], before: tuple[list[str], bool]
    ) -> Awaitable[bool]:
        notices = self.server.notices.due(self, rows[0].number - 1)
        belongings = owned_seats(self.state, payloads) + records(*before, self.state, payloads)
        return self.server.store.append(rows, self._new_listing(), notices, belongings)

    @contextlib.contextmanager
    def _mending(self) -> Iterator[None]:
        """Do the same as `_blaming_rules`, and read the table again if the rules fail, because its state may be half
        changed."""
        try:
            with self._blaming_rules():
                yield
        except RuleFault:
            self.start(self._mend())
            raise

    async def _mend(self) -> None:
        """Read the table again if the state in memory is not the saved one; if that fails, again a little later."""
        async with self.lock:
            if self._damaged:
                with contextlib.suppress(Refused, StoreError):
                    await self._reload()
        if self._damaged and self.viewers and not (self.ended or self.server.closing):
            self.server.clock.call_at(self.server.clock.now() + RETRY, lambda: self.start(self._mend()))

    def _not_saved(self, error: StoreError) -> Refused:
        _log.error("table %s: %s", self.id, error)
        self.start(self._mend())
        return Refused(503, "not-saved", "The table could not save this. Try again.")

    def _notify(self, payloads: Sequence[Payload]) -> None:
        """Send every viewer the part of saved rows that they may know, and schedule what follows from them."""
        self.viewers.notify(payloads)
        self.server.note_saved(self, payloads)
        self.scheduler.schedule()

    # The entry in the list of tables

    def _new_listing(self) -> Listing | None:
        """Return the listing to store with the next rows, or None if the stored one is still good enough.

        A stored time that is too early does no harm, so the listing is not written for every bot's move.
        """
        stamp, due = (self.state.reseated, self.state.status), self.scheduler.due
        known = self._listed
        if known is not None and known[0] == stamp and (due is None or (known[1] is not None and known[1] <= due)):
            return None
        self._listed = stamp, due
        return self.listing()

    def listing(self) -> Listing:
        """Return the table's entry in the list of tables."""
        state = self.state
        free = sum(seat.kind == "person" and (seat.left or not seat.sat) for seat in state.seats)
        players = [seat.name for seat in state.seats if seat.name]
        summary = {"title": state.game.title, "players": players, "free": free, "seats": len(state.seats)}
        if state.clock_rules.ticks:
            summary["per_move"], summary["per_player"] = state.clock_rules.per_move, state.clock_rules.per_player
        if state.made.rated:
            summary["rated"] = True
        if state.over and state.table is not None and state.table.outcome is not None:
            summary["winners"] = state.table.outcome.winners
        return Listing(state.status, encode(summary), self.scheduler.due)

    # Rows of other processes

    async def follow(self, number: int) -> None:
        """Apply the rows that another process has written, up to a number."""
        async with self.lock:
            if number > self.state.number:
                await self._catch_up()

    async def _catch_up(self) -> None:
        """Apply the rows that other processes have written, and notify the viewers."""
        rows = await self.server.store.rows(self.id, self.state.number)
        if not rows:
            return
        self._listed = None
        self._damaged = True
        try:
            if len(rows) > MANY_MISSED:
                await self._reload()
                return
            if any(row.kind == Erased.kind for row in rows):
                await self._reload()  # earlier rows are different now
                return
            with self._blaming_rules():
                payloads = [self.state.apply_row(row) for row in rows if row.number > self.state.number]
        except (Refused, StoreError):
            self.start(self._mend())
            raise
        self._damaged = False
        self._notify(payloads)

    async def _reload(self) -> None:
        """Discard the state in memory, and read the table again."""
        state = await self.server.load(self.id)
        if state is None:
            raise Refused(404, "no-table", f"There is no table {self.id!r}.")
        self._replace(state)
        self._damaged = False
        self.scheduler.schedule()
        self.viewers.refresh()

    def _replace(self, state: TableState) -> None:
        """Replace the state in memory."""
        self.state = state
        self.perspectives = Perspectives(state)
        self._listed = None
        self.scheduler.forget()
        self.viewers.forget()

    # Deleting what a person wrote

    async def erase(self, mark: str, forget_host: bool = False) -> None:
        """Rewrite the rows of the table without anything that a person wrote about themselves.

        Other processes read the table again when they find the row that says so.
        """
        async with self.lock:
            for _ in range(TRIES):
                await self._reload()
                rows = await self.server.store.rows(self.id)
                changed = await self.off_loop(erase, rows, mark)
                seats = tuple(number for number, seat in enumerate(self.state.seats) if seat.owner == mark)
                erased = write_payload(Erased(seats))
                last = Row(self.id, rows[-1].number + 1, Erased.kind, erased, self.scheduler.now())
                state = await self.off_loop(_refolded, self.state, rows, changed, last)
                self._replace(state)
                saved = await self.server.store.rewrite(
                    changed, last, self.listing(), await self.off_loop(take_snapshot, state), forget_host=forget_host
                )
                await self._reload()
                if saved:
                    return
        raise Refused(409, "busy", "The table is too busy. Try again.")

    # Coming and going

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Start work of this table in the background."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def settle(self) -> None:
        """Wait until no task is running: for tests, and before the table sleeps."""
        while self._tasks:
            await asyncio.wait(set(self._tasks))

    def stop(self, why: Literal["sleep", "restart"] = "sleep") -> None:
        """Cancel the next automatic action, and disconnect the viewers."""
        self.scheduler.stop()
        self.viewers.dismiss(why)

    @property
    def busy(self) -> bool:
        """True while something is being done."""
        return bool(self._tasks) or self.lock.locked()

    @property
    def idle(self) -> bool:
        """True if there are no viewers and nothing is being done."""
        return not self.viewers and not self.busy


def _refolded(state: TableState, rows: Sequence[Row], changed: Mapping[int, bytes], last: Row) -> TableState:
    """Return the state of a table after its rows, some of them with other contents."""
    fresh = TableState(state.header, state.game)
    for row in (*rows, last):
        data = changed.get(row.number, row.data)
        fresh.apply_row(msgspec.structs.replace(row, data=data))
    return fresh

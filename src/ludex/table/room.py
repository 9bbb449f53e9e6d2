"""A live table: one wish after the other is checked, committed, and then told.

A move is told to nobody before it is saved. The store's key (table, number) is the fence against other processes: who
comes second reads what it missed, and looks again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from ludex.core.errors import LudexError
from ludex.core.request import Player, Request
from ludex.table import rows as said
from ludex.table.keeper import Due, carry_out, next_due
from ludex.table.key import Key
from ludex.table.refused import Refused
from ludex.table.rows import Payload, write_payload
from ludex.table.sight import Sights
from ludex.table.state import TableState
from ludex.table.store import Listing, Row
from ludex.table.store.errors import StoreError
from ludex.table.viewer import Viewer
from ludex.table.wire import encode

if TYPE_CHECKING:
    from ludex.table.hall import Hall
    from ludex.table.watch import Call

Make = Callable[[TableState], list[Payload]]
TRIES = 8
"""How often a wish is checked again after another process was first."""
FIRST_LINES = 100
"""How much of the chat a viewer gets at first."""

_log = logging.getLogger("ludex.table")


_NOT_FOR_ALL = (said.Moved, said.Undone, said.Said)
"""Rows that not everybody may notice: who is told of them depends on what they caused."""
_OWN = (said.Ordered, said.Drafted, said.Hooked)
"""Rows that only the seat itself is told of."""


class Room:
    """One live table."""

    def __init__(self, hall: Hall, state: TableState) -> None:
        self.hall = hall
        self.id = state.header.id
        self.state = state
        self.sights = Sights(state)
        self.viewers: set[Viewer] = set()
        self.kept = False
        self.awake_since = hall.watch.now()
        self.snapshot_at = state.number
        self._key = Key()
        self._call: Call | None = None
        self._thinking: set[int] = set()
        self._players: dict[tuple[int, str], Player[Any]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._here: frozenset[int] = frozenset()
        self._elsewhere: frozenset[int] = frozenset()
        self._damaged = False
        self._saving = False
        self._seated = state.reseated
        self._listed: tuple[tuple[int, str], float | None] | None = None
        self._due_known: tuple[int, Due | None] | None = None

    @property
    def saving(self) -> bool:
        """Whether the state is ahead of what is saved."""
        return self._saving

    # Wishes

    async def act(self, make: Make, *, heavy: bool = False) -> TableState:
        """Check a wish, commit what it leads to, and then tell everybody. `make` raises `Refused` if it may not be."""
        room = self.hall.live(self)
        async with room._key:
            return await room._act(make, heavy)

    @contextlib.asynccontextmanager
    async def reading(self) -> AsyncIterator[TableState]:
        """The state while nothing is being changed, so that only what is saved is read."""
        async with self._key:
            if self._damaged:
                await self._reload()
            yield self.state

    async def _act(self, make: Make, heavy: bool = False) -> TableState:
        for _ in range(TRIES):
            if self._damaged:
                await self._reload()
            if heavy:
                payloads = await asyncio.get_running_loop().run_in_executor(self.hall.pool, make, self.state)
            else:
                payloads = make(self.state)
            if not payloads or await self._commit(payloads):
                return self.state
        raise Refused(409, "busy", "The table is too busy: try again.")

    def act_now(self, make: Make, done: Callable[[Exception | None], None]) -> bool:
        """Like `act` without waiting: `done` is called when everything is saved, or with what went wrong.

        False: somebody else is changing the table, and nothing was tried. Raises `Refused` if it may not be.
        """
        room = self.hall.live(self)
        if room._damaged or not room._key.take_now():
            return False
        try:
            payloads = make(room.state)
            saved = asyncio.ensure_future(room._take(payloads)) if payloads else None
        except BaseException:
            room._saving = False
            room._key.give_back()
            raise
        if saved is None:
            room._key.give_back()
            done(None)
        else:
            saved.add_done_callback(partial(room._settled, payloads, make, done))
        return True

    def _settled(
        self,
        payloads: Sequence[Payload],
        make: Make,
        done: Callable[[Exception | None], None],
        saved: asyncio.Future[bool],
    ) -> None:
        """The store has written rows of `act_now`, or has not."""
        problem = asyncio.CancelledError() if saved.cancelled() else saved.exception()
        self._no_more_saving()
        if problem is None and saved.result():
            self._damaged = False
            try:
                self._tell(payloads)
            finally:  # whatever happens: or nobody could change the table any more
                self._key.give_back()
                done(None)
        else:
            self._start(self._settle_later(make, done, problem))

    async def _settle_later(
        self, make: Make, done: Callable[[Exception | None], None], problem: BaseException | None
    ) -> None:
        """Another process was first, so look again; or the store could not write."""
        found: Exception | None = None
        try:
            if problem is not None:
                raise self._not_saved(problem) if isinstance(problem, StoreError) else problem
            await self._act(make)
        except Exception as error:
            found = error
        finally:
            self._key.give_back()
        done(found)

    def _take(self, payloads: Sequence[Payload]) -> Awaitable[bool]:
        """Take rows, and give them to the store. Until they are saved nobody is told anything."""
        state, at = self.state, self.hall.watch.now()
        rows = [
            Row(self.id, number, payload.kind, write_payload(payload), at)
            for number, payload in enumerate(payloads, state.number + 1)
        ]
        before = state.number
        self._damaged = self._saving = True  # until we know how it went: a cancelled task must not leave half a truth
        for row, payload in zip(rows, payloads, strict=True):
            state.apply(row.number, payload, at)
        return self.hall.store.append(rows, self._listing(), self.hall.notices.due(self, before))

    def _no_more_saving(self) -> None:
        self._saving = False
        for viewer in self.viewers:
            if viewer.stale or viewer.outbox:
                viewer.wake()

    def _not_saved(self, error: StoreError) -> Refused:
        _log.error("table %s: %s", self.id, error)
        return Refused(503, "not-saved", "The table could not save this. Try again.")

    async def _commit(self, payloads: Sequence[Payload]) -> bool:
        """Write rows, and tell them when they are saved."""
        try:
            written = await self._take(payloads)
        except StoreError as error:
            raise self._not_saved(error) from error
        finally:
            self._no_more_saving()
        if not written:
            await self._reload()
            return False
        self._damaged = False
        self._tell(payloads)
        return True

    def _listing(self) -> Listing | None:
        """What the list of tables must know with the next rows, if that is something new.

        To be looked at too early does no harm, so that a table is not written for every bot's move.
        """
        stamp, due = (self.state.reseated, self.state.status), self.due
        known = self._listed
        if known is not None and known[0] == stamp and (due is None or (known[1] is not None and known[1] <= due)):
            return None
        self._listed = stamp, due
        return self.listing()

    def listing(self) -> Listing:
        """The table in the list of tables."""
        state = self.state
        free = sum(seat.kind == "person" and (seat.left or not seat.sat) for seat in state.seats)
        players = [seat.name for seat in state.seats if seat.name]
        summary = {"title": state.game.title, "players": players, "free": free, "seats": len(state.seats)}
        if state.over and state.table is not None and state.table.outcome is not None:
            summary["winners"] = state.table.outcome.winners
        return Listing(state.status, encode(summary), self.due)

    async def _catch_up(self) -> None:
        """Read what other processes have written, and tell our viewers."""
        rows = await self.hall.store.rows(self.id, self.state.number)
        if not rows:
            return
        self._listed = None
        self._tell([self.state.apply_row(row) for row in rows if row.number > self.state.number])

    async def follow(self, number: int) -> None:
        """Another process has written rows up to a number."""
        async with self._key:
            if number > self.state.number:
                await self._catch_up()

    async def _reload(self) -> None:
        """Forget what is in memory, and read the table again."""
        state = await self.hall.load(self.id)
        if state is None:
            raise Refused(404, "no-table", f"There is no table {self.id!r}.")
        self.state = state
        self.sights = Sights(state)
        self._listed = self._due_known = None
        self._damaged = False
        self.schedule()
        self._seated = -1  # others may have sat down elsewhere
        self._take_seats_away()
        for viewer in self.viewers:
            viewer.poke()

    # Telling

    def _take_seats_away(self) -> None:
        """Nobody looks through the eyes of a seat that they left, or that somebody else has taken."""
        if self._seated == self.state.reseated:
            return
        self._seated = self.state.reseated
        lost = [viewer for viewer in self.viewers if viewer.keep_own()]
        if lost:
            self._count_here()

    def _tell(self, payloads: Sequence[Payload]) -> None:
        """Tell everybody what they may know of rows that are saved."""
        state = self.state
        public, own = False, []
        for payload in payloads:
            if isinstance(payload, _OWN):
                own.append(payload.seat)
            elif type(payload) not in _NOT_FOR_ALL:
                public = True
        self._take_seats_away()
        for viewer in self.viewers:
            changed = viewer.number != state.counts[viewer.eyes] or viewer.since != state.lines[viewer.eyes]
            if public or changed or viewer.eyes in own:
                viewer.poke()
            elif len(state.chat) > viewer.chat:
                viewer.wake()
        if not self.viewers:
            self.sights.forget()
        self.hall.told(self, payloads)
        self.schedule()

    def message(self, viewer: Viewer) -> bytes:
        """A state for a viewer."""
        return self.sights.message(
            viewer.eyes, viewer.form, viewer.since, self._here, viewer.seats, self.hall.watch.now()
        )

    def first_line(self, eyes: int, heard: int | None) -> int:
        """Where the chat begins for a viewer who has heard so many of the lines that they may read."""
        chat = self.state.chat
        if heard is None:
            return max(0, len(chat) - FIRST_LINES)
        mine = [number for number, line in enumerate(chat) if line.to is None or eyes in line.to]
        return mine[heard] if heard < len(mine) else len(chat)

    def served(self) -> None:
        """Somebody has been told. When everybody has been, what was made for it need not be kept."""
        for viewer in self.viewers:
            if viewer.stale:
                return
        self.sights.forget()

    def enter(
        self, seats: tuple[int, ...], form: str, eyes: int, since: int | None, heard: int | None = None
    ) -> Viewer:
        """Somebody begins to look, who may have a part of the log and of the chat already."""
        lines = self.state.lines[eyes]
        viewer = Viewer(self, seats, form, eyes, since if since is not None and since <= lines else None, heard)
        self.viewers.add(viewer)
        self._count_here()
        return viewer

    def leave(self, viewer: Viewer) -> None:
        """Somebody looks no more."""
        self.viewers.discard(viewer)
        self._count_here()
        if not self.viewers:
            self.sights.forget()
            self.awake_since = self.hall.watch.now()

    @property
    def looking(self) -> frozenset[int]:
        """The seats whose people look on at this process."""
        return frozenset(seat for viewer in self.viewers for seat in viewer.seats)

    def learn_elsewhere(self, seats: frozenset[int]) -> None:
        """Whose people look on at other processes, as far as it has been heard."""
        if seats != self._elsewhere:
            self._elsewhere = seats
            self._count_here()

    def _count_here(self) -> None:
        here = self.looking | self._elsewhere
        if here != self._here:
            self._here = here
            self.sights.presence += 1
            for viewer in self.viewers:
                viewer.poke()

    @property
    def here(self) -> frozenset[int]:
        """The seats whose people look on, here or at another process."""
        return self._here

    # What happens by itself

    @property
    def due(self) -> float | None:
        """When something happens by itself."""
        found = next_due(self.state) if self._thinking else self._next_due()
        return found.at if found else None

    def _next_due(self) -> Due | None:
        """What happens next by itself, but for what bots are thinking about already."""
        if self._thinking:
            return next_due(self.state, frozenset(self._thinking))
        if self._due_known is None or self._due_known[0] != self.state.number:
            self._due_known = self.state.number, next_due(self.state)
        return self._due_known[1]

    def schedule(self) -> None:
        """See to it that what happens by itself happens in time."""
        if self._call is not None:
            self._call.cancel()
            self._call = None
        if not self.kept or self.hall.closing:
            return
        found = self._next_due()
        if found is not None:
            self._call = self.hall.watch.call_at(found.at, self._wake)

    def _wake(self) -> None:
        self._call = None
        self._start(self.tick())

    def _start(self, work: Any) -> None:
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def tick(self) -> None:
        """Do what is due."""
        async with self._key:
            found = self._next_due()
            if not self.kept or self.hall.closing or found is None or found.at > self.hall.watch.now():
                self.schedule()
                return
            if found.what == "bot":
                self._thinking.add(found.seat)
                self._start(self._decide(found))
                self.schedule()
                return
            with contextlib.suppress(Refused):
                await self._act(lambda state: carry_out(state, found) if next_due(state) == found else [])

    async def _decide(self, due: Due) -> None:
        """Let a bot think in a thread, and play what it decides unless the question has changed meanwhile."""
        state = self.state
        try:
            if state.table is None or due.seat not in state.waiting:
                return
            number = state.counts[due.seat]
            request = state.table.request(due.seat)
            move = await asyncio.get_running_loop().run_in_executor(self.hall.pool, self._think, due, request)

            def make(state: TableState) -> list[Payload]:
                if state.counts[due.seat] != number or state.paused or state.table is None:
                    return []
                if state.seats[due.seat].decider != due.bot:
                    return []
                state.table.expect_legal(due.seat, move)
                return [said.Moved(due.seat, move, "bot")]

            await self.act(make)
        except (LudexError, Refused) as error:
            _log.error("table %s: bot %s at seat %d: %s", self.id, due.bot, due.seat, error)
        finally:
            self._thinking.discard(due.seat)
            self.schedule()

    def _think(self, due: Due, request: Request[Any]) -> int:
        key = due.seat, due.bot
        if key not in self._players:
            self._players[key] = self.hall.make_bot(self.state.game, due.bot)
        move = self._players[key].decide(request)
        return self.state.game.moves.pack(move)  # type: ignore[arg-type]  # game bots and searches answer with moves

    # Coming and going

    async def settle(self) -> None:
        """Wait until nothing is being done: for tests, and before the table sleeps."""
        while self._tasks:
            await asyncio.wait(set(self._tasks))

    def stop(self, why: Literal["sleep", "restart"] = "sleep") -> None:
        """Do nothing by itself any more."""
        if self._call is not None:
            self._call.cancel()
            self._call = None
        for viewer in self.viewers:
            viewer.gone = viewer.gone or why
            viewer.wake()

    @property
    def busy(self) -> bool:
        """Whether something is being done."""
        return bool(self._tasks) or self._key.taken

    @property
    def idle(self) -> bool:
        """Whether nobody looks and nothing is being done."""
        return not self.viewers and not self.busy

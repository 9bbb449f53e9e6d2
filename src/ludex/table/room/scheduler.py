"""The scheduler of a live table: its time, and the automatic actions that it carries out when they are due."""

from __future__ import annotations

import contextlib
import logging
from typing import TYPE_CHECKING, Any

from ludex.core.game.request import Player, Request
from ludex.table.room.automatic import Due, carry_out, next_due
from ludex.table.room.clock import Call
from ludex.table.room.refused import Refused, RuleFault
from ludex.table.room.rows import Moved, Payload
from ludex.table.room.state import TableState
from ludex.table.store.errors import StoreError

if TYPE_CHECKING:
    from ludex.table.room.room import Room

SLOW = 3.0
"""Least seconds that a bot takes for a decision at a table of bots without viewers."""
RETRY = 2.0
"""Seconds before a failed action is tried again. The wait grows by as much with every further failure."""

_log = logging.getLogger("ludex.table")


class Scheduler:
    """The automatic actions of one table: decisions of bots, time-outs, standing orders, the hammer of an auction."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._call: Call | None = None
        self._thinking: set[int] = set()
        self._players: dict[tuple[int, str], Player[Any]] = {}
        self._known: tuple[tuple[int, float], Due | None] | None = None
        self._ahead_by = 0.0
        self._failures = 0
        self._not_before = 0.0

    # Time

    def now(self) -> float:
        """Return the time at this table: that of the server's clock, but never before the last row.

        A server may start with a clock that is behind the one that wrote the rows. The table's time continues then.
        """
        return self._room.server.clock.now() + self._ahead()

    def _ahead(self) -> float:
        """Return the number of seconds by which the table's time is ahead of the server's clock."""
        self._ahead_by = max(self._ahead_by, self._room.state.at - self._room.server.clock.now())
        return self._ahead_by

    @property
    def unwatched(self) -> bool:
        """True if only bots play here and there are no viewers."""
        return not self._room.viewers.any and all(seat.decider for seat in self._room.state.seats)

    @property
    def _slow(self) -> float:
        """The least seconds that bots take. At a table with a hammer they must be in time for it."""
        return SLOW if self.unwatched and self._room.state.clock_rules.hammer is None else 0.0

    # The next action

    @property
    def due(self) -> float | None:
        """The time of the next automatic action, by the server's clock, or None."""
        found = self._due_or_fault(bool(self._thinking))
        return found.at - self._ahead() if found else None

    def next_due(self) -> Due | None:
        """Return the next automatic action, except decisions that bots are already thinking about."""
        state, slow = self._room.state, self._slow
        if self._thinking:
            return next_due(state, frozenset(self._thinking), slow)
        stamp = state.number, slow
        if self._known is None or self._known[0] != stamp:
            self._known = stamp, next_due(state, slow=slow)
        return self._known[1]

    def _due_or_fault(self, thinking: bool = False) -> Due | None:
        """Return the next action, with or without decisions that bots are thinking about.

        An exception of the rules counts as a failure of the table.
        """
        try:
            return next_due(self._room.state, slow=self._slow) if thinking else self.next_due()
        except Exception as error:
            now = self._room.server.clock.now()
            if now >= self._not_before and not self._room.ended and not self._room.damaged:
                self._not_before = now + RETRY
                self._room.start(self._failed("what happens next", error))
            return None

    def forget(self) -> None:
        """Discard the next action, which is found again on demand."""
        self._known = None

    def schedule(self) -> None:
        """Schedule the next automatic action."""
        self.stop()
        if self._stopped:
            return
        found = self._due_or_fault()
        if found is not None:
            at = max(found.at - self._ahead(), self._not_before)
            self._call = self._room.server.clock.call_at(at, self._wake)

    def stop(self) -> None:
        """Cancel the next automatic action."""
        if self._call is not None:
            self._call.cancel()
            self._call = None

    @property
    def _stopped(self) -> bool:
        return not self._room.leased or self._room.ended or self._room.server.closing

    def _wake(self) -> None:
        self._call = None
        self._room.start(self.tick())

    async def tick(self) -> None:
        """Carry out the action that is due."""
        room = self._room
        async with room.lock:
            found = self._due_or_fault()
            early = found is not None and (found.at > self.now() or self._not_before > room.server.clock.now())
            if self._stopped or found is None or early:
                self.schedule()
                return
            if found.what == "bot":
                self._thinking.add(found.seat)
                room.start(self._decide(found))
                self.schedule()
                return
            due, slow = found, self._slow

            def action(state: TableState) -> list[Payload]:
                return carry_out(state, due) if next_due(state, frozenset(self._thinking), slow) == due else []

            try:
                await room.perform(action)
                self._failures = 0
                return
            except Exception as error:
                problem = error
        await self._failed(f"the {due.what} of seat {due.seat}", problem)

    # Bots

    async def _decide(self, due: Due) -> None:
        """Let a bot think in a thread, and play its decision unless the question has changed in the meantime."""
        room, state = self._room, self._room.state
        try:
            if state.table is None or due.seat not in state.waiting:
                return
            number = state.counts[due.seat]
            request = state.table.request(due.seat)
            bots = room.server.workers.bots
            move = await bots.run(state.header.host, self._think, due, request, background=self.unwatched)

            def action(state: TableState) -> list[Payload]:
                if state.counts[due.seat] != number or state.paused or state.table is None:
                    return []
                if state.seats[due.seat].decider != due.bot:
                    return []
                state.table.engine.expect_legal(due.seat, move)
                return [Moved(due.seat, move, "bot")]

            await room.act(action)
            self._failures = 0
        except Exception as error:
            self._players.pop((due.seat, due.bot), None)
            await self._failed(f"bot {due.bot} at seat {due.seat}", error)
        finally:
            self._thinking.discard(due.seat)
            self.schedule()

    def _think(self, due: Due, request: Request[Any]) -> int:
        key, game = (due.seat, due.bot), self._room.state.game
        if key not in self._players:
            self._players[key] = self._room.server.make_bot(game, due.bot)
        move = self._players[key].decide(request)
        return game.moves.pack(move)  # type: ignore[arg-type]  # game bots and searches answer with moves

    async def _failed(self, what: str, error: Exception) -> None:
        """Try something again a little later; after the third failure, put the table aside. No person has to act."""
        room = self._room
        if room.server.closing:
            return
        self._failures += 1
        self._not_before = room.server.clock.now() + RETRY * self._failures
        if isinstance(error, Refused) and not isinstance(error, RuleFault):
            _log.warning("table %s: %s: %s", room.id, what, error)  # the store is unavailable, or the server is busy
        else:
            with contextlib.suppress(StoreError):
                await room.server.put_aside(room, what, error)
        self.schedule()

"""One connection: what its messages do, and what they are answered."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from ludex.core.game import Game
from ludex.core.request import Request
from ludex.players.hints import hint
from ludex.table import acts, wire
from ludex.table.acts import Repeated
from ludex.table.keeper import strongest
from ludex.table.refused import Refused
from ludex.table.room import Make, Room
from ludex.table.rows import Payload
from ludex.table.state import SPECTATOR, TableState
from ludex.table.tokens import seats_of_token, table_of
from ludex.table.viewer import Viewer

if TYPE_CHECKING:
    from ludex.table.hall import Hall

_log = logging.getLogger("ludex.table")


def seats_of(room: Room, token: str | None, cookies: Sequence[str] = ()) -> tuple[int, ...]:
    """The seats that somebody has. A token that is good for none is refused; an old cookie is as good as nothing.

    Somebody may have left the seat for which the browser keeps a cookie, and wants to look on.
    """
    hashes = [seat.token for seat in room.state.seats]
    if token:
        seats = seats_of_token(token, hashes) if table_of(token) == room.id else ()
        if not seats:
            raise Refused(403, "not-yours", "This link is not good for any seat of this table, or not any more.")
        return seats
    ours = (cookie for cookie in cookies if table_of(cookie) == room.id)
    return tuple(sorted({seat for cookie in ours for seat in seats_of_token(cookie, hashes)}))


def seat_among(seats: tuple[int, ...], wished: int | None, eyes: int = SPECTATOR) -> int:
    """Which of their seats somebody means."""
    if not seats:
        raise Refused(403, "not-yours", "You look on: only those who have a seat can do this.")
    seat = wished if wished is not None else eyes if eyes != SPECTATOR else seats[0]
    if seat not in seats:
        raise Refused(403, "not-yours", f"Seat {seat} is not yours.")
    return seat


class Session:
    """Somebody at a live table. Their messages are handled one after the other."""

    def __init__(self, hall: Hall, room: Room, viewer: Viewer, fail: Callable[[], None]) -> None:
        self.hall = hall
        self.room = room
        self.viewer = viewer
        self._fail = fail
        self._bucket = hall.limits.new_bucket(hall.watch.now())
        self._busy = False
        self._next: asyncio.Future[None] | None = None
        self._hinting = False

    def hear(self, data: str | bytes) -> bool:
        """Take a message, unless another is still being handled: then False, and it must be kept."""
        if self._busy or self._next is not None:
            return False
        message = self._read(data)
        if message is None:
            return True
        self._busy = True
        try:
            if type(message) is not wire.Move or not self._move_now(message):
                self.hall.start(self._handle_beside(message))
        except Exception as problem:
            self._done(message, problem)
        return True

    async def free(self) -> None:
        """Wait until everything that was heard is handled. Whoever waits is next."""
        if self._busy:
            self._next = asyncio.get_running_loop().create_future()
            try:
                await self._next
            finally:
                self._next = None

    def _read(self, data: str | bytes) -> wire.ClientMessage | None:
        """A message that may be handled. Others are answered at once."""
        self.hall.metrics.add("messages")
        if not self.hall.limits.message(self._bucket, self.hall.watch.now()):
            self._refuse("", "too-fast", "Too many messages: slow down.")
        elif len(data) > wire.MOST_MESSAGE:
            self._refuse("", "too-long", f"A message of {len(data)} bytes: expected at most {wire.MOST_MESSAGE}.")
        else:
            try:
                return wire.MESSAGES.decode(data)
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
                self._refuse("", "unreadable", f"This is not a message: {error}")
        return None

    def _move_now(self, message: wire.Move) -> bool:
        """Make a move without a task of its own. False: somebody else is at the table, so it must wait its turn."""
        seat = self._seat(message)
        return self.room.act_now(self._moving(message, seat), partial(self._moved, message, seat))

    def _moving(self, message: wire.Move, seat: int) -> Make:
        return self._still(seat, lambda state: acts.move(state, seat, bytes(message.move), message.number, message.id))

    def _still(self, seat: int, make: Make) -> Make:
        """A wish that has waited its turn is carried out only if the seat has not been given away meanwhile."""

        def checked(state: TableState) -> list[Payload]:
            seat_among(self.viewer.seats, seat)
            return make(state)

        return checked

    def _moved(self, message: wire.Move, seat: int, problem: Exception | None) -> None:
        """The move is saved, or there was a problem."""
        if problem is None:
            self.viewer.tell(wire.Accepted(message.id, self.room.state.counts[seat]))
        self._done(message, problem)

    async def _handle_beside(self, message: wire.ClientMessage) -> None:
        problem: Exception | None = None
        try:
            await self._handle(message)
        except Exception as error:
            problem = error
        self._done(message, problem)

    def _done(self, message: wire.ClientMessage, problem: Exception | None = None) -> None:
        """A message was handled: answer what is still to be answered, and go on to the next."""
        identity = getattr(message, "id", "")
        if isinstance(problem, Repeated):
            self.viewer.tell(wire.Accepted(identity, problem.number))
        elif isinstance(problem, Refused):
            self._refuse(identity, problem.code, problem.sentence)
        elif problem is not None:
            _log.error("table %s: a message could not be handled", self.room.id, exc_info=problem)
            self._fail()
        self._busy = False
        if self._next is not None and not self._next.done():
            self._next.set_result(None)

    def _refuse(self, identity: str, code: str, sentence: str) -> None:
        self.hall.metrics.add("refused", code=code)
        self.viewer.tell({"type": "refused", "id": identity, "code": code, "sentence": sentence})

    async def _handle(self, message: wire.ClientMessage) -> None:
        viewer, room = self.viewer, self.room
        match message:
            case wire.Ping():
                viewer.tell({"type": "pong"})
            case wire.Look(seat=seat):
                viewer.look(seat_among(viewer.seats, seat))
            case wire.Hint():
                self._hint(self._seat(message))
            case wire.Hello():
                raise Refused(409, "hello-again", "You have said hello already.")
            case wire.Move():
                seat = self._seat(message)
                await room.act(self._moving(message, seat))
                viewer.tell(wire.Accepted(message.id, room.state.counts[seat]))
            case _:
                await self._wish(message)

    async def _wish(self, message: Any) -> None:
        seat = self._seat(message)
        make = self._still(seat, self._make(message, seat))
        await self.room.act(make, heavy=isinstance(message, wire.TakeBack | wire.MakeOffer))
        if isinstance(message, wire.MakeOffer | wire.Answer):
            await self.hall.rematch(self.room)
        self.viewer.tell({"type": "done", "what": message.__struct_config__.tag})

    def _make(self, message: Any, seat: int) -> Make:
        match message:
            case wire.Sit():
                return lambda state: acts.sit(state, seat, message.name, message.entropy)
            case wire.Say():
                return lambda state: acts.say(state, seat, message.text, message.to)
            case wire.TakeBack():
                return lambda state: acts.undo(state, seat, message.ask)
            case wire.MakeOffer():
                return lambda state: acts.offer(state, seat, message.what)
            case wire.Answer():
                return lambda state: acts.answer(state, seat, message.offer, message.yes)
            case wire.GiveOrders():
                return lambda state: acts.orders(state, seat, message)
            case wire.WriteDraft():
                return lambda state: acts.draft(state, seat, message)
            case wire.Resign():
                return lambda state: acts.resign(state, seat)
            case wire.Leave():
                return lambda state: acts.leave(state, seat, strongest(state.game))
            case wire.Back():
                return lambda state: acts.back(state, seat)
            case _:
                return lambda state: acts.resume(state, seat)

    def _seat(self, message: Any) -> int:
        if isinstance(message, wire.Sit) and message.seat is None:
            free = [seat for seat in self.viewer.seats if not self.room.state.seats[seat].sat]
            if free:
                return free[0]
        return seat_among(self.viewer.seats, getattr(message, "seat", None), self.viewer.eyes)

    def _hint(self, seat: int) -> None:
        """Let a search think beside: the table is played on meanwhile."""
        state = self.room.state
        table = acts.expect_play(state)
        if not state.made.hints:
            raise Refused(409, "no-hints", "At this table nobody gets hints.")
        if seat not in state.waiting:
            raise Refused(409, "not-your-turn", "You owe no decision now.")
        if self._hinting:
            raise Refused(429, "thinking", "The search is still thinking about your last question.")
        self._hinting = True
        self.hall.start(self._think(state.game, table.request(seat), state.counts[seat]))

    async def _think(self, game: Game[Any, Any], request: Request[Any], number: int) -> None:
        loop = asyncio.get_running_loop()
        try:
            found = await loop.run_in_executor(self.hall.pool, hint, game, request)
        finally:
            self._hinting = False
        self.viewer.tell({"type": "hint", "number": number, "options": found})

"""One connection: what its messages do, and what they are answered."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from ludex.core.game import Game
from ludex.core.request import Request
from ludex.players.hints import hint
from ludex.table import acts, wire
from ludex.table.acts import Repeated
from ludex.table.keeper import strongest
from ludex.table.refused import Refused
from ludex.table.room import Make, Room, Viewer
from ludex.table.state import SPECTATOR
from ludex.table.tokens import seats_of_token, table_of

if TYPE_CHECKING:
    from ludex.table.hall import Hall


def seats_of(room: Room, tokens: list[str]) -> tuple[int, ...]:
    """The seats that tokens are good for. A token that is good for none is refused."""
    hashes = [seat.token for seat in room.state.seats]
    found: set[int] = set()
    for token in tokens:
        seats = seats_of_token(token, hashes) if table_of(token) == room.id else ()
        if not seats:
            raise Refused(403, "not-yours", "This token is not good for any seat of this table.")
        found.update(seats)
    return tuple(sorted(found))


def seat_among(seats: tuple[int, ...], wished: int | None, eyes: int = SPECTATOR) -> int:
    """Which of their seats somebody means."""
    if not seats:
        raise Refused(403, "not-yours", "You look on: only those who have a seat can do this.")
    seat = wished if wished is not None else eyes if eyes != SPECTATOR else seats[0]
    if seat not in seats:
        raise Refused(403, "not-yours", f"Seat {seat} is not yours.")
    return seat


class Session:
    """Somebody at a live table."""

    def __init__(self, hall: Hall, room: Room, viewer: Viewer) -> None:
        self.hall = hall
        self.room = room
        self.viewer = viewer
        self._hinting = False

    async def handle(self, message: wire.ClientMessage) -> None:
        """Do what a message asks for. Refusals are answered, never raised."""
        identity = getattr(message, "id", "")
        try:
            await self._handle(message)
        except Repeated as repeated:
            self.viewer.tell(wire.Accepted(identity, repeated.number))
        except Refused as refused:
            self.hall.metrics.add("refused", code=refused.code)
            answer = {"type": "refused", "id": identity, "code": refused.code, "sentence": refused.sentence}
            self.viewer.tell(answer)

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
                raw = bytes(message.move)
                await room.act(lambda state: acts.move(state, seat, raw, message.number, message.id))
                viewer.tell(wire.Accepted(message.id, room.state.counts[seat]))
            case _:
                await self._wish(message)

    async def _wish(self, message: Any) -> None:
        seat = self._seat(message)
        make = self._make(message, seat)
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

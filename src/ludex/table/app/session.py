"""One connection: the effects of its messages, and the answers to them."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from ludex.core.game.game import Game
from ludex.core.game.request import Request
from ludex.core.language.errors import NOT_JSON, json_fault
from ludex.core.language.json_keys import single_keys
from ludex.players.hints import hint
from ludex.table.app.people import Person, Visitor, named
from ludex.table.room import actions, messages
from ludex.table.room.actions import Repeated
from ludex.table.room.explaining import explain
from ludex.table.room.messages import Accepted
from ludex.table.room.pacing import set_pace, skip
from ludex.table.room.readiness import get_ready
from ludex.table.room.refused import Refused, refusal_of_store
from ludex.table.room.room import Action, Room
from ludex.table.room.rows import Payload
from ludex.table.room.state import SPECTATOR, TableState
from ludex.table.room.viewer import Viewer
from ludex.table.server.leaving_site import settle_late
from ludex.table.server.table_server import TableServer
from ludex.table.server.tokens import seats_of_token, table_of
from ludex.table.store.errors import StoreError

_log = logging.getLogger("ludex.table")


def seats_of(
    room: Room, token: str | None, cookies: Sequence[str] = (), person: Person | None = None
) -> tuple[int, ...]:
    """Return the seats of a client. A token that is valid for no seat is refused; an old cookie is ignored.

    The client may have left the seat for which the browser has a cookie, and want to watch. A known person also has the
    seats that they took on other devices.
    """
    hashes = [seat.token for seat in room.state.seats]
    if token:
        seats = seats_of_token(token, hashes) if table_of(token) == room.id else ()
        if not seats:
            raise Refused(403, "not-yours", "This link is not valid for this table, or has expired.")
        return seats
    ours = (cookie for cookie in cookies if table_of(cookie) == room.id)
    known = {seat for cookie in ours for seat in seats_of_token(cookie, hashes)}
    own = {number for number, seat in enumerate(room.state.seats) if person and seat.owner == person.mark}
    return tuple(sorted(known | own))


def seat_among(seats: tuple[int, ...], wanted: int | None, perspective: int = SPECTATOR) -> int:
    """Return which of the client's seats a request is for."""
    if not seats:
        raise Refused(403, "not-yours", "Spectators cannot do this: you need a seat.")
    seat = wanted if wanted is not None else perspective if perspective != SPECTATOR else seats[0]
    if seat not in seats:
        raise Refused(403, "not-yours", f"Seat {seat} is not yours.")
    return seat


class Session:
    """A client at a live table. Its messages are handled one after another."""

    def __init__(
        self,
        server: TableServer,
        room: Room,
        viewer: Viewer,
        fail: Callable[[], None],
        host: str = "",
        person: Person | None = None,
    ) -> None:
        self.server = server
        self._person = person
        self._host = host
        self.room = room
        self.viewer = viewer
        self._fail = fail
        self._bucket = server.limits.new_bucket(server.clock.now())
        self._hinting = False

    async def handle(self, data: str | bytes) -> None:
        """Handle a message, and answer it."""
        message = self._read(data)
        if message is None:
            return
        try:
            await self._handle(message)
        except Repeated as repeated:
            self.viewer.send(Accepted(getattr(message, "id", ""), repeated.number))
        except (Refused, StoreError) as error:
            refused = error if isinstance(error, Refused) else refusal_of_store(error)
            self._refuse(getattr(message, "id", ""), refused.code, refused.sentence)
        except Exception as error:
            _log.error("table %s: a message could not be handled", self.room.id, exc_info=error)
            self._fail()

    def _read(self, data: str | bytes) -> messages.ClientMessage | None:
        """Return a message that may be handled. Others are answered at once."""
        self.server.metrics.add("messages")
        now = self.server.clock.now()
        if not self._bucket.take(now) or not self.server.limits.message(self._host, now):
            self._refuse("", "too-fast", "Too many messages: slow down.")
        elif len(data) > messages.MOST_MESSAGE:
            self._refuse("", "too-long", f"A message of {len(data)} bytes: expected at most {messages.MOST_MESSAGE}.")
        else:
            try:
                return messages.MESSAGES.decode(single_keys(data))
            except NOT_JSON as error:
                self._refuse("", "unreadable", f"This is not a message: {json_fault(error)}")
        return None

    def _refuse(self, identity: str, code: str, sentence: str) -> None:
        self.server.metrics.add("refused", code=code)
        self.viewer.send({"type": "refused", "id": identity, "code": code, "sentence": sentence})

    async def _handle(self, message: messages.ClientMessage) -> None:
        viewer = self.viewer
        match message:
            case messages.Move():
                seat = self._seat(message)
                state = await self._act(message, seat)
                viewer.send(Accepted(message.id, state.counts[seat]))
            case messages.Ping():
                viewer.send({"type": "pong"})
            case messages.Look(seat=seat):
                viewer.look(seat_among(viewer.seats, seat))
            case messages.Hint():
                self._hint(self._seat(message))
            case messages.Why():
                await self._explain(message, self._seat(message))
            case messages.Hello():
                raise Refused(409, "hello-again", "You have already sent a hello message.")
            case _:
                if isinstance(message, messages.MakeOffer) and message.what == "rematch":
                    self.server.limits.make_table(self._host, self.server.clock.now())
                await self._act(message, self._seat(message))
                if isinstance(message, messages.Sit) and isinstance(self._person, Visitor):
                    await settle_late(self.server, self._person.mark)
                if isinstance(message, messages.MakeOffer | messages.Answer):
                    await self.server.rematch(self.room)
                viewer.send({"type": "done", "what": message.__struct_config__.tag})

    async def _act(self, message: Any, seat: int) -> TableState:
        """Carry out a request, if the seat still belongs to the client when its turn comes."""
        action = self._action(message, seat)

        def checked(state: TableState) -> list[Payload]:
            seat_among(self.viewer.seats, seat)
            return action(state)

        return await self.room.act(checked, heavy=isinstance(message, _HEAVY) or _is_long(message))

    def _action(self, message: Any, seat: int) -> Action:
        match message:
            case messages.Move():
                raw = bytes(message.move)
                return lambda state: actions.move(state, seat, raw, message.number, message.id)
            case messages.Sit():
                name, owner = named(self._person, message.name)
                return lambda state: actions.sit(state, seat, name, message.entropy, owner=owner)
            case messages.Say():
                return lambda state: actions.say(state, seat, message.text, message.to)
            case messages.TakeBack():
                return lambda state: actions.undo(state, seat, message.ask)
            case messages.MakeOffer():
                return lambda state: actions.offer(state, seat, message.what)
            case messages.Answer():
                return lambda state: actions.answer(state, seat, message.offer, message.yes)
            case messages.GiveOrders():
                return lambda state: actions.orders(state, seat, message)
            case messages.WriteDraft():
                return lambda state: actions.draft(state, seat, message)
            case messages.Resign():
                return lambda state: actions.resign(state, seat)
            case messages.Leave():
                return lambda state: actions.leave(state, seat, state.game.bots_by_strength[-1])
            case messages.SetPace():
                return lambda state: set_pace(state, seat, message.pace)
            case messages.SayReady():
                return lambda state: get_ready(state, seat)
            case messages.Skip():
                return lambda state: skip(state, seat)
            case messages.Back():
                return lambda state: actions.back(state, seat)
            case _:
                return lambda state: actions.resume(state, seat)

    def _seat(self, message: Any) -> int:
        if isinstance(message, messages.Sit) and message.seat is None:
            free = [seat for seat in self.viewer.seats if not self.room.state.seats[seat].sat]
            if free:
                return free[0]
        return seat_among(self.viewer.seats, getattr(message, "seat", None), self.viewer.perspective)

    async def _explain(self, message: messages.Why, seat: int) -> None:
        """Say why something cannot be played now. The rules are asked in a thread."""
        async with self.room.reading() as state:
            found = await self.room.off_loop(explain, state, seat, message.press, message.begun)
        self.viewer.send({"type": "why", "code": found.code, "sentence": found.sentence})

    def _hint(self, seat: int) -> None:
        """Let a search think in the background, while the game continues."""
        state = self.room.state
        table = actions.expect_play(state)
        if not state.made.hints:
            raise Refused(409, "no-hints", "Hints are turned off at this table.")
        if seat not in state.waiting:
            raise Refused(409, "not-your-turn", "It is not your turn.")
        if self._hinting:
            raise Refused(429, "thinking", "Your previous hint is still being computed.")
        self._hinting = True
        self.server.start(self._think(state.game, table.request(seat), state.counts[seat]))

    async def _think(self, game: Game[Any, Any], request: Request[Any], number: int) -> None:
        try:
            found = await self.server.workers.hints.run(self._host, hint, game, request)
        except Refused:
            self._refuse("", "thinking", "Too many hints are being computed. Ask again in a few seconds.")
            return
        except Exception as error:
            _log.error("table %s: a hint failed", self.room.id, exc_info=error)
            self._refuse("", "no-hint", "The search found no hint for this decision.")
            return
        finally:
            self._hinting = False
        self.viewer.send({"type": "hint", "number": number, "options": found})


SHORT_TEXT = 100
"""Longest move or draft that is read on the event loop. A longer text may be a list of many moves."""
_HEAVY = (messages.TakeBack, messages.MakeOffer, messages.Answer, messages.Leave, messages.Resign)
"""Messages that may take moves back, after which others are made again."""


def _is_long(message: Any) -> bool:
    """Return whether a message has to be read in a thread."""
    text = message.move if isinstance(message, messages.Move) else getattr(message, "write", "")
    return len(bytes(text) if isinstance(text, msgspec.Raw) else text) > SHORT_TEXT

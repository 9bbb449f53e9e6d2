"""Turn notices for persons: from the outbox's entry for a turn to one message for each way that the person has chosen.

A turn is posted together with the row that brought it. When it is claimed, it is replaced by its messages and, if there
is a deadline, by a reminder. The ids of all of them follow from the turn's, so a turn that is claimed again after a
crash adds nothing. Messages contain what the seat may know, and the addresses they go to are looked up when they are
sent.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import msgspec

from ludex.table.room.log import Log
from ludex.table.room.messages import encode
from ludex.table.room.perspectives import prompt_of, seated
from ludex.table.room.readiness import awaited
from ludex.table.room.readiness import deadline as ready_until
from ludex.table.room.refused import Refused
from ludex.table.room.room import Room
from ludex.table.room.state import TableState
from ludex.table.server.notice_words import WORDS, Words
from ludex.table.server.wishes import address_of, devices_of, quiet_end, reminder_at, ways_at, wishes_of
from ludex.table.store import Header, Notice

if TYPE_CHECKING:
    from ludex.table.server.table_server import TableServer

THINKING = 300.0
"""Seconds after which a person who is at the table is called, too: the page may be open where they are not."""
WAIT = 600.0
"""Seconds after which a turn at a paused table is looked at again."""
EARLY = 60.0
"""A reminder that is earlier than this before its time, because the deadline was moved, is put off."""
MOST_LINES = 40
"""Most lines of the log in one message."""


class Turn(msgspec.Struct, frozen=True, tag_field="kind", tag="turn", omit_defaults=True):
    """A seat that was asked something by a row of its table: for a move, or, before the game, whether it is ready."""

    table: str
    seat: int
    row: int
    reminder: bool = False


class Later(Exception):
    """Something that must not be sent before a time."""

    def __init__(self, at: float) -> None:
        super().__init__(at)
        self.at = at


class Turns:
    """The turns of the persons at the tables of a server."""

    def __init__(self, server: TableServer) -> None:
        self._server = server
        self._posted: dict[str, dict[int, tuple[int, str]]] = {}
        """By table and seat: the row whose question was posted last, and the person for whom it was."""

    def due(self, room: Room, after: int) -> list[Notice]:
        """Return the turns that rows after `after` have brought to persons who are not at the table."""
        here, now = room.viewers.here, self._server.clock.now()
        return [self._post(room, seat, now) for seat in asked(room.state, after) if seat not in here]

    async def post_late(self, room: Room, *, leaving: bool = False) -> None:
        """Post the turns of persons who were at the table and have not answered for a while.

        `leaving`: the table leaves memory, so all that may become late is posted, with the time at which it does.
        """
        if not leaving and (room.saving or room.damaged):
            return  # its last row may not be saved: the next round looks again
        now, posted = self._server.clock.now(), self._posted.get(room.id, {})
        late: list[Notice] = []
        for seat in asked(room.state, 0):
            at = room.state.asked_since[seat] + THINKING
            question = room.state.asked_row[seat], room.state.seats[seat].owner
            if posted.get(seat) != question and (leaving or at <= now):
                late.append(self._post(room, seat, max(now, at)))
        if late:
            await self._server.store.post(late)
        if leaving:
            self._posted.pop(room.id, None)

    def _post(self, room: Room, seat: int, at: float) -> Notice:
        state = room.state
        row, owner = state.asked_row[seat], state.seats[seat].owner
        self._posted.setdefault(room.id, {})[seat] = row, owner
        identity = f"{notice_id(state.header, seat, row, owner)}.turn"
        return Notice(identity, encode(Turn(room.id, seat, row)), at, person=owner)

    async def expand(self, notice: Notice) -> None:
        """Replace a turn by its messages. Raises `Later` if it is not the time for them."""
        turn, server = msgspec.json.decode(notice.data, type=Turn), self._server
        receivers = await self._receivers(notice.person, turn.table)
        if not receivers:
            return
        try:
            room = await server.room(turn.table)
        except Refused as refused:
            if refused.status in (404, 410):  # the table is gone
                return
            raise
        wishes, now = await wishes_of(server, notice.person), server.clock.now()
        async with room.reading() as state:
            if turn.seat not in asked(state, turn.row - 1) or state.seats[turn.seat].owner != notice.person:
                return  # it was answered, or another player has the seat
            if state.asked_row[turn.seat] != turn.row:
                return  # asked again since: that question has another notice
            if state.paused:
                raise Later(now + WAIT)
            deadline = state.clocks.due(turn.seat) if state.table is not None else ready_until(state)
            if deadline is not None:
                deadline -= room.scheduler.now() - now
            if turn.reminder:
                if deadline is None or not wishes.remind:
                    return
                if (moved := reminder_at(wishes, deadline, now + EARLY)) is not None:
                    raise Later(moved)
            left, words = None if deadline is None else deadline - now, WORDS[wishes.language]
            messages = [self._message(kind, state, turn, left, words) for kind, _ in receivers]
        if deadline is not None and not turn.reminder:
            await self._remind(notice, turn, reminder_at(wishes, deadline, now))
        if (end := quiet_end(wishes.quiet, now)) is not None and not turn.reminder:
            raise Later(end)
        posted = [
            Notice(
                f"{notice.id}.{kind}{name[:12]}",
                encode({**one, "to": name, "lang": wishes.language}),
                now,
                person=notice.person,
            )
            for (kind, name), one in zip(receivers, messages, strict=True)
        ]
        await server.store.post(posted, after=notice.id)

    async def _remind(self, notice: Notice, turn: Turn, at: float | None) -> None:
        """Post the reminder of a turn."""
        if at is not None:
            data = encode(msgspec.structs.replace(turn, reminder=True))
            reminder = Notice(f"{notice.id}.remind", data, at, 0, notice.person)
            await self._server.store.post([reminder], after=notice.id)

    async def _receivers(self, person: str, table: str) -> list[tuple[str, str]]:
        """Return the kinds of messages that a person wants about a table, each with the name of its receiver."""
        server = self._server
        wishes = await wishes_of(server, person)
        ways = await ways_at(server, person, table) or wishes.ways
        found: list[tuple[str, str]] = []
        if ways.push and server.notices.signer is not None:
            found += [("push", one.name) for one, _ in await devices_of(server, person)]
        if ways.mail and server.notices.mailer is not None:
            address = await address_of(server, person)
            found += [("mail", "")] if address is not None and address.confirmed else []
        if ways.webhook and wishes.url:
            found.append(("hook", ""))
        return found

    def _message(self, kind: str, state: TableState, turn: Turn, left: float | None, words: Words) -> dict[str, Any]:
        """Return the message of a kind: what the seat may know, and nothing that others could read over a shoulder."""
        name, title = state.names[turn.seat], state.game.title
        what = "ready" if state.table is None else "reminder" if turn.reminder else "turn"
        text = getattr(words, what).format(name=name, game=title, time=words.span(left or 0.0))
        heading = getattr(words, f"{what}_title").format(game=title)
        found: dict[str, Any] = {"kind": kind, "table": turn.table, "title": heading, "text": text}
        if kind == "mail":
            found["more"] = letter(state, turn.seat, left, words)
        elif kind == "hook":
            found |= {"game": state.header.game, "seat": turn.seat, "name": name}
        return found


def notice_id(header: Header, seat: int, row: int, person: str = "") -> str:
    """Return the id of the notice for the question that a row brought. It does not reveal the number of rows."""
    question = b"%d %d %s" % (seat, row, person.encode())
    about = hashlib.blake2b(question, key=header.seed, digest_size=9, person=b"ludex notice")
    return f"{header.id}.{seat}.{about.hexdigest()}"


def asked(state: TableState, after: int) -> list[int]:
    """Return the seats of known persons that have been asked something by a row after `after`."""
    if state.over or state.made.sandbox or state.made.lesson is not None:
        return []
    missing = awaited(state) if state.table is None else range(len(state.seats))
    return [
        seat
        for seat in missing
        if (there := state.seats[seat]).owner and state.asked_row[seat] > after and not there.decider and not there.open
    ]


def letter(state: TableState, seat: int, left: float | None, words: Words) -> str:
    """Return what has happened since a seat's last move, and what it is asked now, in words that it may read."""
    if state.table is None:
        return ""
    lines, omitted = Log(state).since_last_move(seat, MOST_LINES)
    found = []
    if lines:
        found += [words.since, *(["…"] if omitted else []), *(f"- {line}" for line in lines), ""]
    prompt = prompt_of(state.game, state.table.view(seat), seated(state, seat), state.table.options(seat))
    found.append(words.now.format(question=prompt))
    if left is not None:
        found.append(words.left.format(time=words.span(left)))
    return "\n".join(found)

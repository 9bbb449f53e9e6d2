"""A table as the fold of its rows: nothing here waits, sends or looks at a watch.

`TableState.apply` takes one row after the other, as they were committed. Two processes that have read the same rows
have the same state.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
import numpy as np

from ludex.core.draft import Draft
from ludex.core.errors import LudexError
from ludex.core.events import EVERYONE, NUMBERS
from ludex.core.game import Game
from ludex.core.page import Seating
from ludex.core.record import States
from ludex.core.table import Table
from ludex.players.standing_orders import Orders, draw_of
from ludex.table import rows as said
from ludex.table.clocks import Clocks
from ludex.table.deal import deal
from ludex.table.lots import countdown_of, lot_of
from ludex.table.rows import ClockRules, Made, Payload, read_payload
from ludex.table.store import Header, Row, Status

REMEMBERED = 64
"""How many of a seat's last messages are known by their id."""
SPECTATOR = -1
"""Whoever has no seat, as a viewer."""


class Seat(msgspec.Struct):
    """A seat and who sits there now."""

    kind: str
    name: str
    bot: str
    token: str
    """The hash of the seat's secret."""
    sat: bool
    """A bot, or a person who has taken the seat."""
    entropy: str = ""
    deputy: str = ""
    """The bot that plays for an absent person."""
    left: bool = False
    """The person left for good: somebody else may sit down."""

    @property
    def decider(self) -> str:
        """The bot that decides for the seat, or an empty text if a person does."""
        return self.bot if self.kind == "bot" else self.deputy


class Step(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Something in the log: a move with its events, or a sentence about the table.

    Tables keep many of them. They refer to nothing, so that nobody need look through them for garbage.
    """

    noticed: int
    """The viewers who could notice it, as bits: seats, then spectators."""
    counts: bool
    """Whether it makes earlier answers stale."""
    rows: bytes
    text: str
    at: float


class Offer(msgspec.Struct):
    """A wish that the persons of the table have yet to agree to."""

    id: int
    what: str
    seat: int
    why: str
    answers: dict[int, bool]


class Line(NamedTuple):
    """A line of the chat."""

    seat: int
    text: str
    to: tuple[int, ...] | None
    at: float


class TableState:
    """One table, from the first row to the last."""

    def __init__(self, header: Header, game: Game[Any, Any]) -> None:
        self.header = header
        self.game = game
        self.settings = game.read_settings(msgspec.json.decode(header.settings))
        self.clock_rules = msgspec.json.decode(header.clock, type=ClockRules) if header.clock else ClockRules()
        self.number = 0
        self.made = Made("", ())
        self.seats: list[Seat] = []
        self.table: Table[Any] | None = None
        self.clocks = Clocks(self.clock_rules, header.seats)
        self.steps: list[Step] = []
        self.masks: list[int] = []
        """For every move of the table: who noticed it."""
        self.movers: list[int] = []
        """For every move of the table: who made it."""
        self.counts = [0] * (header.seats + 1)
        """For every viewer: how many moves and undos they could notice."""
        self.lines = [0] * (header.seats + 1)
        """For every viewer: how long their log is."""
        self.chat: list[Line] = []
        self.offers: dict[int, Offer] = {}
        self.orders: dict[int, Orders] = {}
        self.drafts: dict[int, tuple[int, ...]] = {}
        self.webhooks: dict[int, str] = {}
        """Where the turn notices of seats go."""
        self.ids: list[dict[str, int]] = [{} for _ in range(header.seats)]
        self.paused = False
        self.follower: str | None = None
        self.asked_since = [0.0] * header.seats
        """When every seat was last asked something new."""
        self.asked_row = [0] * header.seats
        """For every seat that is asked: the row that brought the question. 0 for all others."""
        self.quiet_since = 0.0
        self.quiet_key = ""
        self.waiting: tuple[int, ...] = ()
        """The seats that owe a decision, as only the table knows it."""
        self.over = False
        """Whether the game has ended."""
        self.reseated = 0
        """Counts changes of who sits where."""
        self._named: tuple[int, tuple[str, ...]] = (-1, ())
        self.changed = 0
        """Counts everything that anybody could see."""

    def apply_row(self, row: Row) -> Payload:
        """Take the next row."""
        payload = read_payload(row.kind, row.data)
        self.apply(row.number, payload, row.at)
        return payload

    def apply(self, number: int, payload: Payload, at: float) -> None:
        """Take what the next row says."""
        if number != self.number + 1:
            raise LudexError(f"table {self.header.id}: row {number} cannot follow row {self.number}")
        self.number = number
        self.changed += 1
        self.reseated += type(payload) in _RESEATING
        _APPLY[type(payload)](self, payload, at)
        self.look()

    @property
    def status(self) -> Status:
        """How far the table is: `open`, `playing` or `over`."""
        if self.table is None:
            return "open"
        return "over" if self.over else "playing"

    def look(self) -> None:
        """See who owes a decision now, and whether the game is over."""
        self.waiting = self.table.waiting if self.table is not None else ()
        self.over = self.table is not None and not self.waiting

    @property
    def names(self) -> tuple[str, ...]:
        """What the seats are called."""
        if self._named[0] != self.reseated:
            called = tuple(seat.name or f"seat {number}" for number, seat in enumerate(self.seats))
            self._named = self.reseated, called
        return self._named[1]

    def seating(self, viewer: int) -> Seating:
        """Who sits where, as boards want to know it."""
        draft = self.drafts.get(viewer)
        written = tuple(str(self.game.moves.unpack(move)) for move in draft) if draft else ()
        return Seating(self.names, None if viewer == SPECTATOR else viewer, written)

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats of people who have not left."""
        return tuple(n for n, seat in enumerate(self.seats) if seat.kind == "person" and not seat.left)

    def deciders(self) -> Iterator[tuple[int, str]]:
        """The seats that owe a decision, each with the bot that decides, or an empty text for a person."""
        for seat in self.waiting:
            yield seat, self.seats[seat].decider

    def number_of(self, viewer: int) -> int:
        """The number of the decision that a viewer sees: the moves and undos that they could notice."""
        return self.counts[viewer]

    def hidden(self, viewer: int) -> States:
        """The state as a viewer may know it."""
        assert self.table is not None
        return self.table.record(None if viewer == SPECTATOR else viewer)

    def hash_of(self, viewer: int) -> str:
        """What is kept of the seat's secret."""
        return self.seats[viewer].token

    # What the rows say

    def _made(self, made: Made, at: float) -> None:
        self.made = made
        self.seats = [Seat(p.kind, p.name, p.bot, p.token, p.kind == "bot") for p in made.seats]
        for number, seat in enumerate(self.seats):
            if made.sandbox or made.history is not None:
                usual = self.game.seat_names[number] if self.game.seat_names else f"Seat {number + 1}"
                seat.sat, seat.name = True, seat.name or usual
        self._deal_if_full(at)

    def _sat(self, sat: said.Sat, at: float) -> None:
        seat = self.seats[sat.seat]
        seat.name, seat.entropy, seat.sat, seat.left, seat.deputy = (
            sat.name,
            sat.entropy or seat.entropy,
            True,
            False,
            "",
        )
        if sat.token:
            seat.token = sat.token
            self.webhooks.pop(sat.seat, None)
        self._tell(f"{self.names[sat.seat]} sits down.", at)
        if self.table is None:
            self._deal_if_full(at)
        else:
            self.clocks.refill(sat.seat)
            self._ask(at)

    def _deal_if_full(self, at: float) -> None:
        if self.table is None and all(seat.sat for seat in self.seats):
            self.table = deal(self)
            self._tell_opening(self.table, at)
            self._recall(self.table, at)
            self.asked_since = [at] * len(self.seats)
            self._ask(at)

    def _tell_opening(self, table: Table[Any], at: float) -> None:
        """Put into the log what happened before the first move."""
        rows = table.opening_rows()
        if rows:
            self._step(Step((1 << len(self.counts)) - 1, False, rows, "", at))

    def _recall(self, table: Table[Any], at: float) -> None:
        """Put the moves of a table that was made from a history into the log. There are no secrets about them."""
        everyone = (1 << len(self.counts)) - 1
        for number in range(1, len(table.played) + 1):
            self.movers.append(table.played.step(number)[0])
            self.masks.append(everyone)
            self._step(Step(everyone, True, table.played.rows_of(number), "", at))

    def _moved(self, moved: said.Moved, at: float) -> None:
        if moved.move != draw_of(self.game):  # a vote leaves what is written as it is
            self.drafts.pop(moved.seat, None)
        rows, mask = self._play(moved.seat, moved.move)
        self._step(Step(mask, True, rows, "", at))
        self.clocks.answered(moved.seat, bool(mask >> len(self.seats) & 1), at)
        if moved.id:
            self._remember(moved.seat, moved.id)
        if mask == (1 << len(self.counts)) - 1:  # else that there was a move would be told
            self._drop_offers("undo")
        if any(offer.what == "draw" and not self._can_be_agreed(offer) for offer in self.offers.values()):
            self._drop_offers("draw")
        self._ask(at)

    def _can_be_agreed(self, draw: Offer) -> bool:
        """Whether somebody who has not answered yet could still vote for a draw that was offered."""
        table, vote = self.table, draw_of(self.game)
        assert table is not None
        assert vote is not None
        asked = (seat for seat in self.persons if seat not in draw.answers and seat in table.waiting)
        return any(table.check_packed(seat, vote) is None for seat in asked)

    def _play(self, seat: int, packed: int) -> tuple[bytes, int]:
        """Execute a move; the rows of its events, and who could notice it."""
        table = self.table
        assert table is not None
        before = table.memory_in_full()
        table.play_packed(seat, packed)
        rows = table.played.rows_of(len(table.played))
        everyone = (1 << len(self.counts)) - 1
        mask = 1 << seat
        for row in NUMBERS.iter_unpack(rows):
            mask |= everyone if row[1] == EVERYONE else row[1]
        if mask != everyone:
            mask |= self._who_sees_a_change(before, ~mask & everyone)
        self.masks.append(mask)
        self.movers.append(seat)
        return rows, mask

    def _who_sees_a_change(self, before: bytes, viewers: int) -> int:
        """Those of the viewers for whom the state is not what it was."""
        assert self.table is not None
        found = 0
        for bit in range(len(self.counts)):
            if viewers >> bit & 1:
                viewer = SPECTATOR if bit == len(self.seats) else bit
                old: States = np.frombuffer(bytearray(before), self.game.layout.dtype)
                self.game.kernel.hide(old, 0, viewer)
                if old.tobytes() != self.hidden(viewer).tobytes():
                    found |= 1 << bit
        return found

    def _undone(self, undone: said.Undone, at: float) -> None:
        table = self.table
        assert table is not None
        kept = list(undone.kept)
        mask = 1 << undone.seat
        for _ in range(undone.back):
            move = table.played[-1]
            table.undo(agreed=range(table.seats), seed=bytes.fromhex(undone.seed) or None)
            noticed = self.masks.pop()
            self.movers.pop()
            if (move.seat, move.packed) in kept and move.seat != undone.seat:
                continue
            mask |= noticed
        for seat, packed in undone.kept:
            self._play(seat, packed)
        count = undone.back - len(undone.kept)
        what = "a move" if count == 1 else f"{count} moves"
        self._drop_offers("undo")
        self._step(Step(mask, True, b"", f"{self.names[undone.seat]} takes back {what}.", at))
        self._ask(at)

    def _said(self, line: said.Said, at: float) -> None:
        self.chat.append(Line(line.seat, line.text, line.to, at))

    def _offered(self, offered: said.Offered, at: float) -> None:
        offer = Offer(self.number, offered.what, offered.seat, offered.why, {offered.seat: True})
        self._drop_offers(offered.what)
        self.offers[offer.id] = offer
        self._tell(f"{self.names[offered.seat]} {_WISHES[offered.what]}.", at)

    def _answered(self, answer: said.Answered, at: float) -> None:
        offer = self.offers[answer.offer]
        offer.answers[answer.seat] = answer.yes
        self._tell(f"{self.names[answer.seat]} {'agrees' if answer.yes else 'does not agree'}.", at)
        if not answer.yes:
            del self.offers[answer.offer]

    def _paused(self, paused: said.Paused, at: float) -> None:
        self.paused = paused.on
        self._drop_offers("pause")
        if paused.on:
            self.clocks.halt(at)
            self._tell("The table pauses.", at)
        else:
            self.quiet_since = at
            self._tell(f"{self.names[paused.seat]} goes on with the game.", at)
            self._ask(at)

    def _timed(self, timed: said.Timed, at: float) -> None:
        name = self.names[timed.seat]
        if timed.what == "back":
            self.seats[timed.seat].deputy = ""
            self.clocks.refill(timed.seat)
            self._tell(f"{name} is back.", at)
            self._ask(at)
            return
        self.clocks.note_out(timed.seat)
        if timed.what == "bot":
            self.seats[timed.seat].deputy = timed.bot
            self._tell(f"{name} has run out of time. A bot plays on until {name} is back.", at)
            self._ask(at)
        elif timed.what == "forfeit":
            self._forfeit(timed.seat, "ran out of time", at)
        else:
            self._tell(f"{name} has run out of time. The table waits.", at)

    def _forfeited(self, forfeited: said.Forfeited, at: float) -> None:
        self._forfeit(forfeited.seat, forfeited.why, at)

    def _forfeit(self, seat: int, why: str, at: float) -> None:
        assert self.table is not None
        self.table.forfeit(seat, why)
        self.clocks.halt(at)
        self.offers.clear()
        everyone = (1 << len(self.counts)) - 1
        how = "resigns" if why == "resigned" else f"forfeits the game: {why}"
        self._step(Step(everyone, True, b"", f"{self.names[seat]} {how}.", at))

    def _left(self, left: said.Left, at: float) -> None:
        seat = self.seats[left.seat]
        seat.deputy, seat.left, seat.token = left.bot, True, ""
        self.orders.pop(left.seat, None)
        self.webhooks.pop(left.seat, None)
        self._tell(f"{self.names[left.seat]} leaves. A bot plays on until somebody takes the seat.", at)
        self._ask(at)

    def _ordered(self, ordered: said.Ordered, at: float) -> None:
        if ordered.orders.any:
            self.orders[ordered.seat] = ordered.orders
        else:
            self.orders.pop(ordered.seat, None)

    def _hooked(self, hooked: said.Hooked, at: float) -> None:
        self.webhooks.pop(hooked.seat, None)
        if hooked.url:
            self.webhooks[hooked.seat] = hooked.url

    def _drafted(self, drafted: said.Drafted, at: float) -> None:
        self.drafts[drafted.seat] = drafted.moves

    def draft(self, seat: int) -> Draft | None:
        """The draft of a seat that owes a decision, in a game that has drafts."""
        if self.table is None or self.over or self.paused or seat not in self.waiting:
            return None
        draft = self.table.draft(seat)
        if draft is not None:
            draft.erase("all")
            draft.take([self.game.moves.unpack(move) for move in self.drafts.get(seat, ())])
        return draft

    def _followed(self, followed: said.Followed, at: float) -> None:
        self.follower = followed.table
        self._drop_offers("rematch")
        self._tell("The same people play again at a new table.", at)

    # What follows from it

    def _tell(self, text: str, at: float) -> None:
        """Put a sentence into the log that everybody may read."""
        self._step(Step((1 << len(self.counts)) - 1, False, b"", text, at))

    def _step(self, step: Step) -> None:
        """Put something into the log."""
        self.steps.append(step)
        public = 1 if step.text else 0
        for row in event_rows(step):
            if row[1] == EVERYONE:
                public += 1
            else:
                for seat in range(len(self.seats)):
                    self.lines[seat] += row[1] >> seat & 1
        for viewer in range(len(self.counts)):
            if step.noticed >> viewer & 1:
                self.lines[viewer] += public
                if step.counts:
                    self.counts[viewer] += 1
                    if viewer < len(self.seats):
                        self.asked_since[viewer] = step.at

    def _ask(self, at: float) -> None:
        """See to clocks, countdown and standing orders after something has changed."""
        if self.table is None:
            return
        self.look()
        for seat in range(len(self.seats)):
            self.asked_row[seat] = (self.asked_row[seat] or self.number) if seat in self.waiting else 0
        if self.over or self.paused:
            self.clocks.halt(at)
        elif self.clock_rules.ticks:
            self.clocks.run([seat for seat, bot in self.deciders() if not bot], self.counts[SPECTATOR], at)
        if self.clock_rules.hammer is not None:
            found = countdown_of(self)
            key = found.key if found else ""
            if key != self.quiet_key:
                self.quiet_key, self.quiet_since = key, at
        for seat, orders in list(self.orders.items()):
            if orders.lot is not None and lot_of(self, seat) != orders.lot:
                rest = orders.without_lot()
                if rest.any:
                    self.orders[seat] = rest
                else:
                    del self.orders[seat]

    def _drop_offers(self, what: str) -> None:
        self.offers = {number: offer for number, offer in self.offers.items() if offer.what != what}

    def _remember(self, seat: int, message: str) -> None:
        known = self.ids[seat]
        known[message] = self.counts[seat]
        if len(known) > REMEMBERED:
            del known[next(iter(known))]

    def __repr__(self) -> str:
        return f"<TableState {self.header.id}: {self.game.name}, {self.status}, row {self.number}>"


def event_rows(step: Step) -> Iterator[tuple[int, ...]]:
    """The rows of a step's events."""
    return NUMBERS.iter_unpack(step.rows)


_WISHES = {
    "undo": "would like to take back a move",
    "pause": "would like to pause",
    "rematch": "would like to play again",
    "draw": "offers a draw",
}

_RESEATING = (said.Made, said.Sat, said.Timed, said.Left)

_APPLY: dict[type[Payload], Any] = {
    said.Made: TableState._made,
    said.Sat: TableState._sat,
    said.Moved: TableState._moved,
    said.Undone: TableState._undone,
    said.Said: TableState._said,
    said.Offered: TableState._offered,
    said.Answered: TableState._answered,
    said.Paused: TableState._paused,
    said.Timed: TableState._timed,
    said.Forfeited: TableState._forfeited,
    said.Left: TableState._left,
    said.Ordered: TableState._ordered,
    said.Drafted: TableState._drafted,
    said.Hooked: TableState._hooked,
    said.Followed: TableState._followed,
}

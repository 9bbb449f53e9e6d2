"""A table as the fold of its rows: nothing here waits, sends or reads a clock.

`TableState.apply` takes one row after another, in the order of their commits. Two processes that have read the same
rows have the same state.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import Any

import msgspec
import numpy as np

from ludex.core.game.game import Game
from ludex.core.language.errors import LudexError
from ludex.core.language.events import EVERYONE, NUMBERS
from ludex.core.language.record import States
from ludex.core.play.draft import Draft
from ludex.core.play.table import Table
from ludex.core.show.page import Seating
from ludex.players.standing_orders import Orders, draw_of
from ludex.table.room.anonymity import call, reveal, usual_name
from ludex.table.room.auctions import countdown_of, lot_of
from ludex.table.room.chat import Chat, Line
from ludex.table.room.deal import deal
from ludex.table.room.departures import apply_forfeited, apply_left, changes_of, fair_time, recall, take_over
from ludex.table.room.extensions import apply_extended, is_lost
from ludex.table.room.owners import apply_erased, apply_owned
from ludex.table.room.pacing import apply_paced, apply_skipped, note_asked
from ludex.table.room.parts import Offer, Seat, Step
from ludex.table.room.readiness import apply_ready, apply_unseated, awaited, note_sat
from ludex.table.room.rows import (
    Answered,
    Chatted,
    ClockRules,
    Drafted,
    Erased,
    Extended,
    Followed,
    Forfeited,
    Hooked,
    Left,
    Made,
    Moved,
    Offered,
    Ordered,
    Owned,
    Pace,
    Paced,
    Paused,
    Payload,
    Ready,
    Sat,
    Skipped,
    Timed,
    Undone,
    Unseated,
    read_payload,
)
from ludex.table.room.seat_clocks import SeatClocks
from ludex.table.store import Header, Row, Status

REMEMBERED = 64
"""Most recent messages of a seat that are recognized by their id."""
SPECTATOR = -1
"""A viewer without a seat."""


class TableState:
    """One table, from the first row to the last."""

    def __init__(self, header: Header, game: Game[Any, Any], dealt: Table[Any] | None = None) -> None:
        self.header = header
        self.game = game
        self._dealt = dealt
        self.settings = game.read_settings(msgspec.json.decode(header.settings))
        self.clock_rules = msgspec.json.decode(header.clock, type=ClockRules) if header.clock else ClockRules()
        self.number = 0
        self.at = 0.0
        """Time of the last row. No row is earlier than the previous one."""
        self.made = Made("", ())
        self.seats: list[Seat] = []
        self.table: Table[Any] | None = None
        self.clocks = SeatClocks(self.clock_rules, header.seats)
        self.steps: list[Step] = []
        self.masks: list[int] = []
        """For every move of the table: the viewers who noticed it."""
        self.counts = [0] * (header.seats + 1)
        """For every viewer: the number of moves and undos that they could notice."""
        self.lines = [0] * (header.seats + 1)
        """For every viewer: the length of their log."""
        self.chat = Chat(header.seats + 1)
        self.offers: dict[int, Offer] = {}
        self.offered = 0
        """Number of offers so far, from which their ids are made. It reveals nothing else."""
        self.orders: dict[int, Orders] = {}
        self.drafts: dict[int, tuple[int, ...]] = {}
        self.webhooks: dict[int, str] = {}
        """The addresses of the turn notices of seats."""
        self.ids: list[dict[str, int]] = [{} for _ in range(header.seats)]
        self.paused = False
        self.pace: Pace = "human"
        """The speed of the bots."""
        self.skipping: set[int] = set()
        """The seats for which bots answer at once until they are asked again."""
        self.follower: str | None = None
        self.asked_since = [0.0] * header.seats
        """For every seat: the time at which it was last asked something new."""
        self.asked_row = [0] * header.seats
        """For every seat that is asked: the row that brought the question. 0 for all others."""
        self.quiet_since = 0.0
        self.quiet_key = ""
        self.waiting: tuple[int, ...] = ()
        """The seats that owe a decision, including those that viewers must not know of."""
        self.over = False
        """True if the game has ended."""
        self.reseated = 0
        """Counts changes of the players at the seats."""
        self._named: tuple[int, tuple[str, ...]] = (-1, ())
        self._seen: dict[int, tuple[bytes, tuple[int, ...]]] = {}
        self.changed = 0
        """Counts all changes that any viewer could see."""

    def apply_row(self, row: Row) -> Payload:
        """Apply the next row."""
        payload = read_payload(row.kind, row.data)
        self.apply(row.number, payload, row.at)
        return payload

    def apply(self, number: int, payload: Payload, at: float) -> None:
        """Apply the contents of the next row."""
        if number != self.number + 1:
            raise LudexError(f"table {self.header.id}: row {number} cannot follow row {self.number}")
        self.number = number
        at = self.at = max(at, self.at)
        self.changed += 1
        self.reseated += type(payload) in _RESEATING
        _APPLY[type(payload)](self, payload, at)

    @property
    def status(self) -> Status:
        """The table's status: `open`, `playing` or `over`."""
        if self.table is None:
            return "open"
        return "over" if self.over else "playing"

    def update_waiting(self) -> None:
        """Update the seats that owe a decision, and whether the game is over."""
        self.waiting = self.table.waiting if self.table is not None else ()
        self.over = self.table is not None and not self.waiting
        if self.over:
            reveal(self, self.at)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats."""
        if self._named[0] != self.reseated:
            called = tuple(seat.name or f"seat {number}" for number, seat in enumerate(self.seats))
            self._named = self.reseated, called
        return self._named[1]

    def seating(self, perspective: int) -> Seating:
        """Return the seating, for boards: names, the viewer's seat, and the viewer's draft."""
        draft = self.drafts.get(perspective)
        written = tuple(str(self.game.moves.unpack(move)) for move in draft) if draft else ()
        me = None if perspective == SPECTATOR else perspective
        return Seating(self.names, me, written, roles=self.game.seat_names)

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats of people who have not left."""
        return tuple(n for n, seat in enumerate(self.seats) if seat.kind == "person" and not seat.left)

    def deciders(self) -> Iterator[tuple[int, str]]:
        """Yield the seats that owe a decision, each with the bot that decides, or an empty text for a person."""
        for seat in self.waiting:
            yield seat, self.seats[seat].decider

    @property
    def waits_for_player(self) -> bool:
        """True if the game waits until another player takes a seat that was left."""
        return any(self.seats[seat].open for seat in self.waiting)

    def is_final(self, seat: int) -> bool:
        """Return whether a seat's last move can no longer be taken back, because a seat has changed hands since."""
        assert self.table is not None
        return self.movers.rfind(seat) < self.table.engine.final_moves

    @property
    def movers(self) -> bytes:
        """The seats of all moves, in their order."""
        return self.table.played.movers if self.table is not None else b""

    def event_rows(self, step: Step) -> Iterator[tuple[int, ...]]:
        """Return the rows of a step's events."""
        if step.move:
            assert self.table is not None
            return NUMBERS.iter_unpack(self.table.played.rows_of(step.move))
        return NUMBERS.iter_unpack(step.rows)

    def seen(self, perspective: int) -> tuple[bytes, tuple[int, ...]]:
        """Return the state as it may be known from a perspective, and the seats that owe a decision as far as it shows.

        It is worked out once until the game changes.
        """
        known = self._seen.get(perspective)
        if known is None:
            assert self.table is not None
            known = self._seen[perspective] = self.table.engine.seen(perspective)
        return known

    def forget(self) -> None:
        """Discard everything that is worked out again on demand."""
        self._seen.clear()

    def hash_of(self, perspective: int) -> str:
        """Return the stored hash of the seat's secret."""
        return self.seats[perspective].token

    # Rows

    def _made(self, made: Made, at: float) -> None:
        self.made, self.pace = made, made.pace
        self.seats = [Seat(p.kind, p.name, p.bot, p.token, p.kind == "bot", owner=p.owner) for p in made.seats]
        for number, seat in enumerate(self.seats):
            if made.sandbox or made.history is not None:
                seat.sat, seat.name = True, seat.name or usual_name(self, number)
            else:
                call(self, number, seat.name)
        self.deal_if_full(at)

    def _sat(self, sat: Sat, at: float) -> None:
        seat = self.seats[sat.seat]
        taken = self.table is not None and seat.left
        if taken:
            seat.first = seat.first or seat.name
        call(self, sat.seat, sat.name)
        seat.entropy, seat.sat, seat.left, seat.deputy = sat.entropy or seat.entropy, True, False, ""
        seat.owner = sat.owner or seat.owner
        if sat.token:
            seat.token = sat.token
            self.webhooks.pop(sat.seat, None)
        named = self.game.seat_names and not seat.secret_name
        role = f" as {self.game.seat_names[sat.seat]}" if named else ""
        self.tell(f"{self.names[sat.seat]} sits down{role}.", at)
        if self.table is None:
            note_sat(self, sat.seat, at)
            self.deal_if_full(at)
        else:
            if taken:
                take_over(self, sat)
                seat.decided = seat.late = 0
            self.clocks.refill(sat.seat, fair_time(self, sat.seat, at))
            self.ask(at)

    def deal_if_full(self, at: float) -> None:
        """Begin the game if all seats are taken, and all players are ready."""
        if self.table is None and all(seat.sat for seat in self.seats) and not awaited(self):
            for seat in self.seats:
                seat.began = seat.owner
            self.table, self._dealt = self._dealt or deal(self), None
            self._tell_opening(self.table, at)
            self._recall(self.table, at)
            self.asked_since = [at] * len(self.seats)
            self.ask(at)

    def _tell_opening(self, table: Table[Any], at: float) -> None:
        """Add the events before the first move to the log."""
        rows = table.engine.opening_rows()
        if rows:
            self.add_step(Step((1 << len(self.counts)) - 1, False, at, rows=rows))

    def _recall(self, table: Table[Any], at: float) -> None:
        """Add the moves of a table that was made from a history to the log. They are not secret."""
        everyone = (1 << len(self.counts)) - 1
        changes = changes_of(table)
        for number in range(1, len(table.played) + 1):
            recall(self, changes, number - 1, at)
            self.masks.append(everyone)
            self.add_step(Step(everyone, True, at, number))
        recall(self, changes, len(table.played), at)

    def _moved(self, moved: Moved, at: float) -> None:
        if moved.move != draw_of(self.game):  # a vote does not change the draft
            self.drafts.pop(moved.seat, None)
        self.seats[moved.seat].decided += moved.by == "person"
        mask = self._play(moved.seat, moved.move)
        self.add_step(Step(mask, True, at, len(self.masks)))
        self.clocks.answered(moved.seat, bool(mask >> len(self.seats) & 1), at)
        if moved.id:
            self._remember(moved.seat, moved.id)
        if mask == (1 << len(self.counts)) - 1:  # or the dropped offer would reveal the move
            self.drop_offers("undo")
        if any(offer.what == "draw" and not self._can_be_agreed(offer) for offer in self.offers.values()):
            self.drop_offers("draw")
        self.ask(at)

    def _can_be_agreed(self, draw: Offer) -> bool:
        """Return whether a player who has not answered yet could still vote for a draw that was offered."""
        table, vote = self.table, draw_of(self.game)
        assert table is not None
        assert vote is not None
        asked = (seat for seat in self.persons if seat not in draw.answers and seat in table.waiting)
        return any(table.engine.check_packed(seat, vote) is None for seat in asked)

    def _play(self, seat: int, packed: int) -> int:
        """Execute a move. Returns the perspectives from which it could be noticed, as bits."""
        table = self.table
        assert table is not None
        memory, seen = table.engine.memory_in_full(), self._seen
        table.engine.play_packed(seat, packed)
        self._seen = {}
        everyone = (1 << len(self.counts)) - 1
        mask = 1 << seat
        for row in NUMBERS.iter_unpack(table.played.rows_of(len(table.played))):
            mask |= everyone if row[1] == EVERYONE else row[1]
        for bit in range(len(self.counts)):
            if not mask >> bit & 1:
                perspective = SPECTATOR if bit == len(self.seats) else bit
                before = seen[perspective][0] if perspective in seen else self._hidden(memory, perspective)
                mask |= (before != self.seen(perspective)[0]) << bit
        self.masks.append(mask)
        return mask

    def _hidden(self, memory: bytes, perspective: int) -> bytes:
        """Return an earlier state as it could be known from a perspective."""
        states: States = np.frombuffer(bytearray(memory), self.game.machine.layout.dtype)
        self.game.machine.kernel.hide(states, 0, perspective)
        return states.tobytes()

    def _undone(self, undone: Undone, at: float) -> None:
        table = self.table
        assert table is not None
        everyone, turn = (1 << len(self.counts)) - 1, self.counts[SPECTATOR]
        mask = everyone if undone.agreed else 1 << undone.seat
        noticed: list[int] = []
        self._store_events(len(table.played) - undone.back)
        self._seen = {}
        for _ in range(undone.back):
            move = table.played[-1]
            table.undo(agreed=range(table.seats), seed=bytes.fromhex(undone.seed) or None)
            noticed.append(self.masks.pop())
            if move.seat == undone.seat or (move.seat, move.packed) not in undone.kept:
                mask |= noticed[-1]
        for seat, packed in undone.kept:
            self._play(seat, packed)
        what = "a move and all that followed" if everyone in noticed[:-1] else "a move"  # not their number: see `masks`
        self.drop_offers("undo")
        self.add_step(Step(mask, True, at, text=f"{self.names[undone.seat]} takes back {what}."))
        if undone.agreed:
            self.clocks.carry_over(turn, self.counts[SPECTATOR], at)
        elif noticed[-1] == everyone:
            self.clocks.take_back(undone.seat, self.counts[SPECTATOR], at)
        self.ask(at)

    def _store_events(self, count: int) -> None:
        """Store the events of the moves after the first `count` in their steps, before these moves are taken back."""
        assert self.table is not None
        for at in reversed(range(len(self.steps))):
            step = self.steps[at]
            if step.move > count:
                rows = self.table.played.rows_of(step.move)
                self.steps[at] = msgspec.structs.replace(step, move=0, rows=rows)
            elif step.move:
                return

    def _chatted(self, line: Chatted, at: float) -> None:
        self.chat.add(Line(line.seat, line.text, line.to, at))

    def _offered(self, offered: Offered, at: float) -> None:
        self.offered += 1
        offer = Offer(self.offered, offered.what, offered.seat, offered.why, {offered.seat: True})
        self.drop_offers(offered.what)
        self.offers[offer.id] = offer
        self.tell(f"{self.names[offered.seat]} {_OFFERS[offered.what]}.", at)

    def _answered(self, answer: Answered, at: float) -> None:
        offer = self.offers[answer.offer]
        offer.answers[answer.seat] = answer.yes
        self.tell(f"{self.names[answer.seat]} {'agrees' if answer.yes else 'does not agree'}.", at)
        if is_lost(self, offer):
            del self.offers[answer.offer]

    def _paused(self, paused: Paused, at: float) -> None:
        self.paused = paused.on
        self.drop_offers("pause")
        self.drop_offers("resume")
        if paused.on:
            self.clocks.halt(at)
            self.tell("The game is paused.", at)
        else:
            self.quiet_since = at
            self.tell("The game is resumed.", at)
            self.ask(at)

    def _timed(self, timed: Timed, at: float) -> None:
        name = self.names[timed.seat]
        if timed.what == "back":
            self.seats[timed.seat].deputy = ""
            self.clocks.refill(timed.seat)
            self.tell(f"{name} is back.", at)
            self.ask(at)
            return
        self.clocks.note_out(timed.seat)
        self.seats[timed.seat].late += 1
        if timed.what == "bot":
            self.seats[timed.seat].deputy = timed.bot
            self.tell(f"{name} has run out of time. A bot plays until {name} is back.", at)
            self.ask(at)
        elif timed.what == "wait":
            self.tell(f"{name} has run out of time. The game waits.", at)

    def _ordered(self, ordered: Ordered, at: float) -> None:
        if ordered.orders.any:
            self.orders[ordered.seat] = ordered.orders
        else:
            self.orders.pop(ordered.seat, None)

    def _hooked(self, hooked: Hooked, at: float) -> None:
        self.webhooks.pop(hooked.seat, None)
        if hooked.url:
            self.webhooks[hooked.seat] = hooked.url

    def _drafted(self, drafted: Drafted, at: float) -> None:
        self.drafts[drafted.seat] = drafted.moves

    def draft(self, seat: int) -> Draft | None:
        """Return the draft of a seat that owes a decision, in a game that has drafts."""
        if self.table is None or self.over or self.paused or seat not in self.waiting:
            return None
        draft = self.table.draft(seat)
        if draft is not None:
            draft = copy(draft)  # a thread may be writing on another one, while this one is shown
            draft.erase("all")
            draft.take([self.game.moves.unpack(move) for move in self.drafts.get(seat, ())])
        return draft

    def _followed(self, followed: Followed, at: float) -> None:
        self.follower = followed.table
        self.drop_offers("rematch")
        self.tell("The same people play again at a new table.", at)

    # Consequences

    def tell(self, text: str, at: float) -> None:
        """Add a public sentence to the log."""
        self.add_step(Step((1 << len(self.counts)) - 1, False, at, text=text))

    def add_step(self, step: Step) -> None:
        """Add a step to the log."""
        self.steps.append(step)
        public = 1 if step.text else 0
        for row in self.event_rows(step):
            if row[1] == EVERYONE:
                public += 1
            else:
                for seat in range(len(self.seats)):
                    self.lines[seat] += row[1] >> seat & 1
        for perspective in range(len(self.counts)):
            if step.noticed >> perspective & 1:
                self.lines[perspective] += public
                if step.counts:
                    self.counts[perspective] += 1
                    if perspective < len(self.seats):
                        self.asked_since[perspective] = step.at

    def ask(self, at: float) -> None:
        """Update clocks, countdown and standing orders after a change."""
        if self.table is None:
            return
        self.update_waiting()
        note_asked(self)
        for seat in range(len(self.seats)):
            self.asked_row[seat] = (self.asked_row[seat] or self.number) if seat in self.waiting else 0
        if self.over or self.paused:
            self.clocks.halt(at)
        elif self.clock_rules.ticks:
            asked = [seat for seat, bot in self.deciders() if not bot and not self.seats[seat].open]
            self.clocks.run(asked, self.counts[SPECTATOR], at)
        if self.clock_rules.hammer is not None:
            found = countdown_of(self)
            key = found.key if found and not self.waits_for_player else ""
            if key != self.quiet_key:
                self.quiet_key, self.quiet_since = key, at
        for seat, orders in list(self.orders.items()):
            if orders.lot is not None and lot_of(self, seat) != orders.lot:
                rest = orders.without_lot()
                if rest.any:
                    self.orders[seat] = rest
                else:
                    del self.orders[seat]

    def drop_offers(self, what: str) -> None:
        """Remove the offers of a kind."""
        self.offers = {number: offer for number, offer in self.offers.items() if offer.what != what}

    def _remember(self, seat: int, message: str) -> None:
        known = self.ids[seat]
        known[message] = self.counts[seat]
        if len(known) > REMEMBERED:
            del known[next(iter(known))]

    def __repr__(self) -> str:
        return f"<TableState {self.header.id}: {self.game.name}, {self.status}, row {self.number}>"


_OFFERS = {
    "undo": "would like to take back a move",
    "pause": "would like to pause the game",
    "resume": "would like to resume the game",
    "rematch": "would like to play again",
    "draw": "offers a draw",
    "extension": "asks for more time",
}

_RESEATING = (Made, Sat, Timed, Left, Owned, Ready, Unseated, Erased)

_APPLY: dict[type[Payload], Any] = {
    Made: TableState._made,
    Sat: TableState._sat,
    Moved: TableState._moved,
    Undone: TableState._undone,
    Chatted: TableState._chatted,
    Offered: TableState._offered,
    Answered: TableState._answered,
    Paused: TableState._paused,
    Extended: apply_extended,
    Timed: TableState._timed,
    Forfeited: apply_forfeited,
    Left: apply_left,
    Ordered: TableState._ordered,
    Drafted: TableState._drafted,
    Hooked: TableState._hooked,
    Paced: apply_paced,
    Skipped: apply_skipped,
    Followed: TableState._followed,
    Owned: apply_owned,
    Erased: apply_erased,
    Ready: apply_ready,
    Unseated: apply_unseated,
}

"""The messages to viewers: made on demand from what a viewer may know, and once for all who see the same.

Nothing else of a table leaves the process. A state is made of the viewer's hidden record, of events they may know, and
of public data; so redealing everything that they cannot know changes no byte of it.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from ludex.core.game.game import Game
from ludex.core.language.fairness import commitment
from ludex.core.language.options import Options, Span
from ludex.core.show.look import plain_prompt
from ludex.core.show.page import Page, Seating, plain_page
from ludex.table.room.departures import ended
from ludex.table.room.lessons import place_in_lesson
from ludex.table.room.log import Log
from ludex.table.room.messages import encode
from ludex.table.room.parts import Offer
from ludex.table.room.readiness import awaited
from ludex.table.room.state import SPECTATOR, TableState

_log = logging.getLogger("ludex.table")
MOST_ENCODED = 32
"""Most messages that are cached for viewers with the same perspective."""


class Body(msgspec.Struct):
    """The part of a state that is the same for viewers with the same perspective, except the part in `_fixed`."""

    type: str = "state"
    status: str = ""
    number: int = 0
    you: int | None = None
    waiting: tuple[int, ...] = ()
    phase: str = ""
    prompt: str = ""
    options: Any = None
    remarks: Any = msgspec.UNSET
    offers: Any = ()
    orders: Any = None
    undo: Any = None
    paused: bool = False
    pace: str = "human"
    skipping: bool = False
    outcome: Any = None
    follower: str | None = None
    ended: Any = msgspec.UNSET
    """The parts of the outcome's reason."""
    digest: str | msgspec.UnsetType = msgspec.UNSET
    draft: Any = msgspec.UNSET
    board: str | msgspec.UnsetType = msgspec.UNSET
    hand: str | msgspec.UnsetType = msgspec.UNSET
    view: Any = msgspec.UNSET
    lot: str | msgspec.UnsetType = msgspec.UNSET
    lesson: Any = msgspec.UNSET
    """The place in the lesson of the table, for the learner's page."""
    bubble: Any = msgspec.UNSET
    """An explanation of this kind of decision for new players, for pages."""


class Rest(msgspec.Struct):
    """The part of a state that can differ between all viewers."""

    seats: Any
    countdown: dict[str, float] | None
    mine: tuple[int, ...]
    log: int
    events: msgspec.Raw


class Perspectives:
    """The views and boards of one table, each made at most once."""

    def __init__(self, state: TableState) -> None:
        self.state = state
        self._log = Log(state)
        self._views: dict[int, tuple[int, Any, tuple[int, ...]]] = {}
        self._bodies: dict[tuple[int, str], tuple[int, bytes]] = {}
        self._encoded: dict[tuple[int, str, int | None, tuple[int, ...]], tuple[tuple[int, int], bytes]] = {}
        self._seats_known: tuple[tuple[int, int], msgspec.Raw] | None = None
        self._fixed_known: tuple[tuple[int, str], bytes] | None = None
        self.presence = 0
        """Counts arrivals and departures of viewers."""

    def view(self, perspective: int) -> Any:
        """Return a viewer's view."""
        return self._seen(perspective)[1]

    def waiting(self, perspective: int) -> tuple[int, ...]:
        """Return the seats that owe a decision, as far as a viewer can know."""
        return self._seen(perspective)[2]

    def _seen(self, perspective: int) -> tuple[int, Any, tuple[int, ...]]:
        state = self.state
        known = self._views.get(perspective)
        number = state.counts[perspective]
        if known is not None and known[0] == number:
            return known
        memory, waiting = state.seen(perspective)
        if state.over:
            waiting = ()
        if perspective != SPECTATOR and (perspective in waiting) != (
            perspective in state.waiting
        ):  # players know it of themselves
            waiting = tuple(sorted({*waiting} ^ {perspective}))
        view = state.game.machine.view_of(memory, None if perspective == SPECTATOR else perspective)
        known = self._views[perspective] = number, view, waiting
        return known

    def forget(self) -> None:
        """Discard everything cached, which is made again on demand."""
        self.state.forget()
        self._views.clear()
        self._bodies.clear()
        self._log.forget()
        self._encoded.clear()

    def message(
        self, perspective: int, form: str, since: int | None, here: frozenset[int], mine: tuple[int, ...], now: float
    ) -> bytes:
        """Return a whole state for a viewer, with the log after its first `since` lines."""
        key = perspective, form, since, mine
        stamp = self.state.changed, self.presence
        known = self._encoded.get(key)
        if known is not None and known[0] == stamp:
            return known[1]
        rules = self.state.clock_rules
        rest = Rest(
            seats=self._seats(perspective, here, now) if rules.ticks else self._seats_now(here, now),
            countdown=self._countdown(now) if rules.hammer is not None else None,
            mine=mine,
            log=self.state.lines[perspective],
            events=self._log.since(perspective, since),
        )
        message = self._body(perspective, form) + encode(rest)[1:]
        if not rules.ticks and rules.hammer is None:
            if len(self._encoded) > MOST_ENCODED:
                self._encoded.clear()
            self._encoded[key] = stamp, message
        return message

    def _body(self, perspective: int, form: str) -> bytes:
        """Return the part that is the same for viewers with the same perspective: a JSON object up to a comma."""
        state = self.state
        known = self._bodies.get((perspective, form))
        if known is not None and known[0] == state.changed:
            return known[1]
        body = encode(self._make_body(perspective, form))[:-1] + self._fixed()
        self._bodies[perspective, form] = (state.changed, body)
        return body

    def _make_body(self, perspective: int, form: str) -> Body:
        state = self.state
        body = Body(
            status=state.status,
            number=state.counts[perspective],
            you=None if perspective == SPECTATOR else perspective,
            offers=[self._offer(offer) for offer in state.offers.values()] if state.offers else (),
            orders=state.orders.get(perspective),
            undo=self._undo(perspective),
            paused=state.paused,
            pace=state.pace,
            skipping=perspective in state.skipping,
            follower=state.follower,
        )
        if state.table is not None:
            self._add_game(body, perspective, form)
            if state.over:
                body.outcome, body.ended, body.digest = state.table.outcome, ended(state.table), state.table.digest
        return body

    def _fixed(self) -> bytes:
        """Return the part that rarely changes at a table, written once: a JSON object's part from comma to comma."""
        state = self.state
        stamp = state.reseated, commitment_of(state)
        if self._fixed_known is None or self._fixed_known[0] != stamp:
            fixed = {
                "table": state.header.id,
                "game": state.header.game,
                "hints": state.made.hints,
                "press": state.made.press,
                "anonymous": state.made.anonymous,
                "sandbox": state.made.sandbox,
                "taking_back": state.made.undo,
                "on_leave": state.made.on_leave,
                "public": state.header.public,
                "clock": state.clock_rules,
                **({"rated": True} if state.made.rated else {}),
                **({"secret_draws": True} if state.made.secret_draws else {}),
                "commitment": stamp[1],
            }
            self._fixed_known = stamp, b",%b," % encode(fixed)[1:-1]
        return self._fixed_known[1]

    def _add_game(self, body: Body, perspective: int, form: str) -> None:
        """Add the part that a table has only after the game has begun."""
        state = self.state
        _, view, body.waiting = self._seen(perspective)
        seating = seated(state, perspective)
        forfeited = state.over and state.table is not None and state.table.engine.forfeited is not None
        body.phase = "The game is over" if forfeited else headline_of(state.game, view, seating)
        draft = state.draft(perspective)
        options = self.options(perspective) if draft is None else draft.choices
        if draft is not None:
            moves = [str(move) for move in draft.moves]
            made = state.movers.count(perspective)
            body.draft = {"moves": moves, "missing": draft.missing, "warnings": draft.warnings, "made": made}
        if options:
            body.prompt = prompt_of(state.game, view, seating, options)
        if form == "page":
            page = drawn(state.game, view, seating)
            body.board, body.hand = str(page.board), str(page.hand)
            body.options = page_options(state.game, options) if options else None
            body.lesson = place_in_lesson(state) or msgspec.UNSET
            if options:
                body.bubble = bubble_of(state.game, view, options)
                body.remarks = remarks_on(state.game, view)
        else:
            body.view = view
            body.options = program_options(state.game, options) if options else None
        lot = state.game.look.lot(view)
        if lot is not None:
            body.lot = lot

    def options(self, perspective: int) -> Options | None:
        """Return the options of a viewer now, or None."""
        state = self.state
        if state.table is None or perspective not in state.waiting or state.paused:
            return None
        return state.table.options(perspective)

    def _undo(self, perspective: int) -> dict[str, Any] | None:
        """Return how a viewer could take back a move, or None: their own last move, or in a sandbox any move."""
        state = self.state
        if state.table is None or perspective == SPECTATOR or state.made.undo == "never":
            return None
        if state.made.undo == "free":
            return {"free": True} if state.movers else None
        gone = state.over or perspective not in state.movers or state.is_final(perspective)
        return None if gone else {"free": False}

    def _offer(self, offer: Offer) -> dict[str, Any]:
        return {
            "offer": offer.id,
            "what": offer.what,
            "seat": offer.seat,
            "why": offer.why,
            "agreed": sorted(seat for seat, yes in offer.answers.items() if yes),
        }

    def _seats_now(self, here: frozenset[int], now: float) -> msgspec.Raw:
        """Return the seats of a table without clocks, which are the same for all viewers."""
        stamp = self.state.reseated, self.presence
        if self._seats_known is None or self._seats_known[0] != stamp:
            self._seats_known = stamp, msgspec.Raw(encode(self._seats(SPECTATOR, here, now)))
        return self._seats_known[1]

    def _seats(self, perspective: int, here: frozenset[int], now: float) -> list[dict[str, Any]]:
        state = self.state
        ticks = state.clock_rules.ticks
        waiting = self.waiting(perspective) if ticks and state.table is not None else ()
        found = []
        missing = awaited(state)
        for number, seat in enumerate(state.seats):
            entry: dict[str, Any] = {
                "seat": number,
                "name": seat.name,
                "kind": seat.kind,
                "bot": seat.bot or None,
                "sat": seat.sat,
                "here": seat.kind == "bot" or number in here,
                "deputy": seat.deputy or None,
                "free": seat.kind == "person" and (seat.left or not seat.sat),
            }
            if missing:
                entry["ready"] = number not in missing
            if state.game.seat_names:
                entry["role"] = state.game.seat_names[number]
            if ticks and seat.kind == "person":
                entry["clock"] = self._clock(number, perspective, number in waiting, now)
            found.append(entry)
        return found

    def _clock(self, seat: int, perspective: int, waiting: bool, now: float) -> dict[str, Any]:
        state = self.state
        clocks = state.clocks
        runs = clocks.seats[seat].since is not None
        there = state.seats[seat]
        if waiting and not runs and seat != perspective and not there.decider and not there.open:
            left, runs = clocks.seen_left(seat, now), not (state.paused or state.over)
        else:
            left = clocks.left(seat, now)
        return {"left": round(left, 2), "running": runs and not clocks.stand_still(now)}

    def _countdown(self, now: float) -> dict[str, float] | None:
        state = self.state
        total = state.clock_rules.hammer
        if total is None or state.table is None or state.paused or not state.quiet_key:
            return None
        return {"left": round(max(0.0, state.quiet_since + total - now), 2), "total": total}


def seated(state: TableState, perspective: int) -> Seating:
    """Return the seating, with the events that the viewer was shown before if the game's board uses them."""
    seating = state.seating(perspective)
    told = state.table.engine.told(seating.me) if state.table is not None else ()
    return msgspec.structs.replace(seating, told=told) if told else seating


def commitment_of(state: TableState) -> str:
    """Return the commitment to the table's chance."""
    return state.table.commitment if state.table is not None else commitment(state.header.seed)


def headline_of(game: Game[Any, Any], view: Any, seating: Seating) -> str:
    """Return the current situation in a few words: the game's headline, or else the name of the phase."""
    words = game.look.headline(view, seating)
    if not words:
        phase = getattr(view, "phase", None) or getattr(view, "due", None)
        return seating.say(str(phase)) if phase else ""
    return words


def prompt_of(game: Game[Any, Any], view: Any, seating: Seating, options: Options) -> str:
    """Return the question to a seat that owes a decision. If the game fails, return the kinds of its moves."""
    try:
        return game.look.prompt(view, seating, options)
    except Exception as error:
        _log.error("%s cannot say what is to be decided: %s: %s", game.name, type(error).__name__, error)
        return plain_prompt(options)


def bubble_of(game: Game[Any, Any], view: Any, options: Options) -> dict[str, str] | msgspec.UnsetType:
    """Return the explanation of a decision for new players. A game that fails has none."""
    try:
        found = game.look.bubble(view, options)
    except Exception as error:
        _log.error("%s cannot explain its decisions: %s: %s", game.name, type(error).__name__, error)
        return msgspec.UNSET
    return found._asdict() if found else msgspec.UNSET


def drawn(game: Game[Any, Any], view: Any, seating: Seating) -> Page:
    """Return the game's board. If the game fails to draw it, return a list of the view's fields, to play with."""
    try:
        return game.look.page(view, seating)
    except Exception as error:
        _log.error("%s cannot draw its board: %s: %s", game.name, type(error).__name__, error)
        return plain_page(view)


def remarks_on(game: Game[Any, Any], view: Any) -> Mapping[str, str] | msgspec.UnsetType:
    """Return remarks on options, such as prices, by the beginning of their texts. A game that fails has none."""
    try:
        return game.look.remarks(view) or msgspec.UNSET
    except Exception as error:
        _log.error("%s cannot remark on its options: %s: %s", game.name, type(error).__name__, error)
        return msgspec.UNSET


def program_options(game: Game[Any, Any], options: Options) -> list[Any]:
    """Return options for a program: moves and ranges as data."""
    return [data for first, last in options.rows for data in _option_data(game, first, last)]


@lru_cache(4096)
def _option_data(game: Game[Any, Any], first: int, last: int) -> list[msgspec.Raw]:
    """Return a row of options, written once, because the same cards and bids occur repeatedly."""
    return [msgspec.Raw(encode(data)) for data in Options(game.moves, [(first, last)]).to_data()]


@lru_cache(512)
def page_options(game: Game[Any, Any], options: Options) -> msgspec.Raw:
    """Return options for a page: paths of tokens, the text of each, and its meaning in any game."""
    meant = options.meant
    paths = [_path(path) for path, _ in meant]
    return msgspec.Raw(encode({"paths": paths, "texts": options.texts, "means": [means for _, means in meant]}))


def _path(path: tuple[str | Span, ...]) -> list[Any]:
    return [part._asdict() if isinstance(part, Span) else part for part in path]

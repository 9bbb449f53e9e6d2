"""What a viewer is sent: made of what the viewer may know, when somebody looks, and once for all who see the same.

Nothing else of a table leaves the process. A state is made of the viewer's hidden record, of events they may know, and
of what is public; so redealing what they cannot know changes no byte of it.
"""

from __future__ import annotations

import logging
from functools import lru_cache
from typing import Any

import msgspec

from ludex.core.fairness import commitment
from ludex.core.game import Game
from ludex.core.options import Options, Span
from ludex.core.page import Page, Seating, plain_page
from ludex.table.log import Log
from ludex.table.state import SPECTATOR, Offer, TableState
from ludex.table.wire import encode

_log = logging.getLogger("ludex.table")
MOST_ENCODED = 32
"""Messages that are kept for others who look with the same eyes."""


class Body(msgspec.Struct):
    """What is the same for all who look with the same eyes, but for what hardly ever changes."""

    type: str = "state"
    status: str = ""
    number: int = 0
    you: int | None = None
    waiting: tuple[int, ...] = ()
    phase: str = ""
    options: Any = None
    offers: Any = ()
    orders: Any = None
    undo: Any = None
    paused: bool = False
    outcome: Any = None
    follower: str | None = None
    digest: str | msgspec.UnsetType = msgspec.UNSET
    draft: Any = msgspec.UNSET
    board: str | msgspec.UnsetType = msgspec.UNSET
    hand: str | msgspec.UnsetType = msgspec.UNSET
    view: Any = msgspec.UNSET
    lot: str | msgspec.UnsetType = msgspec.UNSET


class Rest(msgspec.Struct):
    """What can be another for everybody who looks."""

    seats: Any
    countdown: dict[str, float] | None
    mine: tuple[int, ...]
    log: int
    events: msgspec.Raw


class Sights:
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
        """Counts comings and goings."""

    def view(self, viewer: int) -> Any:
        """A viewer's view."""
        return self._seen(viewer)[1]

    def waiting(self, viewer: int) -> tuple[int, ...]:
        """The seats that owe a decision, as far as a viewer can know."""
        return self._seen(viewer)[2]

    def _seen(self, viewer: int) -> tuple[int, Any, tuple[int, ...]]:
        state = self.state
        known = self._views.get(viewer)
        number = state.counts[viewer]
        if known is not None and known[0] == number:
            return known
        assert state.table is not None
        memory, waiting = state.table.seen(viewer)
        if state.over:
            waiting = ()
        if viewer != SPECTATOR and (viewer in waiting) != (viewer in state.waiting):  # everybody knows it of themselves
            waiting = tuple(sorted({*waiting} ^ {viewer}))
        view = state.game.view_of(memory, None if viewer == SPECTATOR else viewer)
        known = self._views[viewer] = number, view, waiting
        return known

    def forget(self) -> None:
        """Make everything again when somebody looks: views are kept only as long as they are the last ones."""
        self._views.clear()
        self._bodies.clear()
        self._log.forget()
        self._encoded.clear()

    def message(
        self, viewer: int, form: str, since: int | None, here: frozenset[int], mine: tuple[int, ...], now: float
    ) -> bytes:
        """A whole state for a viewer, with what was added to the log after its first `since` lines."""
        key = viewer, form, since, mine
        stamp = self.state.changed, self.presence
        known = self._encoded.get(key)
        if known is not None and known[0] == stamp:
            return known[1]
        rules = self.state.clock_rules
        rest = Rest(
            seats=self._seats(viewer, here, now) if rules.ticks else self._seats_now(here, now),
            countdown=self._countdown(now) if rules.hammer is not None else None,
            mine=mine,
            log=self.state.lines[viewer],
            events=self._log.since(viewer, since),
        )
        message = self._body(viewer, form) + encode(rest)[1:]
        if not rules.ticks and rules.hammer is None:
            if len(self._encoded) > MOST_ENCODED:
                self._encoded.clear()
            self._encoded[key] = stamp, message
        return message

    def _body(self, viewer: int, form: str) -> bytes:
        """What is the same for all who look with the same eyes: a JSON object up to a comma."""
        state = self.state
        known = self._bodies.get((viewer, form))
        if known is not None and known[0] == state.changed:
            return known[1]
        body = encode(self._make_body(viewer, form))[:-1] + self._fixed()
        self._bodies[viewer, form] = (state.changed, body)
        return body

    def _make_body(self, viewer: int, form: str) -> Body:
        state = self.state
        body = Body(
            status=state.status,
            number=state.counts[viewer],
            you=None if viewer == SPECTATOR else viewer,
            offers=[self._offer(offer) for offer in state.offers.values()] if state.offers else (),
            orders=state.orders.get(viewer),
            undo=self._undo(viewer),
            paused=state.paused,
            follower=state.follower,
        )
        if state.table is not None:
            self._add_game(body, viewer, form)
            if state.over:
                body.outcome, body.digest = state.table.outcome, state.table.digest
        return body

    def _fixed(self) -> bytes:
        """What hardly ever changes at a table, written once: as a part of a JSON object, from comma to comma."""
        state = self.state
        stamp = state.reseated, commitment_of(state)
        if self._fixed_known is None or self._fixed_known[0] != stamp:
            fixed = {
                "table": state.header.id,
                "game": state.header.game,
                "hints": state.made.hints,
                "press": state.made.press,
                "sandbox": state.made.sandbox,
                "taking_back": state.made.undo,
                "public": state.header.public,
                "clock": state.clock_rules,
                "commitment": stamp[1],
            }
            self._fixed_known = stamp, b",%b," % encode(fixed)[1:-1]
        return self._fixed_known[1]

    def _add_game(self, body: Body, viewer: int, form: str) -> None:
        """What only a table has at which the game has begun."""
        state = self.state
        _, view, body.waiting = self._seen(viewer)
        seating = seated(state, viewer)
        forfeited = state.over and state.table is not None and state.table.forfeited is not None
        body.phase = "The game is over" if forfeited else headline_of(state.game, view, seating)
        draft = state.draft(viewer)
        options = self.options(viewer) if draft is None else draft.choices
        if draft is not None:
            moves = [str(move) for move in draft.moves]
            body.draft = {"moves": moves, "missing": draft.missing, "warnings": draft.warnings}
        if form == "page":
            page = drawn(state.game, view, seating)
            body.board, body.hand = str(page.board), str(page.hand)
            body.options = page_options(state.game, options) if options else None
        else:
            body.view = view
            body.options = program_options(state.game, options) if options else None
        lot = state.game.lot(view)
        if lot is not None:
            body.lot = lot

    def options(self, viewer: int) -> Options | None:
        """What a viewer may do now."""
        state = self.state
        if state.table is None or viewer not in state.waiting or state.paused:
            return None
        return state.table.options(viewer)

    def _undo(self, viewer: int) -> dict[str, Any] | None:
        """Whether a viewer could take something back: their own move, which they know, and in a sandbox any."""
        state = self.state
        if state.table is None or not state.made or viewer == SPECTATOR or state.made.undo == "never":
            return None
        if state.made.undo == "free":
            return {"free": True} if state.movers else None
        return None if state.over or viewer not in state.movers else {"free": False}

    def _offer(self, offer: Offer) -> dict[str, Any]:
        return {
            "offer": offer.id,
            "what": offer.what,
            "seat": offer.seat,
            "why": offer.why,
            "agreed": sorted(seat for seat, yes in offer.answers.items() if yes),
        }

    def _seats_now(self, here: frozenset[int], now: float) -> msgspec.Raw:
        """The seats of a table without clocks, which are the same for all who look."""
        stamp = self.state.reseated, self.presence
        if self._seats_known is None or self._seats_known[0] != stamp:
            self._seats_known = stamp, msgspec.Raw(encode(self._seats(SPECTATOR, here, now)))
        return self._seats_known[1]

    def _seats(self, viewer: int, here: frozenset[int], now: float) -> list[dict[str, Any]]:
        state = self.state
        ticks = state.clock_rules.ticks
        waiting = self.waiting(viewer) if ticks and state.table is not None else ()
        found = []
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
            if ticks and seat.kind == "person":
                entry["clock"] = self._clock(number, viewer, number in waiting, now)
            found.append(entry)
        return found

    def _clock(self, seat: int, viewer: int, waiting: bool, now: float) -> dict[str, Any]:
        state = self.state
        clocks = state.clocks
        runs = clocks.seats[seat].since is not None
        if waiting and not runs and seat != viewer and not state.seats[seat].decider:
            return {"left": round(clocks.seen_left(seat, now), 2), "running": not (state.paused or state.over)}
        left = clocks.left(seat, now)
        return {"left": round(left, 2), "running": runs}

    def _countdown(self, now: float) -> dict[str, float] | None:
        state = self.state
        total = state.clock_rules.hammer
        if total is None or state.table is None or state.paused or not state.quiet_key:
            return None
        return {"left": round(max(0.0, state.quiet_since + total - now), 2), "total": total}


def seated(state: TableState, viewer: int) -> Seating:
    """Who sits where, with what the viewer was told before where the game's board looks back."""
    seating = state.seating(viewer)
    told = state.table.told(seating.me) if state.table is not None else ()
    return msgspec.structs.replace(seating, told=told) if told else seating


def commitment_of(state: TableState) -> str:
    """The promise about the table's chance."""
    return state.table.commitment if state.table is not None else commitment(state.header.seed)


def headline_of(game: Game[Any, Any], view: Any, seating: Seating) -> str:
    """What is going on, in a few words: the game's own, or else the name of the phase."""
    words = game.headline(view, seating)
    if not words:
        phase = getattr(view, "phase", None) or getattr(view, "due", None)
        return seating.say(str(phase)) if phase else ""
    return words


def drawn(game: Game[Any, Any], view: Any, seating: Seating) -> Page:
    """The game's own board. If a game fails to draw it, the view's fields are listed: people can play on."""
    try:
        return game.page(view, seating)
    except Exception as error:
        _log.error("%s cannot draw its board: %s: %s", game.name, type(error).__name__, error)
        return plain_page(view)


def program_options(game: Game[Any, Any], options: Options) -> list[Any]:
    """Options as a program wants them: moves and ranges as data."""
    return [data for first, last in options.rows for data in _option_data(game, first, last)]


@lru_cache(4096)
def _option_data(game: Game[Any, Any], first: int, last: int) -> list[msgspec.Raw]:
    """A row of options, written once: the same cards and bids come again and again."""
    return [msgspec.Raw(encode(data)) for data in Options(game.moves, [(first, last)]).to_data()]


@lru_cache(512)
def page_options(game: Game[Any, Any], options: Options) -> msgspec.Raw:
    """Options as a page wants them: paths of tokens, and the text of every one."""
    return msgspec.Raw(encode({"paths": [_path(path) for path in options.paths], "texts": options.texts}))


def _path(path: tuple[str | Span, ...]) -> list[Any]:
    return [part._asdict() if isinstance(part, Span) else part for part in path]

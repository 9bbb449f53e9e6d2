"""Positions and orders in, results out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from ludex.author import Game, Log, Move, rule
from ludex.core.errors import UnreadableMove
from ludex.core.events import new_log
from ludex.core.kernel import Kernel
from ludex.core.reasons import Reason
from ludex.core.record import States
from ludex.core.rule import interpreting, warmed_by
from ludex.core.twin import load_twin, store_twin
from ludex.core.warm import first_position
from ludex.games.diplomacy.components import CODES, PLACE_NUMBER, PLACES, PROVINCE, PROVINCES, MapData
from ludex.games.diplomacy.events import RESULTS, UnitDislodged, say_result
from ludex.games.diplomacy.game import Diplomacy
from ludex.games.diplomacy.moves import (
    ORDERS,
    Build,
    Convoy,
    Disband,
    Hold,
    MoveTo,
    MoveVia,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)
from ludex.games.diplomacy.notation.completion import complete, lacks_coast
from ludex.games.diplomacy.notation.names import LETTERS, unit_name
from ludex.games.diplomacy.notation.parser import read_orders
from ludex.games.diplomacy.notation.position import Position, centers_of, phase_code, read_power, to_record, units_of
from ludex.games.diplomacy.reasons import NAME_THE_COAST
from ludex.games.diplomacy.rules import advance
from ludex.games.diplomacy.rules.centres import surplus
from ludex.games.diplomacy.rules.civil_disorder import farthest_unit
from ludex.games.diplomacy.rules.orders import NOT_NEXT, unit_number, write_down
from ludex.games.diplomacy.rules.retreats import places_to_retreat
from ludex.games.diplomacy.state import (
    BUILD,
    CONVOY,
    DISBAND,
    DONE,
    HOLD,
    MOVE,
    MOVE_VIA,
    NO_ORDER,
    RETREAT,
    SUPPORT_HOLD,
    SUPPORT_MOVE,
    WINTER,
    State,
    is_moves,
    is_retreats,
)

_GAME = Diplomacy()
MANY = 3_000
"""The number of positions from which compiled rules are worth loading."""

_KINDS: dict[type[Move], int] = {
    Hold: HOLD,
    MoveTo: MOVE,
    MoveVia: MOVE_VIA,
    SupportHold: SUPPORT_HOLD,
    SupportMove: SUPPORT_MOVE,
    Convoy: CONVOY,
    Retreat: RETREAT,
    Disband: DISBAND,
    Build: BUILD,
}
"""The orders that units are given, as they stand in the record."""


class Result(msgspec.Struct, frozen=True):
    """The result of one order. `order` is its canonical text, `given` the text as written."""

    power: str
    order: str
    given: str
    outcome: str
    result: str
    reason: str


class Dislodged(msgspec.Struct, frozen=True):
    """A dislodged unit, the province its attacker came from, whether by convoy, and the places it can retreat to.

    A unit that cannot retreat anywhere is destroyed.
    """

    power: str
    unit: str
    dislodged_from: str
    by_convoy: bool
    retreats: list[str]


class Ruling(msgspec.Struct, frozen=True):
    """Everything that follows from a position and its orders."""

    phase: str
    next_phase: str
    units: dict[str, list[str]]
    dislodged: list[Dislodged]
    results: list[Result]
    centers: dict[str, list[str]]
    contested: list[str]
    dislodged_from: dict[str, str]
    notes: list[str]

    def next_position(self, position: Position) -> Position:
        """The position that follows, without orders."""
        return Position(
            phase=self.next_phase,
            units=self.units,
            centers=self.centers,
            contested=self.contested,
            dislodged_from=dict(self.dislodged_from),
            rules=position.rules,
            map=position.map,
        )


def adjudicate(position: Position | Mapping[str, Any]) -> Ruling:
    """Carry out one phase.

    >>> ruling = adjudicate({
    ...     "phase": "S1901M",
    ...     "units": {"FRANCE": ["A PAR", "A MAR"], "GERMANY": ["A MUN"]},
    ...     "orders": {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"], "GERMANY": "A MUN - BUR"},
    ... })
    >>> for result in ruling.results:
    ...     print(result.order, "|", result.reason)
    A PAR - BUR | done, with strength 2.
    A MAR S A PAR - BUR | done.
    A MUN - BUR | bounced: strength 1 against strength 2 of the unit from PAR.
    >>> ruling.units["FRANCE"], ruling.next_phase
    (['A BUR', 'A MAR'], 'F1901M')
    """
    return next(adjudicate_all([position], compiled=False))


def adjudicate_all(positions: Iterable[Position | Mapping[str, Any]], compiled: bool | None = None) -> Iterator[Ruling]:
    """Carry out many phases, one after another, with compiled rules if there are many."""
    for number, given in enumerate(positions):
        docket = Docket(given if isinstance(given, Position) else Position.read(given))
        fast = number >= MANY if compiled is None else compiled
        yield docket.decide(compiled_advance() if fast and not interpreting() else interpreted_advance)


def advance_once(game: Game, kernel: Kernel) -> None:
    """Use `enter_advance` once."""
    kernel.entry(enter_advance)(first_position(game), 0, new_log(game.max_events))


@warmed_by(advance_once, of="Diplomacy", bulk=True)
@rule
def enter_advance(states: States, i: int, log: Log) -> None:
    """Carry out the phase of one record. This is how compiled rules are entered."""
    advance(states[i], log)


def interpreted_advance(states: States, i: int, log: Log) -> None:
    s = load_twin(states, i)
    advance(s, log)
    store_twin(s, states, i)


def compiled_advance() -> Callable[..., Any]:
    return _GAME.compiled.entry(enter_advance)


def fault_of(s: State, seat: int, order: Move) -> Reason | None:
    """Why an order is not allowed, whichever unit would be asked for next; None if it is."""
    code = _why_not()(s, seat, ORDERS.pack(order))
    if code == NOT_NEXT and s.order[_province(order)] == NO_ORDER:
        return None
    return _GAME.reasons[code] if code else None


@cache
def _why_not() -> Callable[..., int]:
    return _GAME.all_rules()["why_not"]


class Docket:
    """One position on its way to a ruling."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.board: MapData = position.board
        self.states = to_record(position)
        self.s: State = load_twin(self.states, 0)
        self.results: list[tuple[str, str, Move | None, int, str]] = []
        self.notes: list[str] = []
        for power, given in position.orders.items():
            seat = read_power(self.board, power)
            for text in [given] if isinstance(given, str) else given:
                self.read(seat, text)
        self.fill_in()

    def read(self, seat: int, text: str) -> None:
        """Read the orders in one text, and give or reject each."""
        try:
            written = read_orders(text)
        except UnreadableMove as error:
            self.results.append((self.board.power_names[seat], text, None, -1, str(error)))
            return
        for one in written:
            self.give(seat, one.order, text if len(written) == 1 else str(one.order))

    def give(self, seat: int, order: Move, text: str) -> None:
        order = complete(self.s, order, self.position.rules.coasts)
        fault = self.why_not(seat, order)
        at = -1
        if not fault and not isinstance(order, Waive):
            at = write_order(self.s, order)
        if not fault and self.s.phase == WINTER:
            self.s.left[seat] -= 1
        self.results.append((self.board.power_names[seat], text, order, at, fault))

    def why_not(self, seat: int, order: Move) -> str:
        """The sentence of a rejection, or an empty text."""
        fault = fault_of(self.s, seat, order)
        if fault is None and lacks_coast(order, self.position.rules.coasts):
            fault = NAME_THE_COAST
        if fault is not None:
            return fault.say(self.s, seat, order)
        if self.s.phase == WINTER and self.s.left[seat] <= 0:
            return f"the power has no {'removals' if isinstance(order, Disband) else 'builds'} left."
        return ""

    def fill_in(self) -> None:
        """Order the units that have no valid order: they hold, are destroyed, or are removed by civil disorder."""
        s = self.s
        for p in range(PROVINCES):
            if s.order[p] == NO_ORDER and is_moves(s.phase) and s.kind[p]:
                s.order[p] = HOLD
                self.notes.append(f"{unit_name(s.kind[p], s.place[p])} has no valid order and holds.")
            elif s.order[p] == NO_ORDER and is_retreats(s.phase) and s.beaten_kind[p]:
                s.order[p] = DISBAND
                unit = unit_name(s.beaten_kind[p], s.beaten_place[p])
                self.notes.append(f"{unit} has no valid retreat order and is destroyed.")
        if s.phase == WINTER:
            for seat in range(s.seats):
                self.disorder(seat)

    def disorder(self, seat: int) -> None:
        s = self.s
        if surplus(s, seat) > 0 and s.left[seat] > 0:
            builds = "1 build" if s.left[seat] == 1 else f"{s.left[seat]} builds"
            self.notes.append(f"{self.board.power_names[seat]} waives {builds}.")
        while surplus(s, seat) < 0 and s.left[seat] > 0:
            p = farthest_unit(s, seat)
            s.order[p] = DISBAND
            s.left[seat] -= 1
            self.notes.append(f"civil disorder: {unit_name(s.kind[p], s.place[p])} is removed.")

    def decide(self, carry_out: Any) -> Ruling:
        """Run the rules and read the results."""
        phase = phase_code(self.s)
        store_twin(self.s, self.states, 0)
        log = new_log(_GAME.max_events)
        carry_out(self.states, 0, log)
        s = self.s = load_twin(self.states, 0)
        dislodged = self.dislodged(log)
        return Ruling(
            phase=phase,
            next_phase=phase_code(s),
            units=units_of(s, self.board),
            dislodged=dislodged,
            results=[self.result(*given) for given in self.results],
            centers=centers_of(s, self.board),
            contested=[CODES[p] for p in range(PROVINCES) if s.contested[p]] if phase[-1] == "M" else [],
            dislodged_from={
                CODES[p]: CODES[s.beaten_from[p]]
                for p in range(PROVINCES)
                if s.beaten_kind[p] and s.beaten_from[p] >= 0
            },
            notes=self.notes,
        )

    def result(self, power: str, text: str, order: Move | None, at: int, fault: str) -> Result:
        canonical = text if order is None else str(order)
        if fault:
            return Result(power, canonical, text, "fails", "void" if order else "unreadable", fault)
        if isinstance(order, Waive):
            return Result(power, canonical, text, "succeeds", "done", "one build is waived.")
        s = self.s
        code = s.result[at]
        by = PLACES[s.old_place[s.by[at]] if s.old_kind[s.by[at]] else s.by[at]] if s.by[at] >= 0 else None
        reason = say_result(canonical, RESULTS[code], by, s.strength[at], s.against[at])
        return Result(power, canonical, text, "succeeds" if code == DONE else "fails", RESULTS[code], reason)

    def dislodged(self, log: Log) -> list[Dislodged]:
        """All units dislodged in this phase, including those with nowhere to go."""
        s = self.s
        found = []
        events = [seen.event for seen in _GAME.events.read(log)]
        for event in events:
            if isinstance(event, UnitDislodged):
                p = PROVINCE[PLACES.index(event.unit[2:])]
                free = places_to_retreat(s, p)
                power, origin = self.board.power_names[event.seat], event.by[2:5]
                found.append(Dislodged(power, event.unit, origin, s.sails[CODES.index(origin)] == 1, sorted(free)))
        return found


def write_order(s: State, order: Any) -> int:
    """Write an order into the record, and return the province of its unit."""
    kind, place = LETTERS.index(order.unit[0]), PLACE_NUMBER[order.unit[2:]]
    target, to = (kind, place) if isinstance(order, Build) else (0, 0)
    if isinstance(order, SupportHold | SupportMove | Convoy):
        target = CODES.index(order.other[2:5])
    if isinstance(order, MoveTo | MoveVia | SupportMove | Convoy | Retreat):
        to = PLACE_NUMBER[order.to]
    write_down(s, _KINDS[type(order)], unit_number(kind, place), target, to)
    return _province(order)


def _province(order: Any) -> int:
    return CODES.index(order.unit[2:5])

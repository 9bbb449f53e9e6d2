"""Positions and orders in, results out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from ludex.core import Move, State, States, UnreadableMove, interpreting, rule
from ludex.core.events import new_log
from ludex.core.record import load_twin, store_twin
from ludex.games.diplomacy import reasons
from ludex.games.diplomacy.components import CODES, PLACE_COUNT, PLACES, PROVINCE, PROVINCES, MapData
from ludex.games.diplomacy.events import EVENTS, RESULTS, UnitDislodged, say_result
from ludex.games.diplomacy.facts import say_fault
from ludex.games.diplomacy.moves import ORDERS, Build, Concede, VoteDraw, Waive
from ludex.games.diplomacy.notation.completion import complete, lacks_coast
from ludex.games.diplomacy.notation.names import unit_name
from ludex.games.diplomacy.notation.parser import read_orders
from ludex.games.diplomacy.notation.position import Position, centers_of, phase_code, read_power, to_record, units_of
from ludex.games.diplomacy.rules import advance, why_not_order
from ludex.games.diplomacy.rules.centres import surplus
from ludex.games.diplomacy.rules.civil_disorder import farthest_unit
from ludex.games.diplomacy.rules.orders import write_down
from ludex.games.diplomacy.rules.retreats import retreat_fault
from ludex.games.diplomacy.state import DISBAND, DONE, HOLD, NO_ORDER, WINTER, is_moves, is_retreats

MAX_EVENTS = 400
MANY = 3_000
"""The number of positions from which compiled rules are worth loading."""


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
        docket = _Docket(given if isinstance(given, Position) else Position.read(given))
        fast = number >= MANY if compiled is None else compiled
        yield docket.decide(_compiled_advance() if fast and not interpreting() else _interpreted_advance)


@rule
def enter_advance(states: States, i: int, log: Any) -> None:
    """Carry out the phase of one record. This is how compiled rules are entered."""
    advance(states[i], log)


def _interpreted_advance(states: States, i: int, log: Any) -> None:
    s = load_twin(states, i)
    advance(s, log)
    store_twin(s, states, i)


def _compiled_advance() -> Callable[..., Any]:
    from ludex.games.diplomacy.game import Diplomacy

    return Diplomacy().compiled.entry(enter_advance)


class _Docket:
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
            at = self.write_down(order)
        if not fault and self.s.phase == WINTER:
            self.s.left[seat] -= 1
        self.results.append((self.board.power_names[seat], text, order, at, fault))

    def why_not(self, seat: int, order: Move) -> str:
        """The sentence of a rejection, or an empty text."""
        s = self.s
        if isinstance(order, VoteDraw | Concede):
            return "votes belong to a table, not to a position."
        if isinstance(order, Waive):
            return "" if s.phase == WINTER and surplus(s, seat) > 0 else say_fault(s, seat, order, reasons.WRONG_PHASE)
        code = why_not_order(s, seat, ORDERS.pack(order))
        if not code and lacks_coast(order, self.position.rules.coasts):
            code = reasons.NAME_THE_COAST
        if code:
            return say_fault(s, seat, order, code)
        if s.order[_province(order)] != NO_ORDER:
            return say_fault(s, seat, order, reasons.NOT_NEXT)
        if s.phase == WINTER and s.left[seat] <= 0:
            return f"the power has no {'builds' if isinstance(order, Build) else 'removals'} left."
        return ""

    def write_down(self, order: Move) -> int:
        write_down(self.s, ORDERS.pack(order))
        return _province(order)

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
        log = new_log(MAX_EVENTS)
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

    def dislodged(self, log: Any) -> list[Dislodged]:
        """All units dislodged in this phase, including those with nowhere to go."""
        s = self.s
        found = []
        events = [seen.event for seen in EVENTS.read(log)]
        for event in events:
            if isinstance(event, UnitDislodged):
                p = PROVINCE[PLACES.index(event.unit[2:])]
                free = [PLACES[to] for to in range(PLACE_COUNT) if s.beaten_kind[p] and retreat_fault(s, p, to) == 0]
                power, origin = self.board.power_names[event.seat], event.by[2:5]
                found.append(Dislodged(power, event.unit, origin, s.sails[CODES.index(origin)] == 1, sorted(free)))
        return found


def _province(order: Move) -> int:
    unit: str = order.unit  # type: ignore[attr-defined]  # every order but WAIVE and votes has a unit
    return CODES.index(unit[2:5])

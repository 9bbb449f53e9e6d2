"""Adjudication: positions with orders in, results out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property, lru_cache
from typing import Any, NamedTuple

import msgspec
import numpy as np

from ludex.author import Game, Log, Move, UnreadableMove, plural, rule
from ludex.author.advanced import (
    Kernel,
    States,
    first_position,
    interpreting,
    load_twin,
    new_log,
    store_twin,
    warmed_by,
)
from ludex.games.diplomacy.components import CODES, PLACE_COUNT, PLACES, PROVINCE, MapData
from ludex.games.diplomacy.events import RESULTS, UnitDislodged, say_result
from ludex.games.diplomacy.game import Diplomacy
from ludex.games.diplomacy.hearing import (
    COLUMNS,
    IS_DESTROYED,
    IS_HELD,
    IS_REMOVED,
    NONE_LEFT,
    NOTES,
    enter_hearing,
    hear,
    numbers_of,
)
from ludex.games.diplomacy.moves import UNITS, Disband
from ludex.games.diplomacy.notation.completion import slip_of
from ludex.games.diplomacy.notation.position import (
    Board,
    Position,
    centers_of,
    guide_for,
    phase_code,
    read_power,
    to_board,
    units_of,
)
from ludex.games.diplomacy.reasons import unit_province
from ludex.games.diplomacy.rules import advance
from ludex.games.diplomacy.rules.orders import province_of, write_down
from ludex.games.diplomacy.rules.retreat_places import places_to_retreat
from ludex.games.diplomacy.state import DONE, State

_GAME = Diplomacy()
SOME, MANY = 100, 3_000
"""The numbers of positions from which compiled rules are loaded, and from which they are compiled."""
_LOG = new_log(_GAME.max_events).shape


class Result(msgspec.Struct, frozen=True, gc=False):
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
        """Return the position that follows, without orders."""
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
    return next(adjudicate_all([position]))


def adjudicate_all(positions: Iterable[Position | Mapping[str, Any]], compiled: bool | None = None) -> Iterator[Ruling]:
    """Carry out many phases, one after another, with compiled rules if there are many."""
    for given in positions:
        position = given if isinstance(given, Position) else Position.read(given)
        yield Docket(position, _court(compiled)).decide()


class Court(NamedTuple):
    """The two calls of the rules that a ruling needs."""

    hearing: Callable[..., None]
    advance: Callable[..., None]


def advance_once(game: Game, kernel: Kernel) -> None:
    """Use `enter_advance` once."""
    kernel.entry(enter_advance)(first_position(game), 0, new_log(game.max_events))


@warmed_by(advance_once, of="Diplomacy", bulk=True)
@rule
def enter_advance(states: States, i: int, log: Log) -> None:
    """Carry out the phase of one record. This is the entry to compiled rules."""
    advance(states[i], log)


def interpreted_advance(states: States, i: int, log: Log) -> None:
    s = load_twin(states, i)
    advance(s, log)
    store_twin(s, states, i)


def compiled_advance() -> Callable[..., Any]:
    return _GAME.machine.compiled.entry(enter_advance)


@cache
def interpreted_court() -> Court:
    return Court(_GAME.machine.interpreted.entry(enter_hearing), interpreted_advance)


@cache
def compiled_court() -> Court:
    return Court(_GAME.machine.compiled.entry(enter_hearing), compiled_advance())


class _Load:
    """The number of positions that this process has judged, and whether compiled rules were worth loading."""

    judged = 0
    compiled = False


def _court(compiled: bool | None) -> Court:
    """Return the rules to judge with: compiled if requested, already loaded, or soon worth loading."""
    if interpreting() or compiled is False:
        return interpreted_court()
    if compiled or _Load.compiled:
        return compiled_court()
    _Load.judged += 1
    if _Load.judged >= MANY or (_Load.judged == SOME and _is_compiled()):
        _Load.compiled = True
    return interpreted_court()


def _is_compiled() -> bool:
    """Return whether some process has compiled the rules before."""
    program = _GAME.machine.compiled.program
    return program.is_cached(enter_hearing) and program.is_cached(enter_advance)


class Given(NamedTuple):
    """An order that was given: the power, the text, the meaning, the reason why it is not allowed, and a slip in it."""

    power: str
    text: str
    order: Move | None
    canonical: str
    at: int
    fault: str
    slip: str | None = None


class Docket:
    """One position being judged: its record, with all orders that are allowed."""

    def __init__(self, position: Position, court: Court | None = None) -> None:
        self.position = position
        self.court = court or interpreted_court()
        self.board: MapData = position.board
        self.states, board = to_board(position)
        self.guide = guide_for(position.map, position.phase)
        self.given: list[Given] = []
        rows: list[int] = []
        heard: list[int] = []
        for power, given in position.orders.items():
            seat = read_power(position.map, power)
            for text in (given,) if isinstance(given, str) else given:
                self.read(board, seat, text, rows, heard)
        faults = np.zeros(len(heard), np.int64)
        notes = np.zeros((NOTES, 3), np.int64)
        self.court.hearing(self.states, 0, np.array(rows, np.int64).reshape(-1, COLUMNS), faults, notes)
        self.phase = phase_code(board)
        if faults.any():
            self.say_faults(heard, faults.tolist())
        self.notes = [given.slip for given in self.given if given.slip and not given.fault]
        self.notes += [self.say_note(*row) for row in notes[1 : notes[0, 0] + 1].tolist()]

    def read(self, board: Board, seat: int, text: str, rows: list[int], heard: list[int]) -> None:
        """Read the orders in one text, as rows for the hearing."""
        names, coasts = self.board.power_names, self.position.rules.coasts
        power = names[seat]
        try:
            orders = hear(text, self.guide)
        except UnreadableMove as error:
            self.given.append(Given(power, text, None, text, -1, str(error)))
            return
        for one in orders:
            meant = one.on(board, coasts)
            heard.append(len(self.given))
            rows.append(seat)
            rows += meant.numbers
            written = text if len(orders) == 1 else one.text
            slip = slip_of(board, names, one.written, meant.order) if one.other >= 0 else None
            self.given.append(Given(power, written, meant.order, meant.text, meant.at, "", slip))

    def say_faults(self, heard: list[int], faults: list[int]) -> None:
        """Describe in sentences why orders are not allowed."""
        s = load_twin(self.states, 0)
        for number, code in zip(heard, faults, strict=True):
            given = self.given[number]
            if code == NONE_LEFT:
                sentence = f"the power has no {'removals' if isinstance(given.order, Disband) else 'builds'} left."
            elif code:
                seat = self.board.power_names.index(given.power)
                sentence = _GAME.machine.reasons[code].say(s, seat, given.order)  # type: ignore[arg-type]  # it was read
            else:
                continue
            self.given[number] = given._replace(fault=sentence)

    def say_note(self, what: int, number: int, count: int) -> str:
        """Describe an action without an order."""
        if what == IS_HELD:
            return f"{UNITS[number]} has no valid order and holds."
        if what == IS_DESTROYED:
            return f"{UNITS[number]} has no valid retreat order and is destroyed."
        if what == IS_REMOVED:
            return f"civil disorder: {UNITS[number]} is removed."
        return f"{self.board.power_names[number]} waives {plural(count, 'build')}."

    @cached_property
    def s(self) -> State:
        """The record as plain Python: before the ruling with its orders, afterwards with their results."""
        s: State = load_twin(self.states, 0)
        return s

    def decide(self) -> Ruling:
        """Run the rules and read the results."""
        log = np.empty(_LOG, np.int64)
        log[0] = 0
        self.court.advance(self.states, 0, log)
        self.__dict__.pop("s", None)
        s = self.s
        return Ruling(
            phase=self.phase,
            next_phase=phase_code(s),
            units=units_of(s, self.board),
            dislodged=self.dislodged(log),
            results=self.results(),
            centers=centers_of(s, self.board),
            contested=[CODES[p] for p, there in enumerate(s.contested) if there] if self.phase[-1] == "M" else [],
            dislodged_from={
                CODES[p]: CODES[origin]
                for p, (kind, origin) in enumerate(zip(s.beaten_kind, s.beaten_from, strict=True))
                if kind and origin >= 0
            }
            if any(s.beaten_kind)
            else {},
            notes=self.notes,
        )

    def results(self) -> list[Result]:
        """Return the result of every order."""
        s = self.s
        codes, by, strengths, against = s.result.values, s.by.values, s.strength.values, s.against.values
        kinds, places = s.old_kind.values, s.old_place.values
        found = []
        for power, text, order, canonical, at, fault, _ in self.given:
            if fault:
                found.append(Result(power, canonical, text, "fails", "void" if order else "unreadable", fault))
            elif at < 0:
                found.append(Result(power, canonical, text, "succeeds", "done", "one build is waived."))
            else:
                code, other = codes[at], by[at]
                place = None if other < 0 else PLACES[places[other] if kinds[other] else other]
                reason = _sentence(canonical, code, place, strengths[at], against[at])
                outcome = "succeeds" if code == DONE else "fails"
                found.append(Result(power, canonical, text, outcome, RESULTS[code], reason))
        return found

    def dislodged(self, log: Log) -> list[Dislodged]:
        """Return all units dislodged in this phase, including those with nowhere to go."""
        _GAME.events.expect_room(log)
        rows = log[1 : log[0, 0] + 1]
        rows = rows[rows[:, 0] == UnitDislodged.ludex_constant]
        found = []
        for _, _, seat, unit, by, *_ in rows.tolist():
            origin = int(PROVINCE[by % PLACE_COUNT])
            retreats = sorted(places_to_retreat(self.s, province_of(unit)))
            convoyed = self.s.sails[origin] == 1
            found.append(Dislodged(self.board.power_names[seat], UNITS[unit], CODES[origin], convoyed, retreats))
        return found


@lru_cache(maxsize=65_536)
def _sentence(order: str, code: int, by: str | None, strength: int, against: int) -> str:
    return say_result(order, RESULTS[code], by, strength, against)


def write_order(s: State, order: Any) -> int:
    """Write an order into the record, and return the province of its unit."""
    write_down(s, *numbers_of(order))
    return unit_province(order)

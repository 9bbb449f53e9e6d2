"""Whole games as JSON, in the form the PyPI package `diplomacy` saves and loads.

Games recorded there can be replayed here, and games played here can be read there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from ludex.author import Move
from ludex.core.errors import NOT_JSON, BadPosition, LudexError, UnreadableMove, json_fault
from ludex.core.twin import load_twin
from ludex.games.diplomacy.components import (
    ARMY,
    CODES,
    HOME,
    MAPS,
    PLACE_NUMBER,
    PROVINCES,
    REACH,
)
from ludex.games.diplomacy.game import Diplomacy
from ludex.games.diplomacy.moves import ORDERS, Build, Concede, Disband, MoveTo, MoveVia, VoteDraw, Waive
from ludex.games.diplomacy.notation.completion import complete
from ludex.games.diplomacy.notation.lexer import quoted
from ludex.games.diplomacy.notation.names import unit_name
from ludex.games.diplomacy.notation.parser import read_written
from ludex.games.diplomacy.notation.position import COMPLETED, centers_of, phase_code, read_phase, units_of
from ludex.games.diplomacy.rules.centres import surplus
from ludex.games.diplomacy.rules.retreats import places_to_retreat
from ludex.games.diplomacy.rulings import fault_of
from ludex.games.diplomacy.state import WINTER, State
from ludex.games.diplomacy.table import DiplomacyTable

_RESULTS = {
    "bounced": "bounce",
    "own unit": "bounce",
    "no convoy": "no convoy",
    "convoy disrupted": "disrupted",
    "convoy paradox": "no convoy",
    "cut": "cut",
    "unmatched": "void",
    "dislodged": "dislodged",
    "crowded": "bounce",
}


class BadSavedGame(LudexError):
    """A saved game that cannot be read or replayed."""


class SavedState(msgspec.Struct, frozen=True):
    """The part of a saved state that is read: the rest follows from the orders."""

    units: dict[str, list[str]]


class SavedPhase(msgspec.Struct, frozen=True):
    """One phase, with the state it began with and the orders given in it."""

    name: str
    state: SavedState
    orders: dict[str, list[str] | None] | None = None
    messages: list[Any] | None = None

    @property
    def given(self) -> dict[str, list[str]]:
        """The orders of every power that gave any."""
        return {power: orders for power, orders in (self.orders or {}).items() if orders}


class SavedGame(msgspec.Struct, frozen=True):
    """The part of a saved game that is read. `options` is our own field, which the package ignores."""

    phases: list[SavedPhase]
    map: str = "standard"
    options: dict[str, Any] | None = None

    @classmethod
    def read(cls, saved: Mapping[str, Any] | str | bytes) -> SavedGame:
        """Read a saved game from JSON or a mapping, or refuse it with the reason."""
        try:
            if isinstance(saved, str | bytes):
                return msgspec.json.decode(saved, type=cls)
            return msgspec.convert(saved, cls)
        except NOT_JSON as error:
            raise BadSavedGame(f"this is not a saved game: {json_fault(error)}") from None


def export_game(table: DiplomacyTable, name: str = "ludex") -> dict[str, Any]:
    """Write a table as the package saves a game.

    >>> from ludex.games.diplomacy import Diplomacy
    >>> table = Diplomacy().new(seed=1, last_year=1901)
    >>> for seat in table.waiting:
    ...     table.give(seat, "")
    >>> saved = export_game(table)
    >>> [phase["name"] for phase in saved["phases"]], saved["phases"][0]["orders"]["FRANCE"]
    (['S1901M', 'F1901M'], ['F BRE H', 'A MAR H', 'A PAR H'])
    """
    board = MAPS[table.map_name]
    phases: list[dict[str, Any]] = []
    for start, moves in _phases(table):
        orders: dict[str, list[str]] = {power: [] for power in board.power_names}
        for seat, move in moves:
            if not isinstance(move, VoteDraw | Concede):
                orders[board.power_names[seat]].append(package_text(move))
        told = list(table.messages.get(start["name"], ()))
        phases.append({"name": start["name"], "state": start, "orders": orders, "results": {}, "messages": told})
    for phase, after in zip(phases, _results(table), strict=False):
        phase["results"] = after
    return {
        "id": name,
        "map": board.name,
        "rules": ["NO_DEADLINE", "CD_DUMMIES"],
        "phases": phases,
        "options": msgspec.to_builtins(table.settings),
    }


def _phases(table: DiplomacyTable) -> Iterator[tuple[dict[str, Any], list[tuple[int, Move]]]]:
    """Every phase as the state it began with and the orders given in it."""
    start: dict[str, Any] = {}
    moves: list[tuple[int, Move]] = []
    for number, played in enumerate(table.played):
        state = _state(table, table.record_in_full(number))
        if not start or state["name"] != start["name"]:
            if start:
                yield start, moves
            start, moves = state, []
        moves.append((played.seat, ORDERS.unpack(played.packed)))
    if start:
        yield start, moves
    now = _state(table, table.record_in_full())
    if now["name"] != start.get("name"):
        yield now, []


def _results(table: DiplomacyTable) -> Iterator[dict[str, list[str]]]:
    """The results of every phase by unit, in the package's words. An empty list is success."""
    last = None
    for number in range(len(table.played) + 1):
        view = table.game.view(load_twin(table.record_in_full(number), 0), None)
        if view.last_phase not in (None, last):
            last = view.last_phase
            results = {}
            for result in view.last_results:
                unit = getattr(ORDERS.parse(result.order), "unit", "")
                results[unit] = [_RESULTS[result.result]] if result.result in _RESULTS else []
            yield results


def _state(table: DiplomacyTable, states: Any) -> dict[str, Any]:
    """One state, as the package writes it."""
    s: State = load_twin(states, 0)
    board = MAPS[table.map_name]
    units = units_of(s, board)
    retreats: dict[str, dict[str, list[str]]] = {power: {} for power in board.power_names}
    for p in range(PROVINCES):
        if s.beaten_kind[p]:
            unit = unit_name(s.beaten_kind[p], s.beaten_place[p])
            retreats[board.power_names[s.beaten_power[p]]][unit] = places_to_retreat(s, p)
    centers = centers_of(s, board)
    winter = phase_code(s).endswith("A")
    return {
        "name": phase_code(s),
        "map": board.name,
        "units": {power: units.get(power, []) for power in board.power_names},
        "retreats": retreats,
        "centers": {power: centers.get(power, []) for power in board.power_names},
        "homes": {
            power: [CODES[p] for p in range(PROVINCES) if HOME[p] == seat and CODES[p] in board.codes]
            for seat, power in enumerate(board.power_names)
        },
        "builds": {
            power: {"count": surplus(s, seat) if winter else 0, "homes": []}
            for seat, power in enumerate(board.power_names)
        },
    }


def package_text(move: Move) -> str:
    """One order, as the package writes it: VIA for every convoyed army, a letter after builds and removals."""
    match move:
        case MoveTo(unit, to) if unit[0] == "A" and not REACH[ARMY, PLACE_NUMBER[unit[2:]], PLACE_NUMBER[to]]:
            return f"{unit} - {to} VIA"
        case Build(unit):
            return f"{unit} B"
        case Disband(unit):
            return f"{unit} D"
        case MoveVia() | Waive():
            return str(move)
    return str(move)


def import_game(
    saved: Mapping[str, Any] | str | bytes, settings: Mapping[str, Any] | str | None = None
) -> DiplomacyTable:
    """Replay a saved game on a new table, phase by phase, as the package, webDiplomacy and dipcc write it.

    `settings` are those of the table, or the name of a preset (`"webdiplomacy"`); without them, those that our own
    export wrote beside the game. Orders that the rules do not allow are left out, as the package does. Phases in which
    nothing could be decided may be there or not. A phase that does not follow from the phases before it is refused.
    What was said in each phase is kept as `table.messages`.
    """
    game = SavedGame.read(saved)
    if game.map not in MAPS:
        raise BadSavedGame(f"the saved game is on the map {quoted(game.map)}: expected one of {', '.join(MAPS)}")
    given = {"preset": settings} if isinstance(settings, str) else dict(settings or {})
    table: DiplomacyTable = Diplomacy(game.map).new(seed=0, **{"votes": False, **(game.options or {}), **given})
    table.messages = {phase.name: tuple(phase.messages) for phase in game.phases if phase.messages}
    for number, phase in enumerate(game.phases, 1):
        if phase.name != COMPLETED:
            _pass_over(table, phase)
        here = table.view().phase
        if phase.name in (here, COMPLETED) or here == COMPLETED:
            _expect_same(table, phase)
        elif phase.name.endswith("M") or _when(phase.name) > _when(here):
            raise BadSavedGame(f"the saved game continues with {phase.name}, but {here} follows from its orders")
        else:
            continue  # there was nothing to decide
        if here == COMPLETED:
            break
        was_played = phase.given or number < len(game.phases)  # even if nobody gave an order
        for seat in table.waiting if was_played else ():
            power = MAPS[table.map_name].power_names[seat]
            table.give(seat, "; ".join(_allowed(table, seat, phase.given.get(power, []))))
    return table


def _when(name: str) -> tuple[int, int]:
    """When a phase is played: its year, and its number in the year."""
    try:
        phase, year = read_phase(name)
    except BadPosition as error:
        raise BadSavedGame(str(error)) from None
    return year, phase


def _pass_over(table: DiplomacyTable, phase: SavedPhase) -> None:
    """Play retreats and adjustments that the saved game leaves out, without an order: nobody gave any."""
    while table.waiting:
        here = table.view().phase
        if here.endswith("M") or _when(here) >= _when(phase.name):
            return
        for seat in table.waiting:
            table.give(seat, "")


def _expect_same(table: DiplomacyTable, phase: SavedPhase) -> None:
    """Refuse a phase whose units are not those that follow from the orders before it."""
    view = table.view()
    here = {f"{unit.power} {unit.unit}" for unit in view.units}
    there = {
        f"{power} {unit}" for power, units in phase.state.units.items() for unit in units if not unit.startswith("*")
    }
    if here != there:
        raise BadSavedGame(
            f"in {phase.name} the saved game has {', '.join(sorted(there - here)) or 'no other units'}, "
            f"where its orders lead to {', '.join(sorted(here - there)) or 'no other units'}"
        )


def _allowed(table: DiplomacyTable, seat: int, texts: list[str]) -> Iterator[str]:
    """The orders that the rules allow, at most one for each unit."""
    s = table.twin(seat)
    seen: set[object] = set()
    for text in texts:
        if s.phase == WINTER and len(seen) >= s.left[seat]:
            return
        try:
            written = read_written(text)
            order = complete(s, written.order, table.view().coasts, written.bare)
        except UnreadableMove:
            continue
        unit = getattr(order, "unit", None)
        if isinstance(order, Waive) or (unit not in seen and fault_of(s, seat, order) is None):
            seen.add(unit or len(seen))
            yield str(order)

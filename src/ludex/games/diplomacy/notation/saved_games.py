"""Whole games as JSON, in the form the PyPI package `diplomacy` saves and loads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from ludex.author import Move
from ludex.author.advanced import load_twin
from ludex.games.diplomacy.components import (
    ARMY,
    CODES,
    HOME,
    MAPS,
    PLACE_NUMBER,
    PROVINCES,
    REACH,
)
from ludex.games.diplomacy.moves import Build, Concede, Disband, MoveTo, MoveVia, VoteDraw, Waive
from ludex.games.diplomacy.notation.names import unit_name
from ludex.games.diplomacy.notation.orders import ORDERS
from ludex.games.diplomacy.notation.position import centers_of, phase_code, units_of
from ludex.games.diplomacy.rules.centres import surplus
from ludex.games.diplomacy.rules.retreat_places import places_to_retreat
from ludex.games.diplomacy.state import State
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
    phases: list[dict[str, Any]] = [*map(dict, table.earlier)]
    for start, moves in _phases(table):
        orders: dict[str, list[str]] = {power: [] for power in board.power_names}
        for seat, move in moves:
            if not isinstance(move, VoteDraw | Concede):
                orders[board.power_names[seat]].append(package_text(move))
        told = list(table.messages.get(start["name"], ()))
        phases.append({"name": start["name"], "state": start, "orders": orders, "results": {}, "messages": told})
    for phase, after in zip(phases[len(table.earlier) :], _results(table), strict=False):
        phase["results"] = after
    return {
        "id": name,
        "map": board.name,
        "rules": ["NO_DEADLINE", "CD_DUMMIES"],
        "phases": phases,
        "options": msgspec.to_builtins(table.settings),
    }


def _phases(table: DiplomacyTable) -> Iterator[tuple[dict[str, Any], list[tuple[int, Move]]]]:
    """Yield every phase as the state it began with and the orders given in it."""
    start: dict[str, Any] = {}
    moves: list[tuple[int, Move]] = []
    for number, played in enumerate(table.played):
        state = _state(table, table.engine.record_in_full(number))
        if not start or state["name"] != start["name"]:
            if start:
                yield start, moves
            start, moves = state, []
        moves.append((played.seat, ORDERS.unpack(played.packed)))
    if start:
        yield start, moves
    now = _state(table, table.engine.record_in_full())
    if now["name"] != start.get("name"):
        yield now, []


def _results(table: DiplomacyTable) -> Iterator[dict[str, list[str]]]:
    """Yield the results of every phase by unit, in the package's words. An empty list is success."""
    last = None
    for number in range(len(table.played) + 1):
        view = table.game.view(load_twin(table.engine.record_in_full(number), 0), None)
        if view.last_phase not in (None, last):
            last = view.last_phase
            results = {}
            for result in view.last_results:
                unit = getattr(ORDERS.parse(result.order), "unit", "")
                results[unit] = [_RESULTS[result.result]] if result.result in _RESULTS else []
            yield results


def _state(table: DiplomacyTable, states: Any) -> dict[str, Any]:
    """Return one state in the form of the package."""
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
    """Return one order in the form of the package: VIA for every convoyed army, a letter after builds and removals."""
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

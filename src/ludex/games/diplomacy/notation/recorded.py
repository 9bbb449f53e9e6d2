"""Whole games as other programs record them: read, checked against their states, and replayed on a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import numpy as np

from ludex.author import BadPosition, LudexError, UnreadableMove
from ludex.author.advanced import NOT_JSON, json_fault, single_keys
from ludex.games.diplomacy.components import CODES, MAPS, PROVINCE, STEP, MapName
from ludex.games.diplomacy.game import Diplomacy
from ludex.games.diplomacy.moves import Waive
from ludex.games.diplomacy.notation.completion import complete, slip_of
from ludex.games.diplomacy.notation.lexer import quoted
from ludex.games.diplomacy.notation.parser import read_written
from ludex.games.diplomacy.notation.position import COMPLETED, Position, for_table, read_phase, read_unit
from ludex.games.diplomacy.notation.saved_games import export_game
from ludex.games.diplomacy.order_lists import fault_of
from ludex.games.diplomacy.settings import PRESETS
from ludex.games.diplomacy.state import WINTER
from ludex.games.diplomacy.table import DiplomacyTable

BOARDS: Mapping[str, MapName] = {
    **{name: name for name in MAPS},
    "standard_fleet_rome": "standard",
    "standard_france_austria": "standard",
    "standard_germany_italy": "standard",
}
"""The maps of saved games. Some differ from ours only in the starting units and powers."""


class BadSavedGame(LudexError):
    """Raised for a saved game that cannot be read or replayed."""


class SavedState(msgspec.Struct, frozen=True):
    """The part of a saved state that is read: the rest follows from the orders.

    Centres and retreats are needed only in a state from which a table starts.
    """

    units: dict[str, list[str]]
    centers: dict[str, list[str]] | None = None
    retreats: dict[str, dict[str, list[str]]] | None = None

    @property
    def standing(self) -> set[str]:
        """The units that need not retreat, each with its power."""
        return {f"{power} {unit}" for power, units in self.units.items() for unit in units if unit[:1] != "*"}


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
                return msgspec.json.decode(single_keys(saved), type=cls)
            return msgspec.convert(saved, cls)
        except NOT_JSON as error:
            raise BadSavedGame(f"this is not a saved game: {json_fault(error)}") from None

    @property
    def course(self) -> list[SavedPhase]:
        """The phases in the order in which they were first played. If one was played again, its last record counts."""
        return list({phase.name: phase for phase in self.phases}.values())


def import_game(
    saved: Mapping[str, Any] | str | bytes,
    settings: Mapping[str, Any] | str | None = None,
    *,
    strict: bool = True,
) -> DiplomacyTable:
    """Replay a saved game on a new table, phase by phase, as the package, webDiplomacy and dipcc write it.

    `settings` are those of the table, or the name of a preset (`"webdiplomacy"`); without them, those that our own
    export wrote with the game. The table starts from the first recorded state. Orders that the rules do not allow are
    left out, as the package does. Phases in which nothing could be decided may be there or not. The messages of each
    phase are in `table.messages`.

    A phase that does not follow from the phases before it is refused, and the message names the preset by which the
    game can be read, if there is one. If it is not `strict`, the game continues from the recorded state. The table then
    starts from the last such state, and `table.differences` lists all of them.
    """
    game = SavedGame.read(saved)
    if game.map not in BOARDS:
        raise BadSavedGame(f"the saved game is on the map {quoted(game.map)}: expected one of {', '.join(BOARDS)}")
    given = {"preset": settings} if isinstance(settings, str) else dict(settings or {})
    try:
        return Replay(game, given, strict).run()
    except BadSavedGame as error:
        raise BadSavedGame(f"{error}. {_advice(game, given)}" if strict else str(error)) from None


def _advice(game: SavedGame, given: Mapping[str, Any]) -> str:
    """Describe how a game that was refused can be read."""
    for preset in (None, *PRESETS):
        try:
            Replay(game, {"preset": preset} if preset else {}, strict=True).run()
        except LudexError:
            continue
        if preset is None:
            return "By the default rules it can be read: leave the settings out"
        return f"By the rules of {preset} it can be read: give the setting {preset!r}, or --rules {preset}"
    try:
        Replay(game, given, strict=False).run()
    except LudexError:
        return "No preset reads it"
    return "No preset reads it; with strict=False, or --no-strict, it continues from the recorded states"


class Replay:
    """The replay of a saved game on a table."""

    def __init__(self, game: SavedGame, given: Mapping[str, Any], strict: bool) -> None:
        self.strict = strict
        self.phases = game.course
        self.game = Diplomacy(BOARDS[game.map])
        self.settings = {"votes": False, **(game.options or {}), **given}
        self.table: DiplomacyTable = self.game.new(seed=0, **self.settings)
        self.table.messages = {phase.name: tuple(phase.messages) for phase in self.phases if phase.messages}

    def run(self) -> DiplomacyTable:
        """Play all phases, and return the table."""
        if self.phases and not self.is_usual_start(self.phases[0]):
            self.start_from(self.phases[0])
        for number, phase in enumerate(self.phases, 1):
            if not self.reach(phase):
                continue
            if self.table.outcome is not None or phase.name == COMPLETED:
                break
            if phase.given or number < len(self.phases):  # it was played, even if no power gave an order
                self.play(phase)
        return self.table

    def is_usual_start(self, phase: SavedPhase) -> bool:
        """Return whether a phase is the first of the map, with the units that it usually begins with."""
        view = self.table.view()
        owned = {power.power: set(power.centers) for power in view.powers if power.centers}
        centers = phase.state.centers
        if centers is not None and {power: set(codes) for power, codes in centers.items() if codes} != owned:
            return False
        return phase.name == view.phase and phase.state.standing == self.units

    @property
    def units(self) -> set[str]:
        """The units on the table, each with its power."""
        return {f"{unit.power} {unit.unit}" for unit in self.table.view().units}

    def start_from(self, phase: SavedPhase) -> None:
        """Let the table start from a recorded state, if it is lawful."""
        if phase.state.centers is None:
            raise BadSavedGame(f"a table cannot start from {phase.name}: its state has no centers")
        before = self.table
        try:
            position = Position(phase.name, _listed(phase.state.units), centers=_listed(phase.state.centers))
            retreats = _barred(self.game.map, phase.state)
            position = msgspec.structs.replace(position, contested=retreats[0], dislodged_from=retreats[1])
            self.table = self.game.position(for_table(self.game, self.game.map, position, self.settings), seed=0)
        except BadPosition as error:
            raise BadSavedGame(f"a table cannot start from {phase.name}: {error}") from None
        self.table.messages, self.table.differences = before.messages, before.differences
        self.table.earlier = tuple(export_game(before)["phases"][:-1])  # the last is not played yet

    def reach(self, phase: SavedPhase) -> bool:
        """Bring the table to a phase. Return whether it is there; otherwise the phase had nothing to decide."""
        if phase.name != COMPLETED:
            self.pass_over(phase)
        here = self.table.view().phase
        if phase.name in (here, COMPLETED) or here == COMPLETED:
            if self.units == phase.state.standing:
                return True
            there, ours = phase.state.standing - self.units, self.units - phase.state.standing
            return self.differ(
                phase,
                f"in {phase.name} the saved game has {', '.join(sorted(there)) or 'no other units'}, "
                f"where its orders lead to {', '.join(sorted(ours)) or 'no other units'}",
            )
        if phase.name.endswith("M") or _when(phase.name) > _when(here):
            return self.differ(phase, f"the saved game continues with {phase.name}, but {here} follows from its orders")
        return False

    def differ(self, phase: SavedPhase, difference: str) -> bool:
        """Refuse a game that does not follow from its orders, or continue from the recorded state."""
        if self.strict:
            raise BadSavedGame(difference)
        self.table.differences += (difference,)
        if phase.name != COMPLETED:
            self.start_from(phase)
        return True

    def pass_over(self, phase: SavedPhase) -> None:
        """Play retreats and adjustments that the saved game leaves out, without an order: no power gave any."""
        while self.table.waiting:
            here = self.table.view().phase
            if here.endswith("M") or _when(here) >= _when(phase.name):
                return
            for seat in self.table.waiting:
                self.table.give(seat, "")

    def play(self, phase: SavedPhase) -> None:
        """Give the orders of a phase."""
        for seat in self.table.waiting:
            power = MAPS[self.game.map].power_names[seat]
            self.table.give(seat, "; ".join(_allowed(self.table, seat, phase.given.get(power, []))))


def _listed(by_power: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """Leave out powers that have nothing: a map may not have them."""
    return {power: things for power, things in by_power.items() if things}


def _barred(board: MapName, state: SavedState) -> tuple[list[str], dict[str, str | None]]:
    """Find standoffs and the provinces attackers came from, by what is missing among the recorded retreats."""
    offered = {unit: set(places) for units in (state.retreats or {}).values() for unit, places in units.items()}
    taken = {unit.split()[-1][:3] for unit in state.standing}
    contested: list[str] = []
    origins: dict[str, str | None] = {}
    for unit, places in offered.items():
        kind, place = read_unit(board, unit)
        for to in np.flatnonzero(STEP[kind, place]):
            code = CODES[PROVINCE[to]]
            if code in taken or any(one[:3] == code for one in places):
                continue
            if any(one[:3] == code for others in offered.values() for one in others):
                origins[unit] = code
            elif code not in contested:
                contested.append(code)
    return contested, origins


def _when(name: str) -> tuple[int, int]:
    """Return the time of a phase: its year, and its number in the year."""
    try:
        phase, year = read_phase(name)
    except BadPosition as error:
        raise BadSavedGame(str(error)) from None
    return year, phase


def _allowed(table: DiplomacyTable, seat: int, texts: list[str]) -> Iterator[str]:
    """Yield the orders that the rules allow, at most one for each unit. The package voids those for the wrong unit."""
    s, coasts, powers = table.twin(seat), table.view().coasts, MAPS[table.map_name].power_names
    seen: set[object] = set()
    for text in texts:
        if s.phase == WINTER and len(seen) >= s.left[seat]:
            return
        try:
            written = read_written(text)
        except UnreadableMove:
            continue
        order = complete(s, written.order, coasts, written.bare)
        unit = getattr(order, "unit", None)
        is_right = (
            unit not in seen and fault_of(table.game, s, seat, order) is None and not slip_of(s, powers, written, order)
        )
        if isinstance(order, Waive) or is_right:
            seen.add(unit or len(seen))
            yield str(order)

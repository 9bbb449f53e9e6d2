"""Positions as data: the form in which `ludex adjudicate` and the document's `game_state` hold them, and the record.

{"phase": "S1901M", "units": {"FRANCE": ["A PAR", "*A BUR"]}, "orders": {"FRANCE": ["A PAR - GAS"]},
 "centers": {"FRANCE": ["PAR"]}, "contested": ["GAS"], "dislodged_from": {"BUR": "MUN"}, "rules": {}}
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, get_args

import msgspec
from msgspec.structs import fields

from ludex.author import Game
from ludex.core.errors import BadPosition, UnreadableMove
from ludex.core.position import write_position
from ludex.core.record import States
from ludex.core.twin import load_twin, store_twin
from ludex.games.diplomacy.components import (
    ARMY,
    CENTRE,
    COAST_COUNT,
    COASTS,
    CODES,
    LAND,
    MAP_NAMES,
    MAPS,
    NOWHERE,
    PLACE_NUMBER,
    PLACES,
    PROVINCE,
    PROVINCES,
    SEA,
    TYPE,
    MapData,
    MapName,
)
from ludex.games.diplomacy.laws import fits
from ludex.games.diplomacy.moves import Hold
from ludex.games.diplomacy.notation.lexer import PLACE, POWER, VIA, Token, tokens_of
from ludex.games.diplomacy.notation.names import unit_name
from ludex.games.diplomacy.notation.parser import read_order
from ludex.games.diplomacy.rules import begin_phase
from ludex.games.diplomacy.settings import Switches
from ludex.games.diplomacy.state import (
    FALL_MOVES,
    FALL_RETREATS,
    OVER,
    SPRING_MOVES,
    SPRING_RETREATS,
    WINTER,
    State,
    is_retreats,
)

PHASE_LETTERS = {
    SPRING_MOVES: ("S", "M"),
    SPRING_RETREATS: ("S", "R"),
    FALL_MOVES: ("F", "M"),
    FALL_RETREATS: ("F", "R"),
    WINTER: ("W", "A"),
}
COMPLETED = "COMPLETED"


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position with its orders, as it is written in a file.

    Powers, units and places are read as people type them.
    """

    phase: str
    units: dict[str, list[str]]
    orders: dict[str, list[str] | str] = {}
    centers: dict[str, list[str]] = {}
    contested: list[str] = []
    dislodged_from: dict[str, str | None] = {}
    rules: Switches = Switches()
    map: MapName = "standard"

    @classmethod
    def read(cls, given: Mapping[str, Any] | str | bytes) -> Position:
        """Read a position from JSON or a mapping, or refuse it with the reason."""
        try:
            if isinstance(given, str | bytes):
                return msgspec.json.decode(given, type=cls)
            return msgspec.convert(dict(given), cls)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise BadPosition(f"this is not a position: {error}{_hint(str(error))}") from None

    @property
    def board(self) -> MapData:
        return MAPS[self.map]


def _hint(error: str) -> str:
    """Say what is expected, where the error does not."""
    if "$.rules" in error:
        switches = (
            f"{field.name} ({', '.join(map(str, get_args(field.type) or ('true', 'false')))})"
            for field in fields(Switches)
        )
        return f"; the switches are {', '.join(switches)}"
    if "unknown field" in error:
        return f"; expected {', '.join(field.name for field in fields(Position))}"
    return ""


def phase_code(s: State) -> str:
    """The phase as it is written, e.g. `S1901M`."""
    if s.phase == OVER:
        return COMPLETED
    season, kind = PHASE_LETTERS[s.phase]
    return f"{season}{s.year}{kind}"


def read_phase(text: str) -> tuple[int, int]:
    """Read a phase's number and year.

    >>> read_phase("F1901R")
    (3, 1901)
    """
    found = re.fullmatch(r"([SFW])([1-9]\d{0,3})([MRA])", text.strip().upper())
    for phase, letters in PHASE_LETTERS.items():
        if found and (found[1], found[3]) == letters:
            return phase, int(found[2])
    raise BadPosition(f"{text!r} is not a phase: expected S1901M, S1901R, F1901M, F1901R or W1901A, with any year")


def read_power(board: MapData, text: str) -> int:
    """Read a power's number from its name."""
    tokens = _tokens(text)
    if len(tokens) == 1 and tokens[0].kind == POWER and tokens[0].value in board.power_names:
        return board.power_names.index(tokens[0].value)
    raise BadPosition(f"{text!r} is not a power on this map: expected one of {', '.join(board.power_names)}")


def read_province(board: MapData, text: str) -> int:
    """Read a province's number from its code, name or alias.

    A unit's letter before it and a coast after it are ignored.
    """
    places = [token for token in _tokens(text) if token.kind == PLACE]
    if len(places) == 1 and places[0].value in board.codes:
        return CODES.index(places[0].value)
    raise BadPosition(f"{text!r} is not a province on this map")


def _tokens(text: str) -> tuple[Token, ...]:
    """The tokens of a text, or none if it has a word that is not known."""
    try:
        return tokens_of(text)
    except UnreadableMove:
        return ()


def read_unit(board: MapData, text: str) -> tuple[int, int]:
    """Read a unit's kind and place."""
    try:
        order = read_order(text)
    except UnreadableMove:
        order = None
    if not isinstance(order, Hold) or order.unit[2:5] not in board.codes:
        raise BadPosition(f"{text!r} is not a unit on this map: expected A or F and a place, e.g. {_examples(board)}")
    kind, place = " AF".index(order.unit[0]), PLACE_NUMBER[order.unit[2:]]
    p = int(PROVINCE[place])
    place = p if kind == ARMY else place
    if fits(kind, place, p):
        return kind, place
    if TYPE[p] == SEA:
        raise BadPosition(f"{text!r} cannot be there: {CODES[p]} is a sea")
    if TYPE[p] == LAND:
        raise BadPosition(f"{text!r} cannot be there: {CODES[p]} is inland")
    coasts = " or ".join(f"F {PLACES[COASTS[p, c]]}" for c in range(COAST_COUNT[p]))
    raise BadPosition(f"{text!r} must be on one of several coasts: write {coasts}")


def _examples(board: MapData) -> str:
    units = [unit for power in board.powers.values() for unit in power.units]
    return " or ".join(next(unit for unit in units if unit[0] == kind) for kind in "AF")


def to_record(position: Position) -> States:
    """Make the record of a position, without its orders."""
    board = position.board
    states = State.layout.new()
    states["seats"] = len(board.powers)
    s: State = load_twin(states, 0)
    s.map = MAP_NAMES.index(position.map)
    position.rules.write(s)
    s.victory = board.victory
    _set_up(s, position)
    store_twin(s, states, 0)
    return states


def for_table(game: Game[Any, Any], board: MapName, given: Any) -> Any:
    """The position of a game from one that has its units by power; any other is returned as it is."""
    if not isinstance(given, Position):
        if not (isinstance(given, Mapping) and "units" in given):
            return given
        given = Position.read(given)
    if given.orders:
        raise BadPosition("a table starts without orders: give them with table.give(power, orders)")
    if given.map != board:
        raise BadPosition(f"this is a position on the map {given.map!r}, not of {game.name}")
    settings = game.read_settings({field: getattr(given.rules, field) for field in given.rules.__struct_fields__})
    states = game.template(game.seats[0], settings)
    s: State = load_twin(states, 0)
    _set_up(s, given)
    store_twin(s, states, 0)
    return write_position(game, states, settings)


def _set_up(s: State, position: Position) -> None:
    """Put the units and centres of a position on an empty board."""
    board = position.board
    s.winner = NOWHERE
    s.phase, s.year = read_phase(position.phase)
    for p in range(PROVINCES):
        s.owner[p] = NOWHERE
    for power, codes in position.centers.items():
        for code in codes:
            _own(s, board, read_power(board, power), read_province(board, code))
    for power, units in position.units.items():
        for unit in units:
            _put(s, board, read_power(board, power), unit)
    for province in position.contested:
        s.contested[read_province(board, province)] = 1
    for unit, origin in position.dislodged_from.items():
        p = read_province(board, unit)
        if not s.beaten_kind[p]:
            raise BadPosition(f"dislodged_from names {unit!r}, but there is no dislodged unit (*{unit})")
        if origin is not None:
            s.beaten_by[p] = read_province(board, origin)
            by_sea = any(token.kind == VIA for token in tokens_of(origin))
            s.beaten_from[p] = NOWHERE if by_sea and s.back_to_origin else s.beaten_by[p]
    begin_phase(s)


def _own(s: State, board: MapData, power: int, p: int) -> None:
    if not CENTRE[p]:
        raise BadPosition(f"{CODES[p]} is not a supply centre")
    if s.owner[p] not in (NOWHERE, power):
        raise BadPosition(f"{CODES[p]} has two owners: {board.power_names[s.owner[p]]} and {board.power_names[power]}")
    s.owner[p] = power


def _put(s: State, board: MapData, power: int, text: str) -> None:
    """Put a unit on the board. One with a star was dislodged and must retreat."""
    star = text.strip().startswith("*")
    kind, place = read_unit(board, text.strip().removeprefix("*"))
    p = PROVINCE[place]
    if star and not is_retreats(s.phase):
        raise BadPosition(f"{text!r} is dislodged, but {phase_code(s)} is not a retreat phase")
    kinds, places, powers = (s.beaten_kind, s.beaten_place, s.beaten_power) if star else (s.kind, s.place, s.power)
    if kinds[p]:
        what = "dislodged units" if star else "units"
        raise BadPosition(f"two {what} in {CODES[p]}: {unit_name(kinds[p], places[p])} and {text.strip('* ')}")
    kinds[p], places[p], powers[p] = kind, place, power
    if star:
        s.beaten_from[p] = s.beaten_by[p] = NOWHERE


def units_of(s: State, board: MapData) -> dict[str, list[str]]:
    """The units on the board by power; those that must retreat have a star."""
    found: dict[str, list[str]] = {}
    for p in range(PROVINCES):
        if s.kind[p]:
            found.setdefault(board.power_names[s.power[p]], []).append(unit_name(s.kind[p], s.place[p]))
        if s.beaten_kind[p]:
            unit = unit_name(s.beaten_kind[p], s.beaten_place[p])
            found.setdefault(board.power_names[s.beaten_power[p]], []).append(f"*{unit}")
    return {power: sorted(found[power]) for power in board.power_names if power in found}


def centers_of(s: State, board: MapData) -> dict[str, list[str]]:
    """The centres of every power."""
    owned = {
        power: [CODES[p] for p in range(PROVINCES) if CENTRE[p] and s.owner[p] == number]
        for number, power in enumerate(board.power_names)
    }
    return {power: codes for power, codes in owned.items() if codes}

"""Positions as data, in the form of `ludex adjudicate` and the reference API's `game_state`, and the record.

{"phase": "S1901M", "units": {"FRANCE": ["A PAR", "*A BUR"]}, "orders": {"FRANCE": ["A PAR - GAS"]},
 "centers": {"FRANCE": ["PAR"]}, "contested": ["GAS"], "dislodged_from": {"BUR": "MUN"}, "rules": {}}
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any, get_args

import msgspec
import numpy as np
from msgspec.structs import fields

from ludex.author import BadPosition, BadSetting, Game, UnreadableMove, quote
from ludex.author.advanced import (
    NOT_JSON,
    States,
    json_fault,
    kind_of,
    load_twin,
    single_keys,
    store_twin,
    template_of,
    write_position,
)
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
from ludex.games.diplomacy.moves import (
    EXAMPLES,
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
from ludex.games.diplomacy.notation.lexer import PLACE, POWER, VIA, Guide, Token, quoted, tokens_of
from ludex.games.diplomacy.notation.names import unit_name
from ludex.games.diplomacy.notation.parser import read_order
from ludex.games.diplomacy.rules import begin_phase
from ludex.games.diplomacy.settings import Switches, with_preset
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
LONGEST_NAME = 100
"""The longest text that can name a power, province or unit."""
PROVINCE_OF, IS_CENTRE = PROVINCE.tolist(), CENTRE.tolist()
_SET_ROWS = (
    *("kind", "power", "place", "owner", "contested"),
    *("beaten_kind", "beaten_power", "beaten_place", "beaten_by", "beaten_from"),
)
"""The rows of the record that a position sets."""


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
            if not isinstance(given, Mapping | str | bytes):
                raise BadSetting(f"expected an object, got {kind_of(given)}")
            found = dict(given) if isinstance(given, Mapping) else _decoded(given)
            rules = found.get("rules")
            if isinstance(rules, str):
                rules = {"preset": rules}
            if isinstance(rules, Mapping) and "preset" in rules:
                found = {**found, "rules": with_preset(rules)}
            return msgspec.convert(found, cls)
        except (*NOT_JSON, BadSetting) as error:
            told = json_fault(error)
            raise BadPosition(f"this is not a position: {told}{_hint(told)}") from None

    @property
    def board(self) -> MapData:
        return MAPS[self.map]


def _decoded(text: str | bytes) -> dict[str, Any]:
    return msgspec.json.decode(single_keys(text), type=dict[str, Any])


def _hint(error: str) -> str:
    """Return a hint at what is expected, if the error does not contain one."""
    if "$.rules" in error:
        switches = (
            f"{field.name} ({', '.join(map(str, get_args(field.type) or ('true', 'false')))})"
            for field in fields(Switches)
        )
        return f"; the switches are {', '.join(switches)}"
    if "unknown field" in error:
        return f"; expected {', '.join(field.name for field in fields(Position))}"
    return ""


def phase_code(s: Any) -> str:
    """Return the written form of the phase, e.g. `S1901M`."""
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
    raise BadPosition(f"{quote(text)} is not a phase: expected S1901M, S1901R, F1901M, F1901R or W1901A, with any year")


_GIVEN = {
    "M": (Hold, MoveTo, MoveVia, SupportHold, SupportMove, Convoy),
    "R": (Retreat, Disband),
    "A": (Build, Disband, Waive),
}
"""The kinds of orders that are given in a phase, by its last letter."""


@cache
def guide_for(board: MapName, phase: str) -> Guide:
    """Find suggestions for the orders of a phase: names on the map, and examples of possible orders.

    >>> guide_for("lagoon", "W1A").examples
    ('BUILD F ARD', 'DESTROY A ASK', 'WAIVE')
    """
    return Guide(board, tuple(EXAMPLES[board][kind] for kind in _GIVEN.get(phase[-1:], ())))


@lru_cache(maxsize=1024)
def read_power(board: MapName, text: str) -> int:
    """Read a power's number from its name."""
    tokens, names = _tokens(text), MAPS[board].power_names
    if len(tokens) == 1 and tokens[0].kind == POWER and tokens[0].value in names:
        return names.index(tokens[0].value)
    raise BadPosition(f"{quoted(text)} is not a power on this map: expected one of {', '.join(names)}")


@lru_cache(maxsize=4096)
def read_province(board: MapName, text: str) -> int:
    """Read a province's number from its code, name or alias.

    A unit's letter before it and a coast after it are ignored.
    """
    places = [token for token in _tokens(text) if token.kind == PLACE]
    if len(places) == 1 and places[0].value in MAPS[board].codes:
        return CODES.index(places[0].value)
    raise BadPosition(f"{quoted(text)} is not a province on this map")


def _tokens(text: str) -> tuple[Token, ...]:
    """Return the tokens of a text, or none if it has an unknown word, or is far too long for a name."""
    try:
        return tokens_of(text) if len(text) <= LONGEST_NAME else ()
    except UnreadableMove:
        return ()


@lru_cache(maxsize=4096)
def read_unit(board: MapName, text: str) -> tuple[int, int]:
    """Read a unit's kind and place."""
    try:
        order = read_order(text) if len(text) <= LONGEST_NAME else None
    except UnreadableMove:
        order = None
    shown = quoted(text)
    if not isinstance(order, Hold) or order.unit[2:5] not in MAPS[board].codes:
        examples = _examples(MAPS[board])
        raise BadPosition(f"{shown} is not a unit on this map: expected A or F and a place, e.g. {examples}")
    kind, place = " AF".index(order.unit[0]), PLACE_NUMBER[order.unit[2:]]
    p = int(PROVINCE[place])
    place = p if kind == ARMY else place
    if fits(kind, place, p):
        return kind, place
    if TYPE[p] == SEA:
        raise BadPosition(f"{shown} cannot be there: {CODES[p]} is a sea")
    if TYPE[p] == LAND:
        raise BadPosition(f"{shown} cannot be there: {CODES[p]} is inland")
    coasts = " or ".join(f"F {PLACES[COASTS[p, c]]}" for c in range(COAST_COUNT[p]))
    raise BadPosition(f"{shown} must be on one of several coasts: write {coasts}")


def _examples(board: MapData) -> str:
    units = [unit for power in board.powers.values() for unit in power.units]
    return " or ".join(next(unit for unit in units if unit[0] == kind) for kind in "AF")


class Board:
    """The rows of a record that a position sets, and that are read together with them.

    It has the names of the record, so that code for records also works with it.
    """

    __slots__ = (*_SET_ROWS, "back_to_origin", "phase", "year")

    def __init__(self, states: States, phase: int, year: int, back_to_origin: bool) -> None:
        for name in _SET_ROWS:
            setattr(self, name, states[name][0].data)
        self.phase, self.year, self.back_to_origin = phase, year, back_to_origin


@lru_cache(maxsize=64)
def _empty(name: MapName, rules: Switches) -> bytes:
    """Return the bytes of the record of an empty board."""
    states = State.layout.new()
    states["seats"] = len(MAPS[name].powers)
    s: State = load_twin(states, 0)
    s.map = MAP_NAMES.index(name)
    rules.write(s)
    s.victory = MAPS[name].victory
    s.winner = NOWHERE
    for p in range(PROVINCES):
        s.owner[p] = NOWHERE
    store_twin(s, states, 0)
    return states.tobytes()


def to_board(position: Position) -> tuple[States, Board]:
    """Make the record of a position, whose phase has yet to begin, and its board."""
    states = np.frombuffer(bytearray(_empty(position.map, position.rules)), State.layout.dtype)
    phase, year = read_phase(position.phase)
    states["phase"], states["year"] = phase, year
    board = Board(states, phase, year, position.rules.retreat_to_convoy_origin)
    _set_up(board, position)
    return states, board


def to_record(position: Position) -> States:
    """Make the record of a position, without its orders."""
    states, _ = to_board(position)
    s: State = load_twin(states, 0)
    begin_phase(s)
    store_twin(s, states, 0)
    return states


def for_table(game: Game[Any, Any], board: MapName, given: Any, more: Mapping[str, Any] | None = None) -> Any:
    """Make the position of a game from one that has its units by power, or return any other unchanged.

    `more` are settings of the game, which win over the position's rules.
    """
    if not isinstance(given, Position):
        if not (isinstance(given, Mapping) and "units" in given):
            return given
        given = Position.read(given)
    if given.orders:
        raise BadPosition("a table starts without orders: give them with table.give(power, orders)")
    if given.map != board:
        raise BadPosition(f"this is a position on the map {quote(given.map)}, not of {game.name}")
    rules = {field: getattr(given.rules, field) for field in given.rules.__struct_fields__}
    settings = game.read_settings({**rules, **with_preset(more or {})})
    states = template_of(game, game.seats[0], settings)
    s: State = load_twin(states, 0)
    s.winner = NOWHERE
    s.phase, s.year = read_phase(given.phase)
    for p in range(PROVINCES):
        s.owner[p] = NOWHERE
    _set_up(s, given)
    begin_phase(s)
    store_twin(s, states, 0)
    return write_position(game, states, settings)


def _set_up(s: Any, position: Position) -> None:
    """Put the units and centres of a position on an empty board."""
    board = position.map
    for power, codes in position.centers.items():
        seat = read_power(board, power)
        for code in codes:
            _own(s, board, seat, read_province(board, code))
    for power, units in position.units.items():
        seat = read_power(board, power)
        for unit in units:
            _put(s, board, seat, unit)
    for province in position.contested:
        s.contested[read_province(board, province)] = 1
    for unit, origin in position.dislodged_from.items():
        p = read_province(board, unit)
        if not s.beaten_kind[p]:
            raise BadPosition(f"dislodged_from names {quote(unit)}, but no such unit is dislodged")
        if origin is not None:
            s.beaten_by[p] = read_province(board, origin)
            by_sea = any(token.kind == VIA for token in tokens_of(origin))
            s.beaten_from[p] = NOWHERE if by_sea and s.back_to_origin else s.beaten_by[p]


def _own(s: Any, board: MapName, power: int, p: int) -> None:
    if not CENTRE[p]:
        raise BadPosition(f"{CODES[p]} is not a supply centre")
    if s.owner[p] not in (NOWHERE, power):
        names = MAPS[board].power_names
        raise BadPosition(f"{CODES[p]} has two owners: {names[s.owner[p]]} and {names[power]}")
    s.owner[p] = power


def _put(s: Any, board: MapName, power: int, text: str) -> None:
    """Put a unit on the board. One with a star was dislodged and must retreat."""
    text = text.strip()
    star = text.startswith("*")
    kind, place = read_unit(board, text.removeprefix("*"))
    p = PROVINCE_OF[place]
    if star and not is_retreats(s.phase):
        raise BadPosition(f"{quote(text)} is dislodged, but {phase_code(s)} is not a retreat phase")
    kinds, places, powers = (s.beaten_kind, s.beaten_place, s.beaten_power) if star else (s.kind, s.place, s.power)
    if kinds[p]:
        what = "dislodged units" if star else "units"
        raise BadPosition(f"two {what} in {CODES[p]}: {unit_name(kinds[p], places[p])} and {text.strip('* ')}")
    kinds[p], places[p], powers[p] = kind, place, power
    if star:
        s.beaten_from[p] = s.beaten_by[p] = NOWHERE


def units_of(s: State, board: MapData) -> dict[str, list[str]]:
    """Return the units on the board by power; those that must retreat have a star."""
    found: list[list[str]] = [[] for _ in board.power_names]
    for kind, power, place in zip(s.kind, s.power, s.place, strict=True):
        if kind:
            found[power].append(unit_name(kind, place))
    if any(s.beaten_kind):
        for kind, power, place in zip(s.beaten_kind, s.beaten_power, s.beaten_place, strict=True):
            if kind:
                found[power].append(f"*{unit_name(kind, place)}")
    return {power: sorted(units) for power, units in zip(board.power_names, found, strict=True) if units}


def centers_of(s: State, board: MapData) -> dict[str, list[str]]:
    """Return the centres of every power."""
    found: list[list[str]] = [[] for _ in board.power_names]
    for p, owner in enumerate(s.owner):
        if owner >= 0 and IS_CENTRE[p]:
            found[owner].append(CODES[p])
    return {power: codes for power, codes in zip(board.power_names, found, strict=True) if codes}

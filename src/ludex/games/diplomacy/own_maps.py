"""Games of Diplomacy on maps that do not come with Ludex."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from ludex.author import BrokenRule, quote
from ludex.author.advanced import reprint
from ludex.games.diplomacy.components import MAPS, PLACE_COUNT, SEA_AT, SHORE_AT, MapData
from ludex.games.diplomacy.game import Diplomacy
from ludex.games.diplomacy.notation.lexer import PLACE, POWER, all_names, plain

MOST_PLACES = 127
"""The most provinces and coasts on all maps together."""
MOST_SHORES = 62
MOST_POWERS = 7
UNIT = re.compile(r"([AF]) ([A-Z]{3}(?:/[A-Z]{2})?)")
SHAPES: Mapping[str, Any] = {"neutral": "", "legend": [10, 24], "left": 0}
"""Parts of a drawing that a map can leave out."""


def with_map(home: str, map: Mapping[str, Any], shapes: Mapping[str, Any]) -> type[Diplomacy]:  # noqa: A002
    """Return a game of Diplomacy on another map. Its name is `diplomacy-` and the name of the map.

    The map is written as in data/lagoon.toml, and its shapes as in data/lagoon_shapes.json. `home` is the `__name__` of
    the calling module.
    """
    data = check_map(map)
    check_shapes(data, shapes)
    name = f"diplomacy-{data.name}"
    package = reprint(
        home, "ludex.games.diplomacy", name, maps={data.name: dict(map)}, shapes={data.name: {**SHAPES, **shapes}}
    )
    original: type[Diplomacy] = package.Diplomacy

    def begin(self: Diplomacy) -> None:
        original.__init__(self, data.name)  # type: ignore[arg-type]  # the type names the maps that come with Ludex

    kind = "".join(part.capitalize() for part in data.name.split("-")) + "Diplomacy"
    body = {"__doc__": original.__doc__, "__module__": original.__module__, "__init__": begin}
    made: type[Diplomacy] = type(kind, (original,), body)
    setattr(sys.modules[original.__module__], kind, made)  # other processes find it there
    return made


def check_map(written: Mapping[str, Any]) -> MapData:
    """Read a map, and refuse what the rules could not play on.

    >>> check_map({"name": "straits"})
    Traceback (most recent call last):
    ludex.core.language.errors.BrokenRule: the map: Object missing required field `title`
    """
    try:
        board = msgspec.convert(dict(written), MapData)
    except msgspec.ValidationError as error:
        raise BrokenRule(f"the map: {error}") from None
    for fault in _faults(board):
        raise BrokenRule(f"map {quote(board.name, str)}: {fault}")
    return board


def check_shapes(board: MapData, shapes: Mapping[str, Any]) -> None:
    """Refuse a drawing on which a province or a coast is missing."""
    for part in ("width", "height", "paths", "places"):
        if part not in shapes:
            raise BrokenRule(f"the shapes of map {board.name} have no {part!r}: expected width, height, paths, places")
    for place in _places(board):
        if place not in shapes["places"]:
            raise BrokenRule(f"the shapes of map {board.name} have no point in 'places' for {place}")
    for province in board.provinces:
        if province.code not in shapes["paths"]:
            raise BrokenRule(f"the shapes of map {board.name} have no outline in 'paths' for {province.code}")


def _places(board: MapData) -> list[str]:
    return [*board.codes, *(f"{one.code}/{coast}" for one in board.provinces for coast in one.coasts)]


def _faults(board: MapData) -> Iterator[str]:
    """Yield everything that is wrong with a map, in sentences."""
    if board.name in MAPS:
        yield "this map comes with Ludex: expected another name"
    yield from _faults_of_names(board)
    yield from _faults_of_size(board)
    for province in board.provinces:
        yield from _faults_of_borders(board, province.code)
    yield from _faults_of_powers(board)
    kinds = len(next(iter(MAPS.values())).examples)
    if len(board.examples) != kinds:
        yield f"{len(board.examples)} examples of orders: expected {kinds}, one of each kind, as in data/lagoon.toml"


def _faults_of_names(board: MapData) -> Iterator[str]:
    """Yield what is wrong with names: all that people can type must mean one thing, on this map and the others."""
    for province in board.provinces:
        if not re.fullmatch("[A-Z]{3}", province.code):
            yield f"{quote(province.code)} is not a code of a province: expected three capital letters"
    for power in board.powers:
        if not re.fullmatch("[A-Z]{3,12}", power):
            yield f"{quote(power)} is not a name for a power: expected 3 to 12 capital letters"
        if power not in board.adjectives:
            yield f"adjectives has no word for {power}, such as AUSTRIAN for AUSTRIA"
    known = {name: f"{value} on another map" if kind in (PLACE, POWER) else value for name, kind, value in all_names()}
    named = {one.code: {one.code, one.name, *one.aliases} for one in board.provinces}
    named |= {power: {power, board.adjectives[power], power[:3]} for power in board.powers}
    for meant, names in named.items():
        for name in sorted(names):
            other = known.setdefault(plain(name), meant)
            if other != meant:
                yield f"{name} means {meant}, but also {other}: expected another name"


def _faults_of_size(board: MapData) -> Iterator[str]:
    if not 2 <= len(board.powers) <= MOST_POWERS:
        yield f"{len(board.powers)} powers: expected 2 to {MOST_POWERS}"
    if PLACE_COUNT + len(_places(board)) > MOST_PLACES:
        yield f"{len(_places(board))} provinces and coasts: expected at most {MOST_PLACES - PLACE_COUNT}"
    for what, kind, known in (("seas", "sea", len(SEA_AT)), ("coastal provinces", "coast", len(SHORE_AT))):
        count = sum(province.type == kind for province in board.provinces)
        if known + count > MOST_SHORES:
            yield f"{count} {what}: expected at most {MOST_SHORES - known}"
    centres = sum(province.centre for province in board.provinces)
    if not 1 <= board.victory <= centres:
        yield f"victory is {board.victory}: expected 1 to {centres}, the number of centres"
    if not 1 <= board.first_year <= 9_000:
        yield f"first_year is {board.first_year}: expected 1 to 9000"


def _faults_of_borders(board: MapData, code: str) -> Iterator[str]:
    """Yield what is wrong with the borders of a province: units must be able to go there and back."""
    types = {province.code: province.type for province in board.provinces}
    province = next(province for province in board.provinces if province.code == code)
    for near in province.army:
        if near not in types or "sea" in (types[code], types[near]):
            yield f"an army cannot go from {code} to {near}: expected codes of two provinces that are not seas"
        elif code not in next(other.army for other in board.provinces if other.code == near):
            yield f"an army can go from {code} to {near}, but not back"
    for place, fleet in _fleet_borders(board).items():
        if place[:3] != code:
            continue
        for near in fleet:
            if near not in _fleet_borders(board) or "land" in (types[code], types[near[:3]]):
                yield f"a fleet cannot go from {place} to {near}: expected places at the sea, with their coast if any"
            elif place not in _fleet_borders(board)[near]:
                yield f"a fleet can go from {place} to {near}, but not back"


def _fleet_borders(board: MapData) -> dict[str, tuple[str, ...]]:
    """Return the places to which a fleet can go, by the place where it is."""
    borders: dict[str, tuple[str, ...]] = {}
    for province in board.provinces:
        if isinstance(province.fleet, dict):
            borders |= {f"{province.code}/{coast}": near for coast, near in province.fleet.items()}
        else:
            borders[province.code] = province.fleet
    return borders


def _faults_of_powers(board: MapData) -> Iterator[str]:
    provinces = {province.code: province for province in board.provinces}
    owners: dict[str, str] = {}
    stands: dict[str, str] = {}
    for power, data in board.powers.items():
        for home in data.homes:
            if home not in provinces or not provinces[home].centre:
                yield f"{home} is a home of {power}: expected the code of a province that is a centre"
            if home in owners:
                yield f"{home} is a home of {owners[home]} and of {power}"
            owners[home] = power
        for unit in data.units:
            found = UNIT.fullmatch(unit)
            if not found or found[2][:3] not in provinces:
                yield f"{quote(unit)} is not a unit on this map: expected A or F and a place, as in A {board.codes[0]}"
                continue
            place, code = found[2], found[2][:3]
            kind = provinces[code].type
            on_land = found[1] == "A" and kind != "sea" and place == code
            if not on_land and not (found[1] == "F" and kind != "land" and place in _fleet_borders(board)):
                yield f"{unit} cannot stand there"
            if code in stands:
                yield f"{stands[code]} and {unit} begin in the same province"
            stands[code] = unit

"""Maps as data, and the tables the rules read.

All maps share one numbering, so that rules never ask which map they are on: the provinces of all maps come first, one
map after the other, then the coasts of provinces that have several. A *place* is a province or such a coast.
"""

from __future__ import annotations

import tomllib
from functools import cached_property
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

import msgspec
import numpy as np
import numpy.typing as npt

from ludex.author.advanced import printed_by_author

ARMY, FLEET = 1, 2
LAND, COAST, SEA = range(3)
TYPES = ("land", "coast", "sea")
NOWHERE = -1
FAR = 99
"""The distance between provinces that cannot be reached from each other."""

_OWN = printed_by_author(__name__, "maps")
"""Maps that `with_map` adds."""

if TYPE_CHECKING:
    MapName: TypeAlias = Literal["standard", "lagoon"]
    PowerName: TypeAlias = Literal[
        "AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY", "ALDER", "BIRCH", "CEDAR"
    ]
    """The powers of all maps, in the order of the map files."""
else:
    MapName = Literal[("standard", "lagoon", *_OWN)]

MAP_NAMES: tuple[MapName, ...] = get_args(MapName)
Table: TypeAlias = npt.NDArray[np.int64]


class ProvinceData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A province as its map file describes it."""

    code: str
    name: str
    type: Literal["land", "coast", "sea"]
    centre: bool = False
    aliases: tuple[str, ...] = ()
    army: tuple[str, ...] = ()
    fleet: tuple[str, ...] | dict[str, tuple[str, ...]] = ()

    @property
    def coasts(self) -> dict[str, tuple[str, ...]]:
        """The named coasts, with the places a fleet can go to from each. Provinces with at most one coast have none."""
        return self.fleet if isinstance(self.fleet, dict) else {}


class PowerData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A power's home centres and the units it starts with."""

    homes: tuple[str, ...]
    units: tuple[str, ...]


class MapData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """A map file.

    >>> europe = MAPS["standard"]
    >>> len(europe.provinces), sum(province.centre for province in europe.provinces), europe.victory
    (75, 34, 18)
    """

    name: str
    title: str
    first_year: int
    victory: int
    adjectives: dict[str, str]
    examples: tuple[str, ...]
    """An order or vote of each kind, as messages show them."""
    powers: dict[str, PowerData]
    provinces: tuple[ProvinceData, ...]

    @cached_property
    def power_names(self) -> tuple[str, ...]:
        return tuple(self.powers)

    @cached_property
    def codes(self) -> tuple[str, ...]:
        return tuple(province.code for province in self.provinces)


def load_map(name: str) -> MapData:
    """Read a map file, or a map that `with_map` adds."""
    if name in _OWN:
        return msgspec.convert(_OWN[name], MapData)
    text = files("ludex.games.diplomacy").joinpath(f"data/{name}.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), MapData)


MAPS: dict[MapName, MapData] = {name: load_map(name) for name in MAP_NAMES}
_PROVINCES = [province for board in MAPS.values() for province in board.provinces]
PROVINCES = len(_PROVINCES)
CODES = tuple(province.code for province in _PROVINCES)
NAMES = tuple(province.name for province in _PROVINCES)
PLACES = CODES + tuple(f"{province.code}/{coast}" for province in _PROVINCES for coast in province.coasts)
"""The names of all places, in the order of their numbers."""
PLACE_NUMBER = {name: number for number, name in enumerate(PLACES)}
PLACE_COUNT = len(PLACES)
POWER_NAMES = tuple(power for board in MAPS.values() for power in board.powers)
if not TYPE_CHECKING:
    PowerName = Literal[POWER_NAMES]
SEATS = max(len(board.powers) for board in MAPS.values())


def _rows(lists: list[list[int]]) -> tuple[Table, Table]:
    """Write lists of different lengths as a table with their lengths."""
    table = np.full((len(lists), max(map(len, lists))), NOWHERE, np.int64)
    for row, values in enumerate(lists):
        table[row, : len(values)] = values
    return table, np.array([len(values) for values in lists], np.int64)


def _fleet_places(place: str) -> tuple[str, ...]:
    province = _PROVINCES[CODES.index(place[:3])]
    if isinstance(province.fleet, dict):
        return province.fleet[place[4:]] if place[4:] else ()
    return province.fleet


def _bits(numbers: Any) -> int:
    return sum(1 << int(number) for number in numbers)


def _distances() -> Table:
    """Return the steps from province to province, over land and sea alike."""
    steps = np.full((PROVINCES, PROVINCES), FAR, np.int64)
    np.fill_diagonal(steps, 0)
    steps[(REACH[ARMY, :PROVINCES] | REACH[FLEET, :PROVINCES]) == 1] = 1
    for place in range(PROVINCES, PLACE_COUNT):
        steps[PROVINCE[place], REACH[FLEET, place] == 1] = 1
    for middle in range(PROVINCES):
        np.minimum(steps, steps[:, middle, None] + steps[None, middle, :], out=steps)
    return steps


PROVINCE = np.array([CODES.index(place[:3]) for place in PLACES], np.int64)
"""The province of a place."""
TYPE = np.array([TYPES.index(province.type) for province in _PROVINCES], np.int64)
CENTRE = np.array([province.centre for province in _PROVINCES], np.int64)
CENTRES: Any = np.flatnonzero(CENTRE).astype(np.int64)
"""The centres of all maps."""
COASTS, COAST_COUNT = _rows(
    [[PLACE_NUMBER[f"{province.code}/{coast}"] for coast in province.coasts] for province in _PROVINCES]
)
ARMY_NEAR, ARMY_NEAR_COUNT = _rows([[CODES.index(code) for code in province.army] for province in _PROVINCES])
FLEET_NEAR, FLEET_NEAR_COUNT = _rows([[PLACE_NUMBER[near] for near in _fleet_places(place)] for place in PLACES])
"""The destinations of a unit: provinces for an army, places for a fleet."""

STEP = np.zeros((3, PLACE_COUNT, PLACE_COUNT), np.int8)
"""True if a unit (by kind) at a place can go to a place."""
for _place in range(PROVINCES):
    STEP[ARMY, _place, ARMY_NEAR[_place, : ARMY_NEAR_COUNT[_place]]] = 1
for _place in range(PLACE_COUNT):
    STEP[FLEET, _place, FLEET_NEAR[_place, : FLEET_NEAR_COUNT[_place]]] = 1
REACH = np.zeros((3, PLACE_COUNT, PROVINCES), np.int8)
"""True if a unit at a place can go to a province, on any coast, and so can support into it."""
for _place in range(PLACE_COUNT):
    for _to in range(PLACE_COUNT):
        REACH[:, _place, PROVINCE[_to]] |= STEP[:, _place, _to]
NEAR, NEAR_COUNT = _rows(
    [[int(p) for p in np.flatnonzero(REACH[kind, place])] for kind in range(3) for place in range(PLACE_COUNT)]
)
NEAR, NEAR_COUNT = NEAR.reshape(3, PLACE_COUNT, -1), NEAR_COUNT.reshape(3, PLACE_COUNT)
"""The provinces within reach of a kind of unit at a place."""
WITHIN, WITHIN_COUNT = _rows(
    [sorted({int(PROVINCE[place]) for place in np.flatnonzero(REACH[:, :, p].any(axis=0))}) for p in range(PROVINCES)]
)
"""The provinces from which some unit could step to a province."""

SEA_AT = np.flatnonzero(TYPE == SEA).astype(np.int64)
SHORE_AT = np.flatnonzero(TYPE == COAST).astype(np.int64)
SEA_NUMBER = np.array([int(np.flatnonzero(p == SEA_AT)[0]) if TYPE[p] == SEA else NOWHERE for p in range(PROVINCES)])
SHORE_NUMBER = np.array(
    [int(np.flatnonzero(p == SHORE_AT)[0]) if TYPE[p] == COAST else NOWHERE for p in range(PROVINCES)]
)
"""Numbers of seas and coastal provinces, for bit masks."""
SEA_SEAS = np.array(
    [_bits(SEA_NUMBER[p] for p in np.flatnonzero(REACH[FLEET, sea]) if TYPE[p] == SEA) for sea in SEA_AT]
)
SEA_SHORES = np.array(
    [_bits(SHORE_NUMBER[p] for p in np.flatnonzero(REACH[FLEET, sea]) if TYPE[p] == COAST) for sea in SEA_AT]
)
SHORE_SEAS = np.array([_bits(i for i in range(len(SEA_AT)) if SEA_SHORES[i] >> n & 1) for n in range(len(SHORE_AT))])
"""The seas next to a sea, the shores next to it, and the seas next to a shore."""

DISTANCE = _distances()
BY_NAME = np.argsort(np.argsort(np.array(NAMES))).astype(np.int64)
"""The place of a province in the alphabet, by its full name."""

FIRST_PROVINCE = np.cumsum([0] + [len(board.provinces) for board in MAPS.values()]).astype(np.int64)
"""The first province of each map; the last number is the end of the last map."""
FIRST_POWER = np.cumsum([0] + [len(board.powers) for board in MAPS.values()]).astype(np.int64)
"""The first power of each map among `POWER_NAMES`."""
FIRST_YEAR = np.array([board.first_year for board in MAPS.values()], np.int64)
HOME = np.full(PROVINCES, NOWHERE, np.int64)
"""The power whose home centre a province is."""
START_KIND = np.zeros(PROVINCES, np.int64)
START_PLACE = np.zeros(PROVINCES, np.int64)
START_POWER = np.full(PROVINCES, NOWHERE, np.int64)
for _board in MAPS.values():
    for _number, _power in enumerate(_board.powers.values()):
        for _code in _power.homes:
            HOME[CODES.index(_code)] = _number
        for _unit in _power.units:
            _at = CODES.index(_unit[2:5])
            START_KIND[_at], START_PLACE[_at] = " AF".index(_unit[0]), PLACE_NUMBER[_unit[2:]]
            START_POWER[_at] = _number


def map_of(place: int) -> MapName:
    """Return the map of a place.

    >>> map_of(PLACE_NUMBER["STP/NC"]), map_of(PLACE_NUMBER["HUB"])
    ('standard', 'lagoon')
    """
    return MAP_NAMES[int(np.searchsorted(FIRST_PROVINCE, PROVINCE[place], side="right")) - 1]

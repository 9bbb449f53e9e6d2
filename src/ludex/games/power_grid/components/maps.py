"""The maps, and the cheapest connections between all cities for every choice of regions."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Literal, get_args

import msgspec
import numpy as np
import numpy.typing as npt

from ludex.author import quote
from ludex.games.power_grid.components.plants import EDITIONS, Edition
from ludex.games.power_grid.components.tables import REGIONS_IN_PLAY
from ludex.games.power_grid.data import load

MapName = Literal["germany", "usa"]
MAPS: tuple[MapName, ...] = get_args(MapName)
GERMANY, USA = range(len(MAPS))
CITIES = 42
FAR = 127
"""The cost of a connection to a city that is not in play. The most expensive real connection costs 118."""


class City(msgspec.Struct, frozen=True):
    """A city with its name, its region, and its coordinates (latitude, longitude)."""

    name: str
    region: str
    at: tuple[float, float]


class Map(msgspec.Struct, frozen=True):
    """A printed map.

    Each of the `connections` gives two cities, by their places among `cities`, and the cost between them.

    >>> germany = PRINTED["germany", "original"]
    >>> germany.cities[12].name, germany.cost("Berlin", "Magdeburg")
    ('Berlin', 10)
    """

    name: MapName
    title: str
    regions: tuple[str, ...]
    cities: tuple[City, ...]
    connections: tuple[tuple[int, int, int], ...]
    outline: tuple[tuple[float, float], ...]

    def cost(self, a: str, b: str) -> int:
        """Return the cost of the printed connection between two cities."""
        wanted = {self.place(a), self.place(b)}
        return next(cost for one, other, cost in self.connections if {one, other} == wanted)

    def place(self, city: str) -> int:
        """Return a city's index among the cities."""
        return [one.name for one in self.cities].index(city)

    def adjacent(self) -> set[frozenset[str]]:
        """Return the pairs of regions that a connection joins."""
        regions = [city.region for city in self.cities]
        return {frozenset((regions[a], regions[b])) for a, b, _ in self.connections if regions[a] != regions[b]}

    def is_contiguous(self, regions: Iterable[str]) -> bool:
        """Return whether all of these regions are connected, directly or through each other."""
        left, adjacent = set(regions), self.adjacent()
        reached = {left.pop()}
        while near := {r for r in left if any(frozenset((r, other)) in adjacent for other in reached)}:
            reached |= near
            left -= near
        return not left


def read_map(name: MapName, edition: Edition) -> Map:
    """Read a map as printed in an edition."""
    data = load(name)
    changes = data["recharged"] if edition == "recharged" else {}
    places = {city: place for place, city in enumerate(data["cities"])}
    costs = {frozenset((places[a], places[b])): cost for a, b, cost in data["connections"]}
    for a, b in changes.get("without", ()):
        del costs[frozenset((places[a], places[b]))]
    for a, b, cost in changes.get("with", ()):
        costs[frozenset((places[a], places[b]))] = cost
    renamed = changes.get("renamed", {})
    cities = [City(**{"name": city, **printed, **renamed.get(city, {})}) for city, printed in data["cities"].items()]
    connections = sorted((min(pair), max(pair), cost) for pair, cost in costs.items())
    outline = tuple((lat, lon) for lon, lat in data["outline"])
    return Map(name, data["title"], tuple(data["regions"]), tuple(cities), tuple(connections), outline)


PRINTED: Mapping[tuple[MapName, Edition], Map] = {
    (name, edition): read_map(name, edition) for name in MAPS for edition in EDITIONS
}
VARIANTS = tuple(PRINTED)
"""The pairs of map and edition. The index of a pair is its variant."""

NAMES = tuple(dict.fromkeys(city.name for printed in PRINTED.values() for city in printed.cities))
"""The cities of all maps."""


def spellings(city: str) -> set[str]:
    """Return spellings of a city for keyboards without its letters.

    >>> sorted(spellings("Köln")), spellings("Berlin")
    (['Koeln', 'Koln'], set())
    """
    bare = unicodedata.normalize("NFKD", city).encode("ascii", "ignore").decode()
    long = "".join({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"}.get(sign, sign) for sign in city)
    return {bare, long} - {city}


NAME_OF = np.array([[NAMES.index(city.name) for city in printed.cities] for printed in PRINTED.values()])
"""The index of a city's name among the names, by variant and city."""
CITY_NAMED = np.full((len(VARIANTS), len(NAMES)), -1)
"""The city with a name, by variant and name. It is -1 if the map has no such city."""
for _variant, _names in enumerate(NAME_OF):
    CITY_NAMED[_variant, _names] = np.arange(CITIES)
CONNECTED = np.zeros((len(VARIANTS), CITIES, CITIES), np.int8)
"""True if a connection leads from one city to another without a city between, by variant and two cities."""
for _variant, _printed in enumerate(PRINTED.values()):
    for _a, _b, _ in _printed.connections:
        CONNECTED[_variant, _a, _b] = CONNECTED[_variant, _b, _a] = 1


class Board(msgspec.Struct, frozen=True):
    """A map with the regions in play."""

    map: MapName
    edition: Edition
    regions: tuple[str, ...]

    @property
    def printed(self) -> Map:
        return PRINTED[self.map, self.edition]


def _boards() -> tuple[Board, ...]:
    """Return every choice of adjoining regions that some number of players can make."""
    sizes = sorted(set(REGIONS_IN_PLAY[:, 2:].ravel().tolist()))
    return tuple(
        Board(name, edition, chosen)
        for (name, edition), printed in PRINTED.items()
        for size in sizes
        for chosen in combinations(printed.regions, size)
        if printed.is_contiguous(chosen)
    )


def cheapest(*boards: Board) -> npt.NDArray[np.int8]:
    """Return the costs of the cheapest connections by board and two cities in play, through any cities in play.

    >>> board = Board("usa", "original", ("north-west", "south-west", "midwest"))
    >>> int(cheapest(board)[0, board.printed.place("Seattle"), board.printed.place("Denver")])
    18
    """
    costs = np.full((len(boards), CITIES, CITIES), FAR, np.int16)
    for board, direct in zip(boards, costs, strict=True):
        inside = [city.region in board.regions for city in board.printed.cities]
        direct[np.diag_indices(CITIES)] = np.where(inside, 0, FAR)
        for a, b, cost in board.printed.connections:
            if inside[a] and inside[b]:
                direct[a, b] = direct[b, a] = cost
    for through in range(CITIES):
        np.minimum(costs, costs[:, :, through, None] + costs[:, None, through], out=costs)
    return costs.astype(np.int8)


BOARDS = _boards()
DISTANCE: npt.NDArray[np.int8] = cheapest(*BOARDS)
"""The cheapest connection by board and two cities. It is `FAR` if one of them is not in play."""
IN_PLAY = (DISTANCE.diagonal(axis1=1, axis2=2) == 0).astype(np.int8)
"""True if a city is in play, by board and city."""
CITY_COUNT = IN_PLAY.sum(axis=1)
"""Number of cities in play, by board."""
CITIES_IN_PLAY = np.argsort(-IN_PLAY, axis=1, kind="stable").astype(np.uint8)
"""The cities by board, those in play first."""
BOARD_COUNT = np.zeros((len(VARIANTS), 7), np.int64)
"""Number of boards, by variant and number of regions."""
FIRST_BOARD = np.zeros_like(BOARD_COUNT)
"""The first of these boards."""
for _place, _board in reversed(list(enumerate(BOARDS))):
    _key = VARIANTS.index((_board.map, _board.edition)), len(_board.regions)
    BOARD_COUNT[_key] += 1
    FIRST_BOARD[_key] = _place


def find_board(name: MapName, edition: Edition, regions: Iterable[str]) -> int:
    """Return the index of a board among the boards.

    Raises `ValueError` if the choice of regions is not possible.

    >>> BOARDS[find_board("germany", "original", ["west", "north-west", "east"])].regions
    ('north-west', 'east', 'west')
    >>> find_board("germany", "original", ["west", "south-east", "north-east"])
    Traceback (most recent call last):
        ...
    ValueError: regions west, south-east, north-east are not connected
    """
    printed = PRINTED[name, edition]
    wanted = list(regions)
    for region in wanted:
        if region not in printed.regions:
            raise ValueError(f"{printed.title} has no region {quote(region)}; it has {', '.join(printed.regions)}")
    if len(set(wanted)) < len(wanted):
        raise ValueError(f"regions {', '.join(wanted)}: one is named twice")
    if not wanted or not printed.is_contiguous(wanted):
        raise ValueError(f"regions {', '.join(wanted)} are not connected")
    board = Board(name, edition, tuple(region for region in printed.regions if region in wanted))
    if board not in BOARDS:
        raise ValueError(f"no number of players plays on {len(wanted)} regions")
    return BOARDS.index(board)

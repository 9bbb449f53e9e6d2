"""Phase 4: the costs of cities, and the places where a seat may build."""

from __future__ import annotations

from ludex.author import EVERYONE, Log, Rows, effect, note, offer, offers, reason, refusal, rule
from ludex.games.power_grid.components.maps import (
    BOARDS,
    CITIES,
    CITIES_IN_PLAY,
    CITY_COUNT,
    CITY_NAMED,
    DISTANCE,
    FAR,
    IN_PLAY,
    NAME_OF,
    PRINTED,
    VARIANTS,
    Map,
)
from ludex.games.power_grid.components.tables import HOUSES, SLOT_COST, TRUST_HOUSES
from ludex.games.power_grid.events import CityBuilt, TrustBlocked
from ludex.games.power_grid.moves import BuildCity, Done
from ludex.games.power_grid.reasons import money
from ludex.games.power_grid.state import BUILDING, TRUST, State

CHEAPEST = int(SLOT_COST[0])
"""The cost of the first slot of a city. No city costs less."""


@rule
def in_play(s: State, city: int) -> bool:
    """Return whether a city is in a region in play. Others do not exist."""
    return bool(IN_PLAY[s.board, city])


@rule
def connection(s: State, seat: int, city: int) -> int:
    """Return the cost of the cheapest connection from any of the seat's cities. The first city needs none."""
    return s.reach[seat, city] if s.cities[seat] > 0 else 0


@rule
def city_cost(s: State, seat: int, city: int) -> int:
    """Return the cost of the connection and of the lowest open slot: 10, 15 or 20."""
    return int(connection(s, seat, city) + SLOT_COST[s.house_count[city]])


# What the refusals quote


def printed(s: State) -> Map:
    return PRINTED[VARIANTS[s.variant]]


def builders(s: State, seat: int, move: BuildCity) -> str:
    """Return the seats that built in the city."""
    houses = s.houses[printed(s).place(move.city)]
    seats = [f"seat {other}" for other in range(s.seats) if houses >> other & 1]
    return ", ".join(seats + ["the Trust"] * (s.trust and houses >> TRUST & 1))


NOT_ON_MAP = reason("not-on-map", "{city} is not on the map of {map}.", map=lambda s, seat: printed(s).title)
NOT_IN_PLAY = reason(
    "not-in-play",
    "{city} is not in play. The regions in play are {regions}.",
    regions=lambda s, seat: ", ".join(BOARDS[s.board].regions),
)
ALREADY_BUILT = reason("already-built", "you already have a house in {city}.")
CITY_FULL = reason(
    "city-full",
    "{city} is full: {there} built there, and in Step {step} a city has room for {step}.",
    there=builders,
    step=lambda s, seat: s.step,
)
NO_HOUSE_LEFT = reason("no-house-left", "you have built all your houses.")
CITY_TOO_DEAR = reason(
    "city-too-dear",
    "{city} costs {cost}, and you have {money}.",
    cost=lambda s, seat, move: city_cost(s, seat, printed(s).place(move.city)),
    money=money,
)


@rule
def why_not_city(s: State, seat: int, city: int) -> int:
    """Only cities in play can be built in."""
    if city < 0:
        return NOT_ON_MAP
    return why_not_house(s, seat, city) if in_play(s, city) else NOT_IN_PLAY


@rule
def why_not_house(s: State, seat: int, city: int) -> int:
    """A seat has one house in a city in play at most, and a city holds as many houses as the step allows."""
    if s.houses[city] >> seat & 1:
        return ALREADY_BUILT
    if s.house_count[city] >= s.step:
        return CITY_FULL
    if s.cities[seat] == HOUSES:
        return NO_HOUSE_LEFT
    if city_cost(s, seat, city) > s.money[seat]:
        return CITY_TOO_DEAR
    return 0


@rule
def can_build(s: State, seat: int) -> bool:
    if s.money[seat] < CHEAPEST:
        return False
    cities = CITIES_IN_PLAY[s.board]
    for at in range(CITY_COUNT[s.board]):
        if why_not_house(s, seat, int(cities[at])) == 0:
            return True
    return False


@offers(when=BUILDING)
def offer_cities(s: State, seat: int, out: Rows) -> int:
    count = 0
    cities = CITIES_IN_PLAY[s.board]
    for at in range(CITY_COUNT[s.board]):
        city = int(cities[at])
        if why_not_house(s, seat, city) == 0:
            count = offer(out, count, BuildCity, NAME_OF[s.variant, city])
    return offer(out, count, Done)


@refusal(BuildCity, when=BUILDING)
def why_not_build(s: State, seat: int, city: int) -> int:
    """A move names its city by the place of the name among all names of both maps."""
    return why_not_city(s, seat, CITY_NAMED[s.variant, city])


@effect(BuildCity, when=BUILDING)
def build_city(s: State, seat: int, city: int, log: Log) -> None:
    cost = city_cost(s, seat, CITY_NAMED[s.variant, city])
    s.money[seat] -= cost
    put_house(s, seat, CITY_NAMED[s.variant, city])
    note(log, CityBuilt, EVERYONE, seat, city, cost)
    if s.trust:
        block(s, CITY_NAMED[s.variant, city], log)


@rule
def block(s: State, city: int, log: Log) -> None:
    """The Trust takes the second place in every empty city that a player connects, at once, while it has houses."""
    if s.house_count[city] == 1 and s.cities[TRUST] < TRUST_HOUSES:
        put_house(s, TRUST, city)
        note(log, TrustBlocked, EVERYONE, NAME_OF[s.variant, city])


@rule
def put_house(s: State, seat: int, city: int) -> None:
    """Put a house into a city. Connections may start from here at once, even in the same turn."""
    s.houses[city] |= 1 << seat
    s.house_count[city] += 1
    s.cities[seat] += 1
    reach, from_here = s.reach[seat], DISTANCE[s.board, city]
    for other in range(CITIES):
        reach[other] = min(reach[other], from_here[other])


@rule
def clear_reach(s: State, seat: int) -> None:
    """A seat without cities reaches nothing."""
    for city in range(CITIES):
        s.reach[seat, city] = FAR

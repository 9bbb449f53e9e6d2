"""Phase 4: what a city costs, and where a seat may build."""

from __future__ import annotations

from typing import Any

from ludex.core import EVERYONE, State, note, option, rule
from ludex.games.power_grid.components.maps import CITIES, DISTANCE, FAR, IN_PLAY, NAME_OF
from ludex.games.power_grid.components.tables import HOUSES, SLOT_COST
from ludex.games.power_grid.events import CITY_BUILT
from ludex.games.power_grid.moves import BUILD
from ludex.games.power_grid.reasons import (
    ALREADY_BUILT,
    CITY_FULL,
    CITY_TOO_DEAR,
    NO_HOUSE_LEFT,
    NOT_IN_PLAY,
    NOT_ON_MAP,
)


@rule
def in_play(s: State, city: int) -> bool:
    """Whether a city is in a region in play. Others do not exist."""
    return bool(IN_PLAY[s.board, city])


@rule
def connection(s: State, seat: int, city: int) -> int:
    """The cost of the cheapest connection from any of the seat's cities. The first city needs none."""
    return int(s.reach[seat, city]) if s.cities[seat] > 0 else 0


@rule
def city_cost(s: State, seat: int, city: int) -> int:
    """The cost of the connection and of the lowest open slot: 10, 15 or 20."""
    return int(connection(s, seat, city) + SLOT_COST[s.house_count[city]])


@rule
def why_not_city(s: State, seat: int, city: int) -> int:
    """A seat has one house in a city at most, and a city holds as many houses as the step allows."""
    if city < 0:
        return NOT_ON_MAP
    if not in_play(s, city):
        return NOT_IN_PLAY
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
    for city in range(CITIES):
        if why_not_city(s, seat, city) == 0:
            return True
    return False


@rule
def offer_cities(s: State, seat: int, out: Any) -> int:
    count = 0
    for city in range(CITIES):
        if why_not_city(s, seat, city) == 0:
            count = option(out, count, BUILD + NAME_OF[s.variant, city])
    return count


@rule
def build(s: State, seat: int, city: int, log: Any) -> None:
    """Pay and build. Connections may start from here at once, even in the same turn."""
    cost = city_cost(s, seat, city)
    s.money[seat] -= cost
    s.houses[city] |= 1 << seat
    s.house_count[city] += 1
    s.cities[seat] += 1
    for other in range(CITIES):
        s.reach[seat, other] = min(s.reach[seat, other], DISTANCE[s.board, city, other])
    note(log, CITY_BUILT, EVERYONE, seat, NAME_OF[s.variant, city], cost)


@rule
def clear_reach(s: State, seat: int) -> None:
    """A seat without cities reaches nothing."""
    for city in range(CITIES):
        s.reach[seat, city] = FAR

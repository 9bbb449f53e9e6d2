"""A naive bot, which always takes the cheapest option."""

from __future__ import annotations

from typing import Any

from ludex.author import Rows, field_of, packed, rule
from ludex.games.power_grid.bots.worth import ALL_SLOTS, NOWHERE, need_of
from ludex.games.power_grid.components.maps import CITIES_IN_PLAY, CITY_COUNT, NAME_OF
from ludex.games.power_grid.components.plants import COAL, HYBRID, NUMBER, POWERS
from ludex.games.power_grid.moves import STORED_COAL, BuildCity, BuyFuel, Done, OpenAuction, Pass
from ludex.games.power_grid.rules.auction import at_limit, minimum
from ludex.games.power_grid.rules.building import city_cost, why_not_house
from ludex.games.power_grid.rules.market import NONE, for_sale, number_of
from ludex.games.power_grid.rules.scoring import powers_of
from ludex.games.power_grid.state import BIDDING, BUILDING, BUYING, OPENING, POWERING, State


@rule
def cheap(s: State, seat: int, options: Rows, count: int, dice: Any) -> int:
    """Takes the smallest plant at the lowest price, fuel for one run and the cheapest city, and never raises a bid."""
    if s.phase == OPENING:
        return small_plant(s, seat, options)
    if s.phase == BIDDING:
        return packed(Pass)
    if s.phase == BUYING:
        for row in range(count - 1):
            good = field_of(options[row, 0], BuyFuel)
            if good != STORED_COAL and s.fuel[seat, good] < need_for_one_run(s, seat, good):
                return int(options[row, 0])
        return packed(Done)
    if s.phase == BUILDING:
        return cheapest_city(s, seat) if s.cities[seat] < powers_of(s, seat, ALL_SLOTS) else packed(Done)
    return packed(Done) if s.phase == POWERING and s.powered >= s.cities[seat] else int(options[0, 0])


@rule
def small_plant(s: State, seat: int, options: Rows) -> int:
    """Open the smallest plant for sale, unless the plants at the limit already power more than the cities.

    At the limit it replaces the smallest plant owned, and must power more."""
    if s.round == 1:
        return int(options[0, 0])
    if at_limit(s, seat) and powers_of(s, seat, ALL_SLOTS) > s.cities[seat]:
        return packed(Pass)
    smallest = int(s.plants[seat, 0])
    for at in range(for_sale(s)):
        kind = int(s.market[at])
        better = not at_limit(s, seat) or (kind > smallest and POWERS[kind] > POWERS[smallest])
        if better and minimum(s, kind) <= s.money[seat]:
            discard = number_of(smallest) if at_limit(s, seat) else NONE
            return packed(OpenAuction, NUMBER[kind], discard, minimum(s, kind))
    return packed(Pass)


@rule
def need_for_one_run(s: State, seat: int, fuel: int) -> int:
    """Return the amount of a fuel that all plants burn, if hybrids burn coal."""
    need = need_of(s, seat, ALL_SLOTS, fuel)
    return need + need_of(s, seat, ALL_SLOTS, HYBRID) if fuel == COAL else need


@rule
def cheapest_city(s: State, seat: int) -> int:
    best, least = packed(Done), NOWHERE
    cities = CITIES_IN_PLAY[s.board]
    for at in range(CITY_COUNT[s.board]):
        city = int(cities[at])
        if why_not_house(s, seat, city) == 0 and city_cost(s, seat, city) < least:
            best, least = packed(BuildCity, NAME_OF[s.variant, city]), city_cost(s, seat, city)
    return best

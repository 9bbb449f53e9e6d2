"""Against the Trust: the variant of the Recharged edition for two players, with an automatic third company.

The Trust is second in the player order and never wins. It takes plants and fuel, burns the fuel, and blocks cities. The
record stores its plants, fuel and houses in place of those of seat 2.
"""

from __future__ import annotations

from ludex.author import EVERYONE, Log, Rows, effect, note, offer, offers, reason, refusal, rule
from ludex.games.power_grid.components.maps import CITIES, CITY_NAMED, CONNECTED, NAME_OF
from ludex.games.power_grid.components.plants import COAL, ECO, FUELS, HYBRID, NEEDS, NUMBER, OIL, TYPE
from ludex.games.power_grid.events import TrustBurned, TrustFuelled, TrustPlaced, TrustScrapped, TrustTook
from ludex.games.power_grid.moves import PlaceHouse
from ludex.games.power_grid.rules.auction import add_plant, at_limit, drop_plant
from ludex.games.power_grid.rules.building import NOT_IN_PLAY, NOT_ON_MAP, in_play, printed, put_house
from ludex.games.power_grid.rules.market import for_sale, take_from_market
from ludex.games.power_grid.rules.resources import give_back
from ludex.games.power_grid.state import PLACING, TRUST, State

FIRST_HOUSES = 6
"""The number of houses of the Trust that the players place before the game."""


# Before the game the players place six houses


@rule
def placer(s: State) -> int:
    """Return who places the next house: the first player one, the second two, the first two, the second one."""
    placed = s.cities[TRUST]
    return s.order[0] if placed == 0 or placed == 3 or placed == 4 else s.order[1]


def places_left(s: State, seat: int) -> str:
    """Return the cities in which the next house of the Trust may be placed."""
    cities = printed(s).cities
    return ", ".join(cities[place].name for place in range(CITIES) if why_not_site(s, place) == 0)


TRUST_IS_THERE = reason(
    "trust-is-there", "the Trust already has a house in {city}. Place this one in {places}.", places=places_left
)
NOT_NEXT_TO_THE_TRUST = reason(
    "not-next-to-the-trust",
    "{city} is not connected directly to a city of the Trust. Place the house in {places}.",
    places=places_left,
)


@rule
def why_not_site(s: State, city: int) -> int:
    """The first house of the Trust may be placed in any city in play, the others next to a city with one of them."""
    if city < 0:
        return NOT_ON_MAP
    if not in_play(s, city):
        return NOT_IN_PLAY
    if s.houses[city] >> TRUST & 1:
        return TRUST_IS_THERE
    if s.cities[TRUST] == 0:
        return 0
    for other in range(CITIES):
        if CONNECTED[s.variant, city, other] and s.houses[other] >> TRUST & 1:
            return 0
    return NOT_NEXT_TO_THE_TRUST


@refusal(PlaceHouse, when=PLACING)
def why_not_place(s: State, seat: int, city: int) -> int:
    return why_not_site(s, CITY_NAMED[s.variant, city])


@effect(PlaceHouse, when=PLACING)
def place_house(s: State, seat: int, city: int, log: Log) -> None:
    put_house(s, TRUST, CITY_NAMED[s.variant, city])
    note(log, TrustPlaced, EVERYONE, seat, city)


@offers(when=PLACING)
def offer_sites(s: State, seat: int, out: Rows) -> int:
    count = 0
    for city in range(CITIES):
        if why_not_site(s, city) == 0:
            count = offer(out, count, PlaceHouse, NAME_OF[s.variant, city])
    return count


# Phase 2


@rule
def trust_is_due(s: State) -> bool:
    """Return whether the Trust takes a plant now: once in a round, as soon as a player has bought one or passed."""
    return bool(s.trust and not s.trust_took and (s.bought | s.out) != 0)


@rule
def trust_takes_plant(s: State, log: Log) -> None:
    """The Trust takes the largest plant for sale without paying.

    With three plants it does so only if that one is larger than its smallest, which leaves the game."""
    s.trust_took = 1
    count = for_sale(s)
    if count == 0:
        return
    kind = s.market[count - 1]
    if at_limit(s, TRUST):
        smallest = s.plants[TRUST, 0]
        if kind < smallest:
            return
        drop_plant(s, TRUST, smallest)
        note(log, TrustScrapped, EVERYONE, NUMBER[smallest])
    take_from_market(s, kind, TRUST)
    add_plant(s, TRUST, kind)
    note(log, TrustTook, EVERYONE, NUMBER[kind])
    if kind == s.discount:
        s.discount = -1
    s.missing += 1


# Phase 3


@rule
def trust_takes_fuel(s: State, log: Log) -> None:
    """The Trust takes fuel for one run of each of its plants from the tracks, as far as there is any, without paying.

    Its hybrids take coal and oil in turn, coal first, and whichever is left if the other is sold out."""
    for slot in range(s.plant_count[TRUST]):
        kind = s.plants[TRUST, slot]
        if TYPE[kind] != ECO:
            for number in range(NEEDS[kind]):
                take_token(s, fuel_for(s, kind, number))
    total = 0
    for fuel in range(len(FUELS)):
        total += s.fuel[TRUST, fuel]
    if total > 0:
        note(log, TrustFuelled, EVERYONE, s.fuel[TRUST, 0], s.fuel[TRUST, 1], s.fuel[TRUST, 2], s.fuel[TRUST, 3])


@rule
def fuel_for(s: State, kind: int, number: int) -> int:
    """Return the fuel of a plant's next token."""
    if TYPE[kind] != HYBRID:
        return int(TYPE[kind])
    fuel = COAL if number % 2 == 0 else OIL
    other = OIL if fuel == COAL else COAL
    return other if s.track[fuel] == 0 else fuel


@rule
def take_token(s: State, fuel: int) -> None:
    if s.track[fuel] > 0:
        s.track[fuel] -= 1
        s.fuel[TRUST, fuel] += 1


# Phase 4: the Trust blocks the cities that players connect (building.py)


# Phase 5


@rule
def trust_burns(s: State, log: Log) -> None:
    """The Trust burns all its fuel. It gets no money, and needs none."""
    burnt = 0
    for fuel in range(len(FUELS)):
        burnt += s.fuel[TRUST, fuel]
        give_back(s, TRUST, fuel, s.fuel[TRUST, fuel])
    if burnt > 0:
        note(log, TrustBurned, EVERYONE)

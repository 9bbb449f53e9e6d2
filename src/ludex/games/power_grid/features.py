"""What a learned value of a position is made of: money, network, plants and fuel of each seat as a round begins."""

from __future__ import annotations

from ludex.author import Rows, rule
from ludex.games.power_grid.bots.worth import next_city
from ludex.games.power_grid.components.plants import ECO, FUELS, POWERS, TYPE
from ludex.games.power_grid.components.tables import END_CITIES
from ludex.games.power_grid.rules.market import most_cities
from ludex.games.power_grid.state import OPENING, State

FEATURES = (
    "money",
    "cities",
    "power",
    "power of the best plant",
    "power without fuel",
    "cities that can be powered",
    "fuel",
    "price of the next city",
    "place in the order",
)
MONEY, NETWORK, POWER, BEST_PLANT, WITHOUT_FUEL, POWERED, FUEL, NEXT_CITY, PLACE = range(len(FEATURES))
STAGES = 4
"""By how near the largest network is to the end of the game."""
FAR = 40
"""The price of a city that cannot be reached, or hardly."""


@rule
def features(s: State, out: Rows) -> int:
    """How each seat stands before the first auction of a round."""
    if s.phase != OPENING or s.bought or s.out:
        return -1
    for seat in range(s.seats):
        out[seat, MONEY] = s.money[seat]
        out[seat, NETWORK] = s.cities[seat]
        for slot in range(s.plant_count[seat]):
            powers = int(POWERS[s.plants[seat, slot]])
            out[seat, POWER] += powers
            out[seat, BEST_PLANT] = max(out[seat, BEST_PLANT], powers)
            if TYPE[s.plants[seat, slot]] == ECO:
                out[seat, WITHOUT_FUEL] += powers
        out[seat, POWERED] = min(out[seat, POWER], s.cities[seat])
        for fuel in range(len(FUELS)):
            out[seat, FUEL] += s.fuel[seat, fuel]
        out[seat, NEXT_CITY] = min(next_city(s, seat), FAR)
    for place in range(s.seats):
        out[s.order[place], PLACE] = place
    return int(min(STAGES * most_cities(s) // END_CITIES[s.edition, s.seats], STAGES - 1))

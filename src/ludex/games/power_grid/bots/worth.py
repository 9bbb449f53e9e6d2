"""The worth of plants, fuel and cities to a bot.

Worths are in hundredths of an Elektro, and the weights are in data/bots.toml. Bots know only what `hide` leaves: no
rule here reads hidden money, or distinguishes removed plants from those in the stack.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from ludex.author import Weights, rule
from ludex.games.power_grid.components.maps import CITIES, DISTANCE
from ludex.games.power_grid.components.plants import COAL, ECO, FUELS, HYBRID, NEEDS, OIL, TYPE
from ludex.games.power_grid.components.tables import END_CITIES, HOUSES, MOST_PLANTS, PAYMENT, PRICE, RESUPPLY, TOKENS
from ludex.games.power_grid.data import load, weights_file
from ludex.games.power_grid.rules.building import city_cost, in_play
from ludex.games.power_grid.rules.market import most_cities
from ludex.games.power_grid.rules.resources import price_of, room_for
from ludex.games.power_grid.state import State

ALL_SLOTS = (1 << MOST_PLANTS) - 1


WeightRow: TypeAlias = Sequence[int]
"""The weights of a bot: a number for each of the names in data/bots.toml, which explains them."""
_RANGES: dict[str, tuple[int, int]] = {name: (low, high) for name, (low, high) in load("bots")["ranges"].items()}
_NAMES = list(_RANGES)
STYLES: Mapping[str, Weights] = {
    style: Weights(_RANGES, weights_file(style), start=given) for style, given in load("bots")["styles"].items()
}
HORIZON = _NAMES.index("horizon")
GROWTH = _NAMES.index("growth")
FINAL_POWER = _NAMES.index("final_power")
PRESSURE = _NAMES.index("pressure")
SHARE = _NAMES.index("share")
ALTERNATIVE = _NAMES.index("alternative")
SLACK = _NAMES.index("slack")
CENTRAL = _NAMES.index("central")
FUEL_KEPT = _NAMES.index("fuel_kept")
STOCK_PRICE = _NAMES.index("stock_price")
LAST_CITIES = _NAMES.index("last_cities")
HOLD_STEP_2 = _NAMES.index("hold_step_2")
END_WISELY = _NAMES.index("end_wisely")
"""The indices of the weights."""

SOLD_OUT = 3
"""Surcharge on its most expensive token for a fuel that is sold out."""
NEAR = 30
"""Connections that cost more than this are not worth shortening."""
NOWHERE = 999
"""The cost of a city when there is none left to build."""
MORE = 3
"""Expected difference in cost between a city and the next one."""
IMPOSSIBLE = -1


@rule
def end_cities(s: State) -> int:
    return int(END_CITIES[s.edition, s.seats])


@rule
def fuel_price(s: State, weights: WeightRow, fuel: int) -> int:
    """Return the expected price of a token: today's, and more if all plants together burn more than comes in."""
    track = int(s.track[fuel])
    price = int(PRICE[fuel, TOKENS[fuel] - track] if track > 0 else PRICE[fuel, TOKENS[fuel] - 1] + SOLD_OUT)
    stored = 0
    for other in range(s.seats):
        stored += 2 * s.storage[other, fuel]
        if fuel == COAL or fuel == OIL:
            stored += s.storage[other, HYBRID]
    short = max(stored // 4 - int(RESUPPLY[s.resupplied_for, s.step, fuel]), 0)
    return 100 * price + short * weights[PRESSURE]


@rule
def run_cost(s: State, weights: WeightRow, kind: int) -> int:
    """Return the expected price of the fuel for one run of a plant."""
    if TYPE[kind] == ECO:
        return 0
    fuel = int(TYPE[kind])
    if fuel == HYBRID:
        fuel = cheaper_fuel(s)
    return int(NEEDS[kind]) * fuel_price(s, weights, fuel)


@rule
def cheaper_fuel(s: State) -> int:
    """Return the fuel that hybrids should burn: whichever of coal and oil is cheaper now."""
    coal = int(PRICE[COAL, TOKENS[COAL] - s.track[COAL]]) if s.track[COAL] > 0 else NOWHERE
    oil = int(PRICE[OIL, TOKENS[OIL] - s.track[OIL]]) if s.track[OIL] > 0 else NOWHERE
    return OIL if oil < coal else COAL


@rule
def rounds_left(s: State, weights: WeightRow) -> int:
    """Guess the rounds left, in hundredths, by how far the largest network is from the end."""
    return 100 + max(end_cities(s) - most_cities(s), 0) * weights[HORIZON]


@rule
def portfolio(s: State, seat: int, weights: WeightRow, powers: int, cost: int) -> int:
    """Return the worth to a seat of plants that power a number of cities together, with fuel at this cost for a run.

    It is the income less the fuel for the rounds left, and the power the plants give at the end."""
    rounds = rounds_left(s, weights)
    planned = min(int(s.cities[seat]) + rounds * weights[GROWTH] // 20_000, end_cities(s))
    if powers > planned:
        cost = cost * planned // powers
    income = 100 * int(PAYMENT[min(powers, planned)]) - cost
    return rounds * income // 100 + weights[FINAL_POWER] * min(powers, end_cities(s) + 1)


@rule
def need_of(s: State, seat: int, slots: int, fuel: int) -> int:
    """Return the amount of a fuel that these plants burn in one run. HYBRID stands for coal and oil in any mix."""
    need = 0
    for slot in range(s.plant_count[seat]):
        if slots >> slot & 1 and TYPE[s.plants[seat, slot]] == fuel:
            need += int(NEEDS[s.plants[seat, slot]])
    return need


@rule
def lack_of(s: State, seat: int, slots: int, fuel: int, runs: int) -> int:
    """Return the amount of a fuel these plants lack for a number of runs, hybrids aside. A surplus is negative."""
    return runs * need_of(s, seat, slots, fuel) - int(s.fuel[seat, fuel])


@rule
def missing_of(s: State, seat: int, slots: int, fuel: int, runs: int) -> int:
    """Return the amount of a fuel to buy for a number of runs, with the cheaper fuel for the hybrids."""
    missing = max(lack_of(s, seat, slots, fuel, runs), 0)
    for_hybrids = runs * need_of(s, seat, slots, HYBRID)
    if for_hybrids > 0 and fuel == cheaper_fuel(s):
        for_hybrids += min(lack_of(s, seat, slots, COAL, runs), 0) + min(lack_of(s, seat, slots, OIL, runs), 0)
        missing += max(for_hybrids, 0)
    return missing


@rule
def supply_cost(s: State, seat: int, slots: int) -> int:
    """Return the price, in whole Elektro, of the fuel missing for one run, or IMPOSSIBLE if it cannot be bought."""
    cost = 0
    for fuel in range(len(FUELS)):
        missing = missing_of(s, seat, slots, fuel, 1)
        if missing > 0:
            if missing > s.track[fuel] or missing > room_for(s, seat, fuel):
                return IMPOSSIBLE
            cost += price_of(s, fuel, missing)
    return cost if cost <= s.money[seat] else IMPOSSIBLE


@rule
def fuel_cost(s: State, seat: int, weights: WeightRow, slots: int) -> int:
    """Return the expected price of the fuel for one run of these plants."""
    cost = 0
    for slot in range(s.plant_count[seat]):
        if slots >> slot & 1:
            cost += run_cost(s, weights, int(s.plants[seat, slot]))
    return cost


@rule
def burnt_worth(s: State, seat: int, weights: WeightRow, slots: int) -> int:
    """Return the worth of the fuel these plants burn, whether in store or still to be bought."""
    return fuel_cost(s, seat, weights, slots) * weights[FUEL_KEPT] // 100


@rule
def is_open(s: State, seat: int, city: int) -> bool:
    """Return whether a seat can build in a city in play in this step, money aside."""
    return bool(s.house_count[city] < s.step and not s.houses[city] >> seat & 1)


@rule
def next_city(s: State, seat: int) -> int:
    """Return the cost of the cheapest city a seat can build, money aside."""
    least = NOWHERE
    if s.cities[seat] < HOUSES:
        for city in range(CITIES):
            if in_play(s, city) and is_open(s, seat, city):
                least = min(least, city_cost(s, seat, city))
    return least


@rule
def affordable(money: int, cost: int) -> int:
    """Return the number of cities that money buys if the next one has this cost and each one after it a little more."""
    count = 0
    while money >= cost:
        money -= cost
        cost += MORE
        count += 1
    return count


@rule
def price_of_cities(cost: int, count: int) -> int:
    """Return the expected price of a number of cities, of which the next one has this cost."""
    return count * cost + MORE * count * (count - 1) // 2


@rule
def nearness(s: State, seat: int, city: int) -> int:
    """Return the reduction in cost of the open cities around a city if a house is built there.

    Cities that are not in play are far from everywhere."""
    saved = 0
    reach, from_here = s.reach[seat], DISTANCE[s.board, city]
    for other in range(CITIES):
        if other != city and is_open(s, seat, other):
            saved += max(min(int(reach[other]), NEAR) - int(from_here[other]), 0)
    return saved

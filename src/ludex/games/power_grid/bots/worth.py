"""What plants, fuel and cities are worth to a bot.

Worths are in hundredths of an Elektro, and the weights are in data/bots.toml. Bots know only what `hide` leaves: no
rule here reads hidden money, or tells removed plants from those in the stack.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from ludex.author import rule
from ludex.games.power_grid.components.maps import CITIES, DISTANCE
from ludex.games.power_grid.components.plants import COAL, ECO, FUELS, HYBRID, NEEDS, OIL, POWERS, TYPE
from ludex.games.power_grid.components.tables import END_CITIES, HOUSES, MOST_PLANTS, PAYMENT, PRICE, RESUPPLY, TOKENS
from ludex.games.power_grid.data import load
from ludex.games.power_grid.rules.building import city_cost, in_play
from ludex.games.power_grid.rules.market import most_cities
from ludex.games.power_grid.rules.resources import price_of, room_for
from ludex.games.power_grid.state import State

ALL_SLOTS = (1 << MOST_PLANTS) - 1


Weights: TypeAlias = Sequence[int]
"""How a bot weighs things: a number for each of the names in data/bots.toml, which says what they mean."""
_NAMES: list[str] = load("bots")["weights"]
STYLES: Mapping[str, Weights] = {
    style: tuple(given[name] for name in _NAMES) for style, given in load("bots")["styles"].items()
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
"""The places of the weights."""

SOLD_OUT = 3
"""How much more than its most expensive token a fuel that is sold out counts."""
NEAR = 30
"""Connections that cost more than this are not worth shortening."""
NOWHERE = 999
"""The cost of a city when there is none left to build."""
MORE = 3
"""How much more each city is expected to cost than the one before."""
IMPOSSIBLE = -1


@rule
def end_cities(s: State) -> int:
    return int(END_CITIES[s.edition, s.seats])


@rule
def fuel_price(s: State, weights: Weights, fuel: int) -> int:
    """The expected price of a token: today's, and more if all plants together burn more than comes in."""
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
def run_cost(s: State, weights: Weights, kind: int) -> int:
    """The expected price of the fuel for one run of a plant."""
    if TYPE[kind] == ECO:
        return 0
    fuel = int(TYPE[kind])
    if fuel == HYBRID:
        fuel = cheaper_fuel(s)
    return int(NEEDS[kind]) * fuel_price(s, weights, fuel)


@rule
def cheaper_fuel(s: State) -> int:
    """The fuel that hybrids should burn: whichever of coal and oil is cheaper now."""
    coal = int(PRICE[COAL, TOKENS[COAL] - s.track[COAL]]) if s.track[COAL] > 0 else NOWHERE
    oil = int(PRICE[OIL, TOKENS[OIL] - s.track[OIL]]) if s.track[OIL] > 0 else NOWHERE
    return OIL if oil < coal else COAL


@rule
def rounds_left(s: State, weights: Weights) -> int:
    """Guess the rounds left, in hundredths, by how far the largest network is from the end."""
    return 100 + max(end_cities(s) - most_cities(s), 0) * weights[HORIZON]


@rule
def portfolio(s: State, seat: int, weights: Weights, without: int, added: int) -> int:
    """The worth of a seat's plants, without one and with another (-1: none).

    It is the income less the fuel for the rounds left, and the power the plants give at the end."""
    powers = cost = 0
    for slot in range(s.plant_count[seat] + 1):
        kind = int(s.plants[seat, slot]) if slot < s.plant_count[seat] else added
        if kind >= 0 and kind != without:
            powers += int(POWERS[kind])
            cost += run_cost(s, weights, kind)
    rounds = rounds_left(s, weights)
    planned = min(int(s.cities[seat]) + rounds * weights[GROWTH] // 20_000, end_cities(s))
    if powers > planned:
        cost = cost * planned // powers
    income = 100 * int(PAYMENT[min(powers, planned)]) - cost
    return rounds * income // 100 + weights[FINAL_POWER] * min(powers, end_cities(s) + 1)


@rule
def need_of(s: State, seat: int, slots: int, fuel: int) -> int:
    """How much of a fuel these plants burn in one run. HYBRID stands for coal and oil in any mix."""
    need = 0
    for slot in range(s.plant_count[seat]):
        if slots >> slot & 1 and TYPE[s.plants[seat, slot]] == fuel:
            need += int(NEEDS[s.plants[seat, slot]])
    return need


@rule
def missing_of(s: State, seat: int, slots: int, fuel: int, runs: int) -> int:
    """How much of a fuel must be bought for a number of runs, with the cheaper fuel for the hybrids."""
    missing = for_hybrids = 0
    for part in range(HYBRID + 1):
        lack = runs * need_of(s, seat, slots, part) - (int(s.fuel[seat, part]) if part < HYBRID else 0)
        if part == fuel:
            missing = max(lack, 0)
        if part == HYBRID:
            for_hybrids += lack
        elif part == COAL or part == OIL:
            for_hybrids += min(lack, 0)
    if fuel == cheaper_fuel(s):
        missing += max(for_hybrids, 0)
    return missing


@rule
def supply_cost(s: State, seat: int, slots: int) -> int:
    """The price, in whole Elektro, of the fuel missing for one run, or IMPOSSIBLE if it cannot be bought."""
    cost = 0
    for fuel in range(len(FUELS)):
        missing = missing_of(s, seat, slots, fuel, 1)
        if missing > s.track[fuel] or missing > room_for(s, seat, fuel):
            return IMPOSSIBLE
        cost += price_of(s, fuel, missing)
    return cost if cost <= s.money[seat] else IMPOSSIBLE


@rule
def burnt_worth(s: State, seat: int, weights: Weights, slots: int) -> int:
    """The worth of the fuel these plants burn, whether in store or still to be bought."""
    worth = 0
    for slot in range(s.plant_count[seat]):
        if slots >> slot & 1:
            worth += run_cost(s, weights, int(s.plants[seat, slot]))
    return worth * weights[FUEL_KEPT] // 100


@rule
def is_open(s: State, seat: int, city: int) -> bool:
    """Whether a seat can build in a city in this step, money aside."""
    return bool(in_play(s, city) and s.house_count[city] < s.step and not s.houses[city] >> seat & 1)


@rule
def next_city(s: State, seat: int) -> int:
    """The cost of the cheapest city a seat can build, money aside."""
    least = NOWHERE
    if s.cities[seat] < HOUSES:
        for city in range(CITIES):
            if is_open(s, seat, city):
                least = min(least, city_cost(s, seat, city))
    return least


@rule
def affordable(money: int, cost: int) -> int:
    """How many cities money buys if the next one has this cost and each one after it a little more."""
    count = 0
    while money >= cost:
        money -= cost
        cost += MORE
        count += 1
    return count


@rule
def nearness(s: State, seat: int, city: int) -> int:
    """How much nearer a house here brings the open cities around it."""
    saved = 0
    for other in range(CITIES):
        if other != city and is_open(s, seat, other):
            saved += max(min(int(s.reach[seat, other]), NEAR) - int(DISTANCE[s.board, city, other]), 0)
    return saved

"""Bots that plan: they decide by the worth of plants, fuel and cities (worth.py)."""

from __future__ import annotations

from typing import Any

from ludex.author import Rows, packed, rule
from ludex.games.power_grid.bots.worth import (
    ALL_SLOTS,
    ALTERNATIVE,
    CENTRAL,
    END_WISELY,
    FINAL_POWER,
    HOLD_STEP_2,
    LAST_CITIES,
    SHARE,
    SLACK,
    STOCK_PRICE,
    WeightRow,
    affordable,
    burnt_worth,
    cheaper_fuel,
    end_cities,
    fuel_cost,
    missing_of,
    nearness,
    need_of,
    next_city,
    portfolio,
    price_of_cities,
    run_cost,
    supply_cost,
)
from ludex.games.power_grid.components.maps import CITIES_IN_PLAY, CITY_COUNT, NAME_OF
from ludex.games.power_grid.components.plants import COAL, FUELS, HYBRID, NEEDS, NUMBER, OIL, POWERS, TYPE
from ludex.games.power_grid.components.tables import PAYMENT, STEP_2_CITIES
from ludex.games.power_grid.moves import Bid, BuildCity, BuyFuel, Done, OpenAuction, Pass, RunPlant
from ludex.games.power_grid.rules.auction import at_limit, is_below_smallest, minimum
from ludex.games.power_grid.rules.building import city_cost, why_not_house
from ludex.games.power_grid.rules.bureaucracy import NO_MIX
from ludex.games.power_grid.rules.market import NONE, for_sale, most_cities, number_of
from ludex.games.power_grid.rules.resources import most_of, price_of
from ludex.games.power_grid.rules.scoring import can_run_all, power_at_hand, powers_of
from ludex.games.power_grid.state import BIDDING, BUILDING, BUYING, OPENING, PLACING, RETURNING, State

A_FEW = 3
"""Number of cities that a seat with hidden money is assumed to be able to pay for."""
LATE = 20
"""The round from which a seat that would share the lead ends a game with hidden money."""


@rule
def plan(s: State, seat: int, options: Rows, count: int, dice: Any, weights: WeightRow) -> int:
    """Bids up to what a plant is worth by income, fuel price and power at the end, and plans fuel and cities."""
    if s.phase == PLACING:
        return int(options[0, 0])
    if s.phase == OPENING:
        return open_best(s, seat, weights, options)
    if s.phase == BIDDING:
        return raise_or_pass(s, seat, weights)
    if s.phase == RETURNING:
        return int(options[0, 0] if cheaper_fuel(s) == OIL else options[count - 1, 0])
    if s.phase == BUYING:
        return buy_for_plan(s, seat, weights)
    if s.phase == BUILDING:
        return build_next(s, seat, weights)
    return run_best(s, seat, weights)


@rule
def open_best(s: State, seat: int, weights: WeightRow, options: Rows) -> int:
    """Open the plant that gains most beyond its lowest price, for that price."""
    kind, discard, _ = best_to_open(s, seat, weights)
    if kind == NONE:
        return int(options[0, 0]) if s.round == 1 else packed(Pass)
    return packed(OpenAuction, NUMBER[kind], number_of(discard), minimum(s, kind))


@rule
def raise_or_pass(s: State, seat: int, weights: WeightRow) -> int:
    """Raise by one, up to what the plant gains less what another would gain."""
    auctioned = int(s.auctioned)
    bid = int(s.bid) + 1
    least = minimum(s, auctioned)
    if 100 * bid > 100 * least + (int(s.money[seat]) - least) * weights[SHARE]:
        return packed(Pass)
    powers, cost = powers_of(s, seat, ALL_SLOTS), fuel_cost(s, seat, weights, ALL_SLOTS)
    discard, worth = best_discard(s, seat, weights, auctioned, powers, cost)
    _, _, surplus = best_to_open(s, seat, weights)
    gain = worth - portfolio(s, seat, weights, powers, cost) - surplus * weights[ALTERNATIVE] // 100
    return packed(Bid, number_of(discard), bid) if 100 * bid <= gain else packed(Pass)


@rule
def best_to_open(s: State, seat: int, weights: WeightRow) -> tuple[int, int, int]:
    """Return the plant to open, the one to discard for it, and what it gains beyond its lowest price.

    The plant that is auctioned now does not count."""
    best, drop, surplus = NONE, NONE, 0
    powers, cost = powers_of(s, seat, ALL_SLOTS), fuel_cost(s, seat, weights, ALL_SLOTS)
    before = portfolio(s, seat, weights, powers, cost)
    for at in range(for_sale(s)):
        kind = int(s.market[at])
        if kind != s.auctioned and minimum(s, kind) <= s.money[seat] and not is_below_smallest(s, seat, kind):
            discard, worth = best_discard(s, seat, weights, kind, powers, cost)
            beyond = worth - before - 100 * minimum(s, kind)
            if beyond > surplus:
                best, drop, surplus = kind, discard, beyond
    return best, drop, surplus


@rule
def best_discard(s: State, seat: int, weights: WeightRow, kind: int, powers: int, cost: int) -> tuple[int, int]:
    """Return the plant to discard for another one, and what all plants are worth then.

    `powers` and `cost` are those of the plants owned now."""
    powers += int(POWERS[kind])
    cost += run_cost(s, weights, kind)
    if not at_limit(s, seat):
        return NONE, portfolio(s, seat, weights, powers, cost)
    best, most = NONE, -1_000_000
    for slot in range(s.plant_count[seat]):
        discard = int(s.plants[seat, slot])
        left, left_cost = powers - int(POWERS[discard]), cost - run_cost(s, weights, discard)
        worth = portfolio(s, seat, weights, left, left_cost)
        if worth > most:
            best, most = discard, worth
    return best, most


@rule
def final_worth(s: State, seat: int, weights: WeightRow) -> int:
    """Return the worth of powering one more city beyond its income: zero unless the end may come this round."""
    near = most_cities(s) + weights[LAST_CITIES] >= end_cities(s)
    return weights[FINAL_POWER] if near else 0


@rule
def best_to_supply(s: State, seat: int, weights: WeightRow) -> int:
    """Return the plants (bits of slots) to buy fuel for, by income less fuel for the cities owned and affordable."""
    cost = next_city(s, seat)
    last = final_worth(s, seat, weights)
    best, most = 0, -1_000_000
    for slots in range(1 << s.plant_count[seat]):
        price = supply_cost(s, seat, slots)
        if price >= 0:
            cities = int(s.cities[seat]) + affordable(int(s.money[seat]) - price, cost)
            powered = min(powers_of(s, seat, slots), cities, end_cities(s))
            worth = 100 * (int(PAYMENT[powered]) - price) - burnt_worth(s, seat, weights, slots)
            worth += last * powered
            if worth > most:
                best, most = slots, worth
    return best


@rule
def buy_for_plan(s: State, seat: int, weights: WeightRow) -> int:
    """Buy what the best plants lack for one run, then, where fuel is cheap, for a second."""
    slots = best_to_supply(s, seat, weights)
    for run in range(2):
        for fuel in range(len(FUELS)):
            missing = min(missing_of(s, seat, slots, fuel, run + 1), most_of(s, seat, fuel))
            if missing > 0 and (run == 0 or 100 * price_of(s, fuel, 1) <= weights[STOCK_PRICE]):
                return packed(BuyFuel, fuel, missing if run == 0 else 1)
    return packed(Done)


@rule
def build_next(s: State, seat: int, weights: WeightRow) -> int:
    """Build the city that costs least, counting how much it helps later ones, while more cities are wanted."""
    if not wants_city(s, seat, weights):
        return packed(Done)
    best, most = -1, 0
    cities = CITIES_IN_PLAY[s.board]
    for at in range(CITY_COUNT[s.board]):
        city = int(cities[at])
        if why_not_house(s, seat, city) == 0:
            worth = nearness(s, seat, city) * weights[CENTRAL] - 100 * city_cost(s, seat, city)
            if best < 0 or worth > most:
                best, most = city, worth
    return packed(Done) if best < 0 else packed(BuildCity, NAME_OF[s.variant, best])


@rule
def wants_city(s: State, seat: int, weights: WeightRow) -> bool:
    """Return whether to build another city: up to the number that the plants can power, and the style's slack.

    Some styles bring about Step 2 and the end only with care."""
    cities = int(s.cities[seat])
    if weights[END_WISELY]:
        if most_cities(s) >= end_cities(s):
            return cities < power_at_hand(s, seat)
        if wins_by_ending(s, seat):
            return True
        if cities + 1 >= end_cities(s):
            return False
    step_2 = int(STEP_2_CITIES[s.edition, s.seats])
    if weights[HOLD_STEP_2] and s.step == 1 and cities + 1 == step_2 and most_cities(s) < step_2:
        return False
    return cities < powers_of(s, seat, ALL_SLOTS) + weights[SLACK]


@rule
def wins_by_ending(s: State, seat: int) -> bool:
    """Return whether the seat can end the game now and win, even if those still to build add a few cities.

    Ties go to the most money. Without that, seats that can power equally many cities would wait for each other for
    ever."""
    cities, cost = int(s.cities[seat]), next_city(s, seat)
    most = cities + affordable(int(s.money[seat]), cost)
    if most < end_cities(s):
        return False
    mine = min(power_at_hand(s, seat), most)
    left = int(s.money[seat]) - price_of_cities(cost, max(end_cities(s), mine) - cities)
    for at in range(s.seats):
        other = int(s.order[at])
        if other != seat:
            power = power_at_end(s, other, at <= s.place_in_order)
            if power > mine or (power == mine and not is_richer(s, left, other)):
                return False
    return True


@rule
def power_at_end(s: State, other: int, builds: bool) -> int:
    """Return the cities that another seat will power if the game ends now; with hidden money it is a guess."""
    cities = int(s.cities[other])
    if builds:
        cities += A_FEW if s.hidden_money else affordable(int(s.money[other]), next_city(s, other))
    return min(power_at_hand(s, other), cities)


@rule
def is_richer(s: State, money: int, other: int) -> bool:
    """Return whether a seat with this much money would win a tie, or with hidden money whether to risk it."""
    return bool(s.round >= LATE if s.hidden_money else money > s.money[other])


@rule
def run_best(s: State, seat: int, weights: WeightRow) -> int:
    """Run the plants whose income beats the fuel they burn, one after the other."""
    best, most = 0, -1_000_000
    for slots in range(1 << s.plant_count[seat]):
        if slots & s.run == 0 and can_run_all(s, seat, slots):
            powered = min(int(s.powered) + powers_of(s, seat, slots), int(s.cities[seat]))
            worth = 100 * int(PAYMENT[powered]) - burnt_worth(s, seat, weights, slots)
            if worth > most:
                best, most = slots, worth
    for slot in range(s.plant_count[seat]):
        if best >> slot & 1:
            kind = int(s.plants[seat, slot])
            coal = coal_to_burn(s, seat, kind, best) if TYPE[kind] == HYBRID else NO_MIX
            return packed(RunPlant, NUMBER[kind], coal)
    return packed(Done)


@rule
def coal_to_burn(s: State, seat: int, kind: int, slots: int) -> int:
    """Return the amount of coal that a hybrid should burn: of what the other plants leave, the cheaper fuel first."""
    coal = int(s.fuel[seat, COAL]) - need_of(s, seat, slots, COAL)
    oil = int(s.fuel[seat, OIL]) - need_of(s, seat, slots, OIL)
    need = int(NEEDS[kind])
    return min(coal, need) if cheaper_fuel(s) == COAL else max(need - oil, 0)

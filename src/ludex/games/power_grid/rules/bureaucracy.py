"""Phase 5: running plants, income, new fuel, and the change in the plant market."""

from __future__ import annotations

from typing import Any

from ludex.core import EVERYONE, State, note, option, option_range, rule
from ludex.games.power_grid.components.plants import (
    COAL,
    ECO,
    FUELS,
    GARBAGE,
    HYBRID,
    LOWEST,
    NEEDS,
    NUMBER,
    OIL,
    POWERS,
    TYPE,
    URANIUM,
)
from ludex.games.power_grid.components.tables import PAYMENT, RESUPPLY
from ludex.games.power_grid.events import CITIES_POWERED, LOWEST_LEAVES, PLANT_PUT_UNDER, PLANT_RUN, RESUPPLIED
from ludex.games.power_grid.moves import MIXES, RUN
from ludex.games.power_grid.reasons import (
    ALREADY_RUN,
    MIX_MISSING,
    MIX_NOT_NEEDED,
    NO_SUCH_PLANT,
    NOT_ENOUGH_FUEL,
    NOT_OWNED,
)
from ludex.games.power_grid.rules.market import replace_lowest, take_from_market
from ludex.games.power_grid.rules.resources import give_back
from ludex.games.power_grid.state import UNDER, WAITING

NO_MIX = -1


@rule
def slot_of(s: State, seat: int, kind: int) -> int:
    """A plant's place among a seat's plants, or -1 if the seat does not own it."""
    for slot in range(s.plant_count[seat]):
        if s.plants[seat, slot] == kind:
            return slot
    return -1


@rule
def why_not_mix(s: State, seat: int, kind: int, coal: int) -> int:
    """A plant burns exactly its need, a hybrid any mix of coal and oil, for which the coal must be named."""
    if TYPE[kind] == HYBRID:
        if coal == NO_MIX or coal > NEEDS[kind]:
            return MIX_MISSING
        if coal > s.fuel[seat, COAL] or NEEDS[kind] - coal > s.fuel[seat, OIL]:
            return NOT_ENOUGH_FUEL
        return 0
    if coal != NO_MIX:
        return MIX_NOT_NEEDED
    if TYPE[kind] != ECO and NEEDS[kind] > s.fuel[seat, TYPE[kind]]:
        return NOT_ENOUGH_FUEL
    return 0


@rule
def why_not_run(s: State, seat: int, kind: int, coal: int) -> int:
    if kind < 0:
        return NO_SUCH_PLANT
    slot = slot_of(s, seat, kind)
    if slot < 0:
        return NOT_OWNED
    if s.run >> slot & 1:
        return ALREADY_RUN
    return why_not_mix(s, seat, kind, coal)


@rule
def offer_runs(s: State, seat: int, out: Any) -> int:
    """Offer each plant that has not run yet and has its fuel, a hybrid once for each mix."""
    count = 0
    for slot in range(s.plant_count[seat]):
        if not s.run >> slot & 1:
            kind = s.plants[seat, slot]
            first = RUN + (NUMBER[kind] - LOWEST) * MIXES
            if TYPE[kind] == HYBRID:
                least = max(NEEDS[kind] - s.fuel[seat, OIL], 0)
                most = min(NEEDS[kind], s.fuel[seat, COAL])
                count = option_range(out, count, first + 1 + least, first + 1 + most)
            elif why_not_mix(s, seat, kind, NO_MIX) == 0:
                count = option(out, count, first)
    return count


@rule
def can_run(s: State, seat: int) -> bool:
    for slot in range(s.plant_count[seat]):
        kind = s.plants[seat, slot]
        if not s.run >> slot & 1:
            if TYPE[kind] == ECO:
                return True
            if TYPE[kind] == HYBRID:
                if NEEDS[kind] <= s.fuel[seat, COAL] + s.fuel[seat, OIL]:
                    return True
            elif NEEDS[kind] <= s.fuel[seat, TYPE[kind]]:
                return True
    return False


@rule
def run_plant(s: State, seat: int, kind: int, coal: int, log: Any) -> None:
    """Run a plant. The fuel it burns goes to the supply."""
    s.run |= 1 << slot_of(s, seat, kind)
    s.powered += POWERS[kind]
    hybrid = TYPE[kind] == HYBRID
    for fuel in range(len(FUELS)):
        if hybrid and fuel == COAL:
            give_back(s, seat, fuel, coal)
        elif hybrid and fuel == OIL:
            give_back(s, seat, fuel, NEEDS[kind] - coal)
        elif fuel == TYPE[kind]:
            give_back(s, seat, fuel, NEEDS[kind])
    note(
        log,
        PLANT_RUN,
        EVERYONE,
        seat,
        NUMBER[kind],
        coal if hybrid else burns(kind, COAL),
        NEEDS[kind] - coal if hybrid else burns(kind, OIL),
        burns(kind, GARBAGE),
        burns(kind, URANIUM),
    )


@rule
def burns(kind: int, fuel: int) -> int:
    """How much of a fuel a plant burns in one run. HYBRID stands for coal and oil in any mix."""
    return int(NEEDS[kind]) if TYPE[kind] == fuel else 0


@rule
def pay_income(s: State, seat: int, log: Any) -> None:
    """Pay a seat for the cities it powers: as many as its plants can, but no more than it has."""
    powered = min(s.powered, s.cities[seat])
    s.money[seat] += PAYMENT[powered]
    s.run = 0
    s.powered = 0
    note(log, CITIES_POWERED, EVERYONE, seat, powered, PAYMENT[powered])


@rule
def resupply(s: State, log: Any) -> None:
    """Refill the tracks from the supply, the most expensive empty place first."""
    coal = refill(s, COAL)
    oil = refill(s, OIL)
    garbage = refill(s, GARBAGE)
    uranium = refill(s, URANIUM)
    note(log, RESUPPLIED, EVERYONE, coal, oil, garbage, uranium)


@rule
def refill(s: State, fuel: int) -> int:
    """Move new fuel to a track, as far as the supply has it, and return how much."""
    if fuel == URANIUM and s.uranium_ended:
        return 0
    amount = min(RESUPPLY[s.seats, s.step, fuel], s.supply[fuel])
    s.supply[fuel] -= amount
    s.track[fuel] += amount
    return int(amount)


@rule
def update_market(s: State, log: Any) -> None:
    """Change the market: in Steps 1 and 2 the highest plant goes under the stack, in Step 3 the lowest leaves."""
    if s.step_3 == WAITING or s.market_size == 0:
        return
    if s.step == 3:
        if s.step_3_round == s.round and not s.remove_in_step_3:
            return
        replace_lowest(s, LOWEST_LEAVES, log)
        return
    kind = s.market[s.market_size - 1]
    take_from_market(s, kind, UNDER)
    s.under += 1
    s.missing += 1
    note(log, PLANT_PUT_UNDER, EVERYONE, NUMBER[kind])

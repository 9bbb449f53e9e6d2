"""Phase 5: running plants, income, new fuel, and the change in the plant market."""

from __future__ import annotations

from ludex.author import EVERYONE, Log, Rows, effect, note, offer, offer_range, offers, reason, refusal, rule
from ludex.games.power_grid.components.plants import (
    COAL,
    ECO,
    FUELS,
    GARBAGE,
    HYBRID,
    NEEDS,
    NUMBER,
    OIL,
    PLANTS,
    POWERS,
    TYPE,
    URANIUM,
)
from ludex.games.power_grid.components.tables import PAYMENT, RESUPPLY
from ludex.games.power_grid.events import LOWEST_LEAVES, CitiesPowered, PlantPutUnder, PlantRun, Resupplied
from ludex.games.power_grid.moves import Done, RunPlant
from ludex.games.power_grid.reasons import NO_SUCH_PLANT, owned
from ludex.games.power_grid.rules.market import NONE, kind_of, replace_lowest, take_from_market
from ludex.games.power_grid.rules.resources import give_back
from ludex.games.power_grid.state import POWERING, UNDER, WAITING, State

NO_MIX = -1


# What the refusals quote


def needs(s: State, seat: int, move: RunPlant) -> int:
    return PLANTS[move.plant].needs


def mixes(s: State, seat: int, move: RunPlant) -> str:
    """Say how much of what a hybrid burns can be coal, with the fuel at hand."""
    need = PLANTS[move.plant].needs
    least, most = max(need - s.fuel[seat, OIL], 0), min(need, s.fuel[seat, COAL])
    return str(least) if least == most else f"{least} to {most}"


def burnt(s: State, seat: int, move: RunPlant) -> str:
    """Say what the plant burns."""
    plant = PLANTS[move.plant]
    return f"{plant.needs} {' or '.join(plant.fuels)}" if plant.needs else "nothing"


def fuel_owned(s: State, seat: int) -> str:
    return ", ".join(f"{s.fuel[seat, fuel]} {name}" for fuel, name in enumerate(FUELS))


NOT_OWNED = reason("not-owned", "you do not own plant {plant}. You own {owned}.", owned=owned)
ALREADY_RUN = reason("already-run", "plant {plant} has already run in this round.")
MIX_MISSING = reason(
    "mix-missing",
    "plant {plant} burns {needs} coal and oil in any mix: say how many of them are coal, {mixes}.",
    needs=needs,
    mixes=mixes,
)
MIX_NOT_NEEDED = reason("mix-not-needed", "plant {plant} is not a hybrid: it burns {burns}.", burns=burnt)
NOT_ENOUGH_FUEL = reason(
    "not-enough-fuel", "plant {plant} burns {burns}. You have {fuel}.", burns=burnt, fuel=fuel_owned
)


@rule
def slot_of(s: State, seat: int, kind: int) -> int:
    """Return a plant's place among a seat's plants, or -1 if the seat does not own it."""
    for slot in range(s.plant_count[seat]):
        if s.plants[seat, slot] == kind:
            return slot
    return -1


@rule
def why_not_mix(s: State, seat: int, kind: int, coal: int) -> int:
    """A plant burns exactly its need, a hybrid any mix of coal and oil, for which the coal must be named."""
    if TYPE[kind] == HYBRID:
        if NEEDS[kind] > s.fuel[seat, COAL] + s.fuel[seat, OIL]:
            return NOT_ENOUGH_FUEL
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


@offers(when=POWERING)
def offer_runs(s: State, seat: int, out: Rows) -> int:
    """Offer each plant that has not run yet and has its fuel, a hybrid once for each mix."""
    count = 0
    for slot in range(s.plant_count[seat]):
        if not s.run >> slot & 1:
            kind = s.plants[seat, slot]
            if TYPE[kind] == HYBRID:
                least = max(NEEDS[kind] - s.fuel[seat, OIL], 0)
                most = min(NEEDS[kind], s.fuel[seat, COAL])
                count = offer_range(out, count, RunPlant, least, most, NUMBER[kind])
            elif why_not_mix(s, seat, kind, NO_MIX) == 0:
                count = offer(out, count, RunPlant, NUMBER[kind], NO_MIX)
    return offer(out, count, Done)


@refusal(RunPlant, when=POWERING)
def why_not_run(s: State, seat: int, plant: int, coal: int) -> int:
    kind = kind_of(plant)
    if kind == NONE:
        return NO_SUCH_PLANT
    slot = slot_of(s, seat, kind)
    if slot < 0:
        return NOT_OWNED
    if s.run >> slot & 1:
        return ALREADY_RUN
    return why_not_mix(s, seat, kind, coal)


@effect(RunPlant, when=POWERING)
def run_plant(s: State, seat: int, plant: int, coal: int, log: Log) -> None:
    """Run a plant. The fuel it burns goes to the supply."""
    kind = kind_of(plant)
    s.run |= 1 << slot_of(s, seat, kind)
    s.powered += POWERS[kind]
    of_coal, of_oil = burns(kind, COAL), burns(kind, OIL)
    if TYPE[kind] == HYBRID:
        of_coal, of_oil = coal, NEEDS[kind] - coal
    of_garbage, of_uranium = burns(kind, GARBAGE), burns(kind, URANIUM)
    give_back(s, seat, COAL, of_coal)
    give_back(s, seat, OIL, of_oil)
    give_back(s, seat, GARBAGE, of_garbage)
    give_back(s, seat, URANIUM, of_uranium)
    note(log, PlantRun, EVERYONE, seat, plant, of_coal, of_oil, of_garbage, of_uranium)


@rule
def burns(kind: int, fuel: int) -> int:
    """Return how much of a fuel a plant burns in one run. HYBRID stands for coal and oil in any mix."""
    return int(NEEDS[kind]) if TYPE[kind] == fuel else 0


@rule
def pay_income(s: State, seat: int, log: Log) -> None:
    """Pay a seat for the cities it powers: as many as its plants can, but no more than it has."""
    powered = min(s.powered, s.cities[seat])
    s.money[seat] += PAYMENT[powered]
    s.paid_for[seat] = 1 + powered
    s.run = 0
    s.powered = 0
    note(log, CitiesPowered, EVERYONE, seat, powered, PAYMENT[powered])


@rule
def resupply(s: State, log: Log) -> None:
    """Refill the tracks from the supply, the most expensive empty place first."""
    coal = refill(s, COAL)
    oil = refill(s, OIL)
    garbage = refill(s, GARBAGE)
    uranium = refill(s, URANIUM)
    note(log, Resupplied, EVERYONE, coal, oil, garbage, uranium)


@rule
def refill(s: State, fuel: int) -> int:
    """Move new fuel to a track, as far as the supply has it, and return the amount."""
    if fuel == URANIUM and s.uranium_ended:
        return 0
    amount = min(RESUPPLY[s.resupplied_for, s.step, fuel], s.supply[fuel])
    s.supply[fuel] -= amount
    s.track[fuel] += amount
    return int(amount)


@rule
def update_market(s: State, log: Log) -> None:
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
    note(log, PlantPutUnder, EVERYONE, NUMBER[kind])

"""Phases 1 and 5: player order, running plants, income; and how many cities a seat can power at the end."""

from __future__ import annotations

from typing import Any

from ludex.core import EVERYONE, State, note, option, option_range, rule
from ludex.games.power_grid.cards import (
    COAL,
    ECO,
    FUELS,
    GARBAGE,
    HYBRID,
    LOWEST,
    NEEDS,
    NUMBER,
    OIL,
    PAYMENT,
    POWERS,
    TYPE,
    URANIUM,
)
from ludex.games.power_grid.events import CITIES_POWERED, ORDER_SET, PLANT_RUN
from ludex.games.power_grid.moves import MIXES, RUN
from ludex.games.power_grid.resources import give_back
from ludex.games.power_grid.state import (
    ALREADY_RUN,
    MIX_MISSING,
    MIX_NOT_NEEDED,
    NO_SUCH_PLANT,
    NOT_ENOUGH_FUEL,
    NOT_OWNED,
)

NO_MIX = -1


@rule
def comes_before(s: State, seat: int, other: int) -> bool:
    """Most cities first; of equals, the one with the highest plant."""
    if s.cities[seat] != s.cities[other]:
        return bool(s.cities[seat] > s.cities[other])
    return bool(highest_plant(s, seat) > highest_plant(s, other))


@rule
def highest_plant(s: State, seat: int) -> int:
    return int(s.plants[seat, s.plant_count[seat] - 1]) if s.plant_count[seat] > 0 else -1


@rule
def set_order(s: State, log: Any) -> None:
    """Phase 1: sort the seats."""
    for last in range(1, s.seats):
        seat = s.order[last]
        at = last
        while at > 0 and comes_before(s, seat, s.order[at - 1]):
            s.order[at] = s.order[at - 1]
            at -= 1
        s.order[at] = seat
    note(log, ORDER_SET, EVERYONE, s.order[0], s.order[1], s.order[2], s.order[3], s.order[4], s.order[5])


@rule
def slot_of(s: State, seat: int, kind: int) -> int:
    """A plant's place among a seat's plants, -1 if it is not his."""
    for slot in range(s.plant_count[seat]):
        if s.plants[seat, slot] == kind:
            return slot
    return -1


@rule
def why_not_mix(s: State, seat: int, kind: int, coal: int) -> int:
    """A plant burns exactly its need; a hybrid any mix of coal and oil, of which the coal is to be named."""
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
    """Each plant that has not run yet and has its fuel; a hybrid once for each mix."""
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
    """What is burnt goes to the supply."""
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
    """What one run of a plant that is no hybrid burns of a fuel."""
    return int(NEEDS[kind]) if TYPE[kind] == fuel else 0


@rule
def pay_income(s: State, seat: int, log: Any) -> None:
    """A seat is paid for the cities it powers: as many as its plants can, but no more than it has."""
    powered = min(s.powered, s.cities[seat])
    s.money[seat] += PAYMENT[powered]
    s.run = 0
    s.powered = 0
    note(log, CITIES_POWERED, EVERYONE, seat, powered, PAYMENT[powered])


@rule
def can_run_all(s: State, seat: int, slots: int) -> bool:
    """Whether the fuel suffices for all these plants (bits of slots) at once, however the hybrids burn."""
    coal = oil = garbage = uranium = either = 0
    for slot in range(s.plant_count[seat]):
        if slots >> slot & 1:
            kind = s.plants[seat, slot]
            coal += burns(kind, COAL)
            oil += burns(kind, OIL)
            garbage += burns(kind, GARBAGE)
            uranium += burns(kind, URANIUM)
            either += burns(kind, HYBRID)
    have_coal, have_oil = s.fuel[seat, COAL], s.fuel[seat, OIL]
    if coal > have_coal or oil > have_oil or coal + oil + either > have_coal + have_oil:
        return False
    return bool(garbage <= s.fuel[seat, GARBAGE] and uranium <= s.fuel[seat, URANIUM])


@rule
def powers_of(s: State, seat: int, slots: int) -> int:
    """How many cities these plants (bits of slots) power together."""
    powers = 0
    for slot in range(s.plant_count[seat]):
        if slots >> slot & 1:
            powers += POWERS[s.plants[seat, slot]]
    return int(powers)


@rule
def power_at_hand(s: State, seat: int) -> int:
    """What a seat's plants can power with its fuel, cities aside: the best of all sets of them."""
    best = 0
    for slots in range(1 << s.plant_count[seat]):
        powers = powers_of(s, seat, slots)
        if powers > best and can_run_all(s, seat, slots):
            best = powers
    return best


@rule
def can_power(s: State, seat: int) -> int:
    """The most cities a seat can power now, but no more than it has."""
    return int(min(power_at_hand(s, seat), s.cities[seat]))

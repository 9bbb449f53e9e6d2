"""The reach of units: alone, and along routes of fleets that can carry an army."""

from __future__ import annotations

import numpy as np

from ludex.author import rule
from ludex.games.diplomacy.components import (
    ARMY,
    COAST,
    FLEET,
    PROVINCE,
    REACH,
    SEA,
    SEA_AT,
    SEA_NUMBER,
    SEA_SEAS,
    SEA_SHORES,
    SHORE_AT,
    SHORE_NUMBER,
    SHORE_SEAS,
    STEP,
    TYPE,
)
from ludex.games.diplomacy.state import State

BITS_OF_A_SEA, MASK_OF_A_SEA, LONGEST_ROUTE = 5, 31, 12
"""A route is stored as one number with five bits for each sea. No route in which every fleet is needed is longer than
eleven."""

BIT_OF = np.zeros(67, np.int64)
for _bit in range(63):
    BIT_OF[(1 << _bit) % 67] = _bit


@rule
def look_at_sea(s: State) -> None:
    """Note the parts of convoys.

    These are the seas with a fleet, the shores with an army, and for every sea with a fleet the shores that it and the
    fleets connected with it touch.
    """
    fleets = armies = 0
    for number in range(len(SEA_AT)):
        fleets |= int(s.kind[SEA_AT[number]] == FLEET) << number
    for number in range(len(SHORE_AT)):
        armies |= int(s.kind[SHORE_AT[number]] == ARMY) << number
    s.fleets_at_sea = fleets
    s.armies_ashore = armies
    rest = s.fleets_at_sea
    while rest:
        seas = component(rest & -rest, s.fleets_at_sea)
        shores = touched_by(seas)
        rest &= ~seas
        while seas:
            s.sea_shores[lowest_bit(seas)] = shores
            seas &= seas - 1


@rule
def seas_off(shore: int) -> int:
    """Return the seas that touch a coastal province."""
    number: int = SHORE_NUMBER[shore]
    return int(SHORE_SEAS[number])


@rule
def touched_by(seas: int) -> int:
    """Return the shores that these seas touch."""
    shores = 0
    while seas:
        shores |= SEA_SHORES[lowest_bit(seas)]
        seas &= seas - 1
    return shores


@rule
def shores_from(s: State, shore: int) -> int:
    """Return the shores that all fleets together connect with a coastal province, for convoys in either direction."""
    seas = seas_off(shore) & s.fleets_at_sea
    shores = 0
    while seas:
        shores |= s.sea_shores[lowest_bit(seas)]
        seas &= seas - 1
    return int(shores & ~(1 << SHORE_NUMBER[shore]))


@rule
def shores_across(origin: int, seas: int) -> int:
    """Return the shores to which fleets in these seas could carry an army from a province (0 if it is inland)."""
    if TYPE[origin] != COAST:
        return 0
    found = seas_off(origin) & seas
    todo = found
    shores = 0
    while todo:
        sea = lowest_bit(todo)
        todo &= todo - 1
        shores |= SEA_SHORES[sea]
        more = SEA_SEAS[sea] & seas & ~found
        found |= more
        todo |= more
    return int(shores & ~(1 << SHORE_NUMBER[origin]))


@rule
def has_route(origin: int, to: int, seas: int) -> bool:
    """Return whether fleets in these seas could carry an army from province to province."""
    if TYPE[origin] != COAST or TYPE[to] != COAST or origin == to:
        return False
    return bool(shores_across(origin, seas) >> SHORE_NUMBER[to] & 1 == 1)


@rule
def lowest_bit(mask: int) -> int:
    """Return the number of the lowest bit that is set. Powers of two have different remainders when divided by 67."""
    return int(BIT_OF[(mask & -mask) % 67])


@rule
def shores_carried(s: State, origin: int, fleet: int) -> int:
    """Return the shores to which a fleet could help to carry an army from `origin`, on routes without needless fleets.

    Walks over all such routes, deepest first. A route continues only to seas that touch neither the origin nor an
    earlier sea but the last; it ends at a shore that no earlier sea touches.
    """
    wanted = 1 << SEA_NUMBER[fleet]
    home = 1 << SHORE_NUMBER[origin]
    all_shores = s.sea_shores[SEA_NUMBER[fleet]] & ~home
    near = seas_off(origin) & s.fleets_at_sea
    beyond = s.fleets_at_sea & ~near
    starts = near & wanted if near & wanted else near
    shores = depth = route = stack = barred = 0
    touched = home
    choice = starts
    while (choice or depth) and shores != all_shores:
        if choice and depth < LONGEST_ROUTE:
            sea = lowest_bit(choice)
            stack = stack << BITS_OF_A_SEA | sea
            depth += 1
            route |= 1 << sea
            if route & wanted:
                shores |= SEA_SHORES[sea] & ~touched
            choice = next_seas(sea, route, wanted, barred) & beyond
            touched |= SEA_SHORES[sea]
            barred |= SEA_SEAS[sea]
            continue
        depth -= 1
        left = stack & MASK_OF_A_SEA
        stack >>= BITS_OF_A_SEA
        route = barred = 0
        touched = home
        choice = starts
        for step in range(depth):
            sea = stack >> BITS_OF_A_SEA * (depth - 1 - step) & MASK_OF_A_SEA
            route |= 1 << sea
            choice = next_seas(sea, route, wanted, barred) & beyond
            touched |= SEA_SHORES[sea]
            barred |= SEA_SEAS[sea]
        choice &= ~((2 << left) - 1)
    return shores


@rule
def next_seas(sea: int, route: int, wanted: int, barred: int) -> int:
    """Return the seas in which a route can continue.

    After the wanted sea it can continue in any sea that is not barred. Before it, it cannot continue at all if the
    wanted sea is barred, and must go straight there if it is adjacent.
    """
    seas = SEA_SEAS[sea] & ~barred & ~route
    if route & wanted == 0:
        if barred & wanted:
            return 0
        if SEA_SEAS[sea] & wanted:
            return int(seas & wanted)
    return int(seas)


@rule
def component(start: int, seas: int) -> int:
    """Return the seas connected with the starting ones."""
    found = start
    todo = start
    while todo:
        sea = lowest_bit(todo)
        todo &= todo - 1
        more = SEA_SEAS[sea] & seas & ~found
        found |= more
        todo |= more
    return found


@rule
def can_carry(s: State, fleet: int, army: int, to: int) -> bool:
    """Return whether the fleet could help to carry the army to a province."""
    if TYPE[fleet] != SEA or s.kind[fleet] != FLEET or s.kind[army] != ARMY:
        return False
    if TYPE[army] != COAST or TYPE[to] != COAST or army == to:
        return False
    if s.sea_shores[SEA_NUMBER[fleet]] >> SHORE_NUMBER[army] & 1 == 0:
        return False
    return bool(shores_carried(s, army, fleet) >> SHORE_NUMBER[to] & 1 == 1)


@rule
def can_step(s: State, p: int, to: int) -> bool:
    """Return whether the unit in a province can go to a place alone."""
    return bool(STEP[s.kind[p], s.place[p], to] == 1)


@rule
def can_reach(s: State, p: int, to: int) -> bool:
    """Return whether the unit in a province can go to a province alone, on any coast."""
    return bool(REACH[s.kind[p], s.place[p], to] == 1)


@rule
def can_go(s: State, p: int, to: int, seas: int) -> bool:
    """Return whether the unit in a province can go to a place alone or carried by fleets in these seas."""
    if can_step(s, p, to):
        return True
    return s.kind[p] == ARMY and to == PROVINCE[to] and has_route(p, to, seas)


@rule
def sea_bit(p: int) -> int:
    """Return the bit of a sea, or 0 for land."""
    return 1 << SEA_NUMBER[p] if TYPE[p] == SEA else 0

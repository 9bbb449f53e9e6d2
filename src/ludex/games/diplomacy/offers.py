"""Every order that is allowed, written as packed moves. Agrees with `checks`, order by order; the kit proves it."""

from __future__ import annotations

from typing import Any

from ludex.core import State, option, rule
from ludex.games.diplomacy.checks import build_fault, retreat_fault, unit_number
from ludex.games.diplomacy.map import (
    ARMY,
    ARMY_NEAR,
    ARMY_NEAR_COUNT,
    COAST,
    COAST_COUNT,
    COASTS,
    FIRST_PROVINCE,
    FLEET,
    FLEET_NEAR,
    FLEET_NEAR_COUNT,
    HOME,
    NEAR,
    NEAR_COUNT,
    PLACE_COUNT,
    REACH,
    SEA,
    SEA_NUMBER,
    SHORE_AT,
    SHORE_NUMBER,
    SHORE_SEAS,
    STEP,
    TYPE,
    WITHIN,
    WITHIN_COUNT,
)
from ludex.games.diplomacy.moves import (
    BUILDS,
    CONVOYS,
    DISBANDS,
    HOLDS,
    MOVES,
    RETREATS,
    SUPPORT_HOLDS,
    SUPPORT_MOVES,
    UNIT_COUNT,
    VIAS,
    WAIVES,
)
from ludex.games.diplomacy.reach import component, lowest_bit, sea_bit, shores_carried, shores_from, touched_by
from ludex.games.diplomacy.state import NO_ORDER


@rule
def offer_orders(s: State, p: int, out: Any, count: int) -> int:
    """All orders of a movement phase for the unit in a province."""
    unit = unit_number(s.kind[p], s.place[p])
    count = option(out, count, HOLDS + unit)
    if s.kind[p] == ARMY:
        count = offer_army_moves(s, p, unit, out, count)
    else:
        for i in range(FLEET_NEAR_COUNT[s.place[p]]):
            count = option(out, count, MOVES + unit * PLACE_COUNT + FLEET_NEAR[s.place[p], i])
    for i in range(NEAR_COUNT[s.kind[p], s.place[p]]):
        count = offer_supports(s, p, NEAR[s.kind[p], s.place[p], i], unit * UNIT_COUNT, out, count)
    if s.kind[p] == FLEET and TYPE[p] == SEA and s.armies_ashore:
        count = offer_convoys(s, p, unit * UNIT_COUNT, out, count)
    return count


@rule
def offer_army_moves(s: State, p: int, unit: int, out: Any, count: int) -> int:
    """By land, by sea where it could also walk, and by sea alone."""
    across = shores_from(s, p) if TYPE[p] == COAST else 0
    for i in range(ARMY_NEAR_COUNT[p]):
        to = ARMY_NEAR[p, i]
        count = option(out, count, MOVES + unit * PLACE_COUNT + to)
        if across and TYPE[to] == COAST and across >> SHORE_NUMBER[to] & 1:
            count = option(out, count, VIAS + unit * PLACE_COUNT + to)
            across &= ~(1 << SHORE_NUMBER[to])
    while across:
        to = SHORE_AT[lowest_bit(across)]
        across &= across - 1
        count = option(out, count, MOVES + unit * PLACE_COUNT + to)
    return count


@rule
def offer_supports(s: State, p: int, to: int, first: int, out: Any, count: int) -> int:
    """All supports of the unit in `p` into a province: of who stands there, of who could step there, of armies that
    fleets could carry there. `first` is the unit's share of the packed order."""
    if s.kind[to]:
        count = option(out, count, SUPPORT_HOLDS + first + unit_number(s.kind[to], s.place[to]))
    for i in range(WITHIN_COUNT[to]):
        q = WITHIN[to, i]
        if q != p and s.kind[q] and REACH[s.kind[q], s.place[q], to]:
            order = SUPPORT_MOVES + (first + unit_number(s.kind[q], s.place[q])) * PLACE_COUNT
            count = option(out, count, order + to)
            if s.kind[q] == FLEET:
                for c in range(COAST_COUNT[to]):
                    if STEP[FLEET, s.place[q], COASTS[to, c]]:
                        count = option(out, count, order + COASTS[to, c])
    if s.fleets_at_sea == 0 or TYPE[to] != COAST:
        return count
    if TYPE[p] == SEA:
        seas = s.fleets_at_sea & ~sea_bit(p)
        shores = touched_by(component(SHORE_SEAS[SHORE_NUMBER[to]] & seas, seas))
    else:
        shores = shores_from(s, to)
    shores &= s.armies_ashore
    while shores:
        q = SHORE_AT[lowest_bit(shores)]
        shores &= shores - 1
        if q != p and q != to and not REACH[ARMY, q, to]:
            order = SUPPORT_MOVES + (first + unit_number(ARMY, q)) * PLACE_COUNT
            count = option(out, count, order + to)
    return count


@rule
def offer_convoys(s: State, p: int, first: int, out: Any, count: int) -> int:
    """All convoys the fleet could have a part in."""
    armies = s.sea_shores[SEA_NUMBER[p]] & s.armies_ashore
    while armies:
        q = SHORE_AT[lowest_bit(armies)]
        armies &= armies - 1
        shores = shores_carried(s, q, p)
        order = CONVOYS + (first + unit_number(ARMY, q)) * PLACE_COUNT
        while shores:
            count = option(out, count, order + SHORE_AT[lowest_bit(shores)])
            shores &= shores - 1
    return count


@rule
def offer_retreats(s: State, p: int, out: Any, count: int) -> int:
    """Where the unit dislodged from a province may go, and that it may be taken off the board."""
    unit = unit_number(s.beaten_kind[p], s.beaten_place[p])
    if s.beaten_kind[p] == ARMY:
        for i in range(ARMY_NEAR_COUNT[p]):
            if retreat_fault(s, p, ARMY_NEAR[p, i]) == 0:
                count = option(out, count, RETREATS + unit * PLACE_COUNT + ARMY_NEAR[p, i])
    else:
        place = s.beaten_place[p]
        for i in range(FLEET_NEAR_COUNT[place]):
            if retreat_fault(s, p, FLEET_NEAR[place, i]) == 0:
                count = option(out, count, RETREATS + unit * PLACE_COUNT + FLEET_NEAR[place, i])
    return option(out, count, DISBANDS + unit)


@rule
def offer_builds(s: State, seat: int, out: Any, count: int) -> int:
    """New units in free home centres, or none."""
    for p in range(FIRST_PROVINCE[s.map], FIRST_PROVINCE[s.map + 1]):
        if HOME[p] == seat and s.owner[p] == seat and s.kind[p] == 0 and s.order[p] == NO_ORDER:
            for kind in range(ARMY, FLEET + 1):
                if build_fault(kind, p) == 0:
                    count = option(out, count, BUILDS + unit_number(kind, p))
            for c in range(COAST_COUNT[p]):
                count = option(out, count, BUILDS + unit_number(FLEET, COASTS[p, c]))
    return option(out, count, WAIVES)


@rule
def offer_removals(s: State, seat: int, out: Any, count: int) -> int:
    """Any unit of the power."""
    for p in range(FIRST_PROVINCE[s.map], FIRST_PROVINCE[s.map + 1]):
        if s.kind[p] and s.power[p] == seat and s.order[p] == NO_ORDER:
            count = option(out, count, DISBANDS + unit_number(s.kind[p], s.place[p]))
    return count

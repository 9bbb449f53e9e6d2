"""Orders of a movement phase: which are allowed, and how they are written down."""

from __future__ import annotations

from typing import Any

from ludex.core import State, option, rule
from ludex.games.diplomacy.components import (
    ARMY,
    ARMY_NEAR,
    ARMY_NEAR_COUNT,
    COAST,
    COAST_COUNT,
    COASTS,
    FLEET,
    FLEET_NEAR,
    FLEET_NEAR_COUNT,
    LAND,
    NEAR,
    NEAR_COUNT,
    NOWHERE,
    PLACE_COUNT,
    PROVINCE,
    PROVINCES,
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
from ludex.games.diplomacy.reasons import (
    ARMY_TO_SEA,
    CANNOT_REACH,
    FINE,
    FLEET_BY_CONVOY,
    FLEET_INLAND,
    NAME_THE_COAST,
    NEEDLESS_VIA,
    NO_FLEETS,
    NO_SUCH_UNIT,
    NOBODY_THERE,
    NOT_A_FLEET_AT_SEA,
    NOT_AN_ARMY,
    NOT_ON_A_ROUTE,
    NOT_YOURS,
    OTHER_CANNOT_REACH,
    OTHER_COAST,
    SAME_PROVINCE,
    SUPPORT_TOO_FAR,
    SUPPORTS_ITSELF,
)
from ludex.games.diplomacy.rules.reach import (
    can_carry,
    can_go,
    can_reach,
    component,
    has_route,
    lowest_bit,
    sea_bit,
    shores_carried,
    shores_from,
    touched_by,
)
from ludex.games.diplomacy.state import (
    BUILD,
    CONVOY,
    DISBAND,
    HOLD,
    MOVE,
    MOVE_VIA,
    NO_ORDER,
    RETREAT,
    SUPPORT_HOLD,
    SUPPORT_MOVE,
    is_retreats,
)


@rule
def order_kind(move: int) -> int:
    """The kind of a packed order; votes and waives have none."""
    if move < MOVES:
        return HOLD
    if move < VIAS:
        return MOVE
    if move < SUPPORT_HOLDS:
        return MOVE_VIA
    if move < SUPPORT_MOVES:
        return SUPPORT_HOLD
    if move < CONVOYS:
        return SUPPORT_MOVE
    if move < RETREATS:
        return CONVOY
    if move < DISBANDS:
        return RETREAT
    if move < BUILDS:
        return DISBAND
    if move < WAIVES:
        return BUILD
    return NO_ORDER


@rule
def order_parts(kind: int, move: int) -> tuple[int, int, int]:
    """A packed order's unit, other unit and place; what it does not have is -1."""
    if kind == HOLD:
        return move - HOLDS, NOWHERE, NOWHERE
    if kind == MOVE or kind == MOVE_VIA or kind == RETREAT:
        rest = move - (MOVES if kind == MOVE else VIAS if kind == MOVE_VIA else RETREATS)
        return rest // PLACE_COUNT, NOWHERE, rest % PLACE_COUNT
    if kind == SUPPORT_HOLD:
        rest = move - SUPPORT_HOLDS
        return rest // UNIT_COUNT, rest % UNIT_COUNT, NOWHERE
    if kind == SUPPORT_MOVE or kind == CONVOY:
        rest = move - (SUPPORT_MOVES if kind == SUPPORT_MOVE else CONVOYS)
        pair = rest // PLACE_COUNT
        return pair // UNIT_COUNT, pair % UNIT_COUNT, rest % PLACE_COUNT
    if kind == DISBAND:
        return move - DISBANDS, NOWHERE, NOWHERE
    return move - BUILDS, NOWHERE, NOWHERE


@rule
def unit_number(kind: int, place: int) -> int:
    """A unit as packed orders count it."""
    return (kind - 1) * PLACE_COUNT + place


@rule
def packed_order(s: State, p: int) -> int:
    """The order that was given in the phase before, in packed form."""
    unit = unit_number(s.old_kind[p], s.old_place[p])
    kind, to = s.old_order[p], s.old_to[p]
    if kind == HOLD:
        return HOLDS + unit
    if kind == MOVE:
        return int(MOVES + unit * PLACE_COUNT + to)
    if kind == MOVE_VIA:
        return int(VIAS + unit * PLACE_COUNT + to)
    if kind == RETREAT:
        return int(RETREATS + unit * PLACE_COUNT + to)
    if kind == DISBAND:
        return DISBANDS + unit
    if kind == BUILD:
        return BUILDS + unit
    q = s.old_target[p]
    pair = unit * UNIT_COUNT + unit_number(s.old_kind[q], s.old_place[q])
    if kind == SUPPORT_HOLD:
        return SUPPORT_HOLDS + pair
    return int((SUPPORT_MOVES if kind == SUPPORT_MOVE else CONVOYS) + pair * PLACE_COUNT + to)


@rule
def write_down(s: State, move: int) -> None:
    kind = order_kind(move)
    unit, other, to = order_parts(kind, move)
    p = PROVINCE[unit % PLACE_COUNT]
    s.order[p] = kind
    if kind == BUILD:
        s.target[p] = unit // PLACE_COUNT + 1
        s.to[p] = unit % PLACE_COUNT
    else:
        s.target[p] = PROVINCE[other % PLACE_COUNT] if other != NOWHERE else 0
        s.to[p] = to if to != NOWHERE else 0


@rule
def unit_fault(kind: int, place: int, unit: int) -> int:
    """Whether a unit that stands there (kind 0: none) is the one an order names."""
    if kind == 0 or unit // PLACE_COUNT != kind - 1:
        return NO_SUCH_UNIT
    return FINE if unit % PLACE_COUNT == place else OTHER_COAST


@rule
def next_unit(s: State, seat: int) -> int:
    """Orders are given unit by unit, in the alphabet of the provinces: the first of the seat's without one (-1:
    none)."""
    retreating = is_retreats(s.phase)
    for p in range(PROVINCES):
        if s.order[p] == NO_ORDER:
            if retreating and s.beaten_kind[p] and s.beaten_power[p] == seat:
                return p
            if not retreating and s.kind[p] and s.power[p] == seat:
                return p
    return NOWHERE


@rule
def why_not_move(s: State, seat: int, kind: int, unit: int, other: int, to: int) -> int:
    """Orders of a movement phase."""
    p = PROVINCE[unit % PLACE_COUNT]
    fault = unit_fault(s.kind[p], s.place[p], unit)
    if fault:
        return fault
    if s.power[p] != seat:
        return NOT_YOURS
    if kind == MOVE:
        return move_fault(s, p, to)
    if kind == MOVE_VIA:
        return via_fault(s, p, to)
    if kind == HOLD:
        return FINE
    q = PROVINCE[other % PLACE_COUNT]
    if unit_fault(s.kind[q], s.place[q], other):
        return NOBODY_THERE
    if kind == CONVOY:
        return convoy_fault(s, p, q, to)
    return support_fault(s, p, q, to)


@rule
def move_fault(s: State, p: int, to: int) -> int:
    """A unit goes to a place next to it, or an army to one that fleets could carry it to."""
    province = PROVINCE[to]
    if province == p:
        return SAME_PROVINCE
    if can_go(s, p, to, s.fleets_at_sea):
        return FINE
    if s.kind[p] == ARMY and TYPE[province] == SEA:
        return ARMY_TO_SEA
    if s.kind[p] == FLEET and TYPE[province] == LAND:
        return FLEET_INLAND
    if s.kind[p] == FLEET and COAST_COUNT[province] and to == province and can_reach(s, p, province):
        return NAME_THE_COAST
    return CANNOT_REACH


@rule
def via_fault(s: State, p: int, to: int) -> int:
    """Only where an army could also walk must it be said that it goes by convoy."""
    if s.kind[p] != ARMY:
        return FLEET_BY_CONVOY
    if PROVINCE[to] == p:
        return SAME_PROVINCE
    if to != PROVINCE[to] or not has_route(p, to, s.fleets_at_sea):
        return NO_FLEETS
    return FINE if can_reach(s, p, to) else NEEDLESS_VIA


@rule
def support_fault(s: State, p: int, q: int, to: int) -> int:
    """A unit supports where it could go itself, and only what the other could do."""
    if q == p:
        return SUPPORTS_ITSELF
    province = q if to == NOWHERE else PROVINCE[to]
    if not can_reach(s, p, province):
        return SUPPORT_TOO_FAR
    if to == NOWHERE:
        return FINE
    if to == province and can_reach(s, q, province):
        return FINE
    return FINE if can_go(s, q, to, s.fleets_at_sea & ~sea_bit(p)) else OTHER_CANNOT_REACH


@rule
def convoy_fault(s: State, p: int, q: int, to: int) -> int:
    """A fleet at sea carries an army from coast to coast, as part of a route of fleets that are there."""
    if s.kind[p] != FLEET or TYPE[p] != SEA:
        return NOT_A_FLEET_AT_SEA
    if s.kind[q] != ARMY:
        return NOT_AN_ARMY
    if to != PROVINCE[to] or not can_carry(s, p, q, to):
        return NOT_ON_A_ROUTE
    return FINE


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

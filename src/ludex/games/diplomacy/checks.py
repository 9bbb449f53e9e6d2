"""Why an order is not allowed. The sentences are in `sentences`."""

from __future__ import annotations

from ludex.core import State, rule
from ludex.games.diplomacy.map import (
    ARMY,
    CENTRE,
    COAST_COUNT,
    FIRST_PROVINCE,
    FLEET,
    HOME,
    LAND,
    NOWHERE,
    PLACE_COUNT,
    PROVINCE,
    PROVINCES,
    REACH,
    SEA,
    STEP,
    TYPE,
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
from ludex.games.diplomacy.reach import can_carry, can_go, can_reach, has_route, sea_bit
from ludex.games.diplomacy.state import (
    BUILD,
    CONVOY,
    DISBAND,
    FALL_MOVES,
    FALL_RETREATS,
    HOLD,
    MOVE,
    MOVE_VIA,
    NO_ORDER,
    RETREAT,
    SPRING_MOVES,
    SPRING_RETREATS,
    SUPPORT_HOLD,
    SUPPORT_MOVE,
    WINTER,
)

(
    FINE,
    WRONG_PHASE,
    NO_SUCH_UNIT,
    NOT_YOURS,
    OTHER_COAST,
    NOT_NEXT,
    SAME_PROVINCE,
    CANNOT_REACH,
    ARMY_TO_SEA,
    FLEET_INLAND,
    NAME_THE_COAST,
    NO_FLEETS,
    NEEDLESS_VIA,
    FLEET_BY_CONVOY,
    SUPPORTS_ITSELF,
    NOBODY_THERE,
    SUPPORT_TOO_FAR,
    OTHER_CANNOT_REACH,
    NOT_A_FLEET_AT_SEA,
    NOT_AN_ARMY,
    NOT_ON_A_ROUTE,
    NOT_DISLODGED,
    CANNOT_RETREAT,
    OCCUPIED,
    STANDOFF_THERE,
    ATTACKER_CAME_FROM,
    NO_BUILD_DUE,
    NOT_HOME,
    NOT_OWNED,
    HOME_OCCUPIED,
    CANNOT_LIE_THERE,
    NO_REMOVAL_DUE,
    NO_VOTES,
    VOTE_COMES_FIRST,
    BAD_CONCESSION,
) = range(35)


@rule
def is_moves(phase: int) -> bool:
    return phase == SPRING_MOVES or phase == FALL_MOVES


@rule
def is_retreats(phase: int) -> bool:
    return phase == SPRING_RETREATS or phase == FALL_RETREATS


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
def why_not_order(s: State, seat: int, move: int) -> int:
    """Why an order is not allowed in this phase, whatever else was ordered; 0 if it is."""
    kind = order_kind(move)
    unit, other, to = order_parts(kind, move)
    if is_moves(s.phase):
        if kind == RETREAT or kind == DISBAND or kind == BUILD:
            return WRONG_PHASE
        return why_not_move(s, seat, kind, unit, other, to)
    if is_retreats(s.phase):
        if kind != RETREAT and kind != DISBAND:
            return WRONG_PHASE
        return why_not_retreat(s, seat, kind, unit, to)
    if s.phase == WINTER:
        if kind == BUILD:
            return why_not_build(s, seat, unit)
        if kind == DISBAND:
            return why_not_removal(s, seat, unit)
    return WRONG_PHASE


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
def why_not_retreat(s: State, seat: int, kind: int, unit: int, to: int) -> int:
    """Orders of a retreat phase."""
    p = PROVINCE[unit % PLACE_COUNT]
    fault = unit_fault(s.beaten_kind[p], s.beaten_place[p], unit)
    if fault:
        return NOT_DISLODGED if fault == NO_SUCH_UNIT else fault
    if s.beaten_power[p] != seat:
        return NOT_YOURS
    return FINE if kind == DISBAND else retreat_fault(s, p, to)


@rule
def retreat_fault(s: State, p: int, to: int) -> int:
    """To a neighbouring province that is empty, was not fought over, and is not where the attacker came from."""
    province = PROVINCE[to]
    if STEP[s.beaten_kind[p], s.beaten_place[p], to] == 0:
        if s.beaten_kind[p] == FLEET and to == province and COAST_COUNT[to] and REACH[FLEET, s.beaten_place[p], to]:
            return NAME_THE_COAST
        return CANNOT_RETREAT
    if s.kind[province]:
        return OCCUPIED
    if s.contested[province]:
        return STANDOFF_THERE
    return ATTACKER_CAME_FROM if s.beaten_from[p] == province else FINE


@rule
def why_not_build(s: State, seat: int, unit: int) -> int:
    """Builds are put into home centres that the power owns and nobody stands in, as many as it has centres too many."""
    kind, to = unit // PLACE_COUNT + 1, unit % PLACE_COUNT
    p = PROVINCE[to]
    if surplus(s, seat) <= 0:
        return NO_BUILD_DUE
    if HOME[p] != seat or not on_map(s, p):
        return NOT_HOME
    if s.owner[p] != seat:
        return NOT_OWNED
    if s.kind[p] or s.order[p] != NO_ORDER:
        return HOME_OCCUPIED
    return build_fault(kind, to)


@rule
def build_fault(kind: int, to: int) -> int:
    """An army needs land, a fleet a coast; where there are two, one must be named."""
    p = PROVINCE[to]
    if kind == ARMY:
        return FINE if to == p and TYPE[p] != SEA else CANNOT_LIE_THERE
    if TYPE[p] == LAND:
        return CANNOT_LIE_THERE
    return NAME_THE_COAST if COAST_COUNT[p] and to == p else FINE


@rule
def why_not_removal(s: State, seat: int, unit: int) -> int:
    """Units beyond the number of centres are taken off the board, whichever the power chooses."""
    p = PROVINCE[unit % PLACE_COUNT]
    fault = unit_fault(s.kind[p], s.place[p], unit)
    if fault:
        return fault
    if s.power[p] != seat:
        return NOT_YOURS
    if surplus(s, seat) >= 0:
        return NO_REMOVAL_DUE
    return FINE if s.order[p] == NO_ORDER else NOT_NEXT


@rule
def surplus(s: State, seat: int) -> int:
    """How many centres more than units a power has."""
    count = 0
    for p in range(PROVINCES):
        if CENTRE[p] and s.owner[p] == seat:
            count += 1
        if s.kind[p] and s.power[p] == seat:
            count -= 1
    return count


@rule
def on_map(s: State, p: int) -> bool:
    """Whether a province is on the map that is played."""
    return bool(FIRST_PROVINCE[s.map] <= p < FIRST_PROVINCE[s.map + 1])

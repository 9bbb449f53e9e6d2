"""Orders: the units that a power may order and when, and the orders to hold and to move."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludex.author import EVERYONE, Log, Rows, effect, note, offer, packed, reason, refusal, rule
from ludex.games.diplomacy.components import (
    ARMY,
    ARMY_NEAR,
    ARMY_NEAR_COUNT,
    COAST,
    COAST_COUNT,
    CODES,
    DISTANCE,
    FLEET,
    FLEET_NEAR,
    FLEET_NEAR_COUNT,
    LAND,
    NOWHERE,
    PLACE_COUNT,
    PLACE_NUMBER,
    PLACES,
    PROVINCE,
    PROVINCES,
    SEA,
    SHORE_AT,
    SHORE_NUMBER,
    STEP,
    TYPE,
    map_of,
)
from ludex.games.diplomacy.events import OrdersGiven
from ludex.games.diplomacy.moves import (
    Build,
    Convoy,
    Disband,
    Hold,
    MoveTo,
    MoveVia,
    Retreat,
    SupportHold,
    SupportMove,
)
from ludex.games.diplomacy.notation.names import KIND_WORDS, unit_name
from ludex.games.diplomacy.reasons import NAME_THE_COAST, NO_SUCH_UNIT, NOT_YOURS, OTHER_COAST, unit_province
from ludex.games.diplomacy.rules.reach import can_go, can_reach, has_route, lowest_bit, shores_across, shores_from
from ludex.games.diplomacy.rules.wrong_phase import WRONG_PHASE
from ludex.games.diplomacy.state import (
    BUILD,
    DISBAND,
    HOLD,
    MOVE,
    MOVE_VIA,
    NO_ORDER,
    RETREAT,
    SUPPORT_HOLD,
    SUPPORT_MOVE,
    State,
    is_moves,
    is_retreats,
)

# Units and orders as numbers


@rule
def unit_number(kind: int, place: int) -> int:
    """Return the number of a unit in the field of an order."""
    return (kind - 1) * PLACE_COUNT + place


@rule
def province_of(unit: int) -> int:
    """Return the province of a unit, given as in the field of an order."""
    return int(PROVINCE[unit % PLACE_COUNT])


@rule
def packed_order(order: int, unit: int, other: int, to: int) -> int:
    """Return an order of the record as a packed move."""
    if order == HOLD:
        return packed(Hold, unit)
    if order == MOVE:
        return packed(MoveTo, unit, to)
    if order == MOVE_VIA:
        return packed(MoveVia, unit, to)
    if order == SUPPORT_HOLD:
        return packed(SupportHold, unit, other)
    if order == SUPPORT_MOVE:
        return packed(SupportMove, unit, other, to)
    if order == RETREAT:
        return packed(Retreat, unit, to)
    if order == DISBAND:
        return packed(Disband, unit)
    if order == BUILD:
        return packed(Build, unit)
    return packed(Convoy, unit, other, to)


# Any order of a movement phase


def _turn(s: State, seat: int, order: Any) -> str:
    p = next_unit(s, seat)
    if p < 0 or s.order[unit_province(order)]:
        return f"{order.unit} already has an order"
    kind, place = (s.beaten_kind, s.beaten_place) if is_retreats(s.phase) else (s.kind, s.place)
    return f"orders are given unit by unit, and {unit_name(kind[p], place[p])} is next"


NOT_NEXT = reason("not-next", "{turn}.", turn=_turn)


@rule
def why_not_order(s: State, seat: int, unit: int) -> int:
    """In a movement phase a power orders its own units."""
    if not is_moves(s.phase):
        return WRONG_PHASE
    p = province_of(unit)
    fault = unit_fault(s.kind[p], s.place[p], unit)
    if fault:
        return fault
    return 0 if s.power[p] == seat else NOT_YOURS


@rule
def unit_fault(kind: int, place: int, unit: int) -> int:
    """Return whether the unit that stands in a province (kind 0: none) is the one an order names."""
    if kind == 0 or unit // PLACE_COUNT != kind - 1:
        return NO_SUCH_UNIT
    return 0 if unit % PLACE_COUNT == place else OTHER_COAST


@rule
def why_not_now(s: State, seat: int, unit: int) -> int:
    """Orders are given unit by unit."""
    return 0 if province_of(unit) == next_unit(s, seat) else NOT_NEXT


@rule
def next_unit(s: State, seat: int) -> int:
    """Return the first unit of a power without an order, in the alphabetical sequence of the provinces (-1: none)."""
    retreating = is_retreats(s.phase)
    for p in range(PROVINCES):
        if s.order[p] == NO_ORDER:
            if retreating and s.beaten_kind[p] and s.beaten_power[p] == seat:
                return p
            if not retreating and s.kind[p] and s.power[p] == seat:
                return p
    return NOWHERE


@rule
def write_down(s: State, order: int, unit: int, target: int, to: int) -> None:
    """Write an order into the record, with the province of the unit it concerns, and the place it leads to."""
    p = province_of(unit)
    s.order[p] = order
    s.target[p] = target
    s.to[p] = to


@rule
def give(s: State, seat: int, order: int, unit: int, target: int, to: int, log: Log) -> None:
    """Write an order down. A power that has given its last order is done."""
    write_down(s, order, unit, target, to)
    hand_in(s, seat, log)


@rule
def hand_in(s: State, seat: int, log: Log) -> None:
    """A power has made one of its decisions. When it has made its last, that is public."""
    s.left[seat] -= 1
    if s.left[seat] == 0:
        note(log, OrdersGiven, EVERYONE, seat)


# Hold


@refusal(Hold)
def why_not_hold(s: State, seat: int, unit: int) -> int:
    """Every unit may hold."""
    fault = why_not_order(s, seat, unit)
    return fault if fault else why_not_now(s, seat, unit)


@effect(Hold)
def hold(s: State, seat: int, unit: int, log: Log) -> None:
    give(s, seat, HOLD, unit, 0, 0, log)


# Move


def reachable(s: State, p: int, by_sea: bool = True) -> str:
    """Return a sentence with all that the unit in a province can reach, if it can be convoyed also across the sea."""
    kind, place = s.kind[p], s.place[p]
    names = [PLACES[to] for to in np.flatnonzero(STEP[kind, place])]
    if kind == ARMY and by_sea:
        across = shores_across(place, s.fleets_at_sea)
        names += [CODES[p] for n, p in enumerate(SHORE_AT) if across >> n & 1 and CODES[p] not in names]
    article = "an" if kind == ARMY else "a"
    return f"From {PLACES[place]} {article} {KIND_WORDS[kind]} can reach {', '.join(names) or 'no other place'}."


def _reachable(s: State, seat: int, order: Any) -> str:
    return reachable(s, unit_province(order))


def _obstacle(s: State, seat: int, order: Any) -> str:
    p = unit_province(order)
    if map_of(PLACE_NUMBER[order.to]) != map_of(p):
        return "it is not on this map"
    here, near = PLACES[s.place[p]], DISTANCE[p, PROVINCE[PLACE_NUMBER[order.to]]] == 1
    if s.kind[p] == ARMY:
        return f"it is not adjacent to {here}, and no fleets can carry it there"
    return f"no coast joins {here} and {order.to}" if near else f"it is not adjacent to {here}"


SAME_PROVINCE = reason(
    "same-province",
    "{unit} is already in {province}: to stay there, write {unit} H.",
    province=lambda s, seat, order: order.unit[2:5],
)
ARMY_TO_SEA = reason("army-to-sea", "{unit} cannot reach {to}: it is a sea. {reachable}", reachable=_reachable)
FLEET_INLAND = reason("fleet-inland", "{unit} cannot reach {to}: it is inland. {reachable}", reachable=_reachable)
CANNOT_REACH = reason(
    "cannot-reach", "{unit} cannot reach {to}: {obstacle}. {reachable}", obstacle=_obstacle, reachable=_reachable
)


@refusal(MoveTo)
def why_not_move_to(s: State, seat: int, unit: int, to: int) -> int:
    fault = why_not_order(s, seat, unit)
    if fault == 0:
        fault = move_fault(s, province_of(unit), to)
    return fault if fault else why_not_now(s, seat, unit)


@rule
def move_fault(s: State, p: int, to: int) -> int:
    """A unit goes to a place next to it, or an army to one that fleets could carry it to."""
    province = PROVINCE[to]
    if province == p:
        return SAME_PROVINCE
    if can_go(s, p, to, s.fleets_at_sea):
        return 0
    if s.kind[p] == ARMY and TYPE[province] == SEA:
        return ARMY_TO_SEA
    if s.kind[p] == FLEET and TYPE[province] == LAND:
        return FLEET_INLAND
    if s.kind[p] == FLEET and COAST_COUNT[province] and to == province and can_reach(s, p, province):
        return NAME_THE_COAST
    return CANNOT_REACH


@effect(MoveTo)
def move_to(s: State, seat: int, unit: int, to: int, log: Log) -> None:
    give(s, seat, MOVE, unit, 0, to, log)


# Move by convoy

FLEET_BY_CONVOY = reason("fleet-by-convoy", "a fleet cannot be convoyed. {reachable}", reachable=_reachable)
NO_FLEETS = reason("no-fleets", "no fleets can carry {unit} to {to}. {reachable}", reachable=_reachable)
NEEDLESS_VIA = reason("needless-via", "{to} can only be reached by convoy, so VIA is not needed: write {unit} - {to}.")


@refusal(MoveVia)
def why_not_move_via(s: State, seat: int, unit: int, to: int) -> int:
    fault = why_not_order(s, seat, unit)
    if fault == 0:
        fault = via_fault(s, province_of(unit), to)
    return fault if fault else why_not_now(s, seat, unit)


@rule
def via_fault(s: State, p: int, to: int) -> int:
    """VIA is for an army that could also walk, where fleets could carry it."""
    if s.kind[p] != ARMY:
        return FLEET_BY_CONVOY
    if PROVINCE[to] == p:
        return SAME_PROVINCE
    if to != PROVINCE[to] or not has_route(p, to, s.fleets_at_sea):
        return NO_FLEETS
    return 0 if can_reach(s, p, to) else NEEDLESS_VIA


@effect(MoveVia)
def move_via(s: State, seat: int, unit: int, to: int, log: Log) -> None:
    give(s, seat, MOVE_VIA, unit, 0, to, log)


@rule
def offer_moves(s: State, p: int, unit: int, out: Rows, count: int) -> int:
    """Offer all moves of the unit in a province."""
    if s.kind[p] == ARMY:
        return offer_army_moves(s, p, unit, out, count)
    for i in range(FLEET_NEAR_COUNT[s.place[p]]):
        count = offer(out, count, MoveTo, unit, FLEET_NEAR[s.place[p], i])
    return count


@rule
def offer_army_moves(s: State, p: int, unit: int, out: Rows, count: int) -> int:
    """Offer moves by land, by sea where the army could also walk, and by sea alone."""
    across = shores_from(s, p) if TYPE[p] == COAST else 0
    for i in range(ARMY_NEAR_COUNT[p]):
        to: int = ARMY_NEAR[p, i]
        count = offer(out, count, MoveTo, unit, to)
        if across and TYPE[to] == COAST and across >> SHORE_NUMBER[to] & 1:
            count = offer(out, count, MoveVia, unit, to)
            across &= ~(1 << SHORE_NUMBER[to])
    while across:
        to = SHORE_AT[lowest_bit(across)]
        across &= across - 1
        count = offer(out, count, MoveTo, unit, to)
    return count

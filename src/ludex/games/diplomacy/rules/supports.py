"""Supports: a unit helps another to hold, or to move."""

from __future__ import annotations

from typing import Any

from ludex.author import Log, Rows, effect, offer, reason, refusal, rule
from ludex.games.diplomacy.components import (
    ARMY,
    COAST,
    COAST_COUNT,
    COASTS,
    CODES,
    DISTANCE,
    FLEET,
    LAND,
    PLACES,
    PROVINCE,
    REACH,
    SEA,
    SHORE_AT,
    STEP,
    TYPE,
    WITHIN,
    WITHIN_COUNT,
    map_of,
)
from ludex.games.diplomacy.moves import SupportHold, SupportMove
from ludex.games.diplomacy.reasons import standing, unit_province
from ludex.games.diplomacy.rules.orders import (
    give,
    province_of,
    reachable,
    unit_fault,
    unit_number,
    why_not_now,
    why_not_order,
)
from ludex.games.diplomacy.rules.reach import (
    can_go,
    can_reach,
    component,
    lowest_bit,
    sea_bit,
    seas_off,
    shores_from,
    touched_by,
)
from ludex.games.diplomacy.state import SUPPORT_HOLD, SUPPORT_MOVE, State


def other_province(order: Any) -> int:
    """Return the province of the unit that is supported or convoyed."""
    return CODES.index(order.other[2:5])


def _target(order: Any) -> str:
    to: str = getattr(order, "to", order.other[2:])
    return to[:3]


def _obstacle(s: State, seat: int, order: Any) -> str:
    """Return why a unit cannot go to where it was to support: by its kind, or because it is too far."""
    p, target = unit_province(order), CODES.index(_target(order))
    if s.kind[p] == ARMY and TYPE[target] == SEA:
        return "it is a sea"
    if s.kind[p] == FLEET and TYPE[target] == LAND:
        return "it is inland"
    here = PLACES[s.place[p]]
    if map_of(target) != map_of(p):
        return "it is not on this map"
    near = DISTANCE[p, target] == 1 and s.kind[p] == FLEET
    return f"no coast joins {here} and {_target(order)}" if near else f"it is not adjacent to {here}"


NOBODY_THERE = reason(
    "nobody-there",
    "there is no {other}: {standing} is in {province}.",
    standing=lambda s, seat, order: standing(s, other_province(order)),
    province=lambda s, seat, order: order.other[2:5],
)
SUPPORTS_ITSELF = reason("supports-itself", "{unit} cannot support itself.")
SUPPORT_TOO_FAR = reason(
    "support-too-far",
    "{unit} cannot support into {target}, because it could not move there itself: {obstacle}. {reachable}",
    target=lambda s, seat, order: _target(order),
    obstacle=_obstacle,
    reachable=lambda s, seat, order: reachable(s, unit_province(order), by_sea=False),
)
OTHER_CANNOT_REACH = reason(
    "other-cannot-reach",
    "{other} cannot reach {to} itself. {reachable}",
    reachable=lambda s, seat, order: reachable(s, other_province(order)),
)


@refusal(SupportHold)
def why_not_support_hold(s: State, seat: int, unit: int, other: int) -> int:
    fault = why_not_order(s, seat, unit)
    if fault == 0:
        fault = other_fault(s, other)
    if fault == 0:
        fault = support_fault(s, province_of(unit), province_of(other), province_of(other))
    return fault if fault else why_not_now(s, seat, unit)


@refusal(SupportMove)
def why_not_support_move(s: State, seat: int, unit: int, other: int, to: int) -> int:
    fault = why_not_order(s, seat, unit)
    if fault == 0:
        fault = other_fault(s, other)
    if fault == 0:
        fault = support_fault(s, province_of(unit), province_of(other), PROVINCE[to])
    if fault == 0:
        fault = supported_move_fault(s, province_of(unit), province_of(other), to)
    return fault if fault else why_not_now(s, seat, unit)


@rule
def other_fault(s: State, other: int) -> int:
    """The unit that an order concerns must be there."""
    q = province_of(other)
    return NOBODY_THERE if unit_fault(s.kind[q], s.place[q], other) else 0


@rule
def support_fault(s: State, p: int, q: int, province: int) -> int:
    """A unit supports another where it could go itself."""
    if q == p:
        return SUPPORTS_ITSELF
    return 0 if can_reach(s, p, province) else SUPPORT_TOO_FAR


@rule
def supported_move_fault(s: State, p: int, q: int, to: int) -> int:
    """A unit supports only what the other could do, and a fleet that supports does not convoy."""
    if to == PROVINCE[to] and can_reach(s, q, PROVINCE[to]):
        return 0
    return 0 if can_go(s, q, to, s.fleets_at_sea & ~sea_bit(p)) else OTHER_CANNOT_REACH


@effect(SupportHold)
def support_hold(s: State, seat: int, unit: int, other: int, log: Log) -> None:
    give(s, seat, SUPPORT_HOLD, unit, province_of(other), 0, log)


@effect(SupportMove)
def support_move(s: State, seat: int, unit: int, other: int, to: int, log: Log) -> None:
    give(s, seat, SUPPORT_MOVE, unit, province_of(other), to, log)


@rule
def offer_supports(s: State, p: int, unit: int, to: int, out: Rows, count: int) -> int:
    """Offer all supports into a province: of the unit there, of units that could move there, and of convoyed armies."""
    if s.kind[to]:
        count = offer(out, count, SupportHold, unit, unit_number(s.kind[to], s.place[to]))
    for i in range(WITHIN_COUNT[to]):
        q = WITHIN[to, i]
        if q != p and s.kind[q] and REACH[s.kind[q], s.place[q], to]:
            other = unit_number(s.kind[q], s.place[q])
            count = offer(out, count, SupportMove, unit, other, to)
            if s.kind[q] == FLEET:
                for c in range(COAST_COUNT[to]):
                    if STEP[FLEET, s.place[q], COASTS[to, c]]:
                        count = offer(out, count, SupportMove, unit, other, COASTS[to, c])
    if s.fleets_at_sea == 0 or TYPE[to] != COAST:
        return count
    return offer_supports_of_convoyed(s, p, unit, to, out, count)


@rule
def offer_supports_of_convoyed(s: State, p: int, unit: int, to: int, out: Rows, count: int) -> int:
    """Offer supports of armies that fleets could carry to a province, the supporting fleet aside."""
    if TYPE[p] == SEA:
        seas = s.fleets_at_sea & ~sea_bit(p)
        shores = touched_by(component(seas_off(to) & seas, seas))
    else:
        shores = shores_from(s, to)
    shores &= s.armies_ashore
    while shores:
        q = SHORE_AT[lowest_bit(shores)]
        shores &= shores - 1
        if q != p and q != to and not REACH[ARMY, q, to]:
            count = offer(out, count, SupportMove, unit, unit_number(ARMY, q), to)
    return count

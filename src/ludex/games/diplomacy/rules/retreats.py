"""Retreats: the orders of dislodged units, and conflicts of units that retreat to the same province."""

from __future__ import annotations

from ludex.author import EVERYONE, Log, Rows, effect, note, offer, offers, reason, refusal, rule
from ludex.games.diplomacy.components import (
    ARMY,
    ARMY_NEAR,
    ARMY_NEAR_COUNT,
    FLEET_NEAR,
    FLEET_NEAR_COUNT,
    NOWHERE,
    PROVINCE,
    PROVINCES,
)
from ludex.games.diplomacy.events import UnitLost
from ludex.games.diplomacy.moves import Disband, Retreat
from ludex.games.diplomacy.reasons import NO_SUCH_UNIT, NOT_YOURS
from ludex.games.diplomacy.rules.explanations import keep_order
from ludex.games.diplomacy.rules.orders import give, next_unit, province_of, unit_fault, unit_number, why_not_now
from ludex.games.diplomacy.rules.retreat_places import can_retreat, retreat_fault
from ludex.games.diplomacy.rules.wrong_phase import WRONG_PHASE
from ludex.games.diplomacy.state import CROWDED, DONE, FALL_RETREATS, RETREAT, SPRING_RETREATS, State, is_retreats

NOT_DISLODGED = reason("not-dislodged", "there is no dislodged {unit}.")


@refusal(Retreat)
def why_not_retreat(s: State, seat: int, unit: int, to: int) -> int:
    fault = why_not_dislodged(s, seat, unit) if is_retreats(s.phase) else WRONG_PHASE
    if fault == 0:
        fault = retreat_fault(s, province_of(unit), to)
    return fault if fault else why_not_now(s, seat, unit)


@rule
def why_not_dislodged(s: State, seat: int, unit: int) -> int:
    """In a retreat phase a power orders its own dislodged units."""
    p = province_of(unit)
    fault = unit_fault(s.beaten_kind[p], s.beaten_place[p], unit)
    if fault:
        return NOT_DISLODGED if fault == NO_SUCH_UNIT else fault
    return 0 if s.beaten_power[p] == seat else NOT_YOURS


@effect(Retreat)
def retreat(s: State, seat: int, unit: int, to: int, log: Log) -> None:
    give(s, seat, RETREAT, unit, 0, to, log)


@rule
def count_retreats(s: State) -> None:
    """Every dislodged unit is owed an order."""
    for p in range(PROVINCES):
        if s.beaten_kind[p]:
            s.left[s.beaten_power[p]] += 1


@offers(when=SPRING_RETREATS)
@offers(when=FALL_RETREATS)
def offer_next_retreats(s: State, seat: int, out: Rows) -> int:
    return offer_retreats(s, next_unit(s, seat), out, 0)


@rule
def offer_retreats(s: State, p: int, out: Rows, count: int) -> int:
    """Offer all retreats of the unit dislodged from a province, and to disband it."""
    unit = unit_number(s.beaten_kind[p], s.beaten_place[p])
    if s.beaten_kind[p] == ARMY:
        for i in range(ARMY_NEAR_COUNT[p]):
            if retreat_fault(s, p, ARMY_NEAR[p, i]) == 0:
                count = offer(out, count, Retreat, unit, ARMY_NEAR[p, i])
    else:
        place = s.beaten_place[p]
        for i in range(FLEET_NEAR_COUNT[place]):
            if retreat_fault(s, p, FLEET_NEAR[place, i]) == 0:
                count = offer(out, count, Retreat, unit, FLEET_NEAR[place, i])
    return offer(out, count, Disband, unit)


@rule
def destroy_trapped(s: State, log: Log) -> None:
    """A dislodged unit that cannot retreat is destroyed at once."""
    for p in range(PROVINCES):
        if s.beaten_kind[p] and not can_retreat(s, p):
            note(log, UnitLost, EVERYONE, s.beaten_power[p], unit_number(s.beaten_kind[p], s.beaten_place[p]))
            s.beaten_kind[p] = 0


@rule
def carry_out_retreats(s: State) -> None:
    """Units that retreat to the same province are all destroyed, and so are units that are disbanded."""
    for p in range(PROVINCES):
        if s.beaten_kind[p]:
            keep_order(s, p, s.beaten_kind[p], s.beaten_power[p], s.beaten_place[p])
            if s.order[p] == RETREAT:
                s.by[p] = rival(s, p)
                if s.by[p] != NOWHERE:
                    s.result[p] = CROWDED
    for p in range(PROVINCES):
        if s.beaten_kind[p]:
            s.beaten_kind[p] = 0
            if s.order[p] == RETREAT and s.result[p] == DONE:
                to = PROVINCE[s.to[p]]
                s.kind[to] = s.old_kind[p]
                s.power[to] = s.old_power[p]
                s.place[to] = s.to[p]


@rule
def rival(s: State, p: int) -> int:
    """Return another dislodged unit that retreats to the same province (-1: none)."""
    for q in range(PROVINCES):
        if q != p and s.beaten_kind[q] and s.order[q] == RETREAT and PROVINCE[s.to[q]] == PROVINCE[s.to[p]]:
            return q
    return NOWHERE

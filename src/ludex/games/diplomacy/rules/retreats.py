"""Retreats: where a dislodged unit may go, and what becomes of units that retreat to the same province."""

from __future__ import annotations

from typing import Any

from ludex.core import EVERYONE, State, note, option, rule
from ludex.games.diplomacy.components import (
    ARMY,
    ARMY_NEAR,
    ARMY_NEAR_COUNT,
    COAST_COUNT,
    FLEET,
    FLEET_NEAR,
    FLEET_NEAR_COUNT,
    NOWHERE,
    PLACE_COUNT,
    PROVINCE,
    PROVINCES,
    REACH,
    STEP,
)
from ludex.games.diplomacy.events import UNIT_LOST
from ludex.games.diplomacy.moves import DISBANDS, RETREATS
from ludex.games.diplomacy.reasons import (
    ATTACKER_CAME_FROM,
    CANNOT_RETREAT,
    FINE,
    NAME_THE_COAST,
    NO_SUCH_UNIT,
    NOT_DISLODGED,
    NOT_YOURS,
    OCCUPIED,
    STANDOFF_THERE,
)
from ludex.games.diplomacy.rules.explanations import keep_order
from ludex.games.diplomacy.rules.orders import unit_fault, unit_number
from ludex.games.diplomacy.state import CROWDED, DISBAND, DONE, RETREAT


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
def destroy_trapped(s: State, log: Any) -> None:
    """A dislodged unit that can retreat nowhere is destroyed at once."""
    for p in range(PROVINCES):
        if s.beaten_kind[p] and not can_retreat(s, p):
            note(log, UNIT_LOST, EVERYONE, s.beaten_power[p], unit_number(s.beaten_kind[p], s.beaten_place[p]))
            s.beaten_kind[p] = 0


@rule
def can_retreat(s: State, p: int) -> bool:
    place = s.beaten_place[p]
    if s.beaten_kind[p] == ARMY:
        for i in range(ARMY_NEAR_COUNT[p]):
            if retreat_fault(s, p, ARMY_NEAR[p, i]) == 0:
                return True
        return False
    for i in range(FLEET_NEAR_COUNT[place]):
        if retreat_fault(s, p, FLEET_NEAR[place, i]) == 0:
            return True
    return False


@rule
def carry_out_retreats(s: State) -> None:
    """Units that retreat to the same province are all destroyed; so is one without an order."""
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
    """Another dislodged unit that retreats to the same province (-1: none)."""
    for q in range(PROVINCES):
        if q != p and s.beaten_kind[q] and s.order[q] == RETREAT and PROVINCE[s.to[q]] == PROVINCE[s.to[p]]:
            return q
    return NOWHERE

"""The places to which a dislodged unit can retreat."""

from __future__ import annotations

from typing import Any

from ludex.author import reason, rule
from ludex.games.diplomacy.components import (
    ARMY,
    ARMY_NEAR,
    ARMY_NEAR_COUNT,
    COAST_COUNT,
    CODES,
    FLEET,
    FLEET_NEAR,
    FLEET_NEAR_COUNT,
    PLACE_COUNT,
    PLACES,
    PROVINCE,
    REACH,
    STEP,
)
from ludex.games.diplomacy.reasons import NAME_THE_COAST, standing, unit_province
from ludex.games.diplomacy.state import State


def places_to_retreat(s: State, p: int) -> list[str]:
    """Return the places to which the unit dislodged from a province can retreat."""
    return [PLACES[to] for to in range(PLACE_COUNT) if s.beaten_kind[p] and retreat_fault(s, p, to) == 0]


def _retreats(s: State, seat: int, order: Any) -> str:
    free = places_to_retreat(s, unit_province(order))
    return f"It can retreat to {', '.join(free)}." if free else "It has no retreat and must be destroyed."


def _occupant(s: State, seat: int, order: Any) -> str:
    return standing(s, CODES.index(order.to[:3]))


CANNOT_RETREAT = reason("cannot-retreat", "{unit} cannot reach {to} on its own. {retreats}", retreats=_retreats)
OCCUPIED = reason("occupied", "{to} is occupied by {occupant}. {retreats}", occupant=_occupant, retreats=_retreats)
STANDOFF_THERE = reason("standoff-there", "there was a standoff in {to}. {retreats}", retreats=_retreats)
ATTACKER_CAME_FROM = reason("attacker-came-from", "the attacker came from {to}. {retreats}", retreats=_retreats)


@rule
def retreat_fault(s: State, p: int, to: int) -> int:
    """A unit retreats to a neighbouring province that is empty, without a standoff, and not its attacker's origin."""
    province = PROVINCE[to]
    if STEP[s.beaten_kind[p], s.beaten_place[p], to] == 0:
        if s.beaten_kind[p] == FLEET and to == province and COAST_COUNT[to] and REACH[FLEET, s.beaten_place[p], to]:
            return NAME_THE_COAST
        return CANNOT_RETREAT
    if s.kind[province]:
        return OCCUPIED
    if s.contested[province]:
        return STANDOFF_THERE
    return ATTACKER_CAME_FROM if s.beaten_from[p] == province else 0


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

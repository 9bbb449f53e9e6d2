"""The laws that always hold."""

from __future__ import annotations

from ludex.author import law, rule
from ludex.games.diplomacy.components import (
    ARMY,
    COAST_COUNT,
    FLEET,
    LAND,
    NOWHERE,
    PROVINCE,
    PROVINCES,
    SEA,
    SEA_AT,
    SHORE_AT,
    TYPE,
)
from ludex.games.diplomacy.rules.adjustments import on_map
from ludex.games.diplomacy.rules.centres import surplus
from ludex.games.diplomacy.rules.reach import component, lowest_bit, touched_by
from ludex.games.diplomacy.secrets import order_owner, owed
from ludex.games.diplomacy.state import (
    BUILD,
    MOVE,
    MOVE_VIA,
    OVER,
    RETREAT,
    SPRING_MOVES,
    WINTER,
    State,
    is_moves,
    is_retreats,
)

UNIT_MISPLACED = law("armies stand on land, fleets at sea or on one coast")
UNIT_OF_NOBODY = law("every unit belongs to a power")
BEATEN_MISPLACED = law("dislodged units wait only in a retreat phase, where they could have stood")
COUNT_WRONG = law(
    "every power owes as many orders as it has units without one, in winter no more than there are to give"
)
ORDER_WRONG = law("orders move and build units only to where they can stand")
SEQUENCE_WRONG = law("orders are written in the sequence of the provinces, and aim at nothing where there is none")
END_WRONG = law("the phase is the end when the game has ended, and only then")
OFF_THE_MAP = law("nothing stands on another map")
TOO_MANY_UNITS = law("in spring no power has more units than centres")
SEAS_WRONG = law(
    "in a movement phase the fleets at sea, the shores they touch and the armies there are those of the units"
)


@rule
def audit(s: State) -> int:
    """Return the first law that the record breaks, or 0."""
    for p in range(PROVINCES):
        if not on_map(s, p):
            if s.kind[p] or s.beaten_kind[p] or s.owner[p] != NOWHERE:
                return OFF_THE_MAP
        elif s.kind[p] and not fits(s.kind[p], s.place[p], p):
            return UNIT_MISPLACED
        elif s.beaten_kind[p] and not (is_retreats(s.phase) and fits(s.beaten_kind[p], s.beaten_place[p], p)):
            return BEATEN_MISPLACED
        elif (s.kind[p] and s.power[p] < 0) or (s.beaten_kind[p] and s.beaten_power[p] < 0):
            return UNIT_OF_NOBODY
    if (s.phase == OVER) != (s.ended != 0):
        return END_WRONG
    if s.phase == OVER:
        return 0
    for p in range(PROVINCES):
        if not s.order[p] and (s.target[p] or s.to[p]):
            return SEQUENCE_WRONG
    for seat in range(s.seats):
        if s.phase != WINTER and not in_sequence(s, seat):
            return SEQUENCE_WRONG
        ordered = 0
        for p in range(PROVINCES):
            if s.order[p] and order_owner(s, p) == seat:
                ordered += 1
                if not leads_somewhere(s, p):
                    return ORDER_WRONG
        spare = owed(s, seat) - s.left[seat] - ordered
        if spare < 0 or (spare > 0 and s.phase != WINTER):
            return COUNT_WRONG
    if is_moves(s.phase) and not knows_the_sea(s):
        return SEAS_WRONG
    return TOO_MANY_UNITS if too_many_units(s) else 0


@rule
def in_sequence(s: State, seat: int) -> bool:
    """Return whether no unit of a power waits for its order before one that has been ordered."""
    waits = False
    for p in range(PROVINCES):
        if s.order[p]:
            if waits and order_owner(s, p) == seat:
                return False
        elif is_retreats(s.phase):
            waits |= s.beaten_kind[p] > 0 and s.beaten_power[p] == seat
        else:
            waits |= s.kind[p] > 0 and s.power[p] == seat
    return True


@rule
def leads_somewhere(s: State, p: int) -> bool:
    """Return whether a unit could stand where its order leads, if it leads anywhere."""
    order, to = s.order[p], s.to[p]
    if order == BUILD:
        return fits(s.target[p], to, p)
    if order != MOVE and order != MOVE_VIA and order != RETREAT:
        return True
    kind = s.beaten_kind[p] if order == RETREAT else s.kind[p]
    return on_map(s, PROVINCE[to]) and fits(kind, to, PROVINCE[to])


@rule
def knows_the_sea(s: State) -> bool:
    """Return whether the bit masks from which convoys are made are those of the units."""
    for number in range(len(SEA_AT)):
        if (s.kind[SEA_AT[number]] == FLEET) != (s.fleets_at_sea >> number & 1 == 1):
            return False
    for number in range(len(SHORE_AT)):
        if (s.kind[SHORE_AT[number]] == ARMY) != (s.armies_ashore >> number & 1 == 1):
            return False
    rest = s.fleets_at_sea
    while rest:
        shores = touched_by(component(rest & -rest, s.fleets_at_sea))
        if s.sea_shores[lowest_bit(rest)] != shores:
            return False
        rest &= rest - 1
    return True


@rule
def too_many_units(s: State) -> bool:
    """Return whether a power has more units than centres in spring, when winter has just removed them."""
    if s.phase != SPRING_MOVES:
        return False
    for seat in range(s.seats):
        if surplus(s, seat) < 0:
            return True
    return False


@rule
def fits(kind: int, place: int, p: int) -> bool:
    """Return whether an army stands on land, or a fleet at sea or on a coast: on one of the two where there are two."""
    if PROVINCE[place] != p:
        return False
    if kind == ARMY:
        return place == p and TYPE[p] != SEA
    return kind == FLEET and TYPE[p] != LAND and (COAST_COUNT[p] == 0 or place != p)

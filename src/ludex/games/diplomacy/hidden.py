"""What a seat may know: everything but the orders and votes of the others; and the laws that always hold."""

from __future__ import annotations

from ludex.core import State, below, rule
from ludex.games.diplomacy.checks import is_moves, is_retreats, surplus
from ludex.games.diplomacy.map import (
    ARMY,
    ARMY_NEAR,
    ARMY_NEAR_COUNT,
    COAST_COUNT,
    FIRST_PROVINCE,
    FLEET,
    FLEET_NEAR,
    FLEET_NEAR_COUNT,
    HOME,
    LAND,
    NOWHERE,
    PROVINCE,
    PROVINCES,
    SEA,
    TYPE,
)
from ludex.games.diplomacy.state import DISBAND, HOLD, MOVE, NO_ORDER, OVER, SPRING_MOVES, WINTER

UNIT_MISPLACED, COUNT_WRONG, OFF_THE_MAP, TOO_MANY_UNITS, BEATEN_MISPLACED = range(1, 6)

# The sentences of these laws are in game.py.


@rule
def hide(s: State, seat: int) -> None:
    """Blank what the others have ordered; only whether each of them still owes something is known."""
    for p in range(PROVINCES):
        if s.order[p] and order_owner(s, p) != seat:
            s.order[p] = NO_ORDER
            s.target[p] = 0
            s.to[p] = 0
    for other in range(s.seats):
        if other != seat:
            s.vote[other] = 0
            if s.left[other]:
                s.left[other] = 1


@rule
def order_owner(s: State, p: int) -> int:
    """Whose order stands at a province: of the unit there, of the one dislodged from there, or of a build."""
    if is_retreats(s.phase):
        return int(s.beaten_power[p])
    return int(s.power[p]) if s.kind[p] else int(s.owner[p])


@rule
def redeal(s: State, seat: int) -> None:
    """The others may have ordered anything. Who is done gets a hold or any step; who is not, begins anew."""
    for other in range(s.seats):
        if other == seat:
            continue
        if s.left[other]:
            s.left[other] = owed(s, other)
        elif s.phase == WINTER:
            for _ in range(-surplus(s, other)):
                remove_any(s, other)
        else:
            for p in range(PROVINCES):
                if is_moves(s.phase) and s.kind[p] and s.power[p] == other:
                    order_any(s, p)
                elif is_retreats(s.phase) and s.beaten_kind[p] and s.beaten_power[p] == other:
                    s.order[p] = DISBAND


@rule
def owed(s: State, seat: int) -> int:
    """How many decisions a power owes that has given no order yet."""
    count = 0
    if s.phase == WINTER:
        spare = surplus(s, seat)
        if spare < 0:
            return -spare
        for p in range(PROVINCES):
            if HOME[p] == seat and s.owner[p] == seat and s.kind[p] == 0:
                count += 1
        return min(count, spare)
    for p in range(PROVINCES):
        if (is_moves(s.phase) and s.kind[p] and s.power[p] == seat) or (
            is_retreats(s.phase) and s.beaten_kind[p] and s.beaten_power[p] == seat
        ):
            count += 1
    return count


@rule
def order_any(s: State, p: int) -> None:
    """A hold, or a step to any neighbour."""
    place = s.place[p]
    near = ARMY_NEAR_COUNT[p] if s.kind[p] == ARMY else FLEET_NEAR_COUNT[place]
    at = below(s, 1 + near)
    s.order[p] = HOLD if at == near else MOVE
    if at < near:
        s.to[p] = ARMY_NEAR[p, at] if s.kind[p] == ARMY else FLEET_NEAR[place, at]


@rule
def remove_any(s: State, seat: int) -> None:
    count = 0
    for p in range(PROVINCES):
        count += s.kind[p] != 0 and s.power[p] == seat and s.order[p] == NO_ORDER
    at = below(s, count)
    for p in range(PROVINCES):
        if s.kind[p] and s.power[p] == seat and s.order[p] == NO_ORDER:
            if at == 0:
                s.order[p] = DISBAND
            at -= 1


@rule
def audit(s: State) -> int:
    """The laws."""
    for p in range(PROVINCES):
        if not (FIRST_PROVINCE[s.map] <= p < FIRST_PROVINCE[s.map + 1]):
            if s.kind[p] or s.beaten_kind[p] or s.owner[p] != NOWHERE:
                return OFF_THE_MAP
        elif s.kind[p] and not fits(s.kind[p], s.place[p], p):
            return UNIT_MISPLACED
        elif s.beaten_kind[p] and not (is_retreats(s.phase) and fits(s.beaten_kind[p], s.beaten_place[p], p)):
            return BEATEN_MISPLACED
    if s.phase == OVER or s.phase == WINTER:
        return 0
    for seat in range(s.seats):
        ordered = 0
        for p in range(PROVINCES):
            if s.order[p] and order_owner(s, p) == seat:
                ordered += 1
        if s.left[seat] + ordered != owed(s, seat):
            return COUNT_WRONG
    return TOO_MANY_UNITS if too_many_units(s) else 0


@rule
def too_many_units(s: State) -> bool:
    """In spring no power has more units than centres: winter has seen to that."""
    if s.phase != SPRING_MOVES:
        return False
    for seat in range(s.seats):
        if surplus(s, seat) < 0:
            return True
    return False


@rule
def fits(kind: int, place: int, p: int) -> bool:
    """An army stands on land, a fleet at sea or on a coast, on one of two where there are two."""
    if PROVINCE[place] != p:
        return False
    if kind == ARMY:
        return place == p and TYPE[p] != SEA
    return kind == FLEET and TYPE[p] != LAND and (COAST_COUNT[p] == 0 or place != p)

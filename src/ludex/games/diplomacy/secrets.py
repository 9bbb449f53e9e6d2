"""What a seat may not know: the orders and votes of the others."""

from __future__ import annotations

from ludex.author import below, rule
from ludex.games.diplomacy.components import (
    ARMY,
    ARMY_NEAR,
    ARMY_NEAR_COUNT,
    FLEET_NEAR,
    FLEET_NEAR_COUNT,
    HOME,
    PROVINCES,
)
from ludex.games.diplomacy.rules.centres import surplus
from ludex.games.diplomacy.state import DISBAND, HOLD, MOVE, NO_ORDER, WINTER, State, is_moves, is_retreats


@rule
def hide(s: State, seat: int) -> None:
    """Blank what the others have ordered. Only whether each of them still owes orders is known."""
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
    """The power whose order stands at a province: of the unit there, of the one dislodged from there, or of a build."""
    if is_retreats(s.phase):
        return int(s.beaten_power[p])
    return int(s.power[p]) if s.kind[p] else int(s.owner[p])


@rule
def redeal(s: State, seat: int) -> None:
    """Give the others any orders they may have given.

    The units of a power that is done hold or take any step; a power that is not done starts again.
    """
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
    """The number of decisions that a power without any orders owes."""
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
    """Order a unit to hold, or to step to any neighbour."""
    place = s.place[p]
    near = ARMY_NEAR_COUNT[p] if s.kind[p] == ARMY else FLEET_NEAR_COUNT[place]
    at = below(s, 1 + near)
    s.order[p] = HOLD if at == near else MOVE
    if at < near:
        s.to[p] = ARMY_NEAR[p, at] if s.kind[p] == ARMY else FLEET_NEAR[place, at]


@rule
def remove_any(s: State, seat: int) -> None:
    """Order any unit of a power to be removed."""
    count = 0
    for p in range(PROVINCES):
        count += s.kind[p] != 0 and s.power[p] == seat and s.order[p] == NO_ORDER
    at = below(s, count)
    for p in range(PROVINCES):
        if s.kind[p] and s.power[p] == seat and s.order[p] == NO_ORDER:
            if at == 0:
                s.order[p] = DISBAND
            at -= 1

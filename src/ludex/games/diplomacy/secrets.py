"""The secrets of a seat: the orders and votes of the others."""

from __future__ import annotations

from ludex.author import below, rule
from ludex.games.diplomacy.components import (
    ARMY,
    ARMY_NEAR,
    ARMY_NEAR_COUNT,
    COAST_COUNT,
    COASTS,
    FIRST_YEAR,
    FLEET,
    FLEET_NEAR,
    FLEET_NEAR_COUNT,
    HOME,
    LAND,
    PROVINCES,
    TYPE,
)
from ludex.games.diplomacy.rules.centres import surplus
from ludex.games.diplomacy.rules.retreat_places import retreat_fault
from ludex.games.diplomacy.rules.votes import has_unit
from ludex.games.diplomacy.state import (
    BUILD,
    DISBAND,
    HOLD,
    MOVE,
    NO_ORDER,
    RETREAT,
    SPRING_MOVES,
    VOTE_DRAW,
    VOTE_FIRST_POWER,
    WINTER,
    State,
    is_moves,
    is_retreats,
)

SELDOM = 8
"""One in this many powers is assumed to have voted."""


@rule
def hide(s: State, seat: int) -> None:
    """Blank the others' orders. Only whether each of them still owes orders is known."""
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
    """Return the power that owns the order at a province: of a unit there or dislodged from there, or of a build."""
    if is_retreats(s.phase):
        return int(s.beaten_power[p])
    return int(s.power[p]) if s.kind[p] else int(s.owner[p])


@rule
def redeal(s: State, seat: int) -> None:
    """Give the others any orders and votes they may have given.

    A power that is done has given all of its orders. A power that is not done has given some of the first, or none. As
    long as the seat sees the game as it was set up, no power is assumed to have begun."""
    begun = has_begun(s, seat)
    for other in range(s.seats):
        if other != seat:
            given = owed(s, other)
            if s.left[other]:
                given = below(s, given) if begun else 0
                s.left[other] = owed(s, other) - given
            give_any(s, other, given)
            if begun and s.votes and is_moves(s.phase) and below(s, SELDOM) == 0:
                vote_any(s, other)


@rule
def suppose(s: State, seat: int) -> None:
    """Assume that the others have yet to give their orders, which a bot can then give for them."""
    for other in range(s.seats):
        if other != seat:
            s.left[other] = owed(s, other)


@rule
def has_begun(s: State, seat: int) -> bool:
    """Return whether the seat sees that something was decided: a later phase, a power that is done, or own orders."""
    if s.phase != SPRING_MOVES or s.year != FIRST_YEAR[s.map] or (seat >= 0 and s.vote[seat]):
        return True
    for p in range(PROVINCES):
        if s.order[p] or (s.kind[p] and s.left[s.power[p]] == 0):
            return True
    return False


@rule
def give_any(s: State, seat: int, given: int) -> None:
    """Give a power a number of orders, in the sequence in which it is asked for them."""
    if s.phase == WINTER:
        for _ in range(given):
            if surplus(s, seat) > 0:
                build_any(s, seat)
            else:
                remove_any(s, seat)
        return
    for p in range(PROVINCES):
        if given > 0 and is_moves(s.phase) and s.kind[p] and s.power[p] == seat:
            order_any(s, p)
            given -= 1
        elif given > 0 and is_retreats(s.phase) and s.beaten_kind[p] and s.beaten_power[p] == seat:
            retreat_any(s, p)
            given -= 1


@rule
def vote_any(s: State, seat: int) -> None:
    """Vote for a draw, or concede to any other power that has units."""
    power = below(s, s.seats)
    if power == seat or not has_unit(s, power):
        s.vote[seat] = VOTE_DRAW
    else:
        s.vote[seat] = VOTE_FIRST_POWER + power


@rule
def owed(s: State, seat: int) -> int:
    """Return the number of decisions that a power without any orders owes."""
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
def retreat_any(s: State, p: int) -> None:
    """Order a dislodged unit to any place it can retreat to, or to disband."""
    place = s.beaten_place[p]
    near = ARMY_NEAR_COUNT[p] if s.beaten_kind[p] == ARMY else FLEET_NEAR_COUNT[place]
    at = below(s, 1 + near)
    s.order[p] = DISBAND
    if at < near:
        to = ARMY_NEAR[p, at] if s.beaten_kind[p] == ARMY else FLEET_NEAR[place, at]
        if retreat_fault(s, p, to) == 0:
            s.order[p] = RETREAT
            s.to[p] = to


@rule
def build_any(s: State, seat: int) -> None:
    """Order any build in a free home centre, or waive it."""
    count = 0
    for p in range(PROVINCES):
        count += is_free_home(s, seat, p)
    at = below(s, 1 + count)
    for p in range(PROVINCES):
        if is_free_home(s, seat, p):
            if at == 0:
                build_any_at(s, p)
            at -= 1


@rule
def is_free_home(s: State, seat: int, p: int) -> bool:
    return bool(HOME[p] == seat and s.owner[p] == seat and s.kind[p] == 0 and s.order[p] == NO_ORDER)


@rule
def build_any_at(s: State, p: int) -> None:
    """Order an army, or a fleet where one can lie, on any of its coasts."""
    kind, to = ARMY, p
    if TYPE[p] != LAND and below(s, 2):
        kind = FLEET
        if COAST_COUNT[p]:
            to = COASTS[p, below(s, COAST_COUNT[p])]
    s.order[p] = BUILD
    s.target[p] = kind
    s.to[p] = to


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

"""Coherence: tests whether an order fits the orders that its power has already given in this phase.

Orders are given unit by unit, so an order can depend on units that have none yet. An army that is ordered across the
sea needs its power's fleets, a convoy needs its army, and a support needs the move it supports. An order fits if it
meets all such needs of earlier orders and creates none that cannot be met. Bots and searches give no others.
"""

from __future__ import annotations

from typing import TypeAlias

from ludex.author import field_of, is_a, rule
from ludex.games.diplomacy.components import ARMY, FLEET, NOWHERE, PROVINCE, PROVINCES, SEA_AT, SHORE_NUMBER
from ludex.games.diplomacy.moves import (
    Convoy,
    Hold,
    MoveTo,
    MoveVia,
    Retreat,
    SupportHold,
    SupportMove,
)
from ludex.games.diplomacy.rules.orders import province_of
from ludex.games.diplomacy.rules.reach import can_reach, has_route, sea_bit
from ludex.games.diplomacy.state import (
    CONVOY,
    MOVE,
    MOVE_VIA,
    NO_ORDER,
    RETREAT,
    SUPPORT_HOLD,
    SUPPORT_MOVE,
    State,
    is_moves,
)

Plan: TypeAlias = tuple[int, int, int, int]
"""The needs of earlier orders: an army that still needs its order or its fleets and the province it goes to (-1: none),
the province that the next unit must be in afterwards (-1: any), and whether it must convoy that army."""
NO_PLAN = (NOWHERE, NOWHERE, NOWHERE, 0)


@rule
def sensible(s: State, seat: int, move: int) -> bool:
    """Return whether an order fits the orders that the power has already given."""
    p = ordered_unit(move)
    return fits(s, seat, p, move, make_plan(s, seat, p) if p != NOWHERE else NO_PLAN)


@rule
def ordered_unit(move: int) -> int:
    """Return the province of the unit that an order of a movement phase is for (-1: it is another kind of move)."""
    if is_a(move, Hold):
        return province_of(field_of(move, Hold))
    if is_a(move, MoveTo):
        return province_of(field_of(move, MoveTo))
    if is_a(move, MoveVia):
        return province_of(field_of(move, MoveVia))
    if is_a(move, SupportHold):
        return province_of(field_of(move, SupportHold))
    if is_a(move, SupportMove):
        return province_of(field_of(move, SupportMove))
    return province_of(field_of(move, Convoy)) if is_a(move, Convoy) else NOWHERE


@rule
def make_plan(s: State, seat: int, p: int) -> Plan:
    """Find the needs of earlier orders for the unit in a province, which has no order yet."""
    army, shore = open_convoy(s, seat)
    must_carry = army != NOWHERE and is_needed(s, seat, p, p, army, shore)
    return army, shore, promised(s, seat, p), int(must_carry)


@rule
def open_convoy(s: State, seat: int) -> tuple[int, int]:
    """Find the army of a power whose convoy is begun and can still be completed, and where it goes (-1: none)."""
    for p in range(PROVINCES):
        if s.order[p] != NO_ORDER and is_own(s, seat, p):
            to: int = s.to[p]
            if crosses_sea(s, p):
                carried = carriers(s, seat, p, to)
                if not has_route(p, to, carried) and has_route(p, to, carried | free_fleets(s, seat)):
                    return p, to
            elif s.order[p] == CONVOY and is_own(s, seat, s.target[p]) and s.order[s.target[p]] == NO_ORDER:
                return int(s.target[p]), to
    return NOWHERE, NOWHERE


@rule
def is_own(s: State, seat: int, p: int) -> bool:
    """Return whether a unit of the power stands in a province."""
    return bool(s.kind[p] and s.power[p] == seat)


@rule
def is_going(s: State, p: int) -> bool:
    """Return whether the unit in a province is ordered to move."""
    return bool(s.order[p] == MOVE or s.order[p] == MOVE_VIA)


@rule
def crosses_sea(s: State, p: int) -> bool:
    """Return whether an army is ordered to where only a convoy can bring it, or to go by convoy."""
    if s.kind[p] != ARMY:
        return False
    return bool(s.order[p] == MOVE_VIA or (s.order[p] == MOVE and not can_reach(s, p, s.to[p])))


@rule
def carriers(s: State, seat: int, army: int, to: int) -> int:
    """Return the seas in which fleets of the power are ordered to carry an army to a province."""
    seas = 0
    for number in range(len(SEA_AT)):
        sea: int = SEA_AT[number]
        if is_own(s, seat, sea) and s.order[sea] == CONVOY and s.target[sea] == army and s.to[sea] == to:
            seas |= sea_bit(sea)
    return seas


@rule
def free_fleets(s: State, seat: int) -> int:
    """Return the seas with fleets of the power that have no order, and that no other order needs elsewhere."""
    seas = 0
    for number in range(len(SEA_AT)):
        sea: int = SEA_AT[number]
        idle = is_own(s, seat, sea) and s.kind[sea] == FLEET and s.order[sea] == NO_ORDER
        if idle:
            wanted = promised(s, seat, sea)
            if wanted == NOWHERE or wanted == sea:
                seas |= sea_bit(sea)
    return seas


@rule
def is_needed(s: State, seat: int, p: int, q: int, army: int, shore: int) -> bool:
    """Return whether the open convoy of an army needs the fleet in `q`, if the unit in `p` does not carry it either."""
    if sea_bit(q) == 0 or not is_own(s, seat, q) or s.order[q] != NO_ORDER:
        return False
    others = (carriers(s, seat, army, shore) | free_fleets(s, seat)) & ~(sea_bit(p) | sea_bit(q))
    return not has_route(army, shore, others)


@rule
def promised(s: State, seat: int, p: int) -> int:
    """Return where a unit without an order must be afterwards, because others support or convoy it (-1: anywhere)."""
    for q in range(PROVINCES):
        if s.target[q] == p and is_own(s, seat, q):
            if s.order[q] == SUPPORT_MOVE or s.order[q] == CONVOY:
                return int(PROVINCE[s.to[q]])
            if s.order[q] == SUPPORT_HOLD:
                return p
    return NOWHERE


@rule
def fits(s: State, seat: int, p: int, move: int, plan: Plan) -> bool:
    """Return whether an order of the unit in a province fits the plan. Builds, removals and votes always do."""
    army, shore, wanted, must_carry = plan
    if is_a(move, Retreat):
        return not is_taken(s, seat, NOWHERE, PROVINCE[field_of(move, Retreat, 1)])
    if p == NOWHERE or not is_moves(s.phase):
        return True
    if must_carry:
        return is_a(move, Convoy) and carries(move, army, shore)
    if wanted != NOWHERE and wanted != p:
        return is_a(move, MoveTo) and PROVINCE[field_of(move, MoveTo, 1)] == wanted
    if is_a(move, MoveTo):
        return wanted == NOWHERE and may_go(s, seat, p, field_of(move, MoveTo, 1), False, army, shore)
    if is_a(move, MoveVia):
        return wanted == NOWHERE and may_go(s, seat, p, field_of(move, MoveVia, 1), True, army, shore)
    if is_a(move, Convoy):
        return may_carry(s, seat, p, province_of(field_of(move, Convoy, 1)), field_of(move, Convoy, 2), army, shore)
    if is_a(move, SupportHold):
        return may_support_hold(s, seat, province_of(field_of(move, SupportHold, 1)))
    if is_a(move, SupportMove):
        q, to = province_of(field_of(move, SupportMove, 1)), PROVINCE[field_of(move, SupportMove, 2)]
        return may_support_move(s, seat, p, q, to, army, shore)
    return True


@rule
def carries(move: int, army: int, shore: int) -> bool:
    """Return whether a convoy is of this army to this shore."""
    return province_of(field_of(move, Convoy, 1)) == army and field_of(move, Convoy, 2) == shore


@rule
def may_go(s: State, seat: int, p: int, to: int, via: bool, army: int, shore: int) -> bool:
    """Return whether a unit may move: to where no other of its power will be, and across the sea only if free fleets of
    its power can carry it. One convoy is completed before another is begun."""
    by_sea = via or not can_reach(s, p, PROVINCE[to])
    if by_sea and (army != NOWHERE or not has_route(p, to, free_fleets(s, seat))):
        return False
    return is_free(s, seat, p, PROVINCE[to], army, shore)


@rule
def is_free(s: State, seat: int, p: int, to: int, army: int, shore: int) -> bool:
    """Return whether no unit of the power but the one in `p` goes to a province, or is bound to stay in it."""
    if is_own(s, seat, to):
        if s.order[to] == NO_ORDER:
            if promised(s, seat, to) == to or (army != NOWHERE and is_needed(s, seat, p, to, army, shore)):
                return False
        elif not is_going(s, to) or (PROVINCE[s.to[to]] == p and not crosses_sea(s, to)):
            return False
    return not is_taken(s, seat, p, to)


@rule
def is_taken(s: State, seat: int, p: int, to: int) -> bool:
    """Return whether a unit of the power but the one in `p` is ordered or promised to go to a province."""
    if not is_moves(s.phase):
        for q in range(PROVINCES):
            if s.order[q] == RETREAT and s.beaten_power[q] == seat and PROVINCE[s.to[q]] == to:
                return True
        return False
    for q in range(PROVINCES):
        if s.order[q] != NO_ORDER and q != p and is_own(s, seat, q) and PROVINCE[s.to[q]] == to:
            if is_going(s, q):
                return True
            if s.order[q] == SUPPORT_MOVE or s.order[q] == CONVOY:
                other = s.target[q]
                if other != p and is_own(s, seat, other):
                    return True
    return False


@rule
def may_carry(s: State, seat: int, p: int, q: int, to: int, army: int, shore: int) -> bool:
    """Return whether a fleet may convoy: an army of its power that goes there, or one without an order that free fleets
    can bring to where it cannot walk."""
    if not is_own(s, seat, q):
        return False
    if s.order[q] != NO_ORDER:
        return crosses_sea(s, q) and s.to[q] == to
    if army != NOWHERE:
        return q == army and to == shore
    if can_reach(s, q, to) or promised(s, seat, q) != NOWHERE:
        return False
    return has_route(q, to, free_fleets(s, seat) | sea_bit(p)) and is_free(s, seat, q, to, army, shore)


@rule
def may_support_hold(s: State, seat: int, q: int) -> bool:
    """Return whether a hold may be supported: that of a unit of the same power that will stay."""
    if not is_own(s, seat, q):
        return True
    if s.order[q] != NO_ORDER:
        return not is_going(s, q)
    wanted = promised(s, seat, q)
    return wanted == NOWHERE or wanted == q


@rule
def may_support_move(s: State, seat: int, p: int, q: int, to: int, army: int, shore: int) -> bool:
    """Return whether a move may be supported: that of an own unit that goes there, or can still go there alone."""
    if not is_own(s, seat, q):
        return True
    if s.order[q] != NO_ORDER:
        return is_going(s, q) and PROVINCE[s.to[q]] == to
    wanted = promised(s, seat, q)
    if wanted != NOWHERE:
        return wanted == to
    if not can_reach(s, q, to) or (army != NOWHERE and is_needed(s, seat, p, q, army, shore)):
        return False
    return is_free(s, seat, q, to, army, shore)


@rule
def landings(s: State, seat: int) -> int:
    """Return the shores to which armies of the power are ordered, or must be ordered, across the sea."""
    shores = 0
    for p in range(PROVINCES):
        ferries = s.order[p] == CONVOY and is_own(s, seat, s.target[p])
        if is_own(s, seat, p) and (ferries or crosses_sea(s, p)):
            shores |= 1 << SHORE_NUMBER[s.to[p]]
    return shores

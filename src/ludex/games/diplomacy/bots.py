"""Strategies for Diplomacy, from naive to sensible. Each is a rule, so that it runs compiled inside simulations.

`general` orders its units one after the other, each in view of what the earlier ones were ordered. It wants to get near
centres it does not own, stands on one in fall until it is its own, guards its own where a foreign unit is near, attacks
only where another unit can still support, and supports attacks and defenders rather than move for little.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ludex.core import State, below, rule
from ludex.games.diplomacy.components import (
    ARMY,
    CENTRE,
    FAR,
    FIRST_PROVINCE,
    FLEET,
    NOWHERE,
    PLACE_COUNT,
    PROVINCE,
    PROVINCES,
    REACH,
    STEP,
    WITHIN,
    WITHIN_COUNT,
)
from ludex.games.diplomacy.moves import WAIVES
from ludex.games.diplomacy.rules.orders import order_kind, order_parts
from ludex.games.diplomacy.state import (
    BUILD,
    DISBAND,
    FALL_MOVES,
    HOLD,
    MOVE,
    NO_ORDER,
    RETREAT,
    SUPPORT_HOLD,
    SUPPORT_MOVE,
    is_moves,
)

STEP_COST = 20
"""What every step to a centre takes from its worth."""
TO_TAKE, TO_GUARD = 120, 70
"""The worth of a centre that is not the power's own, and of an own one that a foreign unit could reach."""
NEVER = -10_000


def _steps_by_kind() -> Any:
    """Steps from a place to a province for an army that walks and for a fleet."""
    steps = np.full((3, PLACE_COUNT, PROVINCES), FAR, np.int64)
    for kind in (ARMY, FLEET):
        near = STEP[kind].astype(np.int64)
        for start in range(PLACE_COUNT):
            reached, frontier, count = {start}, {start}, 0
            while frontier:
                for place in frontier:
                    steps[kind, start, PROVINCE[place]] = min(steps[kind, start, PROVINCE[place]], count)
                frontier = {int(to) for place in frontier for to in np.flatnonzero(near[place])} - reached
                reached |= frontier
                count += 1
    return steps


STEPS = _steps_by_kind()


@rule
def hold(s: State, seat: int, options: Any, count: int, dice: State) -> int:
    """Takes the first option: every unit holds, retreats where it can, and builds what is offered first."""
    return int(options[0, 0])


@rule
def general(s: State, seat: int, options: Any, count: int, dice: State) -> int:
    """Takes centres, guards its own, and coordinates supports."""
    best, most = options[0, 0], NEVER * 2
    for row in range(count):
        worth = worth_of(s, seat, options[row, 0]) * 4 + below(dice, 4)
        if worth > most:
            best, most = options[row, 0], worth
    return int(best)


@rule
def worth_of(s: State, seat: int, move: int) -> int:
    """What an option is worth: that of the place it leads to, by kind of order."""
    if move >= WAIVES:
        return NEVER
    order = order_kind(move)
    unit, other, to = order_parts(order, move)
    kind, place = unit // PLACE_COUNT + 1, unit % PLACE_COUNT
    p = PROVINCE[place]
    goes = order == MOVE or order == RETREAT
    worth = prospects(s, seat, kind, to if goes else place, p)
    if order == MOVE:
        return worth + of_going(s, seat, p, PROVINCE[to])
    if order == HOLD or order == RETREAT:
        return worth
    if order == SUPPORT_MOVE or order == SUPPORT_HOLD:
        return worth + of_supporting(s, seat, PROVINCE[other % PLACE_COUNT], order, to)
    if order == BUILD:
        return worth + (STEP_COST if kind == FLEET and few_fleets(s, seat) else 0)
    if order == DISBAND and not is_moves(s.phase) and s.kind[p] and s.power[p] == seat:
        return -worth
    return NEVER


@rule
def prospects(s: State, seat: int, kind: int, place: int, origin: int) -> int:
    """How good it is for a unit to be at a place: near a centre to take or to guard that no other unit sees to."""
    best = NEVER
    for c in range(FIRST_PROVINCE[s.map], FIRST_PROVINCE[s.map + 1]):
        if CENTRE[c] and not seen_to(s, seat, c, origin):
            steps = STEPS[kind, place, c]
            if s.owner[c] != seat:
                worth = TO_TAKE - STEP_COST * steps
                if steps == 0 and s.phase == FALL_MOVES:
                    worth += TO_TAKE
                best = max(best, worth)
            elif steps < 2 and foreigners(s, seat, c):
                best = max(best, TO_GUARD - STEP_COST * steps)
    return best


@rule
def seen_to(s: State, seat: int, c: int, origin: int) -> bool:
    """Whether another unit of the power is ordered to go to a centre, or stays in it."""
    if c != origin and s.kind[c] and s.power[c] == seat and s.order[c] != NO_ORDER and s.order[c] != MOVE:
        return True
    return going(s, seat, c) != NOWHERE


@rule
def going(s: State, seat: int, to: int) -> int:
    """A unit of the power that is ordered to move to a province (-1: none)."""
    for i in range(WITHIN_COUNT[to]):
        p = WITHIN[to, i]
        if s.kind[p] and s.power[p] == seat and s.order[p] == MOVE and PROVINCE[s.to[p]] == to:
            return int(p)
    return NOWHERE


@rule
def foreigners(s: State, seat: int, to: int) -> int:
    """How many units of other powers could step into a province."""
    count = 0
    for i in range(WITHIN_COUNT[to]):
        p = WITHIN[to, i]
        if s.kind[p] and s.power[p] != seat and REACH[s.kind[p], s.place[p], to]:
            count += 1
    return count


@rule
def of_going(s: State, seat: int, p: int, to: int) -> int:
    """What stands against a move: an own unit in the way, or foreign ones, unless another unit can still support."""
    if going(s, seat, to) != NOWHERE:
        return NEVER
    worth = 0
    if s.kind[to] and s.power[to] == seat:
        worth = -STEP_COST if s.order[to] == NO_ORDER else 0 if s.order[to] == MOVE else NEVER
    elif s.kind[to]:
        worth = -STEP_COST // 4 if can_still_support(s, seat, p, to) else -3 * STEP_COST
    elif foreigners(s, seat, to):
        worth = -STEP_COST // 4
    if CENTRE[p] and s.owner[p] == seat and foreigners(s, seat, p):
        worth -= STEP_COST
    return worth


@rule
def can_still_support(s: State, seat: int, p: int, to: int) -> bool:
    """Whether another unit that has no order yet could support into a province."""
    for i in range(WITHIN_COUNT[to]):
        q = WITHIN[to, i]
        if q != p and s.kind[q] and s.power[q] == seat and s.order[q] == NO_ORDER and REACH[s.kind[q], s.place[q], to]:
            return True
    return False


@rule
def of_supporting(s: State, seat: int, q: int, order: int, to: int) -> int:
    """A support is worth giving where the unit is the power's own, is so ordered, and meets somebody."""
    if s.power[q] != seat:
        return NEVER
    if order == SUPPORT_HOLD:
        guards = CENTRE[q] and s.order[q] != NO_ORDER and s.order[q] != MOVE and foreigners(s, seat, q) > 1
        return STEP_COST if guards else NEVER
    target = PROVINCE[to]
    if s.order[q] != MOVE or PROVINCE[s.to[q]] != target:
        return NEVER
    worth = 2 * STEP_COST if CENTRE[target] and s.owner[target] != seat else STEP_COST // 2
    if s.kind[target] and s.power[target] != seat:
        return worth + 2 * STEP_COST
    return worth if foreigners(s, seat, target) else NEVER


@rule
def few_fleets(s: State, seat: int) -> bool:
    """Whether the power has less than one fleet for two armies."""
    balance = 0
    for p in range(PROVINCES):
        if s.kind[p] and s.power[p] == seat:
            balance += 2 if s.kind[p] == FLEET else -1
    return balance < 0


BOTS: dict[str, Callable[..., Any]] = {"hold": hold, "general": general}

"""DumbBot, an opponent from outside: the bot of the DAIDE project, written from the description of its algorithm.

The description (David Norman, 2003, daide.org.uk) says what is computed: a value for every place, from the sizes of the
powers that own the centres near it, and orders that follow the values. The weights are fixed: nothing here is tuned,
and no search uses the bot as a model of its opponents, so that it remains an independent measure of strength.

Proximity is linear in the values of the centres, so that the ten steps of its spreading are one table (`SPREAD`). A
power gives its orders one after another. So that they belong together, the orders of all its units are planned every
time, on the record itself, and those after the next one are taken back.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludex.author import Rows, below, is_a, rule
from ludex.games.diplomacy.bots.general import unit_and_place
from ludex.games.diplomacy.coherence import is_going, is_own, is_taken, promised
from ludex.games.diplomacy.components import (
    ARMY,
    CENTRE,
    CENTRES,
    FIRST_PROVINCE,
    FLEET,
    NEAR,
    NEAR_COUNT,
    NOWHERE,
    PLACE_COUNT,
    PROVINCE,
    PROVINCES,
    REACH,
    SEATS,
    STEP,
    WITHIN,
    WITHIN_COUNT,
)
from ludex.games.diplomacy.moves import Disband, Retreat
from ludex.games.diplomacy.rules.orders import next_unit, packed_order, unit_number, write_down
from ludex.games.diplomacy.state import (
    FALL_MOVES,
    HOLD,
    MOVE,
    NO_ORDER,
    RETREAT,
    SUPPORT_HOLD,
    SUPPORT_MOVE,
    WINTER,
    State,
    is_moves,
)

SPRING, FALL, AUTUMN = range(3)
"""The seasons of the weights; the last is the season of builds and removals."""
STEP_WEIGHTS = (
    (100, 1000, 30, 10, 6, 5, 4, 3, 2, 1),
    (1000, 100, 30, 10, 6, 5, 4, 3, 2, 1),
    (1000, 100, 30, 10, 6, 5, 4, 3, 2, 1),
)
"""The weights of proximity by season, for centres in the place itself, one step away, and so on."""
ATTACK, DEFENCE = (700, 600, 700), (300, 400, 300)
"""The weights of centres to attack and to defend, by season."""
STRENGTH = COMPETITION = 1_000_000
"""The weight of each own unit that can go to a province, and of each unit of the strongest of the others there."""
SPREADS_TO = 5
"""The values around a place, and its own, are divided by this at every step."""
PRECISION = 1000
"""The tables are in whole numbers of this fraction."""
ALTERNATIVE, OFTEN = 500, 50
"""The per cent by which an alternative becomes less probable with its distance from the best, and the most per cent."""
PATIENCE = 6
"""The longest chain of units that wait for the one in their way."""
NEVER = -(1 << 60)


def _spread() -> Any:
    """Return what a centre of value 1 adds to the value of a place, by season, kind of unit, place and province."""
    table = np.zeros((len(STEP_WEIGHTS), FLEET + 1, PLACE_COUNT, PROVINCES), np.int64)
    of_province = PROVINCE[:, None] == np.arange(PROVINCES)
    for kind in (ARMY, FLEET):
        near = (STEP[kind] + np.eye(PLACE_COUNT)) / SPREADS_TO
        for season, weights in enumerate(STEP_WEIGHTS):
            steps = [weight * np.linalg.matrix_power(near, step) for step, weight in enumerate(weights)]
            total = np.sum(steps, axis=0) @ of_province
            table[season, kind] = np.rint(PRECISION * total).astype(np.int64)
    return table


SPREAD = _spread()
_BITS = 6
"""The bits of a number of centres."""


@rule
def dumbbot(s: State, seat: int, options: Rows, count: int, dice: Any) -> int:
    """Values places by the sizes of the powers around them, as DumbBot of the DAIDE project does. Held out."""
    counts = centre_counts(s)
    if is_moves(s.phase):
        return order_next(s, seat, counts, dice)
    best, second, most, more = options[0, 0], options[0, 0], NEVER, NEVER
    for row in range(count):
        move = options[row, 0]
        value = worth_in_adjustment(s, seat, move, counts)
        if value > most:
            second, more, best, most = best, most, move, value
        elif value > more:
            second, more = move, value
    return int(second if is_alternative(most, more, dice) else best)


@rule
def centre_counts(s: State) -> int:
    """Return the numbers of centres of all powers in one number."""
    counts = 0
    for c in CENTRES:
        if s.owner[c] != NOWHERE:
            counts += 1 << _BITS * int(s.owner[c])
    return counts


@rule
def size_of(counts: int, power: int) -> int:
    """Return the size of a power: it grows faster than the number of its centres. Unowned centres count as small."""
    n = counts >> _BITS * power & ((1 << _BITS) - 1) if power != NOWHERE else 0
    return n * n + 4 * n + 16


@rule
def place_value(s: State, seat: int, kind: int, place: int, season: int, counts: int) -> int:
    """Return the value of a place for a kind of unit: its proximity to centres, and who else can go there."""
    value = PRECISION * (STRENGTH * strength(s, seat, PROVINCE[place]) - COMPETITION * others(s, seat, PROVINCE[place]))
    for c in range(FIRST_PROVINCE[s.map], FIRST_PROVINCE[s.map + 1]):
        near = SPREAD[season, kind, place, c]
        if near and CENTRE[c]:
            if s.owner[c] != seat:
                value += near * ATTACK[season] * size_of(counts, s.owner[c])
            else:
                value += near * DEFENCE[season] * largest_near(s, seat, c, counts)
    return int(value)


@rule
def largest_near(s: State, seat: int, c: int, counts: int) -> int:
    """Return the size of the largest other power with a unit that can go to a province."""
    size = 0
    for i in range(WITHIN_COUNT[c]):
        q = WITHIN[c, i]
        if s.kind[q] and s.power[q] != seat and REACH[s.kind[q], s.place[q], c]:
            size = max(size, size_of(counts, s.power[q]))
    return size


@rule
def strength(s: State, seat: int, p: int) -> int:
    """Return the number of own units in a province, or able to go there."""
    count = int(is_own(s, seat, p))
    for i in range(WITHIN_COUNT[p]):
        q = WITHIN[p, i]
        if is_own(s, seat, q) and REACH[s.kind[q], s.place[q], p]:
            count += 1
    return count


@rule
def others(s: State, seat: int, p: int) -> int:
    """Return the most units that any one other power has in a province or next to it."""
    counts = most = 0
    if s.kind[p] and s.power[p] != seat:
        counts += 1 << _BITS * int(s.power[p])
    for i in range(WITHIN_COUNT[p]):
        q = WITHIN[p, i]
        if s.kind[q] and s.power[q] != seat and REACH[s.kind[q], s.place[q], p]:
            counts += 1 << _BITS * int(s.power[q])
    for power in range(SEATS):
        most = max(most, counts >> _BITS * power & ((1 << _BITS) - 1))
    return most


@rule
def is_alternative(best: int, other: int, dice: Any) -> bool:
    """Decide by chance whether to take the second best: the more often, the closer it is."""
    if other <= NEVER // 2 or best <= 0:
        return False
    far = (best - other) * ALTERNATIVE // best
    return below(dice, 100) < OFTEN and below(dice, 100) >= far


# Retreats, builds and removals


@rule
def worth_in_adjustment(s: State, seat: int, move: int, counts: int) -> int:
    """Return the worth of a retreat or a build by its place, and of a removal by the place that is given up."""
    unit, to = unit_and_place(move)
    if unit == NOWHERE:
        return NEVER
    kind = unit // PLACE_COUNT + 1
    if is_a(move, Disband):
        return -place_value(s, seat, kind, to, AUTUMN, counts) if s.phase == WINTER else NEVER
    if is_a(move, Retreat) and is_retreat_of_own(s, seat, PROVINCE[to]):
        return NEVER
    return place_value(s, seat, kind, to, AUTUMN if s.phase == WINTER else SPRING, counts)


@rule
def is_retreat_of_own(s: State, seat: int, to: int) -> bool:
    """Return whether another dislodged unit of the power goes to a province."""
    for q in range(PROVINCES):
        if s.order[q] == RETREAT and s.beaten_power[q] == seat and PROVINCE[s.to[q]] == to:
            return True
    return False


# Moves


@rule
def order_next(s: State, seat: int, counts: int, dice: Any) -> int:
    """Plan the orders of all units that have none, return that of the next one, and take all of them back."""
    first = next_unit(s, seat)
    keep_promise(s, seat, first)
    waiting = 0
    for p in range(first, PROVINCES):
        waiting += is_own(s, seat, p) and s.order[p] == NO_ORDER
    while waiting > 0:
        p, patience = any_waiting(s, seat, first, below(dice, waiting)), PATIENCE
        while p != NOWHERE:
            patience -= 1
            before = p
            p = plan_order(s, seat, p, counts, patience, dice)
            waiting -= s.order[before] != NO_ORDER
    for p in range(first, PROVINCES):
        if is_own(s, seat, p) and s.order[p] == HOLD:
            support_instead(s, seat, p)
    target = s.target[first]
    other = unit_number(s.kind[target], s.place[target])
    move = packed_order(s.order[first], unit_number(s.kind[first], s.place[first]), other, s.to[first])
    for p in range(first, PROVINCES):
        if is_own(s, seat, p):
            s.order[p] = NO_ORDER
            s.target[p] = s.to[p] = 0
    return int(move)


@rule
def keep_promise(s: State, seat: int, p: int) -> None:
    """Order a unit that others already support to do what they expect."""
    wanted = promised(s, seat, p)
    if wanted == p:
        order(s, p, HOLD, 0, 0)
    elif wanted != NOWHERE:
        for to in range(PLACE_COUNT):
            if s.order[p] == NO_ORDER and PROVINCE[to] == wanted and STEP[s.kind[p], s.place[p], to]:
                order(s, p, MOVE, 0, to)


@rule
def any_waiting(s: State, seat: int, first: int, skipped: int) -> int:
    """Return one of the units without an order."""
    for p in range(first, PROVINCES):
        if is_own(s, seat, p) and s.order[p] == NO_ORDER:
            if skipped == 0:
                return p
            skipped -= 1
    return NOWHERE


@rule
def plan_order(s: State, seat: int, p: int, counts: int, patience: int, dice: Any) -> int:
    """Plan the order of a unit, or return the unit in its way that is to be ordered first."""
    first, second, third = best_places(s, seat, p, counts, dice)
    for to in (first, second, third):
        if to != NOWHERE:
            q = int(PROVINCE[to])
            if q != p and patience > 0 and is_own(s, seat, q) and s.order[q] == NO_ORDER:
                return q
            if is_ordered(s, seat, p, to):
                return NOWHERE
    order(s, p, HOLD, 0, 0)
    return NOWHERE


@rule
def best_places(s: State, seat: int, p: int, counts: int, dice: Any) -> tuple[int, int, int]:
    """Return the three best places for a unit, its own among them, the first of them by chance not the very best.

    If other units already support it, only the place where they expect it counts."""
    season = FALL if s.phase == FALL_MOVES else SPRING
    wanted = promised(s, seat, p)
    kind, place = int(s.kind[p]), int(s.place[p])
    first = second = third = NOWHERE
    most = more = least = NEVER
    for to in range(PLACE_COUNT):
        if (STEP[kind, place, to] or to == place) and (wanted == NOWHERE or wanted == PROVINCE[to]):
            value = place_value(s, seat, kind, to, season, counts)
            if value > most:
                first, second, third, most, more, least = to, first, second, value, most, more
            elif value > more:
                second, third, more, least = to, second, value, more
            elif value > least:
                third, least = to, value
    if is_alternative(most, more, dice):
        if is_alternative(most, least, dice):
            return third, first, second
        return second, first, third
    return first, second, third


@rule
def is_ordered(s: State, seat: int, p: int, to: int) -> bool:
    """Order a unit to a place if that makes sense: to support where another unit is, if that one needs it."""
    q = int(PROVINCE[to])
    if q == p:
        if going_to(s, seat, p) != NOWHERE:
            return False
        order(s, p, HOLD, 0, 0)
        return True
    mover = going_to(s, seat, q)
    if mover != NOWHERE:
        if needs_help(s, seat, q):
            order(s, p, SUPPORT_MOVE, mover, int(s.to[mover]))
            return True
        return False
    if is_taken(s, seat, p, q):
        return False
    if is_own(s, seat, q):
        if s.order[q] == NO_ORDER or (is_going(s, q) and PROVINCE[s.to[q]] == p):
            return False
        if not is_going(s, q):
            if needs_help(s, seat, q):
                order(s, p, SUPPORT_HOLD, q, 0)
                return True
            return False
    order(s, p, MOVE, 0, to)
    return True


@rule
def order(s: State, p: int, kind: int, target: int, to: int) -> None:
    write_down(s, kind, unit_number(s.kind[p], s.place[p]), target, to)


@rule
def going_to(s: State, seat: int, to: int) -> int:
    """Return the own unit that is ordered to go to a province (-1: none)."""
    for i in range(WITHIN_COUNT[to]):
        q = WITHIN[to, i]
        if is_own(s, seat, q) and s.order[q] == MOVE and PROVINCE[s.to[q]] == to:
            return int(q)
    return NOWHERE


@rule
def needs_help(s: State, seat: int, p: int) -> bool:
    """Return whether a unit that goes to a province, or stays there, can meet any others."""
    return others(s, seat, p) > 0


@rule
def support_instead(s: State, seat: int, p: int) -> None:
    """Let a unit that holds support the own unit near it that meets the most rivals."""
    mover = stayer = NOWHERE
    most = 0
    for i in range(NEAR_COUNT[s.kind[p], s.place[p]]):
        to = NEAR[s.kind[p], s.place[p], i]
        rivals = others(s, seat, to)
        if rivals > most:
            found = going_to(s, seat, to)
            if found != NOWHERE:
                mover, stayer, most = found, NOWHERE, rivals
            elif is_own(s, seat, to) and not is_going(s, to):
                mover, stayer, most = NOWHERE, int(to), rivals
    if mover != NOWHERE:
        order(s, p, SUPPORT_MOVE, mover, int(s.to[mover]))
    elif stayer != NOWHERE:
        order(s, p, SUPPORT_HOLD, stayer, 0)

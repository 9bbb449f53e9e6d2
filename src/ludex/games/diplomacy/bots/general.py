"""Two strategies: `hold`, which does nothing, and `general`.

`general` orders its units one after another, each in view of what the earlier ones were ordered to do. It moves towards
centres it does not own, stays on one in fall until it owns it, guards its own where a foreign unit is near, attacks
only where another unit can still support, and would rather support an attack or a defender than move for little gain.
Its fleets carry an army that has nothing to do on its own shore. All its orders fit together: see `coherence`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from ludex.author import Rows, Weights, below, field_of, is_a, rule
from ludex.games.diplomacy.coherence import NO_PLAN, fits, is_taken, landings, make_plan
from ludex.games.diplomacy.components import (
    ARMY,
    CENTRE,
    COAST,
    FAR,
    FIRST_PROVINCE,
    FLEET,
    NOWHERE,
    PLACE_COUNT,
    PROVINCE,
    PROVINCES,
    REACH,
    SHORE_NUMBER,
    STEP,
    TYPE,
    WITHIN,
    WITHIN_COUNT,
)
from ludex.games.diplomacy.moves import Build, Convoy, Disband, Hold, MoveTo, Retreat, SupportHold, SupportMove
from ludex.games.diplomacy.rules.orders import next_unit, province_of
from ludex.games.diplomacy.state import FALL_MOVES, MOVE, NO_ORDER, WINTER, State, is_moves

WeightRow: TypeAlias = Sequence[int]
"""The weights as rules read them: a number for each name in `RANGES`."""
RANGES: Mapping[str, tuple[int, int]] = {
    "step": (1, 60),
    "take": (40, 300),
    "guard": (0, 200),
    "hold in fall": (0, 300),
    "ferry": (0, 100),
    "in the way": (0, 100),
    "wait for own": (0, 100),
    "attack supported": (0, 100),
    "attack alone": (0, 200),
    "contested": (0, 100),
    "leave": (0, 100),
    "support hold": (0, 150),
    "support move": (0, 150),
    "support into centre": (0, 150),
    "support attack": (0, 150),
}
"""The worth of a centre that the power does not own (`take`) and of one that a foreign unit could reach (`guard`),
less `step` for every step towards it, and more for standing in one in fall. Reductions: for a move that fleets must
carry, for staying where another unit is ordered to come, for following a unit that has no order yet, for attacking with
and without a unit that could support, for a province that others can reach, and for leaving an own centre that they can
reach. The worth of supports: of a unit that stays, of a move, and more if it is into a centre to take, or against a
unit."""
(
    STEP_COST,
    TO_TAKE,
    TO_GUARD,
    IN_FALL,
    FERRY_COST,
    IN_THE_WAY,
    WAIT,
    ATTACK_SUPPORTED,
    ATTACK_ALONE,
    CONTESTED,
    LEAVE,
    SUPPORT_OF_HOLD,
    SUPPORT_OF_MOVE,
    INTO_CENTRE,
    OF_ATTACK,
) = range(len(RANGES))
BY_HAND = dict(zip(RANGES, (20, 120, 70, 120, 40, 40, 20, 5, 60, 5, 20, 20, 10, 30, 40), strict=True))
WEIGHTS = Weights(
    RANGES, Path(str(files("ludex.games.diplomacy").joinpath("data/weights/general.json"))), start=BY_HAND
)
NEVER = -10_000


def _steps_by_kind() -> Any:
    """Return the steps from a place to a province, for an army that walks and for a fleet."""
    steps = np.full((3, PLACE_COUNT, PROVINCES), FAR, np.int64)
    for kind in (ARMY, FLEET):
        near = STEP[kind] > 0
        reached = frontier = np.eye(PLACE_COUNT, dtype=bool)
        count = 0
        while frontier.any():
            start, place = np.nonzero(frontier)
            np.minimum.at(steps[kind], (start, PROVINCE[place]), count)
            frontier = (frontier @ near) & ~reached
            reached = reached | frontier
            count += 1
    return steps


STEPS = _steps_by_kind()


@rule
def hold(s: State, seat: int, options: Rows, count: int, dice: Any) -> int:
    """Takes the first option: every unit holds, retreats if it can, and the first build offered is built."""
    return int(options[0, 0])


@rule
def general(s: State, seat: int, options: Rows, count: int, dice: Any, weights: WeightRow) -> int:
    """Takes centres, guards its own, and coordinates supports and convoys."""
    best, most = options[0, 0], NEVER * 8
    p, plan, landing = NOWHERE, NO_PLAN, 0
    if is_moves(s.phase):
        p = next_unit(s, seat)
        plan, landing = make_plan(s, seat, p), landings(s, seat)
    for row in range(count):
        if fits(s, seat, p, options[row, 0], plan):
            worth = worth_of(s, seat, weights, options[row, 0], landing) * 4 + below(dice, 4)
            if worth > most:
                best, most = options[row, 0], worth
    return int(best)


@rule
def worth_of(s: State, seat: int, weights: WeightRow, move: int, landing: int) -> int:
    """Return the worth of an option: the prospects of the unit's next place, and the worth of the kind of order."""
    unit, to = unit_and_place(move)
    if unit == NOWHERE:
        return NEVER
    extra = of_helping(s, seat, weights, move, landing)
    if extra <= NEVER:
        return NEVER
    kind, p = unit // PLACE_COUNT + 1, PROVINCE[unit % PLACE_COUNT]
    worth = extra + prospects(s, seat, weights, kind, to, p, landing)
    if is_a(move, MoveTo):
        by_sea = kind == ARMY and not REACH[ARMY, p, to]
        return worth + (of_landing(s, seat, weights, p, to) if by_sea else of_going(s, seat, weights, p, PROVINCE[to]))
    if is_a(move, Build):
        return worth + (weights[STEP_COST] if kind == FLEET and few_fleets(s, seat) else 0)
    if is_a(move, Disband):
        return -worth if s.phase == WINTER else NEVER
    return worth - (weights[IN_THE_WAY] if is_moves(s.phase) and is_taken(s, seat, p, p) else 0)


@rule
def of_helping(s: State, seat: int, weights: WeightRow, move: int, landing: int) -> int:
    """Return the worth that a support or convoy adds for the unit that it helps."""
    if is_a(move, SupportHold):
        return of_supporting_hold(s, seat, weights, province_of(field_of(move, SupportHold, 1)))
    if is_a(move, SupportMove):
        other, target = field_of(move, SupportMove, 1), field_of(move, SupportMove, 2)
        return of_supporting_move(s, seat, weights, province_of(other), PROVINCE[target])
    if is_a(move, Convoy):
        return of_carrying(s, seat, weights, province_of(field_of(move, Convoy, 1)), field_of(move, Convoy, 2), landing)
    return 0


@rule
def unit_and_place(move: int) -> tuple[int, int]:
    """Return the unit that an option orders and its place afterwards; -1 for options that are never taken."""
    if is_a(move, MoveTo):
        return field_of(move, MoveTo), field_of(move, MoveTo, 1)
    if is_a(move, Retreat):
        return field_of(move, Retreat), field_of(move, Retreat, 1)
    unit = NOWHERE
    if is_a(move, Hold):
        unit = field_of(move, Hold)
    elif is_a(move, SupportHold):
        unit = field_of(move, SupportHold)
    elif is_a(move, SupportMove):
        unit = field_of(move, SupportMove)
    elif is_a(move, Convoy):
        unit = field_of(move, Convoy)
    elif is_a(move, Build):
        unit = field_of(move, Build)
    elif is_a(move, Disband):
        unit = field_of(move, Disband)
    return unit, unit % PLACE_COUNT


@rule
def prospects(s: State, seat: int, weights: WeightRow, kind: int, place: int, origin: int, landing: int) -> int:
    """Return the prospects of a unit at a place: near a centre to take or guard that no other unit takes care of."""
    best = NEVER
    for c in range(FIRST_PROVINCE[s.map], FIRST_PROVINCE[s.map + 1]):
        if CENTRE[c] and not seen_to(s, seat, c, origin, landing):
            steps = STEPS[kind, place, c]
            if s.owner[c] != seat:
                worth = weights[TO_TAKE] - weights[STEP_COST] * steps
                if steps == 0 and s.phase == FALL_MOVES:
                    worth += weights[IN_FALL]
                best = max(best, worth)
            elif steps < 2 and foreigners(s, seat, c):
                best = max(best, weights[TO_GUARD] - weights[STEP_COST] * steps)
    return best


@rule
def seen_to(s: State, seat: int, c: int, origin: int, landing: int) -> bool:
    """Return whether another unit of the power is ordered to go to a centre, lands there, or stays in it."""
    if TYPE[c] == COAST and landing >> SHORE_NUMBER[c] & 1:
        return True
    if c != origin and s.kind[c] and s.power[c] == seat and s.order[c] != NO_ORDER and s.order[c] != MOVE:
        return True
    return going(s, seat, c) != NOWHERE


@rule
def going(s: State, seat: int, to: int) -> int:
    """Return a unit of the power that is ordered to move to a province (-1: none)."""
    for i in range(WITHIN_COUNT[to]):
        p = WITHIN[to, i]
        if s.kind[p] and s.power[p] == seat and s.order[p] == MOVE and PROVINCE[s.to[p]] == to:
            return int(p)
    return NOWHERE


@rule
def foreigners(s: State, seat: int, to: int) -> int:
    """Return the number of units of other powers that could step into a province."""
    count = 0
    for i in range(WITHIN_COUNT[to]):
        p = WITHIN[to, i]
        if s.kind[p] and s.power[p] != seat and REACH[s.kind[p], s.place[p], to]:
            count += 1
    return count


@rule
def of_going(s: State, seat: int, weights: WeightRow, p: int, to: int) -> int:
    """Return the reductions for a move: an own unit in the way, or foreign ones, unless another can still support."""
    if going(s, seat, to) != NOWHERE:
        return NEVER
    worth = 0
    if s.kind[to] and s.power[to] == seat:
        worth = -weights[WAIT] if s.order[to] == NO_ORDER else 0 if s.order[to] == MOVE else NEVER
    elif s.kind[to]:
        worth = -weights[ATTACK_SUPPORTED] if can_still_support(s, seat, p, to) else -weights[ATTACK_ALONE]
    elif foreigners(s, seat, to):
        worth = -weights[CONTESTED]
    if CENTRE[p] and s.owner[p] == seat and foreigners(s, seat, p):
        worth -= weights[LEAVE]
    return worth


@rule
def of_landing(s: State, seat: int, weights: WeightRow, p: int, to: int) -> int:
    """Return the reduction for a move across the sea: the fleets it takes. Against a foreign unit they would take part
    in vain, phase after phase."""
    if s.kind[to] and s.power[to] != seat:
        return NEVER
    return of_going(s, seat, weights, p, to) - weights[FERRY_COST]


@rule
def can_still_support(s: State, seat: int, p: int, to: int) -> bool:
    """Return whether another unit that has no order yet could support into a province."""
    for i in range(WITHIN_COUNT[to]):
        q = WITHIN[to, i]
        if q != p and s.kind[q] and s.power[q] == seat and s.order[q] == NO_ORDER and REACH[s.kind[q], s.place[q], to]:
            return True
    return False


@rule
def of_supporting_hold(s: State, seat: int, weights: WeightRow, q: int) -> int:
    """Return the worth of supporting an own unit that stays in a centre that two foreign units could enter."""
    if s.power[q] != seat:
        return NEVER
    guards = CENTRE[q] and s.order[q] != NO_ORDER and s.order[q] != MOVE and foreigners(s, seat, q) > 1
    return weights[SUPPORT_OF_HOLD] if guards else NEVER


@rule
def of_supporting_move(s: State, seat: int, weights: WeightRow, q: int, target: int) -> int:
    """Return the worth of supporting an own unit's ordered move that may meet resistance."""
    if s.power[q] != seat or s.order[q] != MOVE or PROVINCE[s.to[q]] != target:
        return NEVER
    worth = weights[SUPPORT_OF_MOVE]
    if CENTRE[target] and s.owner[target] != seat:
        worth += weights[INTO_CENTRE]
    if s.kind[target] and s.power[target] != seat:
        return worth + weights[OF_ATTACK]
    return worth if foreigners(s, seat, target) else NEVER


@rule
def of_carrying(s: State, seat: int, weights: WeightRow, q: int, to: int, landing: int) -> int:
    """Return the gain of an army without an order on another shore, if there is no centre to take within a step of it.

    An army that already has its order to go there must be carried.
    """
    if s.order[q] != NO_ORDER:
        return weights[TO_TAKE]
    here = prospects(s, seat, weights, ARMY, q, q, landing)
    if here >= weights[TO_TAKE] - weights[STEP_COST]:
        return NEVER
    return prospects(s, seat, weights, ARMY, to, q, landing) + of_landing(s, seat, weights, q, to) - here


@rule
def few_fleets(s: State, seat: int) -> bool:
    """Return whether the power has less than one fleet for two armies."""
    balance = 0
    for p in range(PROVINCES):
        if s.kind[p] and s.power[p] == seat:
            balance += 2 if s.kind[p] == FLEET else -1
    return balance < 0

"""Winter: builds and removals."""

from __future__ import annotations

from typing import Any

from ludex.core import State, option, rule
from ludex.games.diplomacy.components import (
    ARMY,
    COAST_COUNT,
    COASTS,
    FIRST_PROVINCE,
    FLEET,
    HOME,
    LAND,
    PLACE_COUNT,
    PROVINCE,
    PROVINCES,
    SEA,
    TYPE,
)
from ludex.games.diplomacy.moves import BUILDS, DISBANDS, WAIVES
from ludex.games.diplomacy.reasons import (
    CANNOT_LIE_THERE,
    FINE,
    HOME_OCCUPIED,
    NAME_THE_COAST,
    NO_BUILD_DUE,
    NO_REMOVAL_DUE,
    NOT_HOME,
    NOT_NEXT,
    NOT_OWNED,
    NOT_YOURS,
)
from ludex.games.diplomacy.rules.centres import count_centres, surplus
from ludex.games.diplomacy.rules.explanations import keep_order
from ludex.games.diplomacy.rules.orders import unit_fault, unit_number
from ludex.games.diplomacy.state import BUILD, DISBAND, NO_ORDER


@rule
def count_adjustments(s: State) -> None:
    """How many units every power removes, or can build: no more than it has home centres free."""
    count_centres(s)
    for p in range(PROVINCES):
        if s.kind[p]:
            s.left[s.power[p]] -= 1
    for seat in range(s.seats):
        spare = s.left[seat]
        if spare < 0:
            s.left[seat] = -spare
        elif spare > 0:
            s.left[seat] = min(spare, free_homes(s, seat))


@rule
def free_homes(s: State, seat: int) -> int:
    """Home centres where a power could build."""
    count = 0
    for p in range(PROVINCES):
        if HOME[p] == seat and s.owner[p] == seat and s.kind[p] == 0:
            count += 1
    return count


@rule
def why_not_build(s: State, seat: int, unit: int) -> int:
    """Builds are put into home centres that the power owns and nobody stands in, as many as it has centres too many."""
    kind, to = unit // PLACE_COUNT + 1, unit % PLACE_COUNT
    p = PROVINCE[to]
    if surplus(s, seat) <= 0:
        return NO_BUILD_DUE
    if HOME[p] != seat or not on_map(s, p):
        return NOT_HOME
    if s.owner[p] != seat:
        return NOT_OWNED
    if s.kind[p] or s.order[p] != NO_ORDER:
        return HOME_OCCUPIED
    return build_fault(kind, to)


@rule
def build_fault(kind: int, to: int) -> int:
    """An army needs land, a fleet a coast; where there are two, one must be named."""
    p = PROVINCE[to]
    if kind == ARMY:
        return FINE if to == p and TYPE[p] != SEA else CANNOT_LIE_THERE
    if TYPE[p] == LAND:
        return CANNOT_LIE_THERE
    return NAME_THE_COAST if COAST_COUNT[p] and to == p else FINE


@rule
def on_map(s: State, p: int) -> bool:
    """Whether a province is on the map that is played."""
    return bool(FIRST_PROVINCE[s.map] <= p < FIRST_PROVINCE[s.map + 1])


@rule
def why_not_removal(s: State, seat: int, unit: int) -> int:
    """Units beyond the number of centres are taken off the board, whichever the power chooses."""
    p = PROVINCE[unit % PLACE_COUNT]
    fault = unit_fault(s.kind[p], s.place[p], unit)
    if fault:
        return fault
    if s.power[p] != seat:
        return NOT_YOURS
    if surplus(s, seat) >= 0:
        return NO_REMOVAL_DUE
    return FINE if s.order[p] == NO_ORDER else NOT_NEXT


@rule
def offer_builds(s: State, seat: int, out: Any, count: int) -> int:
    """New units in free home centres, or none."""
    for p in range(FIRST_PROVINCE[s.map], FIRST_PROVINCE[s.map + 1]):
        if HOME[p] == seat and s.owner[p] == seat and s.kind[p] == 0 and s.order[p] == NO_ORDER:
            for kind in range(ARMY, FLEET + 1):
                if build_fault(kind, p) == 0:
                    count = option(out, count, BUILDS + unit_number(kind, p))
            for c in range(COAST_COUNT[p]):
                count = option(out, count, BUILDS + unit_number(FLEET, COASTS[p, c]))
    return option(out, count, WAIVES)


@rule
def offer_removals(s: State, seat: int, out: Any, count: int) -> int:
    """Any unit of the power."""
    for p in range(FIRST_PROVINCE[s.map], FIRST_PROVINCE[s.map + 1]):
        if s.kind[p] and s.power[p] == seat and s.order[p] == NO_ORDER:
            count = option(out, count, DISBANDS + unit_number(s.kind[p], s.place[p]))
    return count


@rule
def carry_out_adjustments(s: State) -> None:
    """Builds and removals."""
    for p in range(PROVINCES):
        if s.order[p] == BUILD:
            s.kind[p] = s.target[p]
            s.power[p] = s.owner[p]
            s.place[p] = s.to[p]
        if s.order[p] != NO_ORDER:
            keep_order(s, p, s.kind[p], s.power[p], s.place[p])
            if s.order[p] == DISBAND:
                s.kind[p] = 0

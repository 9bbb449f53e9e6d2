"""Civil disorder: the choice of a unit to remove for a power that does not choose one."""

from __future__ import annotations

from ludex.author import rule
from ludex.games.diplomacy.components import BY_NAME, CENTRE, DISTANCE, FAR, FLEET, HOME, NOWHERE, PROVINCES
from ludex.games.diplomacy.state import NO_ORDER, State


@rule
def farthest_unit(s: State, seat: int) -> int:
    """Return the unit farthest from the power's centres, fleets before armies, then alphabetically (-1: none)."""
    best = NOWHERE
    most = NOWHERE
    for p in range(PROVINCES):
        if s.kind[p] and s.power[p] == seat and s.order[p] == NO_ORDER:
            rank = (way_home(s, seat, p) * 2 + (s.kind[p] == FLEET)) * PROVINCES + PROVINCES - 1 - BY_NAME[p]
            if rank > most:
                best, most = p, rank
    return best


@rule
def way_home(s: State, seat: int, p: int) -> int:
    """Return the number of steps to the power's nearest centre, or by the older rule to its nearest home centre."""
    nearest = FAR
    for q in range(PROVINCES):
        counts = HOME[q] == seat if s.home_disorder else s.owner[q] == seat
        if CENTRE[q] and counts:
            nearest = min(nearest, DISTANCE[p, q])
    return nearest

"""The movement phase: the possible orders of a unit, and the moves when all orders are in."""

from __future__ import annotations

from ludex.author import Rows, offer, offers, rule
from ludex.games.diplomacy.components import FLEET, NEAR, NEAR_COUNT, NOWHERE, PROVINCES, SEA, TYPE
from ludex.games.diplomacy.moves import Hold
from ludex.games.diplomacy.rules.adjudication import conqueror, prevent_strength
from ludex.games.diplomacy.rules.convoys import offer_convoys
from ludex.games.diplomacy.rules.explanations import explain_moves
from ludex.games.diplomacy.rules.orders import next_unit, offer_moves, unit_number
from ludex.games.diplomacy.rules.paradoxes import resolve
from ludex.games.diplomacy.rules.reach import look_at_sea
from ludex.games.diplomacy.rules.supports import offer_supports
from ludex.games.diplomacy.rules.votes import offer_votes
from ludex.games.diplomacy.state import FALL_MOVES, SPRING_MOVES, YES, State


@rule
def count_orders(s: State) -> None:
    """Every unit is owed an order."""
    look_at_sea(s)
    for p in range(PROVINCES):
        if s.kind[p]:
            s.left[s.power[p]] += 1


@offers(when=SPRING_MOVES)
@offers(when=FALL_MOVES)
def offer_next_orders(s: State, seat: int, out: Rows) -> int:
    """Offer the orders of the next unit. Votes come before the first order."""
    count = offer_orders(s, next_unit(s, seat), out, 0)
    return offer_votes(s, seat, out, count) if s.votes else count


@rule
def offer_orders(s: State, p: int, out: Rows, count: int) -> int:
    """Offer all orders of a movement phase for the unit in a province."""
    unit = unit_number(s.kind[p], s.place[p])
    count = offer(out, count, Hold, unit)
    count = offer_moves(s, p, unit, out, count)
    for i in range(NEAR_COUNT[s.kind[p], s.place[p]]):
        count = offer_supports(s, p, unit, NEAR[s.kind[p], s.place[p], i], out, count)
    if s.kind[p] == FLEET and TYPE[p] == SEA and s.armies_ashore:
        count = offer_convoys(s, p, unit, out, count)
    return count


@rule
def carry_out_moves(s: State) -> None:
    """Decide every order, then move the units whose moves succeed, and dislodge the units in their way."""
    resolve(s)
    explain_moves(s)
    look_for_standoffs(s)
    dislodge_and_move(s)


@rule
def dislodge_and_move(s: State) -> None:
    """All units that move leave at once, so that they can follow each other."""
    for i in range(s.units):
        p = s.unit[i]
        if s.goes[p] != NOWHERE and s.knows[p] == YES:
            s.kind[p] = 0
        else:
            a = conqueror(s, p)
            if a != NOWHERE:
                s.beaten_kind[p] = s.kind[p]
                s.beaten_power[p] = s.power[p]
                s.beaten_place[p] = s.place[p]
                s.beaten_by[p] = a
                s.beaten_from[p] = NOWHERE if s.sails[a] == 1 and s.back_to_origin else a
                s.kind[p] = 0
    for i in range(s.units):
        p = s.unit[i]
        if s.goes[p] != NOWHERE and s.knows[p] == YES:
            to = s.goes[p]
            s.kind[to] = s.old_kind[p]
            s.power[to] = s.old_power[p]
            s.place[to] = s.to[p]


@rule
def look_for_standoffs(s: State) -> None:
    """Note the provinces that stay empty because moves into them bounced: no unit can retreat there."""
    for p in range(PROVINCES):
        s.contested[p] = 0
    for i in range(s.units):
        p = s.unit[i]
        to = s.goes[p]
        if to != NOWHERE and s.knows[p] != YES and is_vacated(s, to) and conqueror(s, to) == NOWHERE:
            _, blocks = prevent_strength(s, p, to)
            if blocks:
                s.contested[to] = 1


@rule
def is_vacated(s: State, p: int) -> bool:
    """Return whether a province was empty, or its unit has left."""
    return bool(s.kind[p] == 0 or (s.goes[p] != NOWHERE and s.knows[p] == YES))

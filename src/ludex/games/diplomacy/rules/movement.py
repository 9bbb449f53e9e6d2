"""Movement: when all orders are in, every one is decided, and units move and are dislodged."""

from __future__ import annotations

from ludex.core import State, rule
from ludex.games.diplomacy.components import NOWHERE, PROVINCES
from ludex.games.diplomacy.rules.adjudication import conqueror, prevent_strength
from ludex.games.diplomacy.rules.explanations import explain_moves
from ludex.games.diplomacy.rules.paradoxes import resolve
from ludex.games.diplomacy.state import YES


@rule
def carry_out_moves(s: State) -> None:
    """Decide every order, then move what moves, and dislodge what is in its way."""
    resolve(s)
    explain_moves(s)
    look_for_standoffs(s)
    dislodge_and_move(s)


@rule
def dislodge_and_move(s: State) -> None:
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
    """A province that stays empty because moves into it bounced off each other is no place to retreat to."""
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
    """Whether nobody was in a province, or the unit there has left."""
    return bool(s.kind[p] == 0 or (s.goes[p] != NOWHERE and s.knows[p] == YES))

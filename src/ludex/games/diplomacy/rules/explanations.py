"""The result of every order, and its cause, from what the adjudicator decided."""

from __future__ import annotations

from ludex.author import EVERYONE, Log, note, rule
from ludex.games.diplomacy.components import NOWHERE, PROVINCE, PROVINCES
from ludex.games.diplomacy.events import OrderResolved, UnitDislodged
from ludex.games.diplomacy.rules.adjudication import (
    attack_strength,
    carries,
    carrying_seas,
    conqueror,
    head_to_head,
    helpers,
    is_dislodged,
    prevent_strength,
    resistance,
    spared,
    support_matches,
)
from ludex.games.diplomacy.rules.orders import packed_order, unit_number
from ludex.games.diplomacy.rules.reach import has_route
from ludex.games.diplomacy.state import (
    BEATEN,
    BOUNCED,
    CONVOY,
    CUT,
    DISRUPTED,
    DONE,
    FAILED_IN_PARADOX,
    NO,
    NO_CONVOY,
    NOTHING,
    OWN_UNIT,
    PARADOX,
    SUPPORT_HOLD,
    SUPPORT_MOVE,
    UNMATCHED,
    YES,
    State,
)


@rule
def forget_results(s: State) -> None:
    """Before a phase is carried out, store its name and forget the results of the previous one."""
    s.old_phase = s.phase
    s.old_year = s.year
    for p in range(PROVINCES):
        s.old_kind[p] = 0
        s.old_order[p] = 0
        s.result[p] = NOTHING


@rule
def keep_order(s: State, p: int, kind: int, power: int, place: int) -> None:
    """Store the order of a unit. It counts as done until a different result is found."""
    s.result[p] = DONE
    s.by[p] = NOWHERE
    s.strength[p] = 0
    s.against[p] = 0
    s.old_kind[p] = kind
    s.old_power[p] = power
    s.old_place[p] = place
    s.old_order[p] = s.order[p]
    s.old_target[p] = s.target[p]
    s.old_to[p] = s.to[p]


@rule
def explain_moves(s: State) -> None:
    """Find the result of every order, with the unit in the way and the strengths of both."""
    for i in range(s.units):
        p = s.unit[i]
        keep_order(s, p, s.kind[p], s.power[p], s.place[p])
        if s.goes[p] != NOWHERE:
            s.strength[p] = 1 + helpers(s, p, True, NOWHERE)
            if s.knows[p] != YES:
                explain_failure(s, p)
        elif s.order[p] == SUPPORT_HOLD or s.order[p] == SUPPORT_MOVE:
            explain_support(s, p)
        elif is_dislodged(s, p) == YES:
            s.result[p] = BEATEN
            s.by[p] = conqueror(s, p)
        elif s.order[p] == CONVOY and not (carries(s, p, s.target[p]) and s.sails[s.target[p]] == 1):
            s.result[p] = UNMATCHED


@rule
def explain_failure(s: State, p: int) -> None:
    """A move fails without a convoy, because of a unit of its own power, or against the strongest unit in the way."""
    if s.way[p] == NO:
        explain_convoy(s, p)
        return
    to = s.goes[p]
    facing = head_to_head(s, p, to)
    strength, _ = attack_strength(s, p, to, facing)
    s.against[p], _ = resistance(s, to, facing)
    s.by[p] = to
    s.result[p] = BOUNCED
    if strength == 0:
        s.result[p] = OWN_UNIT
        return
    s.strength[p] = strength
    k = s.attacker[to]
    while k != NOWHERE:
        if k != p:
            other, _ = prevent_strength(s, k, to)
            if other > s.against[p]:
                s.against[p] = other
                s.by[p] = k
        k = s.next_attacker[k]


@rule
def explain_convoy(s: State, p: int) -> None:
    """A convoy fails in a paradox, for want of fleets, or because a fleet was dislodged."""
    s.result[p] = NO_CONVOY
    if s.loop[p] == FAILED_IN_PARADOX:
        s.result[p] = PARADOX
    elif has_route(p, s.goes[p], carrying_seas(s, p)):
        s.result[p] = DISRUPTED
        for i in range(s.units):
            f = s.unit[i]
            if carries(s, f, p) and is_dislodged(s, f) == YES:
                s.by[p] = f


@rule
def explain_support(s: State, p: int) -> None:
    """A support is given, matches no order, or is cut by an attack."""
    if s.knows[p] == YES:
        return
    if s.kind[s.target[p]] == 0 or not support_matches(s, p, s.target[p]):
        s.result[p] = UNMATCHED
        return
    s.result[p] = CUT
    guarded = PROVINCE[s.to[p]] if s.order[p] == SUPPORT_MOVE else NOWHERE
    a = s.attacker[p]
    while a != NOWHERE:
        cuts = s.knows[a] == YES if a == guarded else s.way[a] == YES
        if cuts and s.power[a] != s.power[p] and not (s.sails[a] == 1 and spared(s, p, a)):
            s.by[p] = a
            if s.knows[a] == YES:
                return
        a = s.next_attacker[a]


@rule
def old_order(s: State, p: int) -> int:
    """Return the order that the unit in a province had in the previous phase, as a packed move."""
    q = s.old_target[p]
    unit = unit_number(s.old_kind[p], s.old_place[p])
    return packed_order(s.old_order[p], unit, unit_number(s.old_kind[q], s.old_place[q]), s.old_to[p])


@rule
def tell_results(s: State, log: Log) -> None:
    """Note the result of every order of the phase, for all players."""
    if len(log) == 1:
        return
    for p in range(PROVINCES):
        if s.old_order[p]:
            by = s.old_place[s.by[p]] if s.by[p] != NOWHERE and s.old_kind[s.by[p]] else s.by[p]
            order = old_order(s, p)
            note(log, OrderResolved, EVERYONE, s.old_power[p], order, s.result[p], by, s.strength[p], s.against[p])
    for p in range(PROVINCES):
        if s.beaten_kind[p]:
            unit = unit_number(s.beaten_kind[p], s.beaten_place[p])
            by = unit_number(s.old_kind[s.beaten_by[p]], s.old_place[s.beaten_by[p]])
            note(log, UnitDislodged, EVERYONE, s.beaten_power[p], unit, by)

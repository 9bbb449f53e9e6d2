"""The adjudicator, which decides which moves succeed, which supports are given, and which convoys arrive.

All orders are carried out at once, so each result may depend on others. The adjudicator sweeps over the orders and
decides what is certain from what is known so far, with every strength at its least and at its most. What is still open
when a sweep decides nothing more depends on itself: a circle of moves, which succeeds, or a convoy paradox, which
`paradoxes` settles. The words follow "The Math of Adjudication" by L. B. Kruijswijk: hold, attack, defend and prevent
strength.
"""

from __future__ import annotations

from ludex.author import rule
from ludex.games.diplomacy.components import ARMY, FIRST_PROVINCE, FLEET, NOWHERE, PROVINCE, PROVINCES, SEA, TYPE
from ludex.games.diplomacy.rules.reach import can_reach, has_route, sea_bit
from ludex.games.diplomacy.state import (
    ANY_FLEET,
    CONVOY,
    EXPLICIT,
    MOVE,
    MOVE_VIA,
    NO,
    NO_PARADOX,
    RULE_1982,
    RULE_2000,
    SUPPORT_HOLD,
    SUPPORT_MOVE,
    UNKNOWN,
    YES,
    State,
)


@rule
def list_units(s: State) -> None:
    """List the units, and forget what was known before."""
    s.units = 0
    for p in range(PROVINCES):
        s.attacker[p] = NOWHERE
        s.helper[p] = NOWHERE
        s.goes[p] = NOWHERE
        s.loop[p] = NO_PARADOX
        s.sails[p] = 0
    for p in range(FIRST_PROVINCE[s.map], FIRST_PROVINCE[s.map + 1]):
        if s.kind[p]:
            s.unit[s.units] = p
            s.units += 1


@rule
def link_moves(s: State) -> None:
    """List the moves into every province, and which of them go by sea.

    An army sails where it cannot walk, and where a convoy is ordered or meant. `sails` is -1 for an army that found no
    convoy and goes by land after all.
    """
    convoys = list_convoys(s)
    for i in range(s.units):
        p = s.unit[i]
        s.knows[p] = UNKNOWN
        s.way[p] = YES
        if s.order[p] == MOVE or s.order[p] == MOVE_VIA:
            to = PROVINCE[s.to[p]]
            s.goes[p] = to
            s.next_attacker[p] = s.attacker[to]
            s.attacker[to] = p
            if s.sails[p] != NOWHERE and s.kind[p] == ARMY:
                by_land = can_reach(s, p, to)
                if not by_land or s.order[p] == MOVE_VIA or convoy_is_meant(s, p, to, convoys):
                    s.sails[p] = 1
                    s.way[p] = UNKNOWN


@rule
def list_convoys(s: State) -> int:
    """List the fleets that are ordered to convoy in `queue`, and return their number."""
    count = 0
    for i in range(s.units):
        if s.order[s.unit[i]] == CONVOY:
            s.queue[count] = s.unit[i]
            count += 1
    return count


@rule
def convoy_is_meant(s: State, army: int, to: int, convoys: int) -> bool:
    """Return whether an army that could walk goes by sea.

    It does where a fleet of its own power (or any fleet) is ordered to carry it, and the fleets that are form a route.
    The first `convoys` entries of the queue are the fleets that convoy at all.
    """
    if s.intent == EXPLICIT:
        return False
    seas = 0
    meant = False
    for i in range(convoys):
        f = s.queue[i]
        if s.target[f] == army and s.to[f] == to:
            seas |= sea_bit(f)
            meant = meant or s.power[f] == s.power[army] or s.intent == ANY_FLEET
    return meant and has_route(army, to, seas)


@rule
def link_supports(s: State) -> None:
    """List the supports of every unit. A support that matches no order has no effect."""
    for i in range(s.units):
        p = s.unit[i]
        if s.order[p] == SUPPORT_HOLD or s.order[p] == SUPPORT_MOVE:
            q = s.target[p]
            if s.kind[q] and support_matches(s, p, q):
                s.next_helper[p] = s.helper[q]
                s.helper[q] = p
            else:
                s.knows[p] = NO


@rule
def support_matches(s: State, p: int, q: int) -> bool:
    """A support to hold matches if the unit does not move; a support to move, if it goes there, to the named coast."""
    if s.order[p] == SUPPORT_HOLD:
        return bool(s.goes[q] == NOWHERE)
    to = s.to[p]
    return bool(s.goes[q] == PROVINCE[to] and (to == PROVINCE[to] or to == s.to[q]))


ALL_DECIDED, SOME_DECIDED, NONE_DECIDED = range(3)
"""Results of a sweep: nothing is open any longer; something was decided, and something is open; only the latter."""


@rule
def sweep(s: State) -> int:
    """Decide everything that is certain now, and return the result of the sweep."""
    changed = False
    left = False
    for i in range(s.units):
        p = s.unit[i]
        if s.goes[p] != NOWHERE:
            if s.way[p] == UNKNOWN:
                s.way[p] = decide_way(s, p)
                changed = changed or s.way[p] != UNKNOWN
                left = left or s.way[p] == UNKNOWN
            if s.knows[p] == UNKNOWN:
                s.knows[p] = decide_move(s, p)
                changed = changed or s.knows[p] != UNKNOWN
                left = left or s.knows[p] == UNKNOWN
        elif s.knows[p] == UNKNOWN and (s.order[p] == SUPPORT_HOLD or s.order[p] == SUPPORT_MOVE):
            s.knows[p] = decide_support(s, p)
            changed = changed or s.knows[p] != UNKNOWN
            left = left or s.knows[p] == UNKNOWN
    if not left:
        return ALL_DECIDED
    return SOME_DECIDED if changed else NONE_DECIDED


@rule
def decide_way(s: State, army: int) -> int:
    """A convoy arrives if the fleets that carry the army and are not dislodged form a route."""
    safe = maybe = 0
    unsafe = False
    for i in range(s.units):
        f = s.unit[i]
        if carries(s, f, army):
            lost = is_dislodged(s, f)
            unsafe = unsafe or lost == YES
            if lost != YES:
                maybe |= sea_bit(f)
            if lost == NO:
                safe |= sea_bit(f)
    if s.any_fleet_disrupts and (unsafe or safe != maybe):
        return NO if unsafe else UNKNOWN
    if has_route(army, s.goes[army], safe):
        return YES
    return UNKNOWN if has_route(army, s.goes[army], maybe) else NO


@rule
def carries(s: State, fleet: int, army: int) -> bool:
    """Return whether a unit is ordered to convoy the army to where it goes."""
    return bool(s.order[fleet] == CONVOY and s.target[fleet] == army and s.to[fleet] == s.goes[army])


@rule
def is_dislodged(s: State, p: int) -> int:
    """Return whether a unit that does not move is dislodged, as far as is known."""
    answer = NO
    a = s.attacker[p]
    while a != NOWHERE:
        if s.knows[a] == YES:
            return YES
        if s.knows[a] == UNKNOWN:
            answer = UNKNOWN
        a = s.next_attacker[a]
    return answer


@rule
def helpers(s: State, p: int, least: bool, but: int) -> int:
    """Return the least or the greatest number of supports a unit has, without those of one power (-1: with all)."""
    count = 0
    h = s.helper[p]
    while h != NOWHERE:
        if s.power[h] != but and (s.knows[h] == YES or (s.knows[h] == UNKNOWN and not least)):
            count += 1
        h = s.next_helper[h]
    return count


@rule
def head_to_head(s: State, p: int, q: int) -> bool:
    """Return whether two units move against each other, and neither by sea."""
    return bool(s.kind[q] != 0 and s.goes[q] == p and s.goes[p] == q and s.sails[p] != 1 and s.sails[q] != 1)


@rule
def decide_move(s: State, p: int) -> int:
    """A move succeeds if it is stronger than the unit that stays there and than every other move there."""
    if s.way[p] == NO:
        return NO
    to = s.goes[p]
    facing = head_to_head(s, p, to)
    least, most = attack_strength(s, p, to, facing)
    low, high = resistance(s, to, facing)
    if most <= low:
        return NO
    certain = least > high
    k = s.attacker[to]
    while k != NOWHERE:
        if k != p:
            low, high = prevent_strength(s, k, to)
            if most <= low:
                return NO
            certain = certain and least > high
        k = s.next_attacker[k]
    return YES if certain else UNKNOWN


@rule
def attack_strength(s: State, p: int, to: int, facing: bool) -> tuple[int, int]:
    """An attack has strength one and its supports, but no power helps to dislodge one of its units."""
    most = 1 + helpers(s, p, False, NOWHERE)
    least = 1 + helpers(s, p, True, NOWHERE) if s.way[p] == YES else 0
    if s.kind[to] == 0:
        return least, most
    leaves = NO if facing or s.goes[to] == NOWHERE else s.knows[to]
    if leaves == YES:
        return least, most
    own = s.power[to] == s.power[p]
    if least:
        least = 0 if own else 1 + helpers(s, p, True, s.power[to])
    if leaves == NO:
        most = 0 if own else 1 + helpers(s, p, False, s.power[to])
    return least, most


@rule
def resistance(s: State, to: int, facing: bool) -> tuple[int, int]:
    """Return what an attack must overcome: the strength of a unit that stays, or that comes the other way."""
    if s.kind[to] == 0:
        return 0, 0
    if facing or s.goes[to] == NOWHERE:
        return 1 + helpers(s, to, True, NOWHERE), 1 + helpers(s, to, False, NOWHERE)
    return 1 if s.knows[to] == NO else 0, 0 if s.knows[to] == YES else 1


@rule
def prevent_strength(s: State, k: int, to: int) -> tuple[int, int]:
    """Return the strength with which another move there is in the way: 0 if it is impossible or lost head to head."""
    if s.way[k] == NO:
        return 0, 0
    lost = NO
    if s.kind[to] and s.goes[to] == k and (s.beaten_never_blocks or head_to_head(s, k, to)):
        lost = s.knows[to]
    if lost == YES:
        return 0, 0
    least = 1 + helpers(s, k, True, NOWHERE) if lost == NO and s.way[k] == YES else 0
    return least, 1 + helpers(s, k, False, NOWHERE)


@rule
def decide_support(s: State, p: int) -> int:
    """A support is cut by another power's attack; one from where the supported move goes must dislodge the unit."""
    guarded = PROVINCE[s.to[p]] if s.order[p] == SUPPORT_MOVE else NOWHERE
    answer = YES
    a = s.attacker[p]
    while a != NOWHERE:
        if s.power[a] != s.power[p] and not (s.sails[a] == 1 and spared(s, p, a)):
            attacked = s.knows[a] if a == guarded else s.way[a]
            if attacked == YES:
                return NO
            if attacked == UNKNOWN:
                answer = UNKNOWN
        a = s.next_attacker[a]
    return answer


@rule
def spared(s: State, p: int, army: int) -> bool:
    """Return whether an older paradox rule keeps an army that comes by convoy from cutting a support.

    By the rule of 1982 it cuts no support of action in a sea with a convoying fleet; by that of 2000, no support of an
    attack on a fleet that the army itself needs.
    """
    if s.paradox != RULE_1982 and s.paradox != RULE_2000:
        return False
    sea = PROVINCE[s.to[p]] if s.order[p] == SUPPORT_MOVE else s.target[p]
    if TYPE[sea] != SEA or s.kind[sea] != FLEET or s.order[sea] != CONVOY:
        return False
    if s.paradox == RULE_1982:
        return True
    if s.order[p] != SUPPORT_MOVE or not carries(s, sea, army):
        return False
    return not has_route(army, s.goes[army], carrying_seas(s, army) & ~sea_bit(sea))


@rule
def carrying_seas(s: State, army: int) -> int:
    """Return the seas with fleets that are ordered to carry an army to its destination."""
    seas = 0
    for i in range(s.units):
        if carries(s, s.unit[i], army):
            seas |= sea_bit(s.unit[i])
    return seas


@rule
def conqueror(s: State, p: int) -> int:
    """Return the province from which the unit came that dislodged the one here (-1: it was not dislodged)."""
    a = s.attacker[p]
    while a != NOWHERE and s.knows[a] != YES:
        a = s.next_attacker[a]
    return int(a)

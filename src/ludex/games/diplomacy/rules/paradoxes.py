"""Orders that sweeps cannot decide because they depend on themselves: circles of moves, and convoy paradoxes."""

from __future__ import annotations

from ludex.author import rule
from ludex.games.diplomacy.components import NOWHERE
from ludex.games.diplomacy.rules.adjudication import (
    ALL_DECIDED,
    SOME_DECIDED,
    carries,
    decide_way,
    head_to_head,
    helpers,
    link_moves,
    link_supports,
    list_units,
    prevent_strength,
    sweep,
)
from ludex.games.diplomacy.rules.reach import can_reach
from ludex.games.diplomacy.state import (
    ALL_HOLD,
    FAILED_IN_PARADOX,
    IN_PARADOX,
    NO,
    NO_PARADOX,
    PAST_PARADOX,
    SUPPORT_HOLD,
    SUPPORT_MOVE,
    UNKNOWN,
    YES,
    State,
)

MOST_GUESSED = 5
"""The number of convoys in a paradox whose outcomes are tried; with more, the paradox rule is applied at once."""


@rule
def resolve(s: State) -> None:
    """Decide every order of a movement phase. The results are in `knows` and `way`."""
    list_units(s)
    again = True
    while again:
        link_moves(s)
        link_supports(s)
        settle(s)
        again = s.via_fallback == 1 and walk_instead(s)


@rule
def settle(s: State) -> None:
    """Sweep until everything is decided.

    For a paradox all outcomes of its convoys are tried first: if exactly one follows from itself, it is the result.
    `guess` is the set of convoys that are assumed to arrive, and -1 while nothing is assumed.
    """
    guess = NOWHERE
    convoys = fitting = fits = 0
    while True:
        swept = sweep(s)
        while swept == SOME_DECIDED:
            swept = sweep(s)
        if swept == ALL_DECIDED and guess < 0:
            return
        if turn_circle(s):
            continue
        if guess >= 0:
            if guess_fits(s, guess):
                fitting, fits = guess, fits + 1
            restore(s)
            guess += 1
            if guess < 1 << convoys:
                set_ways(s, guess)
                continue
            if fits == 1:
                set_ways(s, fitting)
            else:
                apply_paradox_rule(s)
            guess = NOWHERE
            continue
        first = undecided_convoy(s)
        if first == NOWHERE:
            if give_up_one(s):
                continue
            return
        convoys = find_core(s, first)
        if convoys > MOST_GUESSED:
            apply_paradox_rule(s)
            continue
        keep(s)
        guess = fits = 0
        set_ways(s, 0)


@rule
def turn_circle(s: State) -> bool:
    """Units that move in a circle all move, if nothing else is in the way of any of them."""
    for i in range(s.units):
        start = s.unit[i]
        p = start
        steps = 0
        while p != NOWHERE and steps <= s.units:
            p = next_in_circle(s, p)
            steps += 1
            if p == start:
                break
        if p == start:
            s.knows[p] = YES
            p = s.goes[p]
            while p != start:
                s.knows[p] = YES
                p = s.goes[p]
            return True
    return False


@rule
def next_in_circle(s: State, p: int) -> int:
    """Return the province of the unit that must leave for this one to move, if nothing else is missing (else -1)."""
    to = s.goes[p]
    if to == NOWHERE or s.knows[p] != UNKNOWN or s.way[p] != YES:
        return NOWHERE
    if s.kind[to] == 0 or s.goes[to] == NOWHERE or s.knows[to] != UNKNOWN or head_to_head(s, p, to):
        return NOWHERE
    strength = 1 + helpers(s, p, True, NOWHERE)
    k = s.attacker[to]
    while k != NOWHERE:
        if k != p:
            _, most = prevent_strength(s, k, to)
            if strength <= most:
                return NOWHERE
        k = s.next_attacker[k]
    return int(to)


@rule
def undecided_convoy(s: State) -> int:
    """Return an army whose convoy is undecided (-1: none)."""
    for i in range(s.units):
        if s.goes[s.unit[i]] != NOWHERE and s.way[s.unit[i]] == UNKNOWN:
            return int(s.unit[i])
    return NOWHERE


@rule
def give_up_one(s: State) -> bool:
    """Let a move that is still undecided fail. Without convoys none is left undecided, so this only guards the loop."""
    for i in range(s.units):
        p = s.unit[i]
        if s.goes[p] != NOWHERE and s.knows[p] == UNKNOWN:
            s.knows[p] = NO
            return True
    return False


@rule
def find_core(s: State, first: int) -> int:
    """Find convoys that depend on each other and on nothing else that is undecided, and return their number.

    `loop` becomes IN_PARADOX for all units of the knot. Everything that a convoy depends on is followed. If it includes
    another convoy that does not depend on the first, the search continues from there; in the end all depend on each
    other.
    """
    core = first
    while True:
        follow(s, core)
        for i in range(s.units):
            p = s.unit[i]
            s.kept_way[p] = s.mark[p]
        further = NOWHERE
        for i in range(s.units):
            p = s.unit[i]
            if further == NOWHERE and s.kept_way[p]:
                follow(s, p)
                if s.mark[core] == 0:
                    if s.goes[p] != NOWHERE and s.way[p] == UNKNOWN:
                        further = p
                    s.kept_way[p] = 0
        if further == NOWHERE:
            break
        core = further
    convoys = 0
    for i in range(s.units):
        p = s.unit[i]
        if s.loop[p] == IN_PARADOX:
            s.loop[p] = PAST_PARADOX
        if s.kept_way[p] or p == core:
            s.loop[p] = IN_PARADOX
            if s.goes[p] != NOWHERE and s.way[p] == UNKNOWN:
                convoys += 1
    return convoys


@rule
def follow(s: State, start: int) -> None:
    """Mark every undecided order that a unit's order depends on, directly or not.

    The start is marked only if it depends on itself.
    """
    for i in range(s.units):
        s.mark[s.unit[i]] = 0
    s.queue[0] = start
    done, count = 0, 1
    while done < count:
        p = s.queue[done]
        done += 1
        for i in range(s.units):
            q = s.unit[i]
            if s.mark[q] == 0 and is_open(s, q) and hangs_on(s, p, q):
                s.mark[q] = 1
                if q != start:
                    s.queue[count] = q
                    count += 1


@rule
def is_open(s: State, p: int) -> bool:
    """Return whether something about a unit's order is undecided."""
    if s.goes[p] != NOWHERE:
        return bool(s.knows[p] == UNKNOWN or s.way[p] == UNKNOWN)
    return bool(s.knows[p] == UNKNOWN and (s.order[p] == SUPPORT_HOLD or s.order[p] == SUPPORT_MOVE))


@rule
def hangs_on(s: State, p: int, q: int) -> bool:
    """Return whether the undecided order of one unit depends directly on that of another."""
    if s.goes[p] == NOWHERE:
        return bool(s.goes[q] == p)
    to = s.goes[p]
    if q == to:
        return True
    if s.goes[q] == NOWHERE:
        helped = s.target[q]
        return bool(helped == p or helped == to or s.goes[helped] == to)
    if s.goes[q] == to and q != p and s.way[q] == UNKNOWN:
        return True
    return s.way[p] == UNKNOWN and carries(s, s.goes[q], p)


@rule
def keep(s: State) -> None:
    """Store what is known before something is tried."""
    for i in range(s.units):
        p = s.unit[i]
        s.kept_knows[p] = s.knows[p]
        s.kept_way[p] = s.way[p]


@rule
def restore(s: State) -> None:
    """Restore what was known before."""
    for i in range(s.units):
        p = s.unit[i]
        s.knows[p] = s.kept_knows[p]
        s.way[p] = s.kept_way[p]


@rule
def set_ways(s: State, arriving: int) -> None:
    """Assume that some convoys of the knot arrive and the others do not, by the bits of a number."""
    bit = 0
    for i in range(s.units):
        p = s.unit[i]
        if s.loop[p] == IN_PARADOX and s.goes[p] != NOWHERE and s.way[p] == UNKNOWN:
            s.way[p] = YES if arriving >> bit & 1 else NO
            bit += 1


@rule
def guess_fits(s: State, arriving: int) -> bool:
    """Return whether what was assumed of the convoys follows from the assumption."""
    bit = 0
    for i in range(s.units):
        p = s.unit[i]
        if s.loop[p] == IN_PARADOX and s.goes[p] != NOWHERE and s.kept_way[p] == UNKNOWN:
            if decide_way(s, p) != (YES if arriving >> bit & 1 else NO):
                return False
            bit += 1
    return True


@rule
def apply_paradox_rule(s: State) -> None:
    """By Szykman's rule the convoys of a paradox fail, and their armies have no effect; by `all-hold` nothing in the
    paradox moves."""
    for i in range(s.units):
        p = s.unit[i]
        held = s.paradox == ALL_HOLD and s.knows[p] == UNKNOWN
        if s.loop[p] == IN_PARADOX and s.goes[p] != NOWHERE and (s.way[p] == UNKNOWN or held):
            s.way[p] = NO
            s.loop[p] = FAILED_IN_PARADOX


@rule
def walk_instead(s: State) -> bool:
    """Let armies that could not go by sea walk, and return whether there are any. Then all is decided again."""
    found = False
    for i in range(s.units):
        p = s.unit[i]
        if s.sails[p] == 1 and s.way[p] == NO and can_reach(s, p, s.goes[p]):
            s.sails[p] = NOWHERE
            found = True
    if found:
        for i in range(s.units):
            s.helper[s.unit[i]] = NOWHERE
            s.loop[s.unit[i]] = NO_PARADOX
        forget_attackers(s)
    return found


@rule
def forget_attackers(s: State) -> None:
    """Empty the lists of moves into provinces."""
    for i in range(s.units):
        p = s.unit[i]
        if s.goes[p] != NOWHERE:
            s.attacker[s.goes[p]] = NOWHERE

"""What happens when all orders of a phase are in: moves, retreats, centres, builds and removals, and the next phase."""

from __future__ import annotations

from typing import Any

from ludex.core import EVERYONE, State, note, rule
from ludex.games.diplomacy.checks import is_moves, is_retreats, retreat_fault, unit_number
from ludex.games.diplomacy.events import CENTRE_TAKEN, GAME_ENDED, PHASE_BEGAN, UNIT_LOST
from ludex.games.diplomacy.map import (
    ARMY,
    ARMY_NEAR,
    ARMY_NEAR_COUNT,
    CENTRES,
    FLEET_NEAR,
    FLEET_NEAR_COUNT,
    HOME,
    NOWHERE,
    PROVINCE,
    PROVINCES,
)
from ludex.games.diplomacy.paradoxes import resolve
from ludex.games.diplomacy.reach import look_at_sea
from ludex.games.diplomacy.resolve import conqueror, prevent_strength
from ludex.games.diplomacy.results import explain_moves, forget_results, keep_order, tell_results
from ludex.games.diplomacy.state import (
    BUILD,
    CONCEDED,
    CROWDED,
    DISBAND,
    DONE,
    DRAW,
    FALL_MOVES,
    FALL_RETREATS,
    NO_ORDER,
    OVER,
    RETREAT,
    SOLO,
    SPRING_MOVES,
    SPRING_RETREATS,
    VOTE_DRAW,
    VOTE_FIRST_POWER,
    WINTER,
    YEAR_LIMIT,
    YES,
)


@rule
def advance(s: State, log: Any) -> None:
    """Carry out the phase that is complete, and go on to the next in which somebody has something to decide; on an
    empty board without a last year, to the next movement phase."""
    if is_moves(s.phase) and count_votes(s):
        finish(s, log)
        return
    forget_results(s)
    carry_out(s, log)
    forget_orders(s)
    while True:
        next_phase(s, log)
        if s.ended or begin_phase(s) or (s.last_year == 0 and is_moves(s.phase)):
            break
    if s.ended:
        finish(s, log)
    else:
        note(log, PHASE_BEGAN, EVERYONE, s.phase, s.year)


@rule
def carry_out(s: State, log: Any) -> None:
    """By the kind of phase."""
    if is_moves(s.phase):
        carry_out_moves(s)
        tell_results(s, log)
        destroy_trapped(s, log)
    else:
        if is_retreats(s.phase):
            carry_out_retreats(s)
        else:
            carry_out_adjustments(s)
        tell_results(s, log)


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


@rule
def destroy_trapped(s: State, log: Any) -> None:
    """A dislodged unit that can retreat nowhere is destroyed at once."""
    for p in range(PROVINCES):
        if s.beaten_kind[p] and not can_retreat(s, p):
            note(log, UNIT_LOST, EVERYONE, s.beaten_power[p], unit_number(s.beaten_kind[p], s.beaten_place[p]))
            s.beaten_kind[p] = 0


@rule
def can_retreat(s: State, p: int) -> bool:
    place = s.beaten_place[p]
    if s.beaten_kind[p] == ARMY:
        for i in range(ARMY_NEAR_COUNT[p]):
            if retreat_fault(s, p, ARMY_NEAR[p, i]) == 0:
                return True
        return False
    for i in range(FLEET_NEAR_COUNT[place]):
        if retreat_fault(s, p, FLEET_NEAR[place, i]) == 0:
            return True
    return False


@rule
def carry_out_retreats(s: State) -> None:
    """Units that retreat to the same province are all destroyed; so is one without an order."""
    for p in range(PROVINCES):
        if s.beaten_kind[p]:
            keep_order(s, p, s.beaten_kind[p], s.beaten_power[p], s.beaten_place[p])
            if s.order[p] == RETREAT:
                s.by[p] = rival(s, p)
                if s.by[p] != NOWHERE:
                    s.result[p] = CROWDED
    for p in range(PROVINCES):
        if s.beaten_kind[p]:
            s.beaten_kind[p] = 0
            if s.order[p] == RETREAT and s.result[p] == DONE:
                to = PROVINCE[s.to[p]]
                s.kind[to] = s.old_kind[p]
                s.power[to] = s.old_power[p]
                s.place[to] = s.to[p]


@rule
def rival(s: State, p: int) -> int:
    """Another dislodged unit that retreats to the same province (-1: none)."""
    for q in range(PROVINCES):
        if q != p and s.beaten_kind[q] and s.order[q] == RETREAT and PROVINCE[s.to[q]] == PROVINCE[s.to[p]]:
            return q
    return NOWHERE


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


@rule
def forget_orders(s: State) -> None:
    for p in range(PROVINCES):
        s.order[p] = NO_ORDER
        s.target[p] = 0
        s.to[p] = 0
    for seat in range(s.seats):
        s.vote[seat] = 0


@rule
def next_phase(s: State, log: Any) -> None:
    """Spring and fall moves, retreats after each where somebody was dislodged, winter after fall."""
    if s.phase == SPRING_MOVES:
        s.phase = SPRING_RETREATS
    elif s.phase == SPRING_RETREATS:
        s.phase = FALL_MOVES
    elif s.phase == FALL_MOVES:
        s.phase = FALL_RETREATS
    elif s.phase == FALL_RETREATS:
        take_centres(s, log)
        s.phase = WINTER
        find_winner(s)
    elif s.last_year and s.year >= s.last_year:
        s.ended = YEAR_LIMIT
    else:
        s.phase = SPRING_MOVES
        s.year += 1


@rule
def take_centres(s: State, log: Any) -> None:
    """After fall a centre belongs to who stands in it."""
    for p in CENTRES:
        if s.kind[p] and s.owner[p] != s.power[p]:
            s.owner[p] = s.power[p]
            note(log, CENTRE_TAKEN, EVERYONE, s.power[p], int(p))


@rule
def find_winner(s: State) -> None:
    """A power with enough centres has won."""
    count_centres(s)
    for seat in range(s.seats):
        if s.left[seat] >= s.victory:
            s.ended = SOLO
            s.winner = seat
        s.left[seat] = 0


@rule
def count_centres(s: State) -> None:
    """Count the centres of all powers at once, in `left`."""
    for seat in range(s.seats):
        s.left[seat] = 0
    for p in CENTRES:
        if s.owner[p] != NOWHERE:
            s.left[s.owner[p]] += 1


@rule
def centres(s: State, seat: int) -> int:
    count = 0
    for p in CENTRES:
        count += s.owner[p] == seat
    return count


@rule
def finish(s: State, log: Any) -> None:
    s.phase = OVER
    note(log, GAME_ENDED, EVERYONE, s.ended, s.winner)


@rule
def begin_phase(s: State) -> bool:
    """Count what every power has to decide; whether anybody has anything."""
    for seat in range(s.seats):
        s.left[seat] = 0
    if s.phase == WINTER:
        count_adjustments(s)
    elif is_moves(s.phase):
        look_at_sea(s)
        for p in range(PROVINCES):
            if s.kind[p]:
                s.left[s.power[p]] += 1
    else:
        for p in range(PROVINCES):
            if s.beaten_kind[p]:
                s.left[s.beaten_power[p]] += 1
    for seat in range(s.seats):
        if s.left[seat]:
            return True
    return False


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
def count_votes(s: State) -> bool:
    """The game ends if all powers with units agree on a draw, or all others on a winner."""
    voted = 0
    for seat in range(s.seats):
        voted += s.vote[seat]
    if voted == 0:
        return False
    if agreed(s, VOTE_DRAW, NOWHERE):
        s.ended = DRAW
        return True
    for winner in range(s.seats):
        if agreed(s, VOTE_FIRST_POWER + winner, winner):
            s.ended = CONCEDED
            s.winner = winner
            return True
    return False


@rule
def agreed(s: State, vote: int, but: int) -> bool:
    """Whether every power with a unit, but one, has voted so, and there is such a power."""
    some = False
    for seat in range(s.seats):
        if seat != but and has_unit(s, seat):
            if s.vote[seat] != vote:
                return False
            some = True
    return some


@rule
def has_unit(s: State, seat: int) -> bool:
    for p in range(PROVINCES):
        if s.kind[p] and s.power[p] == seat:
            return True
    return False

"""The course of a game of Diplomacy: who owes orders, which are allowed, and what happens when all are in.

Orders are given unit by unit, in the alphabet of the provinces, and carried out when the last power has given its last.
"""

from __future__ import annotations

from typing import Any

from ludex.core import EVERYONE, State, note, rule
from ludex.games.diplomacy.components import (
    CENTRE,
    FIRST_POWER,
    FIRST_PROVINCE,
    FIRST_YEAR,
    HOME,
    NOWHERE,
    PLACE_COUNT,
    PROVINCE,
    PROVINCES,
    START_KIND,
    START_PLACE,
    START_POWER,
)
from ludex.games.diplomacy.events import GAME_ENDED, ORDERS_GIVEN, PHASE_BEGAN
from ludex.games.diplomacy.moves import CONCEDES, DRAWS, WAIVES
from ludex.games.diplomacy.reasons import BAD_CONCESSION, FINE, NO_BUILD_DUE, NOT_NEXT, WRONG_PHASE
from ludex.games.diplomacy.rules.adjustments import (
    carry_out_adjustments,
    count_adjustments,
    offer_builds,
    offer_removals,
    why_not_build,
    why_not_removal,
)
from ludex.games.diplomacy.rules.centres import centres, find_winner, surplus, take_centres
from ludex.games.diplomacy.rules.explanations import forget_results, tell_results
from ludex.games.diplomacy.rules.movement import carry_out_moves
from ludex.games.diplomacy.rules.orders import (
    next_unit,
    offer_orders,
    order_kind,
    order_parts,
    why_not_move,
    write_down,
)
from ludex.games.diplomacy.rules.reach import look_at_sea
from ludex.games.diplomacy.rules.retreats import carry_out_retreats, destroy_trapped, offer_retreats, why_not_retreat
from ludex.games.diplomacy.rules.votes import count_votes, has_unit, offer_votes, why_not_vote
from ludex.games.diplomacy.state import (
    BUILD,
    CONCEDED,
    DISBAND,
    DRAW,
    FALL_MOVES,
    FALL_RETREATS,
    NO_ORDER,
    OVER,
    RETREAT,
    SPRING_MOVES,
    SPRING_RETREATS,
    VOTE_DRAW,
    VOTE_FIRST_POWER,
    WINTER,
    YEAR_LIMIT,
    is_moves,
    is_retreats,
)


@rule
def setup(s: State) -> None:
    """Everybody starts in his home centres, in the spring of the first year."""
    s.phase = SPRING_MOVES
    s.year = FIRST_YEAR[s.map]
    s.winner = NOWHERE
    for p in range(PROVINCES):
        s.owner[p] = NOWHERE
        if FIRST_PROVINCE[s.map] <= p < FIRST_PROVINCE[s.map + 1]:
            s.kind[p] = START_KIND[p]
            s.power[p] = START_POWER[p]
            s.place[p] = START_PLACE[p]
            s.owner[p] = HOME[p]
    begin_phase(s)


@rule
def waiting(s: State) -> int:
    """All powers that still owe orders, at once."""
    mask = 0
    if s.ended == 0:
        for seat in range(s.seats):
            if s.left[seat]:
                mask |= 1 << seat
    return mask


@rule
def legal(s: State, seat: int, out: Any) -> int:
    """The orders of the next unit; in winter, any build or removal. A vote can be cast before the first order."""
    count = 0
    if s.phase == WINTER:
        if surplus(s, seat) > 0:
            return offer_builds(s, seat, out, count)
        return offer_removals(s, seat, out, count)
    p = next_unit(s, seat)
    if is_retreats(s.phase):
        return offer_retreats(s, p, out, count)
    count = offer_orders(s, p, out, count)
    return offer_votes(s, seat, out, count) if s.votes else count


@rule
def why_not(s: State, seat: int, move: int) -> int:
    """0 if the move is allowed now, else the reason."""
    if move >= DRAWS:
        fault = why_not_vote(s, seat)
        if fault or move == DRAWS:
            return fault
        power = move - CONCEDES - FIRST_POWER[s.map]
        return FINE if 0 <= power < s.seats and power != seat and has_unit(s, power) else BAD_CONCESSION
    if move >= WAIVES:
        if s.phase != WINTER:
            return WRONG_PHASE
        return FINE if surplus(s, seat) > 0 else NO_BUILD_DUE
    fault = why_not_order(s, seat, move)
    if fault or s.phase == WINTER:
        return fault
    unit, _, _ = order_parts(order_kind(move), move)
    return FINE if PROVINCE[unit % PLACE_COUNT] == next_unit(s, seat) else NOT_NEXT


@rule
def why_not_order(s: State, seat: int, move: int) -> int:
    """Why an order is not allowed in this phase, whatever else was ordered; 0 if it is."""
    kind = order_kind(move)
    unit, other, to = order_parts(kind, move)
    if is_moves(s.phase):
        if kind == RETREAT or kind == DISBAND or kind == BUILD:
            return WRONG_PHASE
        return why_not_move(s, seat, kind, unit, other, to)
    if is_retreats(s.phase):
        if kind != RETREAT and kind != DISBAND:
            return WRONG_PHASE
        return why_not_retreat(s, seat, kind, unit, to)
    if s.phase == WINTER:
        if kind == BUILD:
            return why_not_build(s, seat, unit)
        if kind == DISBAND:
            return why_not_removal(s, seat, unit)
    return WRONG_PHASE


@rule
def play(s: State, seat: int, move: int, log: Any) -> None:
    """Write the order down; when the last power has given its last, carry all of them out."""
    if move >= DRAWS:
        s.vote[seat] = VOTE_DRAW if move == DRAWS else VOTE_FIRST_POWER + move - CONCEDES - FIRST_POWER[s.map]
        return
    if move < WAIVES:
        write_down(s, move)
    s.left[seat] -= 1
    if s.left[seat] == 0:
        note(log, ORDERS_GIVEN, EVERYONE, seat)
        if waiting(s) == 0:
            advance(s, log)


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
def finish(s: State, log: Any) -> None:
    s.phase = OVER
    note(log, GAME_ENDED, EVERYONE, s.ended, s.winner)


@rule
def over(s: State) -> int:
    return int(s.ended)


@rule
def scores(s: State, out: Any) -> None:
    """Centres. In a draw all that are left share them alike; a power that was conceded to gets them all."""
    total = sharing = 0
    for p in range(PROVINCES):
        total += CENTRE[p] if FIRST_PROVINCE[s.map] <= p < FIRST_PROVINCE[s.map + 1] else 0
    for seat in range(s.seats):
        out[seat, 0] = centres(s, seat)
        out[seat, 1] = 0
        sharing += out[seat, 0] > 0
    for seat in range(s.seats):
        if s.ended == DRAW and out[seat, 0] > 0:
            out[seat, 0] = total // sharing
        elif s.ended == CONCEDED:
            out[seat, 0] = total if seat == s.winner else 0

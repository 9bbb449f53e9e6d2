"""The rules of Diplomacy as a table plays them: who owes orders, which are allowed, and what is known to whom.

Orders are given unit by unit, in the alphabet of the provinces, and carried out when the last power has given its last.
"""

from __future__ import annotations

from typing import Any

from ludex.core import EVERYONE, State, note, option, rule
from ludex.games.diplomacy.checks import (
    BAD_CONCESSION,
    FINE,
    NO_BUILD_DUE,
    NO_VOTES,
    NOT_NEXT,
    VOTE_COMES_FIRST,
    WRONG_PHASE,
    is_moves,
    is_retreats,
    next_unit,
    order_kind,
    order_parts,
    surplus,
    why_not_order,
)
from ludex.games.diplomacy.events import ORDERS_GIVEN
from ludex.games.diplomacy.hidden import audit, hide, redeal
from ludex.games.diplomacy.map import (
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
from ludex.games.diplomacy.moves import CONCEDES, DRAWS, WAIVES
from ludex.games.diplomacy.offers import offer_builds, offer_orders, offer_removals, offer_retreats
from ludex.games.diplomacy.phases import advance, begin_phase, centres, has_unit
from ludex.games.diplomacy.state import (
    BUILD,
    CONCEDED,
    DRAW,
    NO_VOTE,
    SPRING_MOVES,
    VOTE_DRAW,
    VOTE_FIRST_POWER,
    WINTER,
)

__all__ = ["audit", "hide", "legal", "over", "play", "redeal", "scores", "setup", "waiting", "why_not"]


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
def offer_votes(s: State, seat: int, out: Any, count: int) -> int:
    if why_not_vote(s, seat):
        return count
    count = option(out, count, DRAWS)
    for power in range(s.seats):
        if power != seat and has_unit(s, power):
            count = option(out, count, CONCEDES + concession(s, power))
    return count


@rule
def concession(s: State, power: int) -> int:
    """A power as `Concede` counts it: the powers of all maps in a row."""
    return int(power + FIRST_POWER[s.map])


@rule
def why_not_vote(s: State, seat: int) -> int:
    """One vote a phase, before the first order of a movement phase."""
    if not s.votes:
        return NO_VOTES
    if not is_moves(s.phase):
        return WRONG_PHASE
    if s.vote[seat] != NO_VOTE:
        return VOTE_COMES_FIRST
    for p in range(PROVINCES):
        if s.kind[p] and s.power[p] == seat and s.order[p]:
            return VOTE_COMES_FIRST
    return FINE


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
def write_down(s: State, move: int) -> None:
    kind = order_kind(move)
    unit, other, to = order_parts(kind, move)
    p = PROVINCE[unit % PLACE_COUNT]
    s.order[p] = kind
    if kind == BUILD:
        s.target[p] = unit // PLACE_COUNT + 1
        s.to[p] = unit % PLACE_COUNT
    else:
        s.target[p] = PROVINCE[other % PLACE_COUNT] if other != NOWHERE else 0
        s.to[p] = to if to != NOWHERE else 0


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

"""Votes: a draw, or a victory that all others concede."""

from __future__ import annotations

from typing import Any

from ludex.core import State, option, rule
from ludex.games.diplomacy.components import FIRST_POWER, NOWHERE, PROVINCES
from ludex.games.diplomacy.moves import CONCEDES, DRAWS
from ludex.games.diplomacy.reasons import FINE, NO_VOTES, VOTE_COMES_FIRST, WRONG_PHASE
from ludex.games.diplomacy.state import CONCEDED, DRAW, NO_VOTE, VOTE_DRAW, VOTE_FIRST_POWER, is_moves


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

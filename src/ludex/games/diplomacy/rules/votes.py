"""Votes: a draw, or a victory that all other powers concede."""

from __future__ import annotations

from ludex.author import Rows, effect, offer, reason, refusal, rule
from ludex.games.diplomacy.components import FIRST_POWER, NOWHERE, PROVINCES
from ludex.games.diplomacy.moves import Concede, VoteDraw
from ludex.games.diplomacy.reasons import powers
from ludex.games.diplomacy.rules.wrong_phase import WRONG_PHASE
from ludex.games.diplomacy.state import CONCEDED, DRAW, NO_VOTE, VOTE_DRAW, VOTE_FIRST_POWER, State, is_moves


def _others(s: State, seat: int) -> str:
    return ", ".join(name for power, name in enumerate(powers(s)) if power != seat and has_unit(s, power))


NO_VOTES = reason("no-votes", "this game is played without votes.")
VOTE_COMES_FIRST = reason("vote-comes-first", "a power votes once in a phase, before its first order.")
BAD_CONCESSION = reason(
    "bad-concession",
    "concede to another power that still has units: {others}.",
    others=_others,
)


@refusal(VoteDraw)
def why_not_vote(s: State, seat: int) -> int:
    """A power votes once in a movement phase, before its first order."""
    if not s.votes:
        return NO_VOTES
    if not is_moves(s.phase):
        return WRONG_PHASE
    if s.vote[seat] != NO_VOTE:
        return VOTE_COMES_FIRST
    for p in range(PROVINCES):
        if s.kind[p] and s.power[p] == seat and s.order[p]:
            return VOTE_COMES_FIRST
    return 0


@effect(VoteDraw)
def vote_draw(s: State, seat: int) -> None:
    s.vote[seat] = VOTE_DRAW


@refusal(Concede)
def why_not_concede(s: State, seat: int, power: int) -> int:
    fault = why_not_vote(s, seat)
    if fault:
        return fault
    winner = power - FIRST_POWER[s.map]
    return 0 if 0 <= winner < s.seats and winner != seat and has_unit(s, winner) else BAD_CONCESSION


@effect(Concede)
def concede(s: State, seat: int, power: int) -> None:
    s.vote[seat] = VOTE_FIRST_POWER + power - FIRST_POWER[s.map]


@rule
def offer_votes(s: State, seat: int, out: Rows, count: int) -> int:
    """Offer a draw, and a concession to every other power with a unit. `Concede` counts the powers of all maps."""
    if why_not_vote(s, seat):
        return count
    count = offer(out, count, VoteDraw)
    for power in range(s.seats):
        if power != seat and has_unit(s, power):
            count = offer(out, count, Concede, power + FIRST_POWER[s.map])
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
    """Return whether all powers with a unit, except one, have cast this vote, and there is such a power."""
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

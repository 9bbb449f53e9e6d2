"""The points for contracts: tricks bid and made, Nil, and bags."""

from __future__ import annotations

from ludex.author import Log, rule
from ludex.games.cards.bytecode.numbers import number
from ludex.games.cards.parts.bidding.places import (
    BAG_LIMIT,
    BAG_PENALTY,
    BIDDING_AT,
    EXACT,
    EXACT_BONUS,
    FAILED_PENALTY,
    NIL_BONUS,
    NIL_PENALTY,
    NIL_TRICKS_ARE_BAGS,
    ONCE_BAGS,
    OVERTRICK,
    PER_TRICK,
    RESET_BAGS,
    SCORE_BAGS,
    VARIANT_BAGS,
)
from ludex.games.cards.parts.bidding.rules import variant, variant_flags
from ludex.games.cards.parts.seats import side_of, sides
from ludex.games.cards.parts.terms import BAGS, EXACT_BID, FAILED, MADE, NIL_FAILED, NIL_MADE, OVERTRICKS, gain
from ludex.games.cards.state import State

MOST_BAGS = 10_000
"""The number of bags at which counting stops if bags cost nothing, because of the size of their field."""


@rule
def score_contracts(s: State, log: Log) -> None:
    """Score all sides, Nil bids first, then the contract of the others."""
    at = int(s.code[BIDDING_AT])
    for side in range(sides(s)):
        contract = tricks = wasted = nils = 0
        for seat in range(s.seats):
            if side_of(s, seat) == side and s.bid[seat] >= 0:
                if s.nil[seat]:
                    made = s.tricks[seat] == 0
                    points = number(s, at + NIL_BONUS) if made else -number(s, at + NIL_PENALTY)
                    gain(s, log, side, NIL_MADE if made else NIL_FAILED, points, seat, s.tricks[seat], 0)
                    nils += 1
                else:
                    contract += s.bid[seat]
                if s.nil[seat] and variant_flags(s) & NIL_TRICKS_ARE_BAGS:
                    wasted += s.tricks[seat]
                else:
                    tricks += s.tricks[seat]
        score_contract(s, log, side, at, contract, tricks, wasted, nils)


@rule
def score_contract(s: State, log: Log, side: int, at: int, contract: int, tricks: int, wasted: int, nils: int) -> None:
    """Score a contract: points for the bid and for overtricks, which are bags, or the penalty for every trick bid."""
    exact = variant_flags(s) & EXACT
    if tricks < contract or (exact and tricks > contract):
        gain(s, log, side, FAILED, -contract * s.code[at + FAILED_PENALTY], contract, tricks, 0)
        return
    over = tricks - contract + wasted
    bonus = variant(s, EXACT_BONUS) if exact else 0
    if contract or nils == 0:
        gain(s, log, side, MADE, contract * s.code[at + PER_TRICK], contract, tricks, 0)
    if over and (s.code[at + OVERTRICK] or s.code[at + BAG_LIMIT]):
        gain(s, log, side, OVERTRICKS, over * s.code[at + OVERTRICK], over, s.code[at + BAG_LIMIT], 0)
    if bonus:
        gain(s, log, side, EXACT_BID, bonus, contract, tricks, 0)
    charge_bags(s, log, side, at, over)


@rule
def charge_bags(s: State, log: Log, side: int, at: int, over: int) -> None:
    """Charge the penalty for every `bag_limit` bags, or once. The rest carries over, is dropped, or is read off
    the score."""
    limit, penalty = int(s.code[at + BAG_LIMIT]), number(s, at + BAG_PENALTY)
    kind = variant(s, VARIANT_BAGS)
    if limit == 0:
        s.bags[side] = min(s.bags[side] + over, MOST_BAGS)
        return
    if kind == SCORE_BAGS:
        score = s.score[side]
        kept = score % limit if score >= 0 else -(-score % limit)
        s.bags[side] = kept + over
    else:
        s.bags[side] += over
    if s.bags[side] >= limit:
        times = 1 if kind == RESET_BAGS or kind == ONCE_BAGS else s.bags[side] // limit
        gain(s, log, side, BAGS, -penalty * times, s.bags[side], times, 0)
        s.bags[side] = 0 if kind == RESET_BAGS else s.bags[side] - limit * times

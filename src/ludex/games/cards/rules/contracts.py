"""What contracts are worth: tricks bid and made, Nil, and bags."""

from __future__ import annotations

from ludex.author import rule
from ludex.games.cards.bytecode.numbers import number
from ludex.games.cards.bytecode.places import (
    BAG_LIMIT,
    BAG_PENALTY,
    BIDDING_AT,
    EXACT,
    EXACT_BONUS,
    FAILED,
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
from ludex.games.cards.rules.bidding import variant, variant_flags
from ludex.games.cards.rules.seats import side_of, sides
from ludex.games.cards.state import State

MOST_BAGS = 10_000
"""Where bags cost nothing they are only counted, up to what their field can hold."""


@rule
def score_contracts(s: State) -> None:
    """All sides, Nil bids first, then the contract of the others."""
    at = int(s.code[BIDDING_AT])
    for side in range(sides(s)):
        contract = tricks = wasted = 0
        for seat in range(s.seats):
            if side_of(s, seat) == side and s.bid[seat] >= 0:
                if s.nil[seat]:
                    made = s.tricks[seat] == 0
                    s.gained[side] += number(s, at + NIL_BONUS) if made else -number(s, at + NIL_PENALTY)
                else:
                    contract += s.bid[seat]
                if s.nil[seat] and variant_flags(s) & NIL_TRICKS_ARE_BAGS:
                    wasted += s.tricks[seat]
                else:
                    tricks += s.tricks[seat]
        score_contract(s, side, at, contract, tricks, wasted)


@rule
def score_contract(s: State, side: int, at: int, contract: int, tricks: int, wasted: int) -> None:
    """Made: points for the bid and for every overtrick, which is a bag. Failed: the penalty for every trick bid."""
    exact = variant_flags(s) & EXACT
    if tricks < contract or (exact and tricks > contract):
        s.gained[side] -= contract * s.code[at + FAILED]
        return
    over = tricks - contract + wasted
    s.gained[side] += contract * s.code[at + PER_TRICK] + over * s.code[at + OVERTRICK]
    if exact:
        s.gained[side] += variant(s, EXACT_BONUS)
    charge_bags(s, side, at, over)


@rule
def charge_bags(s: State, side: int, at: int, over: int) -> None:
    """The penalty for every `bag_limit` bags, or once; the rest is kept, or forgotten, or read off the score."""
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
        s.gained[side] -= penalty * times
        s.bags[side] = 0 if kind == RESET_BAGS else s.bags[side] - limit * times

"""Bidding, and what contracts are worth."""

from __future__ import annotations

from typing import Any

from ludex.core import EVERYONE, State, note, option, option_range, rule
from ludex.games.cards.bytecode import END, VARIANT
from ludex.games.cards.moves import BID, BID_MADE, NIL_BID
from ludex.games.cards.program import next_in, number, side_of, sides
from ludex.games.cards.state import (
    BAG_LIMIT,
    BAG_PENALTY,
    BID_FLAGS,
    BIDDING_AT,
    EXACT,
    FAILED,
    HOOK,
    MAX_BID,
    MIN_BID,
    NIL_BONUS,
    NIL_PENALTY,
    NIL_TRICKS_ARE_BAGS,
    OVERTRICK,
    PARTNERS,
    PER_TRICK,
    RESET_BAGS,
    SCORE_BAGS,
    SCORING_AT,
)

BID_TOO_LOW, BID_TOO_HIGH, BID_HOOKED = 10, 11, 12


@rule
def begin_bidding(s: State) -> None:
    """Left of the dealer bids first, then clockwise."""
    s.todo = s.alive
    s.turn = next_in(s, s.dealer, s.todo)


@rule
def allows_nil(s: State) -> bool:
    return bool(s.code[s.code[BIDDING_AT] + BID_FLAGS] & 1 != 0)


@rule
def variant(s: State, place: int) -> int:
    """A byte of the variant's block, which is the first of the scoring if there is one; 0 by default."""
    at = s.code[SCORING_AT]
    return int(s.code[at + place] if s.code[at] == VARIANT else END)


@rule
def variant_flags(s: State) -> int:
    return variant(s, 2)


@rule
def partner_bids(s: State, seat: int) -> int:
    """What the other seats of the side have bid so far."""
    total = 0
    for other in range(s.seats):
        if other != seat and side_of(s, other) == side_of(s, seat) and s.bid[other] > 0:
            total += s.bid[other]
    return total


@rule
def highest_bid(s: State, seat: int) -> int:
    """`max_bid`, the hand's size, and where partners may not bid more than that together, what is left of it. Who can
    bid neither that nor Nil bids `min_bid`."""
    high = min(s.code[s.pc + MAX_BID], s.hand_size[seat])
    if variant_flags(s) & PARTNERS:
        high = min(high, s.hand_size[seat] - partner_bids(s, seat))
        if not allows_nil(s):
            high = max(high, s.code[s.pc + MIN_BID])
    return int(high)


@rule
def hooked_bid(s: State, seat: int) -> int:
    """The bid that the last bidder may not make, as the bids would add up to the tricks; -1 where there is none, or
    where it is the only one left."""
    if not variant_flags(s) & HOOK or s.todo & (s.todo - 1):
        return -1
    total = 0
    for other in range(s.seats):
        if s.bid[other] > 0:
            total += s.bid[other]
    hooked, low, high = int(s.hand_size[seat] - total), int(s.code[s.pc + MIN_BID]), highest_bid(s, seat)
    others = max(high - low + 1, 0) - (1 if low <= hooked <= high else 0)
    if low > 0 and hooked != 0 and allows_nil(s):
        others += 1
    return hooked if others > 0 else -1


@rule
def why_not_bid(s: State, seat: int, tricks: int) -> int:
    """A bid is `min_bid` to the highest there is; 0 is always there where Nil is allowed."""
    if tricks == hooked_bid(s, seat):
        return BID_HOOKED
    if tricks == 0 and allows_nil(s):
        return 0
    if tricks < s.code[s.pc + MIN_BID]:
        return BID_TOO_LOW
    return BID_TOO_HIGH if tricks > highest_bid(s, seat) else 0


@rule
def offer_bids(s: State, seat: int, out: Any) -> int:
    low, high, hooked = int(s.code[s.pc + MIN_BID]), highest_bid(s, seat), hooked_bid(s, seat)
    count = 0
    if low > 0 and allows_nil(s) and hooked != 0:
        count = option(out, count, BID)
    if low <= hooked <= high:
        count = option_range(out, count, BID + low, BID + hooked - 1)
        low = hooked + 1
    return option_range(out, count, BID + low, BID + high)


@rule
def make_bid(s: State, seat: int, tricks: int, log: Any) -> None:
    """Nil is told by its flag: a bid of 0 where Nil is allowed."""
    s.bid[seat] = tricks
    if tricks == 0 and allows_nil(s):
        s.nil[seat] = 1
        note(log, NIL_BID, EVERYONE, seat)
    else:
        note(log, BID_MADE, EVERYONE, seat, tricks)
    s.todo &= ~(1 << seat)
    if s.todo:
        s.turn = next_in(s, seat, s.todo)
    else:
        s.done = 1


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
        s.gained[side] += variant(s, 3)
    charge_bags(s, side, at, over)


@rule
def charge_bags(s: State, side: int, at: int, over: int) -> None:
    """The penalty for every `bag_limit` bags; the rest is kept, or forgotten, or read off the score."""
    limit, penalty = int(s.code[at + BAG_LIMIT]), number(s, at + BAG_PENALTY)
    kind = variant(s, 1)
    if limit == 0:
        s.bags[side] = min(s.bags[side] + over, 10_000)
        return
    if kind == SCORE_BAGS:
        score = s.score[side]
        kept = score % limit if score >= 0 else -(-score % limit)
        s.bags[side] = kept + over
    else:
        s.bags[side] += over
    if s.bags[side] >= limit:
        times = 1 if kind == RESET_BAGS else s.bags[side] // limit
        s.gained[side] -= penalty * times
        s.bags[side] = 0 if kind == RESET_BAGS else s.bags[side] % limit

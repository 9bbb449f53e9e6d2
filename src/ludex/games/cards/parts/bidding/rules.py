"""Bidding: every seat says once how many tricks it expects to win."""

from __future__ import annotations

from ludex.author import EVERYONE, Log, Rows, effect, note, offer, offer_range, offers, reason, refusal, rule
from ludex.games.cards.bytecode.layouts import SCORING_AT
from ludex.games.cards.events import BidMade, NilBid
from ludex.games.cards.moves import Bid
from ludex.games.cards.parts.bidding.genome import BIDDING, VARIANT
from ludex.games.cards.parts.bidding.places import (
    ALLOW_NIL,
    BID_FLAGS,
    BIDDING_AT,
    HOOK,
    MAX_BID,
    MIN_BID,
    PARTNERS,
    VARIANT_FLAGS,
)
from ludex.games.cards.parts.seats import next_in, side_of
from ludex.games.cards.state import State


@rule
def begin_bidding(s: State) -> None:
    """The seat to the left of the dealer bids first, then the others, clockwise."""
    s.todo = s.alive
    s.turn = next_in(s, s.dealer, s.todo)


@rule
def allows_nil(s: State) -> bool:
    return bool(s.code[s.code[BIDDING_AT] + BID_FLAGS] & ALLOW_NIL != 0)


@rule
def variant(s: State, place: int) -> int:
    """A byte of the variant's block, which is the first of the scoring if there is one; 0 by default."""
    at = s.code[SCORING_AT]
    return int(s.code[at + place] if s.code[at] == VARIANT else 0)


@rule
def variant_flags(s: State) -> int:
    return variant(s, VARIANT_FLAGS)


@rule
def partner_bids(s: State, seat: int) -> int:
    """Add up the bids of the other seats of the side so far."""
    total = 0
    for other in range(s.seats):
        if other != seat and side_of(s, other) == side_of(s, seat) and s.bid[other] > 0:
            total += s.bid[other]
    return total


@rule
def highest_bid(s: State, seat: int) -> int:
    """`max_bid`, the hand's size, and where partners may not bid more than that together, what is left of it. A seat
    that can bid neither that nor Nil bids `min_bid`."""
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


@offers(when=BIDDING)
def offer_bids(s: State, seat: int, out: Rows) -> int:
    low, high, hooked = int(s.code[s.pc + MIN_BID]), highest_bid(s, seat), hooked_bid(s, seat)
    count = 0
    if low > 0 and allows_nil(s) and hooked != 0:
        count = offer(out, count, Bid, 0)
    if low <= hooked <= high:
        count = offer_range(out, count, Bid, low, hooked - 1)
        low = hooked + 1
    return offer_range(out, count, Bid, low, high)


BID_TOO_LOW = reason("bid-too-low", "bid at least {low}.", low=lambda s, seat: s.code[s.pc + MIN_BID])
BID_TOO_HIGH = reason("bid-too-high", "bid at most {high}.", high=highest_bid)
BID_HOOKED = reason("bid-hooked", "the bids may not add up to the number of tricks. Bid another number.")


@refusal(Bid, when=BIDDING)
def why_not_bid(s: State, seat: int, tricks: int) -> int:
    """A bid is `min_bid` to the highest there is; 0 is always there where Nil is allowed."""
    if tricks == hooked_bid(s, seat):
        return BID_HOOKED
    if tricks == 0 and allows_nil(s):
        return 0
    if tricks < s.code[s.pc + MIN_BID]:
        return BID_TOO_LOW
    return BID_TOO_HIGH if tricks > highest_bid(s, seat) else 0


@effect(Bid, when=BIDDING)
def make_bid(s: State, seat: int, tricks: int, log: Log) -> None:
    """Make a bid. A bid of 0 is Nil if Nil is allowed, which a separate flag records."""
    s.bid[seat] = tricks
    if tricks == 0 and allows_nil(s):
        s.nil[seat] = 1
        note(log, NilBid, EVERYONE, seat)
    else:
        note(log, BidMade, EVERYONE, seat, tricks)
    s.todo &= ~(1 << seat)
    if s.todo:
        s.turn = next_in(s, seat, s.todo)
    else:
        s.done = 1

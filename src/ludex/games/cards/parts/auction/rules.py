"""The auction: seats bid a number and a strain, double, redouble or pass, and the last bid becomes the contract."""

from __future__ import annotations

from ludex.author import EVERYONE, Log, Rows, effect, note, offer, offers, reason, refusal, rule
from ludex.games.cards.card_sets import size
from ludex.games.cards.components import STRAINS, bid_in_words
from ludex.games.cards.events import ContractNamed, Doubled, HandPassedOut, NoBid, Redoubled, SuitBid
from ludex.games.cards.moves import BidSuit, Double, Redouble, Skip
from ludex.games.cards.parts.auction.calls import (
    DOUBLER,
    NO_TRUMP,
    REDOUBLER,
    bidder_of,
    first_to_name,
    level_of,
    number_of_bids,
    place_of_strain,
    strain_of,
    times_doubled,
)
from ludex.games.cards.parts.auction.genome import AUCTION
from ludex.games.cards.parts.auction.places import (
    AUCTION_FLAGS,
    DOUBLES,
    DUMMY,
    HIGHEST,
    LEFT_FIRST,
    LOWEST,
    STRAIN_COUNT,
)
from ludex.games.cards.parts.seats import next_in, side_of
from ludex.games.cards.state import State


@rule
def begin_auction(s: State) -> None:
    """The dealer bids first, or the seat to the dealer's left."""
    s.passes = 0
    left = s.code[s.pc + AUCTION_FLAGS] & LEFT_FIRST or not s.alive >> s.dealer & 1
    s.turn = next_in(s, s.dealer, s.alive) if left else s.dealer


@rule
def is_opponents(s: State, seat: int) -> bool:
    """Return True if the highest bid is that of another side."""
    return s.high_bid > 0 and side_of(s, bidder_of(s, s.high_bid - 1)) != side_of(s, seat)


@rule
def may_double(s: State, seat: int) -> bool:
    """Opponents may double the highest bid, once."""
    return bool(s.code[s.pc + AUCTION_FLAGS] & DOUBLES) and is_opponents(s, seat) and times_doubled(s) == 1


@rule
def may_redouble(s: State, seat: int) -> bool:
    """The side of a bid that was doubled may redouble it, once."""
    return s.high_bid > 0 and not is_opponents(s, seat) and times_doubled(s) == 2


@offers(when=AUCTION)
def offer_calls(s: State, seat: int, out: Rows) -> int:
    """Passing, all higher bids, and doubling or redoubling."""
    count = offer(out, 0, Skip)
    for bid in range(s.high_bid, number_of_bids(s, s.pc)):
        count = offer(out, count, BidSuit, level_of(s, s.pc, bid), strain_of(s, s.pc, bid))
    if may_double(s, seat):
        count = offer(out, count, Double)
    if may_redouble(s, seat):
        count = offer(out, count, Redouble)
    return count


def high_bid_name(s: State, seat: int) -> str:
    """Return the highest bid in words."""
    return bid_name(s, s.high_bid - 1) if s.high_bid else "none"


def bid_name(s: State, bid: int) -> str:
    """Return a bid in words."""
    return bid_in_words(level_of(s, s.pc, bid), STRAINS[strain_of(s, s.pc, bid)])


def lowest_bid_name(s: State, seat: int) -> str:
    """Return the lowest bid that is still possible, or that there is none."""
    return f"bid {bid_name(s, s.high_bid)} or more, or pass" if s.high_bid < number_of_bids(s, s.pc) else "pass"


def strain_names(s: State, seat: int) -> str:
    """Return the strains that may be bid, the lowest first."""
    return ", ".join(STRAINS[strain_of(s, s.pc, place)] for place in range(s.code[s.pc + STRAIN_COUNT]))


BID_NOT_HIGHER = reason(
    "bid-not-higher", "the highest bid is {high}. You may {low}.", high=high_bid_name, low=lowest_bid_name
)
NO_SUCH_LEVEL = reason(
    "no-such-level",
    "bids are for {low} to {high}.",
    low=lambda s, seat: s.code[s.pc + LOWEST],
    high=lambda s, seat: s.code[s.pc + HIGHEST],
)
NO_SUCH_STRAIN = reason("no-such-strain", "{strain} cannot be bid. Choose one of {strains}.", strains=strain_names)
NOTHING_TO_DOUBLE = reason("nothing-to-double", "the opponents have made no bid that you could double.")
ALREADY_DOUBLED = reason("already-doubled", "the bid has been doubled already.")
NO_DOUBLES = reason("no-doubles", "there is no doubling in this game.")
NOTHING_TO_REDOUBLE = reason(
    "nothing-to-redouble", "only a bid of your own side that the opponents have doubled can be redoubled, once."
)


@refusal(BidSuit, when=AUCTION)
def why_not_bid_suit(s: State, seat: int, level: int, strain: int) -> int:
    """A bid has a number and a strain of this game, and is higher than the last one."""
    if level < s.code[s.pc + LOWEST] or level > s.code[s.pc + HIGHEST]:
        return NO_SUCH_LEVEL
    place = place_of_strain(s, s.pc, strain)
    if place < 0:
        return NO_SUCH_STRAIN
    return 0 if bid_number(s, level, strain) >= s.high_bid else BID_NOT_HIGHER


@rule
def bid_number(s: State, level: int, strain: int) -> int:
    """The number of a bid, counted from 0, the lowest."""
    return int((level - s.code[s.pc + LOWEST]) * s.code[s.pc + STRAIN_COUNT] + place_of_strain(s, s.pc, strain))


@effect(BidSuit, when=AUCTION)
def bid_suit(s: State, seat: int, level: int, strain: int, log: Log) -> None:
    """Bid higher than all before."""
    bid = bid_number(s, level, strain)
    s.high_bid = 1 + bid
    s.calls[bid] = 1 + seat
    note(log, SuitBid, EVERYONE, seat, level, strain)
    s.passes = 0
    next_caller(s, seat, log)


@refusal(Double, when=AUCTION)
def why_not_double(s: State, seat: int) -> int:
    if not s.code[s.pc + AUCTION_FLAGS] & DOUBLES:
        return NO_DOUBLES
    if not is_opponents(s, seat):
        return NOTHING_TO_DOUBLE
    return 0 if times_doubled(s) == 1 else ALREADY_DOUBLED


@effect(Double, when=AUCTION)
def double(s: State, seat: int, log: Log) -> None:
    """Double the bid of the opponents. It stays the highest, and any higher bid ends the doubling."""
    s.calls[s.high_bid - 1] |= 1 + seat << DOUBLER
    note(log, Doubled, EVERYONE, seat)
    s.passes = 0
    next_caller(s, seat, log)


@refusal(Redouble, when=AUCTION)
def why_not_redouble(s: State, seat: int) -> int:
    return 0 if may_redouble(s, seat) else NOTHING_TO_REDOUBLE


@effect(Redouble, when=AUCTION)
def redouble(s: State, seat: int, log: Log) -> None:
    """Redouble a bid of the own side that was doubled."""
    s.calls[s.high_bid - 1] |= 1 + seat << REDOUBLER
    note(log, Redoubled, EVERYONE, seat)
    s.passes = 0
    next_caller(s, seat, log)


@effect(Skip, when=AUCTION)
def pass_call(s: State, seat: int, log: Log) -> None:
    """Passing does not bar a seat from bidding later."""
    note(log, NoBid, EVERYONE, seat)
    s.passes += 1
    next_caller(s, seat, log)


@rule
def next_caller(s: State, seat: int, log: Log) -> None:
    """The next seat is asked. After a bid the auction ends when all others have passed in a row; without one, when all
    have."""
    players = size(s.alive)
    if s.passes >= (players - 1 if s.high_bid else players):
        s.done = 1
        s.passes = 0
        if s.high_bid:
            award_contract(s, log)
        else:
            s.passed_out = 1
            note(log, HandPassedOut, EVERYONE)
    else:
        s.turn = next_in(s, seat, s.alive)


@rule
def award_contract(s: State, log: Log) -> None:
    """The last bid names the trumps. The declarer is the seat of its side that first named that strain."""
    bid = int(s.high_bid - 1)
    strain, side = strain_of(s, s.pc, bid), side_of(s, bidder_of(s, bid))
    declarer = first_to_name(s, s.pc, side, strain)
    s.trump = 0 if strain == NO_TRUMP else 1 + strain
    s.declarer = 1 + declarer
    if s.code[s.pc + AUCTION_FLAGS] & DUMMY:
        s.dummy = 1 + next_in(s, declarer, side_members(s, side))
    note(log, ContractNamed, EVERYONE, declarer, level_of(s, s.pc, bid), strain, times_doubled(s) // 2)


@rule
def side_members(s: State, side: int) -> int:
    """The seats of a side, as bits."""
    members = 0
    for seat in range(s.seats):
        if side_of(s, seat) == side:
            members |= 1 << seat
    return members

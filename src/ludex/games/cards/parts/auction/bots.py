"""Rules by which bots bid in auctions: points and lengths say how many tricks a side should win in each strain, and the
table of points says which contract is worth most."""

from __future__ import annotations

from typing import Any

from ludex.author import field_of, is_a, packed, rule
from ludex.games.cards.bytecode.numbers import number
from ludex.games.cards.card_sets import size
from ludex.games.cards.components import SUIT_MASK
from ludex.games.cards.moves import BidSuit, Double, Redouble, Skip
from ludex.games.cards.parts.auction.calls import (
    NO_TRUMP,
    auction_at,
    bidder_of,
    is_vulnerable,
    level_of,
    number_of_bids,
    strain_of,
    times_doubled,
)
from ludex.games.cards.parts.auction.places import (
    AUCTION_BOOK,
    GAME_BONUS,
    GAME_POINTS,
    GRAND_SLAM,
    LOWEST,
    PART_BONUS,
    SMALL_SLAM,
    STRAIN_COUNT,
    VULNERABLE_GAME_BONUS,
    VULNERABLE_GRAND_SLAM,
    VULNERABLE_SMALL_SLAM,
)
from ludex.games.cards.parts.auction.scoring import chosen, trick_score, undertrick_points
from ludex.games.cards.parts.deal.places import STRENGTH
from ludex.games.cards.parts.seats import side_of
from ludex.games.cards.parts.trumps.rules import strength
from ludex.games.cards.state import State

ALL_POINTS = 40
"""The points in the four highest ranks, which count 4, 3, 2 and 1."""
OPENING = 12
"""The points with which bots open the bidding."""
SHOWN = 13
"""The points that the first bid of a side shows, at the lowest level; each level more shows two more."""
SILENT = 9
"""The most points that a seat is expected to hold that has made no bid."""
SLOPE = 9
"""A point counts this many hundredths of a quarter for every trick of a hand."""
MODEST = 1
"""The quarters of a trick that are taken off every estimate, because the play is rarely perfect."""
BALANCED = 15
"""The points with which bots open a hand without a long or a short suit at no trump."""
SPREAD = 6
"""Half the width of the range in which a contract may be made or fail, in quarters of a trick."""
DOUBLES_FROM = 14
"""The quarters of a trick by which a contract must exceed what the opponents should win, to be doubled."""


@rule
def honour_points(s: State, seat: int) -> int:
    """Count 4, 3, 2 and 1 for cards of the four highest ranks."""
    best, points = 0, 0
    for rank in range(13):
        best = max(best, s.code[STRENGTH + rank])
    for card in range(52):
        if s.hand[seat] >> card & 1:
            points += max(4 - (best - strength(s, card)), 0)
    return int(points)


@rule
def suit_length(s: State, seat: int, suit: int) -> int:
    return size(s.hand[seat] & SUIT_MASK[suit])


@rule
def hand_points(s: State, seat: int) -> int:
    """Count honours, and a point for every card beyond four in a suit."""
    points = honour_points(s, seat)
    for suit in range(4):
        points += max(suit_length(s, seat, suit) - 4, 0)
    return points


@rule
def is_balanced(s: State, seat: int) -> bool:
    """Return True if no suit is very short or long."""
    doubletons = 0
    for suit in range(4):
        length = suit_length(s, seat, suit)
        if length < 2 or length > 5:
            return False
        doubletons += length == 2
    return doubletons <= 1


@rule
def first_bid_of(s: State, at: int, seat: int) -> int:
    """The first bid that a seat made in this auction; -1 if it has made none."""
    for bid in range(s.high_bid):
        if bidder_of(s, bid) == seat:
            return bid
    return -1


@rule
def last_bid_of(s: State, at: int, seat: int) -> int:
    """The last bid that a seat made in this auction; -1 if it has made none."""
    found = -1
    for bid in range(s.high_bid):
        if bidder_of(s, bid) == seat:
            found = bid
    return found


@rule
def opened(s: State, at: int, side: int) -> int:
    """The seat that made the first bid of a side; -1 if there is none."""
    for bid in range(s.high_bid):
        seat = bidder_of(s, bid)
        if seat >= 0 and side_of(s, seat) == side:
            return seat
    return -1


@rule
def points_left(s: State, at: int, seat: int) -> int:
    """The points that a seat expects another one to hold that has made no bid: a share of those that it does not hold
    itself and that no bid has shown, as such a seat has rarely enough to open."""
    left, silent = ALL_POINTS - honour_points(s, seat), 0
    for other in range(s.seats):
        if other != seat:
            if first_bid_of(s, at, other) >= 0:
                left -= shown_points(s, at, other)
            else:
                silent += 1
    return int(min(max(left // max(silent, 1) - 1, 1), SILENT))


@rule
def shown_points(s: State, at: int, seat: int) -> int:
    """The points that a seat has shown by the first of its bids."""
    bid = first_bid_of(s, at, seat)
    level = level_of(s, at, bid) - s.code[at + LOWEST]
    if opened(s, at, side_of(s, seat)) == seat:
        if strain_of(s, at, bid) == NO_TRUMP:
            return SHOWN + 3 + 5 * level
        return SHOWN + 2 * level
    tricks = s.code[at + AUCTION_BOOK] + level_of(s, at, bid)
    return min(max(ALL_POINTS // 2 - SHOWN + (400 * tricks // dealt(s) - 230) // 13, 6), 20)


@rule
def dealt(s: State) -> int:
    """Return the number of tricks in this hand."""
    return int(max(s.tricks_played + s.hand_size[s.dealer], 1))


@rule
def shown_length(s: State, at: int, seat: int, suit: int) -> int:
    """The cards of a suit that a seat has shown by its bids, or is likely to have."""
    longest = 0
    for bid in range(s.high_bid):
        if bidder_of(s, bid) == seat and strain_of(s, at, bid) == suit:
            longest += 1
    if longest:
        return 4 + longest
    return 3 if first_bid_of(s, at, seat) < 0 or strain_of(s, at, first_bid_of(s, at, seat)) == NO_TRUMP else 2


@rule
def likely_tricks(s: State, at: int, seat: int, strain: int) -> int:
    """Estimate the tricks that a seat's side wins in a strain, in quarters of a trick."""
    side, points, short, length, members = side_of(s, seat), hand_points(s, seat), 0, 0, 1
    if strain != NO_TRUMP:
        length = suit_length(s, seat, strain)
        for suit in range(4):
            if suit != strain and length > 3:
                short += max(3 - suit_length(s, seat, suit), 0)
    for other in range(s.seats):
        if other != seat and side_of(s, other) == side:
            bids = first_bid_of(s, at, other) >= 0
            points += shown_points(s, at, other) if bids else points_left(s, at, seat)
            members += 1
            length += shown_length(s, at, other, strain) if strain != NO_TRUMP else 0
    tricks = dealt(s)
    quarters = 4 * tricks * members // s.seats + SLOPE * tricks * (points - ALL_POINTS * members // s.seats) // 100
    if strain != NO_TRUMP:
        fit = length - (3 * members + 1)
        quarters += 5 * min(fit, 4) // 2 + short if fit >= 0 else 5 * fit
    return int(min(max(quarters - MODEST, 0), 4 * tricks))


@rule
def worth_of_contract(s: State, at: int, seat: int, bid: int, quarters: int) -> int:
    """Estimate the points that a contract brings a seat's side if it should win some quarters of a trick."""
    need = s.code[at + AUCTION_BOOK] + level_of(s, at, bid)
    vulnerable = is_vulnerable(s, side_of(s, seat))
    worth = trick_score(s, at, bid)
    if worth >= number(s, at + GAME_POINTS):
        worth += chosen(s, at, GAME_BONUS, VULNERABLE_GAME_BONUS, vulnerable)
    else:
        worth += number(s, at + PART_BONUS)
    if need == dealt(s) - 1:
        worth += chosen(s, at, SMALL_SLAM, VULNERABLE_SMALL_SLAM, vulnerable)
    elif need == dealt(s):
        worth += chosen(s, at, GRAND_SLAM, VULNERABLE_GRAND_SLAM, vulnerable)
    ahead = quarters - 4 * need
    chance = min(max(ahead + SPREAD, 0), 2 * SPREAD)
    missing = max((2 - ahead) // 4, 1)
    lost = undertrick_points(s, at, missing, 1 if missing == 1 else 2, vulnerable)
    return int((worth * chance - lost * (2 * SPREAD - chance)) // (2 * SPREAD))


@rule
def best_bid(s: State, seat: int) -> int:
    """The bid that a seat thinks best; -1 to pass."""
    at = auction_at(s)
    if opened(s, at, side_of(s, seat)) < 0:
        return opening_bid(s, at, seat)
    holds = s.high_bid and side_of(s, bidder_of(s, s.high_bid - 1)) == side_of(s, seat)
    found, most = -1, 0
    if holds:
        bid = int(s.high_bid - 1)
        most = worth_of_contract(s, at, seat, bid, likely_tricks(s, at, seat, strain_of(s, at, bid)))
    elif s.high_bid:
        theirs = 4 * dealt(s) - likely_tricks(s, at, seat, NO_TRUMP)
        most = -max(worth_of_contract(s, at, bidder_of(s, s.high_bid - 1), int(s.high_bid - 1), theirs), 0)
    for place in range(s.code[at + STRAIN_COUNT]):
        strain = strain_of(s, at, place)
        quarters = likely_tricks(s, at, seat, strain)
        for bid in range(place, number_of_bids(s, at), s.code[at + STRAIN_COUNT]):
            if bid >= s.high_bid:
                value = worth_of_contract(s, at, seat, bid, quarters)
                if value > most:
                    found, most = bid, value
    return found


@rule
def opening_bid(s: State, at: int, seat: int) -> int:
    """The first bid of a side: the longest suit, or no trump on a strong hand that is balanced. After bids of the
    opponents it needs five cards."""
    points, count = hand_points(s, seat), int(s.code[at + STRAIN_COUNT])
    fair = OPENING - (2 if s.high_bid else 0)
    if points < fair:
        return -1
    found, most = -1, 0
    for place in range(count):
        strain = strain_of(s, at, place)
        bid = (s.high_bid - place + count - 1) // count * count + place
        level = level_of(s, at, bid) - s.code[at + LOWEST]
        if bid >= number_of_bids(s, at) or points < fair + 3 * level:
            continue
        if strain == NO_TRUMP:
            length = 10 if is_balanced(s, seat) and BALANCED <= points - 5 * level <= BALANCED + 3 else 0
        else:
            length = suit_length(s, seat, strain)
            if length < (5 if s.high_bid else 3):
                length = 0
        if length and length >= most:
            found, most = bid, length
    return found


@rule
def choose_call(s: State, seat: int, options: Any, count: int, careful: bool) -> int:
    """Bid what is worth most; double what the opponents should not make."""
    at = auction_at(s)
    bid = best_bid(s, seat)
    if bid >= 0:
        return packed(BidSuit, level_of(s, at, bid), strain_of(s, at, bid))
    for row in range(count):
        if is_a(options[row, 0], Double) and careful and expects_to_defeat(s, at, seat):
            return packed(Double)
        if is_a(options[row, 0], Redouble) and careful and expects_to_make(s, at, seat):
            return packed(Redouble)
    return packed(Skip)


@rule
def expects_to_defeat(s: State, at: int, seat: int) -> bool:
    """Return True if the opponents have bid more than they should win."""
    bid = int(s.high_bid - 1)
    need = 4 * (s.code[at + AUCTION_BOOK] + level_of(s, at, bid))
    ours = likely_tricks(s, at, seat, NO_TRUMP)
    return hand_points(s, seat) >= OPENING - 2 and need - (4 * dealt(s) - ours) >= DOUBLES_FROM


@rule
def expects_to_make(s: State, at: int, seat: int) -> bool:
    """Return True if the side of the highest bid should win more than it promises."""
    bid = int(s.high_bid - 1)
    need = 4 * (s.code[at + AUCTION_BOOK] + level_of(s, at, bid))
    return times_doubled(s) == 2 and likely_tricks(s, at, seat, strain_of(s, at, bid)) - need >= SPREAD


@rule
def is_sensible_call(s: State, seat: int, move: int) -> bool:
    """Return False for bids far above what a side should win, and for doubles and redoubles without a reason."""
    at = auction_at(s)
    if is_a(move, Double):
        return expects_to_defeat(s, at, seat)
    if is_a(move, Redouble):
        return expects_to_make(s, at, seat)
    if not is_a(move, BidSuit):
        return True
    level, strain = field_of(move, BidSuit, 0), field_of(move, BidSuit, 1)
    need = 4 * (s.code[at + AUCTION_BOOK] + level)
    return likely_tricks(s, at, seat, strain) + 2 * SPREAD // 3 >= need or level == s.code[at + LOWEST]


@rule
def fit_of_hand(s: State, seat: int) -> int:
    """Return how far a hand is from what its bids have shown: points and missing cards of the suits bid."""
    at = auction_at(s)
    bid = first_bid_of(s, at, seat)
    points = hand_points(s, seat)
    if bid < 0:
        return max(points - OPENING, 0)
    off = max(abs(points - shown_points(s, at, seat)) - 2, 0)
    for suit in range(4):
        if shown_length(s, at, seat, suit) > 4:
            off += 3 * max(shown_length(s, at, seat, suit) - suit_length(s, seat, suit), 0)
    return off

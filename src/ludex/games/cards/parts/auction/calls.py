"""The calls of an auction: what was bid and by whom, what may still be bid, and who is vulnerable."""

from __future__ import annotations

from ludex.author import rule
from ludex.games.cards.bytecode.blocks import END
from ludex.games.cards.bytecode.layouts import FIRST_PHASE
from ludex.games.cards.bytecode.numbers import past_block
from ludex.games.cards.parts.auction.genome import AUCTION
from ludex.games.cards.parts.auction.places import (
    AUCTION_BOOK,
    CHICAGO,
    DUPLICATE,
    FIRST_STRAIN,
    HIGHEST,
    LOWEST,
    STRAIN,
    STRAIN_COUNT,
    STRAIN_SIZE,
    VULNERABLE,
)
from ludex.games.cards.parts.seats import side_of
from ludex.games.cards.state import State

SEAT_PLUS_1 = 7
DOUBLER, REDOUBLER = 3, 6
"""A number of `calls` holds 1 + the seat that bid, and above these bits 1 + those that doubled and redoubled."""
NO_TRUMP = 4
"""The number of the strain without trumps; those of the suits are lower."""


@rule
def auction_at(s: State) -> int:
    """Find the block of the auction; the end of the phases where there is none."""
    at = FIRST_PHASE
    while s.code[at] != END and s.code[at] != AUCTION:
        at = past_block(s, at)
    return int(at)


@rule
def strain_at(s: State, at: int, place: int) -> int:
    """The strain at a place of the order."""
    return int(s.code[at + FIRST_STRAIN + STRAIN_SIZE * place + STRAIN])


@rule
def place_of_strain(s: State, at: int, strain: int) -> int:
    """The place of a strain in the order; -1 if it may not be bid."""
    for place in range(s.code[at + STRAIN_COUNT]):
        if strain_at(s, at, place) == strain:
            return place
    return -1


@rule
def number_of_bids(s: State, at: int) -> int:
    """Return the number of different bids."""
    return int((s.code[at + HIGHEST] - s.code[at + LOWEST] + 1) * s.code[at + STRAIN_COUNT])


@rule
def level_of(s: State, at: int, bid: int) -> int:
    """The number in a bid; bids count from 0, the lowest."""
    return int(s.code[at + LOWEST] + bid // s.code[at + STRAIN_COUNT])


@rule
def strain_of(s: State, at: int, bid: int) -> int:
    """The strain of a bid."""
    return strain_at(s, at, bid % s.code[at + STRAIN_COUNT])


@rule
def bidder_of(s: State, bid: int) -> int:
    """The seat that made a bid; -1 if none did."""
    return int(s.calls[bid] & SEAT_PLUS_1) - 1


@rule
def tricks_promised(s: State, at: int) -> int:
    """The tricks that the highest bid promises."""
    return int(s.code[at + AUCTION_BOOK] + level_of(s, at, s.high_bid - 1))


@rule
def times_doubled(s: State) -> int:
    """The factor of the highest bid: 1, doubled 2, redoubled 4."""
    if s.high_bid == 0:
        return 1
    call = s.calls[s.high_bid - 1]
    return 4 if call >> REDOUBLER else 2 if call >> DOUBLER else 1


@rule
def is_vulnerable(s: State, side: int) -> bool:
    """Return True if a side is vulnerable in this hand.

    The cycle of duplicate boards has no side, the side of the first dealer, the others, and all, and skips
    a step after every four hands. In Chicago the cycle has no side, the dealer's side twice, and all.
    """
    at = auction_at(s)
    cycle, hand = s.code[at + VULNERABLE], int(s.hand_number)
    if cycle == DUPLICATE:
        place = (hand + hand // 4) % 4
        first = side_of(s, s.seats - 1) == side
        return place == 3 or (place == 1 and first) or (place == 2 and not first)
    if cycle == CHICAGO:
        place = hand % 4
        return place == 3 or (place > 0 and side_of(s, s.dealer) == side)
    return False


@rule
def first_to_name(s: State, at: int, side: int, strain: int) -> int:
    """The seat of a side that first bid a strain in this auction; -1 if none did. Bids rise, so the first is the
    lowest."""
    place = place_of_strain(s, at, strain)
    count = int(s.code[at + STRAIN_COUNT])
    for level in range(s.code[at + HIGHEST] - s.code[at + LOWEST] + 1):
        seat = bidder_of(s, level * count + place)
        if seat >= 0 and side_of(s, seat) == side:
            return seat
    return -1

"""What nobody else may know, how it is dealt anew for those who do not know it, and the laws that always hold."""

from __future__ import annotations

from ludex.core import State, below, pick_kind, rule
from ludex.games.modern_art.cards import DOUBLE, FIXED_PRICE, HIDDEN, KINDS, ONE_OFFER, OPEN, START_MONEY
from ludex.games.modern_art.rounds import ARTIST_COUNT, AUCTION_COUNT
from ludex.games.modern_art.state import (
    NAMING_PRICE,
    OVER,
    ROUND_ENDING_CARD,
    SELLING,
)

GUESSED_BID = 60
"""Unknown bids in a hidden auction are guessed to be no higher."""

# Laws. The sentences are in game.py.
CARDS_LOST, SIZE_WRONG, TABLE_WRONG, MONEY_LOST, BID_UNPAYABLE = range(1, 6)


@rule
def hide(s: State, seat: int) -> None:
    """Others' hands and the deck are one heap of unknown cards; others' money is unknown until the end, and so are bids
    that are still sealed."""
    for other in range(s.seats):
        if other != seat:
            for kind in range(KINDS):
                s.deck[kind] += s.hand[other, kind]
                s.hand[other, kind] = 0
            if s.phase != OVER:
                s.money[other] = 0
            if s.phase == HIDDEN:
                s.bids[other] = 0


@rule
def redeal(s: State, seat: int) -> None:
    """Deal the unknown cards to hands and deck, the unknown money to the others, and guess their sealed bids."""
    unknown = s.deck_size
    for other in range(s.seats):
        if other != seat:
            unknown += s.hand_size[other]
    for other in range(s.seats):
        if other != seat:
            for _ in range(s.hand_size[other]):
                kind = pick_kind(s, s.deck, unknown)
                s.deck[kind] -= 1
                s.hand[other, kind] += 1
                unknown -= 1
    if s.phase != OVER:
        share_out(s, seat)
    if s.phase == HIDDEN:
        for other in range(s.seats):
            if other != seat and s.declined >> other & 1:
                s.bids[other] = below(s, min(s.money[other], GUESSED_BID) + 1)


@rule
def share_out(s: State, seat: int) -> None:
    """All money is known in sum, from what the bank has paid. Of the others each gets what it has bid, and a share of
    the rest by chance."""
    rest = START_MONEY * s.seats + s.bank
    heirs = 0
    for other in range(s.seats):
        if other != seat:
            s.money[other] = committed(s, other)
            heirs += 1
        rest -= s.money[other]
    for other in range(s.seats):
        if other != seat:
            share = min(below(s, 2 * rest // heirs + 1), rest) if heirs > 1 else rest
            s.money[other] += share
            rest -= share
            heirs -= 1


@rule
def committed(s: State, seat: int) -> int:
    """What a seat must have, as everybody knows: its standing bid, or the price it named."""
    if (s.phase == OPEN or s.phase == ONE_OFFER) and seat == s.bidder:
        return int(s.price)
    if s.phase == FIXED_PRICE and seat == s.auctioneer:
        return int(s.price)
    return 0


@rule
def audit(s: State) -> int:
    """Cards and money are neither made nor lost; sizes fit; every bid can be paid."""
    law = audit_cards(s)
    if law == 0:
        law = audit_table(s)
    return law if law else audit_money(s)


@rule
def audit_cards(s: State) -> int:
    deck = 0
    for kind in range(KINDS):
        count = s.deck[kind] + s.seen[kind]
        deck += s.deck[kind]
        for seat in range(s.seats):
            count += s.hand[seat, kind]
            if s.hand[seat, kind] < 0:
                return CARDS_LOST
        if count != s.total[kind] or s.deck[kind] < 0:
            return CARDS_LOST
    for seat in range(s.seats):
        hand = 0
        for kind in range(KINDS):
            hand += s.hand[seat, kind]
        if hand != s.hand_size[seat]:
            return SIZE_WRONG
    if deck != s.deck_size or s.mystery_size > deck or s.mystery_size < 0:
        return SIZE_WRONG
    return 0


@rule
def audit_table(s: State) -> int:
    """The round's cards lie before a seat, in the middle as the lot, or unsold; sold to the bank they are gone."""
    for artist in range(ARTIST_COUNT):
        if s.played[artist] > ROUND_ENDING_CARD:
            return TABLE_WRONG
        count = 0
        for kind in range(artist * AUCTION_COUNT, (artist + 1) * AUCTION_COUNT):
            count += s.unsold[kind]
            for seat in range(s.seats):
                count += s.paintings[seat, kind]
            if s.phase <= DOUBLE or s.phase == NAMING_PRICE:
                count += (s.card == kind) + (s.second == kind)
        if count > s.played[artist] or (count < s.played[artist] and s.phase < SELLING):
            return TABLE_WRONG
    return 0


@rule
def audit_money(s: State) -> int:
    total = 0
    for seat in range(s.seats):
        total += s.money[seat]
        if s.money[seat] < 0:
            return MONEY_LOST
        if s.money[seat] < committed(s, seat) or (s.phase == HIDDEN and s.money[seat] < s.bids[seat]):
            return BID_UNPAYABLE
    return 0 if total == START_MONEY * s.seats + s.bank else MONEY_LOST

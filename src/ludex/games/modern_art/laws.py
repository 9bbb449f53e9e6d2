"""The laws that always hold: cards and money are neither made nor lost."""

from __future__ import annotations

from ludex.core import State, rule
from ludex.games.modern_art.components import ARTIST_COUNT, AUCTION_COUNT, DOUBLE, HIDDEN, KINDS, START_MONEY
from ludex.games.modern_art.secrets import committed
from ludex.games.modern_art.state import NAMING_PRICE, ROUND_ENDING_CARD, SELLING

CARDS_LOST, SIZE_WRONG, TABLE_WRONG, MONEY_LOST, BID_UNPAYABLE = range(1, 6)

LAWS = {
    CARDS_LOST: "cards of every kind are neither made nor lost",
    SIZE_WRONG: "hands and deck are as large as the cards in them",
    TABLE_WRONG: "the round's cards lie in front of seats, in the middle, or unsold, at most five by each artist",
    MONEY_LOST: "money comes and goes only through the bank, and nobody has less than nothing",
    BID_UNPAYABLE: "nobody bids or asks for more than they have",
}


@rule
def audit(s: State) -> int:
    """The law that is broken, or 0."""
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
    """The round's cards lie in front of seats, in the middle as the lot, or unsold; the bank keeps what it buys."""
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

"""The laws that always hold: cards and money are neither made nor lost."""

from __future__ import annotations

from ludex.author import law, rule
from ludex.games.modern_art.components import ARTIST_COUNT, AUCTION_COUNT, DEAL, KINDS, MOST_COPIES, START_MONEY
from ludex.games.modern_art.rules.cards import all_hands_empty
from ludex.games.modern_art.rules.copies import BITS, copies_dealt
from ludex.games.modern_art.secrets import committed
from ludex.games.modern_art.state import (
    AWAITING_CARD,
    AWAITING_SECOND_CARD,
    CALLS,
    FIXED_PRICE_AUCTION,
    GAME_OVER,
    HIDDEN_AUCTION,
    MYSTERY_OFFER,
    NAMING_PRICE,
    NO_CARD,
    NOBODY,
    ONE_OFFER_AUCTION,
    OPEN_AUCTION,
    ROUND_ENDING_CARD,
    ROUNDS,
    SELLING,
    State,
)

CARDS_LOST = law("cards of every kind are neither made nor lost")
SIZE_WRONG = law("hands and deck are as large as the cards in them")
COPIES_WRONG = law("every painting is in one place: in a hand, in front of a seat, unsold, in the lot or discarded")
TABLE_WRONG = law("the round's cards lie in front of seats, in the middle, or unsold, at most five by each artist")
ROUND_OVER = law("the fifth card of an artist ends the round")
DECK_SHORT = law("the deck has enough cards for the rounds to come")
NO_MYSTERY_CARD = law("the mystery player's cards are there while they are offered, and only if there is such a player")
BID_TOO_SOON = law("nothing is bid, and no price named, before the lot is complete")
CALLED_THRICE = law("the third call of the hammer sells the lot")
NOTHING_TO_PLAY = law("while a lot is sold, some seat holds a card: the last card ends the round")
MONEY_LOST = law("money comes and goes only through the bank, and no seat has less than 0")
BID_UNPAYABLE = law("no seat bids or asks for more than it has")


@rule
def audit(s: State) -> int:
    """Return the law that is broken, or 0."""
    law = audit_cards(s)
    if law == 0:
        law = audit_copies(s)
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
    if (s.mystery_size > 0 and not s.with_mystery) or (s.mystery_size == 0 and s.phase == MYSTERY_OFFER):
        return NO_MYSTERY_CARD
    return 0 if deck - s.mystery_size >= cards_to_come(s) else DECK_SHORT


@rule
def cards_to_come(s: State) -> int:
    """Return the number of cards that the deals of later rounds take from the deck."""
    hands = s.seats + s.with_mystery
    count = 0
    for later in range(s.round + 1, ROUNDS):
        count += hands * int(DEAL[hands, later])
    return count


@rule
def audit_copies(s: State) -> int:
    """Check that copies match the cards everywhere, and that none is in two places."""
    for kind in range(KINDS):
        seen = s.seen_copies[kind]
        on_table = s.unsold_copies[kind]
        wrong = count_bits(seen) != s.seen[kind] or count_bits(on_table) != s.unsold[kind] or seen >> s.total[kind]
        in_hands = 0
        for seat in range(s.seats):
            mine = s.painting_copies[seat, kind]
            wrong |= count_bits(mine) != s.paintings[seat, kind] or (mine & on_table) != 0
            on_table |= mine
            in_hands += s.hand[seat, kind]
            wrong |= s.hand_copies[seat, kind] >> BITS * s.hand[seat, kind] != 0
        if lot_on_table(s):
            for copy in range(MOST_COPIES):
                if (s.card == kind and s.card_copy == copy) or (s.second == kind and s.second_copy == copy):
                    wrong |= (on_table >> copy & 1) != 0
                    on_table |= 1 << copy
        wrong |= (on_table & ~seen) != 0 or count_bits(copies_dealt(s, kind)) != s.seen[kind] + in_hands
        if wrong:
            return COPIES_WRONG
    return 0


@rule
def count_bits(bits: int) -> int:
    """Count the copies that are set."""
    count = 0
    for copy in range(MOST_COPIES):
        count += bits >> copy & 1
    return count


@rule
def audit_table(s: State) -> int:
    """Check that the round's cards lie in front of seats, in the middle as the lot, or unsold, or went to the bank."""
    if lot_on_table(s) and s.card == NO_CARD:
        return TABLE_WRONG
    if (lot_on_table(s) or s.phase == MYSTERY_OFFER) and all_hands_empty(s):
        return NOTHING_TO_PLAY
    if (s.phase == AWAITING_SECOND_CARD or s.phase == NAMING_PRICE) and (s.price != 0 or s.bidder != NOBODY):
        return BID_TOO_SOON
    if s.phase == OPEN_AUCTION and s.calls >= CALLS:
        return CALLED_THRICE
    for artist in range(ARTIST_COUNT):
        if s.played[artist] > ROUND_ENDING_CARD:
            return TABLE_WRONG
        if s.played[artist] == ROUND_ENDING_CARD and (lot_on_table(s) or s.phase == AWAITING_CARD):
            return ROUND_OVER
        count = 0
        for kind in range(artist * AUCTION_COUNT, (artist + 1) * AUCTION_COUNT):
            count += s.unsold[kind]
            for seat in range(s.seats):
                count += s.paintings[seat, kind]
            if lot_on_table(s):
                count += (s.card == kind) + (s.second == kind)
        if count > s.played[artist] or (count < s.played[artist] and not paintings_sold(s)):
            return TABLE_WRONG
    return 0


@rule
def lot_on_table(s: State) -> bool:
    """Return whether a lot lies in the middle, neither sold nor left."""
    return (
        s.phase == OPEN_AUCTION
        or s.phase == ONE_OFFER_AUCTION
        or s.phase == HIDDEN_AUCTION
        or s.phase == NAMING_PRICE
        or s.phase == FIXED_PRICE_AUCTION
        or s.phase == AWAITING_SECOND_CARD
    )


@rule
def paintings_sold(s: State) -> bool:
    """Return whether the bank has bought paintings of this round, or may have."""
    return s.phase == SELLING or s.phase == GAME_OVER


@rule
def audit_money(s: State) -> int:
    total = 0
    for seat in range(s.seats):
        total += s.money[seat]
        if s.money[seat] < 0:
            return MONEY_LOST
        if s.money[seat] < committed(s, seat) or (s.phase == HIDDEN_AUCTION and s.money[seat] < s.bids[seat]):
            return BID_UNPAYABLE
    return 0 if total == START_MONEY * s.seats + s.bank else MONEY_LOST

"""The record of Modern Art and its phases."""

from __future__ import annotations

from ludex.author import COUNT, FLAG, SEAT, SEAT_BITS, SEAT_OR_NOBODY, Record, i8, i16, i64
from ludex.games.modern_art.components import ARTIST_COUNT, KINDS, MOST_COPIES

SEATS = 5
ROUNDS = 4
ROUND_ENDING_CARD = 5
"""The fifth card of an artist ends the round."""
CALLS = 3
"""Going once, going twice, sold."""
MOST_MONEY = 3_000
"""More money than there can ever be: 500 at the start, and at most 240, 480, 720 and 960 from the bank."""
NOBODY = -1
NO_CARD = -1

# The phases, each with its own file in rules/. Their numbers are in records that were saved long ago, and stay;
# nothing follows from their order.
OPEN_AUCTION = 0
ONE_OFFER_AUCTION = 1
HIDDEN_AUCTION = 2
FIXED_PRICE_AUCTION = 3
AWAITING_SECOND_CARD = 4
AWAITING_CARD = 5
NAMING_PRICE = 6
MYSTERY_OFFER = 7
ROUND_ENDING = 8
SELLING = 9
GAME_OVER = 10

# Steps that need no decision are negative. A move leads through them: no record has one between two moves.
AUCTION_DUE = -1
LOT_SOLD = -2
TURN_DONE = -3
ROUND_DONE = -4


class State(Record):
    """A game of Modern Art.

    The deck has no order: a card is drawn from the counts when it is drawn. The mystery player's cards, which no
    player has seen, are cards of the deck like the others.

    Numbers that rules pass to each other are i64, so that each rule is compiled for one type only. Cards are many: i8.
    """

    # Settings: the deck, whether open auctions close by the hammer, whether both players share the money for a joined
    # double, whether there is a mystery player, and the seat that starts (-1: by chance).
    total = i8.row(KINDS, range(MOST_COPIES + 1), fixed=True)
    hammer = i64(FLAG, fixed=True)
    split = i64(FLAG, fixed=True)
    with_mystery = i64(FLAG, fixed=True)
    starter = i64(SEAT_OR_NOBODY, fixed=True)

    round = i64(range(ROUNDS))
    phase = i64(range(GAME_OVER + 1))

    # `turn` played the first card of the lot, `auctioneer` the last; `card` and `second` are the lot.
    turn = i64(SEAT)
    auctioneer = i64(SEAT)
    card = i64(range(NO_CARD, KINDS))
    second = i64(range(NO_CARD, KINDS))

    # `asked` is the seat to answer where seats answer in turn. `declined` has a bit for every seat that has declined to
    # add a second card, to raise the standing bid or to pay the fixed price; in a hidden auction, for every seat that
    # has sealed its bid. `price` and `bidder` are the standing bid or the fixed price. All of these, and the bids of a
    # hidden auction, stay until the next card is played, so that all players see how the last lot was sold.
    asked = i64(SEAT)
    declined = i64(SEAT_BITS)
    calls = i64(range(CALLS + 1))
    price = i64(range(MOST_MONEY + 1))
    bidder = i64(SEAT_OR_NOBODY)
    bids = i64.row(SEATS, range(MOST_MONEY + 1))

    # A bit for every seat that has yet to sell its paintings.
    selling = i64(SEAT_BITS)

    # `bank` is how much more the bank has paid than received: everything that goes in and out of it is public.
    money = i64.row(SEATS, range(MOST_MONEY + 1))
    bank = i64(range(-MOST_MONEY, MOST_MONEY + 1), derived=True)

    hand = i8.grid(SEATS, KINDS, range(MOST_COPIES + 1))
    hand_size = i64.row(SEATS, COUNT, derived=True)
    deck = i8.row(KINDS, range(MOST_COPIES + 1), derived=True)
    deck_size = i64(COUNT, derived=True)
    mystery_size = i64(COUNT)

    # All cards that were ever played, by kind; those of the round by artist; the paintings bought in the round; those
    # of the round that no player got.
    seen = i8.row(KINDS, range(MOST_COPIES + 1))
    played = i64.row(ARTIST_COUNT, range(ROUND_ENDING_CARD + 1))
    paintings = i8.grid(SEATS, KINDS, range(MOST_COPIES + 1))
    unsold = i8.row(KINDS, range(MOST_COPIES + 1))

    # The places of the cards of a kind: each of the 70 paintings is a separate card. Copies are numbered from 0 and are
    # bits, except in hands. There they stand in the order in which they were dealt and will be played, two bits each:
    # the copy that is played tells nothing about those that stay.
    hand_copies = i16.grid(SEATS, KINDS, range(1 << 2 * MOST_COPIES))
    seen_copies = i8.row(KINDS, range(1 << MOST_COPIES))
    painting_copies = i8.grid(SEATS, KINDS, range(1 << MOST_COPIES))
    unsold_copies = i8.row(KINDS, range(1 << MOST_COPIES))
    card_copy = i64(range(MOST_COPIES))
    second_copy = i64(range(MOST_COPIES))

    tiles = i64.grid(ROUNDS, ARTIST_COUNT, range(MOST_MONEY + 1))

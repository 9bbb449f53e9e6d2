"""The record of a card game by genome.

Nothing has an order: the stock is a set, and a card is drawn from it at the moment of drawing.
"""

from __future__ import annotations

from ludex.author import ANY, COUNT, FLAG, SEAT, SEAT_BITS, SEAT_FROM_1, Record, i8, i16, i32, i64
from ludex.games.cards.components import CARDS, RANKS, SUITS

SEATS = 6
CODE = 256
BIDS = 35
"""Seven levels of five strains."""
CARD_SET = range(1 << CARDS)
"""A set of cards, a bit for each."""
AMOUNT = range(-(10**9), 10**9 + 1)
"""Points and chips."""

ALL_HANDS_PLAYED, TARGET_REACHED, FLOOR_REACHED, LAST_ALIVE = 1, 2, 3, 4
"""Values of `ended`; 0 while the match is not over."""


class State(Record):
    """A match in progress.

    `score`, `gained` and `bags` belong to sides: teams, or seats where there are none. Where 0 stands for none, a card
    or a suit is written as 1 + its number.
    """

    # The program, and sets of cards
    code = i16.row(CODE, ANY, fixed=True)
    deck = i64(CARD_SET, derived=True)
    scoring_cards = i64(CARD_SET, derived=True)
    hand = i64.row(SEATS, CARD_SET)
    known = i64.row(SEATS, CARD_SET)  # the part of a hand that all players saw go there
    chosen = i64.row(SEATS, CARD_SET)  # picked to be passed
    given = i64.row(SEATS, CARD_SET)  # passed on in this hand
    won = i64.row(SEATS, CARD_SET)  # in tricks, captures or books
    dropped = i64.row(SEATS, CARD_SET)  # put away face down
    stock = i64(CARD_SET)
    pile = i64(CARD_SET)
    table = i64(CARD_SET)
    pot_cards = i64(CARD_SET)  # in the trick, and in tied tricks before it
    claim_cards = i64(CARD_SET)
    seen = i64.row(
        SEATS + 2, CARD_SET
    )  # by this seat when it last drew, or when a card was drawn from its hand; 64 bytes, so
    # that the fields below share lines of the processor's cache as they did: Go Fish is 4 % slower with 48

    # The match, and how the hand before went
    score = i32.row(SEATS, AMOUNT)
    gained = i32.row(SEATS, AMOUNT)
    last_tricks = i16.row(SEATS, COUNT)
    last_bid = i8.row(SEATS, range(-1, 128))
    last_nil = i8.row(SEATS, FLAG)
    chips = i32.row(SEATS, AMOUNT)
    stake = i32.row(SEATS, AMOUNT)
    value = i32.row(SEATS, AMOUNT)  # of the hands, while they are compared
    bags = i16.row(SEATS, range(-254, 1 << 14))  # below 0 only if they are the remainder of a negative score

    # Where the hand stands
    turns = i16(COUNT)
    flags = i16(ANY, derived=True)  # of the trick phase
    first_lead = i16(ANY, derived=True)
    hand_number = i16(COUNT)
    pc = i16(range(CODE))  # where the phase begins in the program
    ended = i8(range(LAST_ALIVE + 1))
    done = i8(FLAG)  # whether the phase, or the step of a turn, is done
    dealer = i8(SEAT)
    turn = i8(SEAT)
    leader = i8(SEAT)
    alive = i8(SEAT_BITS)  # seats still in the match, as bits
    todo = i8(SEAT_BITS)  # seats still to act, as bits
    trump = i8(range(len(SUITS) + 1))
    turned = i8(range(CARDS + 1))

    # Tricks
    broken = i8(FLAG)
    tricks_played = i16(COUNT)
    lead_suit = i8(range(len(SUITS) + 1))
    breaking = i8(range(128), derived=True)
    best = i8(SEAT)
    best_power = i8(range(128))
    tied = i8(FLAG)
    played = i8.row(SEATS, range(CARDS + 1))  # to the trick; in turns, the card just taken from the pile

    # Seats
    hand_size = i8.row(SEATS, range(CARDS + 1), derived=True)
    order = i8.row(CARDS, range(CARDS), derived=True)  # only used while dealing
    stock_size = i8(range(CARDS + 1), derived=True)
    dropped_size = i8.row(SEATS, range(CARDS + 1), derived=True)
    bid = i8.row(SEATS, range(-1, 128))  # -1 before it is made
    nil = i8.row(SEATS, FLAG)
    tricks = i16.row(SEATS, COUNT)
    voids = i8.row(SEATS, range(1 << len(SUITS)))  # suits a seat is known not to hold, as bits
    place = i8.row(SEATS, range(SEATS + 1))  # in the order of going out, from 1
    sweeps = i8.row(SEATS, COUNT)

    # Turns
    finished = i8(range(SEATS + 1))  # how many seats are out
    top = i8(range(CARDS + 1))
    wish = i8(range(len(SUITS) + 1))
    set_size = i8(COUNT)
    drawn = i8(COUNT)  # cards drawn, put away or chosen in this step
    passed_by = i8(range(SEATS))  # how many seats on cards were passed
    group = i16(range(CODE))  # where the steps of a turn begin in the program
    hand_over = i8(FLAG)
    knocker = i8(SEAT_FROM_1)  # 1 + the seat
    skipping = i8(COUNT)
    again = i8(FLAG)
    penalty = i8(COUNT)
    bonus = i16(ANY)
    direction = i8(range(-1, 2))
    passes = i8(COUNT)  # in a row
    raises = i8(COUNT)
    claim = i8(range(len(RANKS) + 1))  # the place of the rank that is due
    claimer = i8(SEAT_FROM_1)  # 1 + the seat
    claimed = i8(COUNT)
    folded = i8(SEAT_BITS)  # as bits

    # Cards that all players saw last. These fields are at the end, so that those that every move uses stay together
    trick_before = i8.row(
        SEATS, range(CARDS + 1)
    )  # the cards of the last trick that is over, perhaps of the hand before
    trick_leader = i8(SEAT)  # who led it
    trick_winner = i8(SEAT_FROM_1)  # 1 + the seat
    last_size = i8.row(SEATS, range(CARDS + 1))  # cards held at the end of the hand before

    # The auction, and who plays its contract
    calls = i16.row(
        BIDS, ANY
    )  # by bid, the lowest first: 1 + the seats that made, doubled and redoubled it, in 3 bits each
    high_bid = i8(range(BIDS + 1))  # 1 + the number of the bid
    passed_out = i8(FLAG)
    declarer = i8(SEAT_FROM_1)  # 1 + the seat
    dummy = i8(SEAT_FROM_1)  # 1 + the seat
    for_dummy = i8(FLAG)  # whether the declarer plays for the dummy now

    # The hands that were shown when the hand before ended. All viewers see them
    shown = i64.row(SEATS + 2, CARD_SET)  # by seat; 64 bytes, for the same reason as `seen`
    shown_knocker = i8(SEAT_FROM_1)  # the seat that had knocked; 0 after a showdown, or where no hand was shown

"""The record of a card game by genome.

Nothing has an order: the stock is a set, and a card is drawn from it at the moment of drawing.
"""

from __future__ import annotations

from ludex.author import Record, i8, i16, i32, i64
from ludex.games.cards.components import CARDS

SEATS = 6
CODE = 256

ALL_HANDS_PLAYED, TARGET_REACHED, FLOOR_REACHED, LAST_ALIVE = 1, 2, 3, 4
"""Values of `ended`; 0 while the match goes on."""


class State(Record):
    """A match in progress.

    `score`, `gained` and `bags` belong to sides: teams, or seats where there are none. Where 0 stands for none, a card
    or a suit is written as 1 + its number.
    """

    # The program, and sets of cards
    code = i16.row(CODE)
    deck = i64()
    scoring_cards = i64()
    hand = i64.row(SEATS)
    known = i64.row(SEATS)  # the part of a hand that everybody saw go there
    chosen = i64.row(SEATS)  # picked to be passed
    given = i64.row(SEATS)  # passed on in this hand
    won = i64.row(SEATS)  # in tricks, captures or books
    dropped = i64.row(SEATS)  # put away face down
    stock = i64()
    pile = i64()
    table = i64()
    pot_cards = i64()  # in the trick, and in tied tricks before it
    claim_cards = i64()
    seen = i64.row(SEATS + 2)  # by this seat when it last drew, or when a card was drawn from its hand; 64 bytes, so
    # that the fields below share lines of the processor's cache as they did: Go Fish is 4 % slower with 48

    # The match, and how the hand before went
    score = i32.row(SEATS)
    gained = i32.row(SEATS)
    last_tricks = i16.row(SEATS)
    last_bid = i8.row(SEATS)
    last_nil = i8.row(SEATS)
    chips = i32.row(SEATS)
    stake = i32.row(SEATS)
    value = i32.row(SEATS)  # of the hands, while they are compared
    bags = i16.row(SEATS)

    # Where the hand stands
    turns = i16()
    flags = i16()  # of the trick phase
    first_lead = i16()
    hand_number = i16()
    pc = i16()  # where the phase begins in the program
    ended = i8()
    done = i8()  # whether the phase, or the step of a turn, is done
    dealer = i8()
    turn = i8()
    leader = i8()
    alive = i8()  # seats still in the match, as bits
    todo = i8()  # seats still to act, as bits
    trump = i8()
    turned = i8()

    # Tricks
    broken = i8()
    tricks_played = i16()
    lead_suit = i8()
    breaking = i8()
    best = i8()
    best_power = i8()
    tied = i8()
    played = i8.row(SEATS)  # to the trick; in turns, the card just taken from the pile

    # Seats
    hand_size = i8.row(SEATS)
    order = i8.row(CARDS)  # only used while dealing
    stock_size = i8()
    dropped_size = i8.row(SEATS)
    bid = i8.row(SEATS)  # -1 before it is made
    nil = i8.row(SEATS)
    tricks = i16.row(SEATS)
    voids = i8.row(SEATS)  # suits a seat is known not to hold, as bits
    place = i8.row(SEATS)  # in the order of going out, from 1
    sweeps = i8.row(SEATS)

    # Turns
    finished = i8()  # how many seats are out
    top = i8()
    wish = i8()
    set_size = i8()
    drawn = i8()  # cards drawn, put away or chosen in this step
    passed_by = i8()  # how many seats on cards were passed
    group = i16()  # where the steps of a turn begin in the program
    hand_over = i8()
    knocker = i8()  # 1 + the seat
    skipping = i8()
    again = i8()
    penalty = i8()
    bonus = i16()
    direction = i8()
    passes = i8()  # in a row
    raises = i8()
    claim = i8()  # the place of the rank that is due
    claimer = i8()  # 1 + the seat
    claimed = i8()
    folded = i8()  # as bits

    # What everybody saw last. It stands at the end, so that what every move uses stays close together
    trick_before = i8.row(SEATS)  # the cards of the last trick that is over, perhaps of the hand before
    trick_leader = i8()  # who led it
    trick_winner = i8()  # 1 + the seat
    last_size = i8.row(SEATS)  # cards held at the end of the hand before

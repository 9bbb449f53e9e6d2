"""The record of a card game by genome, and where the machine finds things in the bytecode.

Nothing has an order: the stock is a set, and a card is drawn from it at the moment of drawing.
"""

from __future__ import annotations

from ludex.core import i8, i16, i32, i64, record
from ludex.games.cards import bytecode as bc
from ludex.games.cards.bytecode import BLOCKS, header_places, place_of
from ludex.games.cards.deck import CARDS

SEATS = 6
CODE = 256

STATE = record(
    code=(i16, CODE),
    deck=i64,
    scoring_cards=i64,
    hand=(i64, SEATS),
    known=(i64, SEATS),
    chosen=(i64, SEATS),
    given=(i64, SEATS),
    won=(i64, SEATS),
    dropped=(i64, SEATS),
    stock=i64,
    pile=i64,
    table=i64,
    pot_cards=i64,
    claim_cards=i64,
    score=(i32, SEATS),
    gained=(i32, SEATS),
    last_tricks=(i16, SEATS),
    last_bid=(i8, SEATS),
    last_nil=(i8, SEATS),
    chips=(i32, SEATS),
    stake=(i32, SEATS),
    value=(i32, SEATS),
    bags=(i16, SEATS),
    turns=i16,
    flags=i16,
    first_lead=i16,
    hand_number=i16,
    pc=i16,
    ended=i8,
    done=i8,
    dealer=i8,
    turn=i8,
    leader=i8,
    alive=i8,
    todo=i8,
    trump=i8,
    turned=i8,
    broken=i8,
    tricks_played=i16,
    lead_suit=i8,
    breaking=i8,
    best=i8,
    best_power=i8,
    tied=i8,
    played=(i8, SEATS),
    hand_size=(i8, SEATS),
    order=(i8, CARDS),
    stock_size=i8,
    dropped_size=(i8, SEATS),
    bid=(i8, SEATS),
    nil=(i8, SEATS),
    tricks=(i16, SEATS),
    voids=(i8, SEATS),
    place=(i8, SEATS),
    sweeps=(i8, SEATS),
    finished=i8,
    top=i8,
    wish=i8,
    set_size=i8,
    drawn=i8,
    passed_by=i8,
    group=i16,
    hand_over=i8,
    knocker=i8,
    skipping=i8,
    again=i8,
    penalty=i8,
    bonus=i16,
    direction=i8,
    passes=i8,
    raises=i8,
    claim=i8,
    claimer=i8,
    claimed=i8,
    folded=i8,
)
"""Sets of cards: `hand`; `known`, the part of a hand that everybody saw go there; `chosen`, picked to be passed;
`given`, what a seat passed on; `won` in tricks, captures or books; `dropped` face down. `score` and `bags` belong to
sides (teams, or seats where there are none). `alive`, `todo`, `folded` are bits of seats; `voids` bits of suits a seat
is known not to hold. `played` is 1 + the card a seat has in the trick, `top` 1 + the pile's top card, `turned`
likewise, `trump` and `wish` 1 + a suit: 0 is none. `place` is the order in which seats went out, from 1.
`gained`, `last_tricks`, `last_bid` and `last_nil` tell how the hand before went."""

AT = header_places()
SEATS_LOW, SIDES, SIDE, STRENGTH, DECK = (AT[n] for n in ("seats_low", "sides", "side_0", "strength_2", "deck_0"))
CARDS_DEALT, CHANGE, TABLE_CARDS = (AT[n] for n in ("cards", "change", "table"))
STARTER, AGAIN = AT["starter"], AT["again"]
TRUMP, BOWERS, HANDS, TARGET, FLOOR = (AT[n] for n in ("trump", "bowers", "hands", "target", "floor"))
LOW_WINS, KNOCKOUT, HAND_ENDS, TURN_ROUNDS = (AT[n] for n in ("low_wins", "knockout", "hand_ends", "turn_rounds"))
TURN_LIMIT, BOOK, RANKING, CHIPS, ANTE = (AT[n] for n in ("turn_limit", "book", "ranking", "chips", "ante"))
BIDDING_AT, SCORING_AT, EFFECTS_AT = (AT[n] for n in ("bidding_at", "scoring_at", "effects_at"))
FIRST_PHASE = bc.block_size(bc.HEADER)

ROTATING, RANDOM, TURNED = 5, 6, 7
"""Values of `trump` beyond no trump and the four suits."""
PHASES_DONE, FIRST_OUT, ONE_LEFT, ALL_OUT = range(4)
"""Values of `hand_ends`."""
BY_POKER, BY_HIGH_CARD, BY_POINTS, BY_BLACKJACK = 1, 2, 3, 4
"""Values of `ranking`."""

FOLLOW, MUST_TRUMP, LOW_CARD_WINS, UNBREAKABLE, CLEAN_START, BLIND, BY_RANK, TAKE = (1 << n for n in range(8))
"""Flags of a trick phase."""
FLAGS, BREAKING, FIRST_LEAD, TRICKS = (
    place_of(BLOCKS[bc.TRICK], n) for n in ("flags", "breaking", "first_lead", "tricks")
)
BREAK_TRUMP = 5

PASS_CARDS, PASS_WAYS, PASS_FIRST = (place_of(BLOCKS[bc.PASS], n) for n in ("cards", "directions", "d0"))
HOLD, LEFT, RIGHT, ACROSS = range(4)

_BIDS = BLOCKS[bc.BIDDING]
MIN_BID, MAX_BID, BID_FLAGS = (place_of(_BIDS, n) for n in ("min_bid", "max_bid", "flags"))
PER_TRICK, OVERTRICK, FAILED = (
    place_of(_BIDS, n) for n in ("points_per_trick_bid", "overtrick_points", "failed_contract_penalty")
)
NIL_BONUS, NIL_PENALTY, BAG_LIMIT, BAG_PENALTY = (
    place_of(_BIDS, n) for n in ("nil_bonus", "nil_penalty", "bag_limit", "bag_penalty")
)
CARRY_BAGS, RESET_BAGS, SCORE_BAGS = range(3)
EXACT, HOOK, PARTNERS, NIL_TRICKS_ARE_BAGS = (1 << n for n in range(4))

_DRAW, _PLAY, _DISCARD = BLOCKS[bc.DRAW], BLOCKS[bc.PLAY], BLOCKS[bc.DISCARD]
SOURCE, WHEN, DRAW_COUNT, LIMIT, RESHUFFLE = (
    place_of(_DRAW, n) for n in ("source", "when", "count", "limit", "reshuffle")
)
FROM_STOCK, FROM_PILE, FROM_EITHER, FROM_NEIGHBOUR = range(4)
DRAW_ALWAYS, DRAW_IF_STUCK, DRAW_AT_WILL = range(3)
TO, MAY_SKIP, SETS, WILD = (place_of(_PLAY, n) for n in ("to", "skip", "sets", "wild"))
ONTO_PILE, ONTO_TABLE, CAPTURE = range(3)
SKIP_IF_STUCK, SKIP_AT_WILL = range(2)
DISCARD_COUNT, DISCARD_FLAGS, KNOCK_LIMIT, KNOCK_BONUS = (
    place_of(_DISCARD, n) for n in ("count", "flags", "knock", "knock_bonus")
)
OPTIONAL, FACE_DOWN, REFILL = 1, 2, 4
EFFECT_SKIP, EFFECT_REVERSE, EFFECT_DRAW, EFFECT_AGAIN = range(4)

ALL_HANDS_PLAYED, TARGET_REACHED, FLOOR_REACHED, LAST_ALIVE = 1, 2, 3, 4
"""How a match ended."""

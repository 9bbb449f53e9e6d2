"""Dealing: what a hand begins with."""

from __future__ import annotations

import numpy as np

from ludex.core import State, below, rule
from ludex.games.cards.bits import pick, size
from ludex.games.cards.bytecode import CARD_SCORING, END, NONE
from ludex.games.cards.deck import ALL_CARDS, BIT, CARDS, RANK_MASK
from ludex.games.cards.program import LENGTHS, next_in, signed, suit_cards, suit_of
from ludex.games.cards.state import (
    CARDS_DEALT,
    CHANGE,
    DECK,
    FIRST_PHASE,
    RANDOM,
    ROTATING,
    SCORING_AT,
    SEATS,
    STARTER,
    TABLE_CARDS,
    TRUMP,
    TURNED,
)


@rule
def read_deck(s: State) -> None:
    """The set of all cards, from the header's seven bytes."""
    for place in range(7):
        s.deck |= s.code[DECK + place] << (8 * place)


@rule
def reset_hand_state(s: State) -> None:
    """What belongs to one hand is forgotten; scores and bags stay."""
    for seat in range(SEATS):
        s.hand[seat] = s.known[seat] = s.chosen[seat] = s.given[seat] = s.won[seat] = s.dropped[seat] = 0
        s.hand_size[seat] = s.dropped_size[seat] = s.played[seat] = s.voids[seat] = 0
        s.bid[seat] = -1
        s.nil[seat] = s.tricks[seat] = s.place[seat] = s.sweeps[seat] = 0
        s.stake[seat] = 0
    s.pile = s.table = s.pot_cards = s.stock = 0
    s.stock_size = s.turns = s.tricks_played = s.broken = s.trump = s.turned = s.finished = 0
    s.hand_over = s.again = s.penalty = s.bonus = s.knocker = s.claim_cards = s.skipping = s.passed_by = s.group = 0
    s.top = s.wish = s.set_size = s.drawn = s.passes = s.raises = s.claim = s.claimed = s.folded = 0
    s.lead_suit = s.best = s.best_power = s.tied = s.todo = s.leader = s.claimer = 0
    s.flags = s.breaking = s.first_lead = 0
    s.direction = 1


@rule
def deal(s: State) -> None:
    """A new hand: everybody gets cards, the rest is the stock."""
    reset_hand_state(s)
    s.pc = FIRST_PHASE
    plan_hands(s)
    deal_hands(s)
    for _ in range(s.code[TABLE_CARDS]):
        s.table |= BIT[from_stock(s)]
    if s.code[STARTER]:
        card = from_stock(s)
        s.pile |= BIT[card]
        s.top = 1 + card
    choose_trump(s)
    find_scoring_cards(s)


@rule
def deal_hands(s: State) -> None:
    """Card after card by chance; what is left is the stock. `order` holds the cards that are not dealt yet. Who gets
    all that is left needs no chance."""
    stock = s.deck
    for card in range(CARDS):
        s.order[card] = card
    left = CARDS
    if stock != ALL_CARDS:
        left = 0
        for card in range(CARDS):
            s.order[left] = card
            left += stock >> card & 1
    for seat in range(s.seats):
        hand, wanted = stock, s.hand_size[seat]
        if wanted < left:
            hand = 0
            for _ in range(wanted):
                at = below(s, left)
                hand |= BIT[s.order[at]]
                left -= 1
                s.order[at] = s.order[left]
        else:
            left = 0
        s.hand[seat] = hand
        stock &= ~hand
    s.stock = stock
    s.stock_size = left
    for place in range(CARDS):
        s.order[place] = 0


@rule
def plan_hands(s: State) -> None:
    """How many cards each seat gets: the same for all, or the whole deck as evenly as it goes, left of the dealer
    first."""
    cards = s.code[CARDS_DEALT]
    if cards:
        cards += signed(s, CHANGE) * s.hand_number
        for seat in range(s.seats):
            s.hand_size[seat] = cards if s.alive >> seat & 1 else 0
        return
    players = size(s.alive)
    cards = size(s.deck)
    seat = int(s.dealer)
    for place in range(players):
        seat = next_in(s, seat, s.alive)
        s.hand_size[seat] = cards // players + (1 if place < cards % players else 0)


@rule
def from_stock(s: State) -> int:
    """A card drawn from the stock, which is not empty."""
    card = pick(s, s.stock, s.stock_size)
    s.stock &= ~BIT[card]
    s.stock_size -= 1
    return card


@rule
def choose_trump(s: State) -> None:
    """The trump suit: fixed, a suit further every hand, by chance, or that of a card turned up. Where the whole deck is
    dealt, a card of the dealer is shown for it."""
    kind = s.code[TRUMP]
    if kind < ROTATING:
        s.trump = kind
    elif kind == ROTATING:
        s.trump = 1 + s.hand_number % 4
    elif kind == RANDOM:
        s.trump = 1 + below(s, 4)
    elif kind == TURNED:
        if s.stock_size > 0:
            card = from_stock(s)
            s.pile |= BIT[card]
        else:
            card = pick(s, s.hand[s.dealer], s.hand_size[s.dealer])
            s.known[s.dealer] |= BIT[card]
        s.turned = 1 + card
        s.trump = 1 + card // 13


@rule
def cards_worth(s: State, rank: int, suit: int) -> int:
    """The cards of a rank and a suit (4: trump) that points are given for; NONE is any."""
    cards = s.deck
    if rank != NONE:
        cards &= RANK_MASK[rank]
    if suit == 4:
        cards &= suit_cards(s, s.trump - 1)
    elif suit != NONE:
        low = suit * 13
        cards &= ((1 << 13) - 1) << low
    return int(cards)


@rule
def find_scoring_cards(s: State) -> None:
    """All cards that card scoring gives points for."""
    s.scoring_cards = 0
    at = int(s.code[SCORING_AT])
    while s.code[at] != END and s.code[at] != CARD_SCORING:
        at = past_block(s, at)
    if s.code[at] == CARD_SCORING:
        for item in range(s.code[at + 2]):
            place = at + 3 + 3 * item
            s.scoring_cards |= cards_worth(s, s.code[place], s.code[place + 1])


ITEM_SIZE = np.array([2, 3, 1, 3], np.int64)
"""Bytes of one item in the blocks from TRICK_SCORING to MAJORITIES."""


@rule
def past_block(s: State, at: int) -> int:
    """Where the block after a block of the scoring begins."""
    length = LENGTHS[s.code[at]]
    kind = s.code[at] - 80
    if 0 <= kind < 4:
        return int(at + length + s.code[at + length - 1] * ITEM_SIZE[kind])
    return int(at + length)


@rule
def suit_bit(s: State, card: int) -> int:
    """A bit for the suit a card counts as."""
    return 1 << suit_of(s, card)

"""Dealing: what a hand begins with."""

from __future__ import annotations

from ludex.author import below, rule
from ludex.games.cards.bytecode.blocks import END
from ludex.games.cards.bytecode.layouts import FIRST_PHASE
from ludex.games.cards.bytecode.numbers import number, past_block, signed
from ludex.games.cards.card_sets import pick, size
from ludex.games.cards.components import ALL_CARDS, BIT, CARDS, RANK_MASK
from ludex.games.cards.parts.card_points.rules import find_scoring_cards
from ludex.games.cards.parts.deal.genome import FEW
from ludex.games.cards.parts.deal.places import CARDS_DEALT, CHANGE, DECK, FEW_CARDS, FEW_SEATS, STARTER, TABLE_CARDS
from ludex.games.cards.parts.hands import from_stock
from ludex.games.cards.parts.playing.genome import EFFECT, PLAY
from ludex.games.cards.parts.playing.places import EFFECT_SIZE, EFFECTS_AT, WILD
from ludex.games.cards.parts.seats import next_in
from ludex.games.cards.parts.trumps.places import RANDOM, ROTATING, TRUMP, TURNED
from ludex.games.cards.state import BIDS, SEATS, State


@rule
def read_deck(s: State) -> None:
    """The set of all cards, from the header's seven bytes."""
    for place in range(7):
        s.deck |= s.code[DECK + place] << (8 * place)


@rule
def deal(s: State) -> None:
    """Deal a new hand: all players get cards, and the rest is the stock."""
    reset_hand_state(s)
    s.pc = FIRST_PHASE
    plan_hands(s)
    deal_hands(s)
    for _ in range(s.code[TABLE_CARDS]):
        s.table |= BIT[from_stock(s)]
    if s.code[STARTER]:
        turn_up_starter(s)
    choose_trump(s)
    find_scoring_cards(s)


@rule
def reset_hand_state(s: State) -> None:
    """Forget what belongs to one hand. Scores and bags stay."""
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
    if s.high_bid:
        for bid in range(BIDS):
            s.calls[bid] = 0
    s.high_bid = s.passed_out = s.declarer = s.dummy = s.for_dummy = 0
    s.direction = 1


@rule
def cards_dealt(s: State) -> int:
    """Return the cards of each seat in the first hand, which may differ for few seats; 0 is the whole deck."""
    cards, at = int(s.code[CARDS_DEALT]), int(s.code[EFFECTS_AT])
    while s.code[at] == EFFECT:
        at += EFFECT_SIZE
    if s.code[at] == FEW and s.seats <= s.code[at + FEW_SEATS]:
        cards = int(s.code[at + FEW_CARDS])
    return cards


@rule
def wild_cards(s: State) -> int:
    """The cards of the ranks that are wild in a play phase."""
    cards, at = 0, FIRST_PHASE
    while s.code[at] != END:
        if s.code[at] == PLAY:
            for rank in range(13):
                if number(s, at + WILD) >> rank & 1:
                    cards |= RANK_MASK[rank]
        at = past_block(s, at)
    return int(cards)


@rule
def turn_up_starter(s: State) -> None:
    """Turn up the card that begins the pile. A wild card goes back into the stock, and another is turned up."""
    cards = s.stock & ~wild_cards(s)
    if cards == 0:
        cards = s.stock
    card = pick(s, cards, size(cards))
    s.stock &= ~BIT[card]
    s.stock_size -= 1
    s.pile |= BIT[card]
    s.top = 1 + card


@rule
def plan_hands(s: State) -> None:
    """Decide how many cards each seat gets.

    It is the same number for all, or the whole deck as evenly as possible, left of the dealer first.
    """
    cards = cards_dealt(s)
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
def deal_hands(s: State) -> None:
    """Deal card after card at random. The rest is the stock.

    `order` holds the cards that are not dealt yet. A seat that gets all the rest needs no chance.
    """
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
def choose_trump(s: State) -> None:
    """Choose the trump suit: fixed, the next in every hand, at random, or that of a card turned up.

    Where the whole deck is dealt, no card is left to turn up, and the dealer shows one instead.
    """
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

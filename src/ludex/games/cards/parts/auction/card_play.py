"""Rules of thumb by which bots play a contract: draw trumps, cash winners, second hand low, third hand high."""

from __future__ import annotations

from typing import Any

from ludex.author import field_of, rule
from ludex.games.cards.card_sets import size
from ludex.games.cards.components import BIT
from ludex.games.cards.moves import PlayCard
from ludex.games.cards.parts.auction.dummy import hand_played
from ludex.games.cards.parts.seats import side_of
from ludex.games.cards.parts.tricks.rules import power
from ludex.games.cards.parts.trumps.rules import strength, suit_cards, suit_of
from ludex.games.cards.state import State

DRAW, CASH, SEQUENCE = 60, 40, 8
"""The worth of leading a trump while opponents have some, a card that must win, and the top of a sequence."""
WINS, HIGH = 200, 100
"""The worth of winning the trick for certain, and of a card that may win it."""


@rule
def hidden_from_side(s: State, seat: int) -> int:
    """The cards that are not known to be in the hands of a seat's side: declarers see the dummy, and defenders only
    their own hand."""
    cards = s.deck & ~s.hand[seat] & ~s.pot_cards
    for other in range(s.seats):
        cards &= ~s.won[other]
    if s.dummy and side_of(s, seat) == side_of(s, s.dummy - 1):
        cards &= ~(s.hand[s.dummy - 1] | s.hand[s.declarer - 1])
    return int(cards)


@rule
def is_master(s: State, card: int, others: int) -> bool:
    """Return True if no card of a set is stronger in the same suit."""
    rest = others & suit_cards(s, suit_of(s, card))
    for other in range(52):
        if rest >> other & 1 and strength(s, other) > strength(s, card):
            return False
    return True


@rule
def side_length(s: State, seat: int, hand: int, suit: int) -> int:
    """Count the cards of a suit that a seat sees in its side's hands."""
    cards = s.hand[hand]
    if s.dummy and side_of(s, seat) == side_of(s, s.dummy - 1):
        cards |= s.hand[s.dummy - 1] | s.hand[s.declarer - 1]
    return size(cards & suit_cards(s, suit))


@rule
def lead_worth(s: State, seat: int, hand: int, card: int, others: int) -> int:
    """Estimate a lead: trumps to draw those of the opponents, winners, the top of a sequence, or low from length."""
    suit, value = suit_of(s, card), int(strength(s, card))
    trumps = size(others & suit_cards(s, s.trump - 1)) if s.trump else 0
    declares = side_of(s, seat) == side_of(s, s.declarer - 1)
    length, master = side_length(s, seat, hand, suit), is_master(s, card, others)
    if suit + 1 == s.trump:
        if declares and trumps and length >= trumps:
            return DRAW + value if master else DRAW - value
        return -20 - value
    if master and (trumps == 0 or length <= 5):
        return CASH + value
    below = card - 1
    follows = card % 13 > 0 and s.hand[hand] & BIT[below] and suit_of(s, below) == suit
    if follows and value >= strength_of_best(s) - 3:
        return 3 * length + SEQUENCE + value
    return 3 * length - value


@rule
def strength_of_best(s: State) -> int:
    """The strength of the highest rank."""
    best = 0
    for card in range(13):
        best = max(best, strength(s, card))
    return int(best)


@rule
def follow_worth(s: State, seat: int, hand: int, card: int, others: int) -> int:
    """Estimate a card that is added to a trick."""
    suit, value = suit_of(s, card), int(strength(s, card))
    trump = suit + 1 == s.trump
    wins = power(s, card, suit + 1, s.flags) > s.best_power
    keeps = value + (20 if trump else 0) + (10 if is_master(s, card, others) else 0)
    mate_wins = side_of(s, s.best) == side_of(s, seat)
    after = s.todo & ~(1 << hand)
    threat = False
    partner_left = False
    for other in range(s.seats):
        if after >> other & 1:
            if side_of(s, other) == side_of(s, seat):
                partner_left = True
            else:
                threat = True
    if mate_wins and (not threat or is_master(s, s.played[s.best] - 1, others & ~s.pot_cards)):
        return -keeps
    if not wins:
        return -keeps
    if not threat:
        return WINS - keeps
    if suit + 1 != s.lead_suit:
        return HIGH - value
    if partner_left:
        return -keeps - 1
    if mate_wins and value <= strength(s, s.played[s.best] - 1) + 1:
        return -keeps
    return HIGH + value


@rule
def choose_contract_card(s: State, seat: int, options: Any, count: int) -> int:
    """The card of the highest worth; among equals the first."""
    chosen, most = int(options[0, 0]), -10_000
    hand, others = hand_played(s, seat), hidden_from_side(s, seat)
    for row in range(count):
        for move in range(options[row, 0], options[row, 1] + 1):
            card = field_of(move, PlayCard)
            if s.lead_suit == 0:
                worth = lead_worth(s, seat, hand, card, others)
            else:
                worth = follow_worth(s, seat, hand, card, others)
            if worth > most:
                chosen, most = move, worth
    return int(chosen)

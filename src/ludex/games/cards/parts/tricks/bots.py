"""Rules by which bots play to tricks, and choose cards to pass."""

from __future__ import annotations

from typing import Any

from ludex.author import field_of, rule
from ludex.games.cards.bytecode.numbers import signed
from ludex.games.cards.components import BIT
from ludex.games.cards.moves import PassCard, PlayCard
from ludex.games.cards.parts.auction.dummy import hand_played
from ludex.games.cards.parts.bidding.places import BAG_LIMIT, BIDDING_AT, EXACT
from ludex.games.cards.parts.bidding.rules import variant_flags
from ludex.games.cards.parts.card_points.genome import CARD_SCORING
from ludex.games.cards.parts.card_points.places import FIRST_VALUE, VALUE_POINTS
from ludex.games.cards.parts.card_points.rules import card_scoring_at
from ludex.games.cards.parts.match.places import LOW_WINS
from ludex.games.cards.parts.seats import side_of
from ludex.games.cards.parts.tricks.defence import attacking_lead, find_nil, find_shooter
from ludex.games.cards.parts.tricks.genome import TRICK
from ludex.games.cards.parts.tricks.places import LOW_CARD_WINS, TRICK_FLAGS
from ludex.games.cards.parts.tricks.rules import power
from ludex.games.cards.parts.tricks.tactics import unseen, worth_of_leading, worth_of_winning
from ludex.games.cards.parts.trumps.rules import strength, suit_of
from ludex.games.cards.state import State
from ludex.games.cards.weights import WeightRow

MODEST, DEFENDS = 1, 2
"""The styles of bots, as bits: modest ones bid less and take no more than they need; others defend against what their
opponents play for."""
FEEDS = 50
"""The penalty for a card that scores and goes to one who may shoot the moon."""


@rule
def wants_tricks(s: State, seat: int, careful: bool) -> bool:
    """Return True if another trick is good for the seat: for its contract, or for its points."""
    if s.code[BIDDING_AT]:
        if s.nil[seat]:
            return False
        contract = taken = 0
        for other in range(s.seats):
            if side_of(s, other) == side_of(s, seat):
                taken += s.tricks[other]
                if not s.nil[other] and s.bid[other] > 0:
                    contract += s.bid[other]
        if taken < contract:
            return True
        return not (variant_flags(s) & EXACT) and not (careful and s.code[s.code[BIDDING_AT] + BAG_LIMIT])
    at = card_scoring_at(s)
    good = True
    if s.code[at] == CARD_SCORING:
        good = signed(s, at + FIRST_VALUE + VALUE_POINTS) > 0
    return bool(good != (s.code[LOW_WINS] != 0))


@rule
def choose_trick_card(
    s: State, seat: int, options: Any, count: int, passing: bool, style: int, weights: WeightRow
) -> int:
    """The card that does best by a simple value: take cheaply what is wanted, and get rid of what is dangerous."""
    careful = style & MODEST != 0
    wants = wants_tricks(s, seat, careful)
    mate_wins = s.lead_suit > 0 and side_of(s, s.best) == side_of(s, seat)
    last = s.todo == 1 << hand_played(s, seat)
    attacked = shooter = -1
    if style & DEFENDS and not passing and not s.nil[seat]:
        if s.code[BIDDING_AT]:
            covered = find_nil(s, seat, True)
            if covered >= 0:
                wants, mate_wins = True, mate_wins and s.best != covered
            else:
                attacked = find_nil(s, seat, False)
                if attacked >= 0 and s.lead_suit > 0 and s.best == attacked:
                    wants = False
        if s.scoring_cards:
            shooter = find_shooter(s, seat)
        if shooter >= 0 and (s.lead_suit == 0 or s.best == shooter):
            wants = True
    chosen, most = int(options[0, 0]), -10_000
    out = unseen(s, seat) if careful else 0
    for row in range(count):
        for move in range(options[row, 0], options[row, 1] + 1):
            card = field_of(move, PassCard) if passing else field_of(move, PlayCard)
            if attacked >= 0 and s.lead_suit == 0:
                value = attacking_lead(s, card, attacked)
            elif careful and not passing and s.lead_suit == 0:
                value = worth_of_leading(s, seat, card, wants, out, weights)
            elif passing or s.lead_suit == 0:
                value = lead_value(s, card, wants != passing)
            elif attacked >= 0 and s.todo >> attacked & 1:
                value = -int(strength(s, card)) - (8 if suit_of(s, card) + 1 == s.trump else 0)
            elif careful and wants:
                value = worth_of_winning(s, seat, card, mate_wins, out, weights)
            else:
                value = follow_value(s, card, wants, last)
            if shooter >= 0 and s.lead_suit and s.best == shooter and value < 0 and s.scoring_cards & BIT[card]:
                value -= FEEDS
            if value > most:
                chosen, most = move, value
    return int(chosen)


@rule
def lead_value(s: State, card: int, wants: bool) -> int:
    """Lead high to win and low to lose; trumps last."""
    value = strength(s, card)
    if s.code[s.pc] == TRICK and s.code[s.pc + TRICK_FLAGS] & LOW_CARD_WINS:
        value = 16 - value
    if s.scoring_cards & BIT[card] and not wants:
        value += 4
    trump = 8 if suit_of(s, card) + 1 == s.trump else 0
    return int(value - trump if wants else -value - trump)


@rule
def follow_value(s: State, card: int, wants: bool, last: bool) -> int:
    """Win with the cheapest card if last, else with the strongest; lose with the weakest, or throw what is
    dangerous."""
    flags = s.code[s.pc + TRICK_FLAGS]
    value = power(s, card, suit_of(s, card) + 1, flags)
    held = int(strength(s, card)) + (8 if suit_of(s, card) + 1 == s.trump else 0)
    wins = value > s.best_power
    danger = held + (20 if s.scoring_cards & BIT[card] else 0)
    if wants:
        if wins:
            return 200 - value if last else 200 + value
        return -held
    if wins:
        return -200 + (value if last else -value)
    return danger

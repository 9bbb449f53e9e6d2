"""Rules of thumb of bots for a card in a trick: which cards no other can beat, and what leading or winning with one is
worth."""

from __future__ import annotations

from ludex.author import rule
from ludex.games.cards.card_sets import lowest, size
from ludex.games.cards.components import BIT
from ludex.games.cards.parts.seats import side_of
from ludex.games.cards.parts.tricks.places import LOW_CARD_WINS
from ludex.games.cards.parts.tricks.rules import power
from ludex.games.cards.parts.trumps.rules import strength, suit_cards, suit_of
from ludex.games.cards.state import State
from ludex.games.cards.weights import (
    DUCK_ABOVE,
    DUCK_BELOW,
    DUCK_LONG,
    KEEP_SURE,
    LEAD_HIGH,
    LEAD_LONG,
    LEAD_RUFFED,
    LEAD_SURE,
    LEAD_TRUMP,
    OVER_PARTNER,
    RISK,
    SECOND_HAND,
    THIRD_HAND,
    WeightRow,
)

LAST, RUFF, SURE = 500, 450, 400
"""The worth of a card that wins the trick: as the last one, as a trump on another suit, and as one that is hardly
beaten by another of its suit. The cheapest of them is the best."""
SCORES = 4
"""By how much a card that scores counts as stronger, when tricks are not wanted."""
TRUMP = 8
"""The same for a trump."""


@rule
def unseen(s: State, seat: int) -> int:
    """The cards that a seat has not seen in this hand."""
    gone = s.hand[seat] | s.pot_cards
    for other in range(s.seats):
        gone |= s.won[other]
    return int(s.deck & ~gone)


@rule
def stronger(s: State, card: int, cards: int) -> int:
    """Count the cards of a set that are of the same suit as a card, and stronger."""
    count, left = 0, cards & suit_cards(s, suit_of(s, card))
    while left:
        if strength(s, lowest(left)) > strength(s, card):
            count += 1
        left &= left - 1
    return count


@rule
def beaten_by(s: State, card: int, cards: int) -> int:
    """Count the cards of a set that follow suit to a card and beat it."""
    above = stronger(s, card, cards)
    if s.flags & LOW_CARD_WINS:
        return int(size(cards & suit_cards(s, suit_of(s, card)) & ~BIT[card]) - above)
    return above


@rule
def risk_of(s: State, seat: int, card: int, out: int) -> int:
    """Return how many cards that beat a card the opponents hold who are still to play, on average, in hundredths."""
    suit, held = suit_of(s, card), 0
    for other in range(s.seats):
        plays = s.todo >> other & 1 and other != seat and side_of(s, other) != side_of(s, seat)
        if plays and not s.voids[other] >> suit & 1:
            held += s.hand_size[other]
    return int(100 * beaten_by(s, card, out) * held // max(size(out), 1))


@rule
def may_be_ruffed(s: State, seat: int, suit: int, out: int) -> int:
    """Count the opponents that are known to be out of a suit and may have a trump."""
    count = 0
    if s.trump and suit + 1 != s.trump and out & suit_cards(s, s.trump - 1):
        for other in range(s.seats):
            void = s.voids[other] >> suit & 1 and not s.voids[other] >> (s.trump - 1) & 1
            if void and side_of(s, other) != side_of(s, seat):
                count += 1
    return count


@rule
def worth_of_leading(s: State, seat: int, card: int, wants: bool, out: int, weights: WeightRow) -> int:
    """Return what it is worth to lead a card, for a seat that wants to win tricks or not."""
    suit, value = suit_of(s, card), strength(s, card)
    if s.flags & LOW_CARD_WINS:
        value = 16 - value
    above = beaten_by(s, card, out)
    length = size(s.hand[seat] & suit_cards(s, suit))
    trump = suit + 1 == s.trump
    if not wants:
        below = size(out & suit_cards(s, suit)) - above
        dear = value + (SCORES if s.scoring_cards & BIT[card] else 0) + (TRUMP if trump else 0)
        return int(weights[DUCK_ABOVE] * above - weights[DUCK_BELOW] * below + weights[DUCK_LONG] * length - dear)
    worth = weights[LEAD_LONG] * length - (weights[LEAD_TRUMP] if trump else 0)
    if risk_of(s, seat, card, out) <= weights[RISK]:
        return int(worth + weights[LEAD_SURE] - weights[LEAD_RUFFED] * may_be_ruffed(s, seat, suit, out))
    return int(worth + weights[LEAD_HIGH] * value)


@rule
def worth_of_winning(s: State, seat: int, card: int, mate_wins: bool, out: int, weights: WeightRow) -> int:
    """Return what it is worth to play a card to a trick that the seat's side wants."""
    suit = suit_of(s, card)
    value = power(s, card, suit + 1, s.flags)
    behind = size(s.todo) - 1
    sure = risk_of(s, seat, card, out) <= weights[RISK]
    trump = suit + 1 == s.trump
    kept = weights[KEEP_SURE] if beaten_by(s, card, out) == 0 else 0
    thrown = -strength(s, card) - (TRUMP if trump else 0) - kept
    if value <= s.best_power or (mate_wins and (trump or risk_of(s, seat, s.played[s.best] - 1, out) <= weights[RISK])):
        return int(thrown)
    if behind == 0:
        return int(LAST - value)
    if trump and suit + 1 != s.lead_suit:
        return int(RUFF - value)
    if sure:
        return int(SURE - value)
    if mate_wins:
        return int(weights[OVER_PARTNER] * value)
    return int((weights[SECOND_HAND] if behind > 1 else weights[THIRD_HAND]) * value)

"""The laws of Automation, which always hold."""

from __future__ import annotations

from ludex.author import law, rule
from ludex.games.automation.components import KINDS
from ludex.games.automation.state import ACTION_PHASE, DO_CARD, MOST_CARDS, OVER, REVEAL, State

CARDS_LOST = law("cards of every kind are neither made nor lost")
SIZE_WRONG = law("hands, decks and discard piles are as large as the cards in them")
SHOWN_WRONG = law("what was shown lies in the discard pile")
TOO_MANY = law("no more than 127 cards of a kind are in the game")
UNFINISHED_WRONG = law("what is unfinished lies on the stack without gaps, and a decision is on top")
NOTHING_LEFT = law("the seat in turn has a buy left, and an action where it may play one")
BELOW_ZERO = law("cards, actions, buys and money are never below zero")


@rule
def audit(s: State) -> int:
    """Find the first law that is broken."""
    broken = audit_cards(s)
    if broken == 0:
        broken = audit_sizes(s)
    if broken == 0 and (s.actions < 0 or s.buys < 0 or s.money < 0 or s.depth < 0):
        broken = BELOW_ZERO
    return broken if broken or s.phase == OVER else audit_turn(s)


@rule
def audit_turn(s: State) -> int:
    """Check what the seat in turn may still do, and what it has to finish first."""
    if s.buys == 0 or (s.phase == ACTION_PHASE and s.depth == 0 and s.actions == 0):
        return NOTHING_LEFT
    for place in range(s.depth):
        if s.todo[place] < DO_CARD:
            return UNFINISHED_WRONG
    return UNFINISHED_WRONG if s.depth > 0 and s.todo[s.depth - 1] < REVEAL else 0


@rule
def audit_cards(s: State) -> int:
    """Check every kind of card: none made, none lost, none below zero, and what was shown is there."""
    for kind in range(KINDS):
        least = min(s.supply[kind], s.trash[kind], s.played[kind])
        count = s.supply[kind] + s.trash[kind] + s.played[kind]
        for seat in range(s.seats):
            count += s.hand[seat, kind] + s.deck[seat, kind] + s.discard[seat, kind]
            least = min(least, s.hand[seat, kind], s.deck[seat, kind], s.shown[seat, kind])
            if s.shown[seat, kind] > s.discard[seat, kind]:
                return SHOWN_WRONG
        if count != s.total[kind]:
            return CARDS_LOST
        if count > MOST_CARDS:
            return TOO_MANY
        if least < 0:
            return BELOW_ZERO
    return 0


@rule
def audit_sizes(s: State) -> int:
    """Check every seat: its piles are as large as the cards in them."""
    for seat in range(s.seats):
        hand = deck = pile = 0
        for kind in range(KINDS):
            hand += s.hand[seat, kind]
            deck += s.deck[seat, kind]
            pile += s.discard[seat, kind]
        if hand != s.hand_size[seat] or deck != s.deck_size[seat] or pile != s.discard_size[seat]:
            return SIZE_WRONG
    return 0

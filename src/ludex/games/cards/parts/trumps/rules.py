"""Suits and strength: trumps, and jacks that count as trumps."""

from __future__ import annotations

from ludex.author import rule
from ludex.games.cards.components import BIT, JACK, RANK, SUIT, SUIT_MASK
from ludex.games.cards.parts.deal.places import STRENGTH
from ludex.games.cards.parts.trumps.places import BOWERS
from ludex.games.cards.state import State


@rule
def left_bower(s: State) -> int:
    """The jack of the trump's colour, where it counts as a trump; -1 where there is none."""
    if s.code[BOWERS] and s.trump:
        return int((3 - (s.trump - 1)) * 13 + JACK)
    return -1


@rule
def suit_of(s: State, card: int) -> int:
    """The suit a card counts as."""
    return int(s.trump - 1 if card == left_bower(s) else SUIT[card])


@rule
def suit_cards(s: State, suit: int) -> int:
    """All cards that count as a suit."""
    cards = SUIT_MASK[suit]
    if s.code[BOWERS] and s.trump:
        left = left_bower(s)
        if suit == s.trump - 1:
            cards |= BIT[left]
        else:
            cards &= ~BIT[left]
    return int(cards)


@rule
def strength(s: State, card: int) -> int:
    """Return the strength of a card within its suit: its place among the ranks, or above them all as a bower."""
    if s.code[BOWERS] and s.trump and RANK[card] == JACK:
        if SUIT[card] == s.trump - 1:
            return 15
        if card == left_bower(s):
            return 14
    return int(s.code[STRENGTH + RANK[card]])

"""What cards are worth, by the genome's card scoring."""

from __future__ import annotations

from ludex.author import rule
from ludex.games.cards.bytecode.blocks import CARD_SCORING, END, NONE
from ludex.games.cards.bytecode.numbers import past_block, signed
from ludex.games.cards.bytecode.places import (
    FIRST_VALUE,
    SCORING_AT,
    VALUE_COUNT,
    VALUE_POINTS,
    VALUE_RANK,
    VALUE_SIZE,
    VALUE_SUIT,
)
from ludex.games.cards.card_sets import size
from ludex.games.cards.components import RANK_MASK, SUIT_MASK
from ludex.games.cards.rules.suits import suit_cards
from ludex.games.cards.state import State

TRUMP_SUIT = 4
"""Stands for a suit where points are given for trumps."""


@rule
def card_scoring_at(s: State) -> int:
    """Where the block of card scoring begins; the end of the scoring where there is none."""
    at = int(s.code[SCORING_AT])
    while s.code[at] != END and s.code[at] != CARD_SCORING:
        at = past_block(s, at)
    return at


@rule
def cards_worth(s: State, rank: int, suit: int) -> int:
    """The cards of a rank and a suit that points are given for; NONE is any."""
    cards = s.deck
    if rank != NONE:
        cards &= RANK_MASK[rank]
    if suit == TRUMP_SUIT:
        cards &= suit_cards(s, s.trump - 1)
    elif suit != NONE:
        cards &= SUIT_MASK[suit]
    return int(cards)


@rule
def find_scoring_cards(s: State) -> None:
    """All cards that card scoring gives points for."""
    s.scoring_cards = 0
    at = card_scoring_at(s)
    if s.code[at] == CARD_SCORING:
        for item in range(s.code[at + VALUE_COUNT]):
            value = at + FIRST_VALUE + VALUE_SIZE * item
            s.scoring_cards |= cards_worth(s, s.code[value + VALUE_RANK], s.code[value + VALUE_SUIT])


@rule
def card_points(s: State, at: int, cards: int) -> int:
    """What a set of cards is worth."""
    points = 0
    for item in range(s.code[at + VALUE_COUNT]):
        value = at + FIRST_VALUE + VALUE_SIZE * item
        worth = cards_worth(s, s.code[value + VALUE_RANK], s.code[value + VALUE_SUIT])
        points += signed(s, value + VALUE_POINTS) * size(cards & worth)
    return points

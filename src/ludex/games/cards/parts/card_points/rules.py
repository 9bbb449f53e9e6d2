"""The points for cards, by the genome's card scoring."""

from __future__ import annotations

from ludex.author import Log, rule
from ludex.games.cards.bytecode.blocks import END
from ludex.games.cards.bytecode.layouts import SCORING_AT
from ludex.games.cards.bytecode.numbers import past_block, signed
from ludex.games.cards.card_sets import size
from ludex.games.cards.components import RANK_MASK, SUIT_MASK
from ludex.games.cards.genome.fields import NONE
from ludex.games.cards.parts.card_points.genome import CARD_SCORING
from ludex.games.cards.parts.card_points.places import (
    CARD_FLAGS,
    FIRST_MAJORITY,
    FIRST_VALUE,
    FROM_HAND,
    MAJORITY_COUNT,
    MOON,
    TO_WINNER,
    VALUE_COUNT,
    VALUE_POINTS,
    VALUE_RANK,
    VALUE_SIZE,
    VALUE_SUIT,
)
from ludex.games.cards.parts.seats import side_of, sides
from ludex.games.cards.parts.terms import CARDS, CARDS_LEFT, MAJORITY, MOON_OF_OTHERS, asks_for_hands, explain, gain
from ludex.games.cards.parts.terms import MOON as MOON_SHOT
from ludex.games.cards.parts.trumps.rules import suit_cards
from ludex.games.cards.state import State

TRUMP_SUIT = 4
"""Stands for a suit where points are given for trumps."""


@rule
def card_scoring_at(s: State) -> int:
    """Find the block of card scoring; the end of the scoring where there is none."""
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
    """Return the worth of a set of cards."""
    points = 0
    for item in range(s.code[at + VALUE_COUNT]):
        value = at + FIRST_VALUE + VALUE_SIZE * item
        worth = cards_worth(s, s.code[value + VALUE_RANK], s.code[value + VALUE_SUIT])
        points += signed(s, value + VALUE_POINTS) * size(cards & worth)
    return points


@rule
def held_cards(s: State, side: int, from_hand: int) -> int:
    """Find the cards that a side has won, or has left in hand."""
    cards = 0
    for seat in range(s.seats):
        if side_of(s, seat) == side:
            cards |= s.hand[seat] if from_hand else s.won[seat]
    return int(cards)


@rule
def gain_for_cards(s: State, log: Log, side: int, at: int, cards: int) -> None:
    """Give a side the points for some cards."""
    for item in range(s.code[at + VALUE_COUNT]):
        value = at + FIRST_VALUE + VALUE_SIZE * item
        rank, suit, points = s.code[value + VALUE_RANK], s.code[value + VALUE_SUIT], signed(s, value + VALUE_POINTS)
        fitting = cards & cards_worth(s, rank, suit)
        if fitting and points:
            gain(s, log, side, CARDS, points * size(fitting), rank, suit, fitting)


@rule
def score_cards(s: State, log: Log, at: int) -> None:
    """Score cards won or left in hand, for the side that has them or for that of the first seat to go out.

    A side that has all cards that score shoots the moon: it scores nothing for them, and all others score them all.
    """
    flags = s.code[at + CARD_FLAGS]
    from_hand = int(flags & FROM_HAND)
    every, shooter = 0, -1
    for side in range(sides(s)):
        cards = held_cards(s, side, from_hand)
        every |= cards
        if flags & MOON and s.scoring_cards & ~cards == 0:
            shooter = side
    hidden = from_hand and not asks_for_hands(log)
    if flags & TO_WINNER:
        for seat in range(s.seats):
            if s.place[seat] == 1 and hidden:
                gain(s, log, side_of(s, seat), CARDS_LEFT, card_points(s, at, every), size(every), 1, 0)
            elif s.place[seat] == 1:
                gain_for_cards(s, log, side_of(s, seat), at, every)
        return
    for side in range(sides(s)):
        if hidden:
            gain_for_hidden_cards(s, log, side, at, every, shooter)
        elif side == shooter:
            explain(log, side, MOON_SHOT, 0, 0, 0, 0)
        else:
            gain_for_cards(s, log, side, at, held_cards(s, side, from_hand))
            if shooter >= 0:
                gain(s, log, side, MOON_OF_OTHERS, card_points(s, at, every), shooter, 0, 0)


@rule
def gain_for_hidden_cards(s: State, log: Log, side: int, at: int, every: int, shooter: int) -> None:
    """Give a side the points for cards left in hand. They are not shown, so all that is noted is one sum."""
    cards = held_cards(s, side, 1)
    points = card_points(s, at, cards if shooter < 0 else every) if side != shooter else 0
    if cards or points:
        gain(s, log, side, CARDS_LEFT, points, size(cards), 0, 0)


@rule
def score_majorities(s: State, log: Log, at: int) -> None:
    """Score points for winning the most cards of a kind, unless sides tie."""
    for item in range(s.code[at + MAJORITY_COUNT]):
        place = at + FIRST_MAJORITY + VALUE_SIZE * item
        kind = cards_worth(s, s.code[place + VALUE_RANK], s.code[place + VALUE_SUIT])
        most = winner = -1
        for side in range(sides(s)):
            count = 0
            for seat in range(s.seats):
                if side_of(s, seat) == side:
                    count += size(s.won[seat] & kind)
            if count > most:
                most, winner = count, side
            elif count == most:
                winner = -1
        if winner >= 0:
            rank, suit = s.code[place + VALUE_RANK], s.code[place + VALUE_SUIT]
            gain(s, log, winner, MAJORITY, signed(s, place + VALUE_POINTS), rank, suit, most)

"""Outs: the cards that would make a set or a run together with cards of a hand, as far as they can still come."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludex.author import rule
from ludex.games.cards.components import BIT, CARDS, ONE_SUIT, RANK_MASK
from ludex.games.cards.parts.discarding.melds import of_suit
from ludex.games.cards.state import State

ALL_SUITS = sum(1 << 13 * suit for suit in range(4))
"""A rank in all suits, for the rank that is the lowest bit."""


def _partners() -> Any:
    """Return for every card those that could be in a meld of three with it: of its rank, or near it in its suit."""
    found = np.zeros(CARDS, np.int64)
    for card in range(CARDS):
        suit, place = card // 13, (card % 13 + 1) % 13
        near = [at for at in range(place - 2, place + 3) if 0 <= at < 13 and at != place]
        found[card] = (int(RANK_MASK[card % 13]) & ~(1 << card)) | sum(1 << 13 * suit + (at - 1) % 13 for at in near)
    return found


PARTNERS = _partners()


@rule
def outs(cards: int) -> int:
    """Return the cards that make a meld with two of these, and those that lie between or next to two in a suit."""
    a, b, c, d = of_suit(cards, 0), of_suit(cards, 1), of_suit(cards, 2), of_suit(cards, 3)
    pairs = a & b | c & d | (a | b) & (c | d)
    found = pairs * ALL_SUITS
    for suit in range(4):
        found |= outs_in_suit(of_suit(cards, suit)) << 13 * suit
    return found


@rule
def outs_in_suit(held: int) -> int:
    """Return the cards of a suit that make a run of three with two of these. The ace is below the 2."""
    low = (held << 1 & ONE_SUIT) | held >> 12
    joined, apart = low & low >> 1, low & low >> 2
    found = (joined << 2 | joined >> 1 | apart << 1) & ONE_SUIT
    return found >> 1 | (found & 1) << 12


@rule
def live_cards(s: State, seat: int) -> int:
    """Return the cards that a seat has not seen: in the stock, or hidden in the hands of others."""
    gone = s.pile | s.hand[seat]
    for other in range(s.seats):
        gone |= s.known[other]
    return int(s.deck & ~gone)


@rule
def known_of_others(s: State, seat: int) -> int:
    """Return the cards that others took in sight of all, and still hold."""
    found = 0
    for other in range(s.seats):
        if other != seat:
            found |= s.known[other]
    return found


@rule
def partners(card: int) -> int:
    """Return the cards that could be in a meld of three with a card."""
    return int(PARTNERS[card])


@rule
def without(cards: int, card: int) -> int:
    """Return a set of cards without one of them."""
    return cards & ~int(BIT[card])

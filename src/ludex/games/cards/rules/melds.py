"""Sets and runs, and the cards of a hand that match neither."""

from __future__ import annotations

import numpy as np

from ludex.author import rule
from ludex.games.cards.card_sets import lowest
from ludex.games.cards.components import BIT, RANK_MASK

POINTS = np.array([2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 1], np.int64)
"""What a rank counts when it is unmatched: its number, 10 for court cards, 1 for an ace."""


def _all_melds() -> list[int]:
    """Three or four cards of a rank, or three to five in a row of one suit, the ace below the 2.

    Longer rows are made of two.
    """
    melds = []
    for rank in range(13):
        four = int(RANK_MASK[rank])
        melds += [four, *(four & ~(1 << 13 * suit + rank) for suit in range(4))]
    order = (12, *range(12))
    for suit in range(4):
        for length in (3, 4, 5):
            for start in range(14 - length):
                melds.append(sum(1 << 13 * suit + rank for rank in order[start : start + length]))
    return melds


MELDS = np.array(_all_melds(), np.int64)
MELD_COUNT = len(MELDS)


@rule
def points_left(cards: int) -> int:
    """What a set of cards counts."""
    points = 0
    while cards:
        points += POINTS[lowest(cards) % 13]
        cards &= cards - 1
    return points


@rule
def deadwood(cards: int) -> int:
    """The fewest points that a hand can leave unmatched by three melds that share no card."""
    best = points_left(cards)
    for first in range(MELD_COUNT):
        if MELDS[first] & ~cards == 0:
            one = cards & ~MELDS[first]
            best = min(best, points_left(one))
            for second in range(first + 1, MELD_COUNT):
                if MELDS[second] & ~one == 0:
                    two = one & ~MELDS[second]
                    best = min(best, points_left(two))
                    for third in range(second + 1, MELD_COUNT):
                        if MELDS[third] & ~two == 0:
                            best = min(best, points_left(two & ~MELDS[third]))
    return best


@rule
def knocks(cards: int, limit: int) -> int:
    """The cards that can be discarded so that at most `limit` points are left unmatched."""
    found = 0
    rest = cards
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        if deadwood(cards & ~BIT[card]) <= limit:
            found |= BIT[card]
    return found

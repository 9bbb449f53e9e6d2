"""Sets and runs, and the cards of a hand that match neither.

A hand is matched by at most three melds. Which sets are laid down is tried out, for few ranks come three times; what
the runs of a suit are worth then stands in a table.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ludex.author import rule
from ludex.games.cards.card_sets import lowest
from ludex.games.cards.components import BIT, ONE_SUIT, RANK_MASK

POINTS = np.array([2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 1], np.int64)
"""The points of a rank that is unmatched: its number, 10 for court cards, 1 for an ace."""
MOST_MELDS = 3
RUN_LENGTHS = (3, 4, 5)
"""Longer runs are made of two."""

_SUITS = np.arange(ONE_SUIT + 1)
"""All the cards of one suit that a hand can hold, as bits from the 2 to the ace."""


def _worth_of_runs() -> npt.NDArray[np.uint8]:
    """Return the most points that the cards of a suit can match in up to three runs, in which the ace is below the 2.

    Found for the lowest ranks first: the highest card is in no run, or ends one of three to five cards.
    """
    order = (12, *range(12))
    best = np.zeros((ONE_SUIT + 1, MOST_MELDS + 1), np.uint8)
    for top in range(13):
        held = np.arange(1 << top, 2 << top)
        best[held] = best[held - (1 << top)]
        for length in RUN_LENGTHS:
            if length <= top + 1:
                run = ((1 << length) - 1) << (top + 1 - length)
                worth = sum(int(POINTS[rank]) for rank in order[top + 1 - length : top + 1])
                having = held[held & run == run]
                best[having, 1:] = np.maximum(best[having, 1:], worth + best[having & ~run, :-1])
    by_rank: npt.NDArray[np.uint8] = best[(_SUITS << 1 & ONE_SUIT) | _SUITS >> 12]
    return by_rank


RUNS = _worth_of_runs()
SUIT_POINTS = np.sum([(_SUITS >> rank & 1) * POINTS[rank] for rank in range(13)], axis=0)
"""The points of the cards of a suit."""


@rule
def of_suit(cards: int, suit: int) -> int:
    """The cards of a suit, as bits from the 2 to the ace."""
    return cards >> 13 * suit & ONE_SUIT


@rule
def points_left(cards: int) -> int:
    """Count the points of a set of cards."""
    points = 0
    for suit in range(4):
        points += SUIT_POINTS[of_suit(cards, suit)]
    return int(points)


@rule
def in_runs(cards: int, melds: int) -> int:
    """The most points that cards match in up to two or three runs."""
    one = two = three = 0
    for suit in range(4):
        held = of_suit(cards, suit)
        single = int(RUNS[held, 1])
        if single:
            double, triple = int(RUNS[held, 2]), int(RUNS[held, 3])
            three = max(three, two + single, one + double, triple)
            two = max(two, one + single, double)
            one = max(one, single)
    return three if melds == 3 else two


@rule
def ranks_of_sets(cards: int) -> int:
    """The ranks of which there are three cards or four, as bits."""
    a, b, c, d = of_suit(cards, 0), of_suit(cards, 1), of_suit(cards, 2), of_suit(cards, 3)
    return a & b & (c | d) | c & d & (a | b)


@rule
def set_of(cards: int, rank: int, without: int) -> int:
    """The set of a rank: all its cards (`without` 4), or three of four, so that the fourth can be in a run of its suit.
    0 where there is no such set."""
    meld = int(cards & RANK_MASK[rank])
    if without == 4:
        return meld
    useful = meld == RANK_MASK[rank] and RUNS[of_suit(cards, without), 1]
    return meld & ~BIT[13 * without + rank] if useful else 0


@rule
def matched_by_one(cards: int, ranks: int) -> int:
    """The most points in one meld: a run, or a set of one of the ranks."""
    best = 0
    for suit in range(4):
        best = max(best, int(RUNS[of_suit(cards, suit), 1]))
    while ranks:
        best = max(best, points_left(cards & RANK_MASK[lowest(ranks)]))
        ranks &= ranks - 1
    return best


@rule
def matched_by_two(cards: int, ranks: int) -> int:
    """The most points in two melds: two runs, or a set and another meld."""
    best = in_runs(cards, 2)
    while ranks:
        rank = lowest(ranks)
        ranks &= ranks - 1
        for without in range(5):
            meld = set_of(cards, rank, without)
            if meld:
                best = max(best, points_left(meld) + matched_by_one(cards & ~meld, ranks))
    return best


@rule
def matched(cards: int) -> int:
    """The most points in three melds: three runs, or a set and two other melds."""
    best, ranks = in_runs(cards, MOST_MELDS), ranks_of_sets(cards)
    while ranks:
        rank = lowest(ranks)
        ranks &= ranks - 1
        for without in range(5):
            meld = set_of(cards, rank, without)
            if meld:
                best = max(best, points_left(meld) + matched_by_two(cards & ~meld, ranks))
    return best


@rule
def deadwood(cards: int) -> int:
    """The fewest points that a hand can leave unmatched by three melds that share no card."""
    return points_left(cards) - matched(cards)


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

"""Melds tried out one by one, as they were found at first: the measure of the tables that are used now."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.games.cards.components import RANK_MASK, cards_of

POINTS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 1)


def all_melds() -> Iterator[int]:
    """Three or four cards of a rank, or three to five in a row of one suit, the ace below the 2."""
    for rank in range(13):
        four = int(RANK_MASK[rank])
        yield from (four, *(four & ~(1 << 13 * suit + rank) for suit in range(4)))
    order = (12, *range(12))
    for suit in range(4):
        for length in (3, 4, 5):
            for start in range(14 - length):
                yield sum(1 << 13 * suit + rank for rank in order[start : start + length])


MELDS = tuple(all_melds())


def points(cards: int) -> int:
    return sum(POINTS[card % 13] for card in cards_of(cards))


def slow_deadwood(cards: int, melds: int = 3) -> int:
    """Return the fewest points that a hand can leave unmatched by up to `melds` melds that share no card."""
    best = points(cards)
    for meld in MELDS if melds else ():
        if meld & ~cards == 0:
            best = min(best, slow_deadwood(cards & ~meld, melds - 1))
    return best

"""The sets and runs of a hand, so that they can be shown side by side."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

ORDER = "A23456789TJQK"
MOST_CARDS = 11
"""Longer hands are shown as they are: rummy hands have ten cards, and one more before a discard."""


class Melds(NamedTuple):
    """A hand in the best order: its melds, the cards that match nothing, and what those count."""

    melds: tuple[tuple[str, ...], ...]
    rest: tuple[str, ...]
    unmatched: int


def card_count(card: str) -> int:
    """What an unmatched card counts.

    >>> [card_count(card) for card in ("AS", "7H", "KD")]
    [1, 7, 10]
    """
    return min(10, ORDER.index(card[0]) + 1)


@lru_cache(maxsize=4096)
def find_melds(hand: tuple[str, ...]) -> Melds:
    """The sets and runs that leave the fewest points unmatched.

    >>> find_melds(("7C", "7D", "7H", "8H", "9H", "KS")).unmatched
    24
    >>> find_melds(("AC", "2C", "3C", "4C", "4D", "4H")).melds
    (('4C', '4D', '4H'), ('AC', '2C', '3C'))
    """
    cards = frozenset(hand)
    melds = _best(tuple(_candidates(cards)), cards)[1]
    matched = frozenset().union(*melds)
    rest = tuple(sorted(cards - matched, key=lambda card: (card_count(card), ORDER.index(card[0]), card[1])))
    ordered = tuple(tuple(sorted(meld, key=lambda card: (ORDER.index(card[0]), card[1]))) for meld in melds)
    return Melds(ordered, rest, sum(map(card_count, rest)))


def _candidates(cards: frozenset[str]) -> list[frozenset[str]]:
    """All sets and runs in a hand."""
    found = []
    for rank in ORDER:
        same = [rank + suit for suit in "CDHS" if rank + suit in cards]
        if len(same) >= 3:
            found.append(frozenset(same))
        if len(same) == 4:
            found += [frozenset(same) - {card} for card in same]
    for suit in "CDHS":
        for first in range(11):
            for last in range(first + 3, 14):
                run = frozenset(rank + suit for rank in ORDER[first:last])
                if not run <= cards:
                    break
                found.append(run)
    return found


def _best(candidates: tuple[frozenset[str], ...], cards: frozenset[str]) -> tuple[int, tuple[frozenset[str], ...]]:
    """The fewest points that can be left, and the melds that leave them."""
    best: tuple[int, tuple[frozenset[str], ...]] = sum(map(card_count, cards)), ()
    for place, meld in enumerate(candidates):
        if meld <= cards:
            left, more = _best(candidates[place + 1 :], cards - meld)
            if left < best[0]:
                best = left, (meld, *more)
    return best

"""The sets and runs of a hand, so that they can be shown side by side.

The rules work out how few points a hand can leave unmatched; this module finds melds that leave no more.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ludex.games.cards.components import cards_of, mask_of, names_of
from ludex.games.cards.parts.discarding.melds import (
    MOST_MELDS,
    RUN_LENGTHS,
    matched,
    matched_by_one,
    matched_by_two,
    points_left,
    ranks_of_sets,
    set_of,
)

ORDER = "A23456789TJQK"


class Melds(NamedTuple):
    """A hand in the best order: its melds, the cards that match nothing, and what those count."""

    melds: tuple[tuple[str, ...], ...]
    rest: tuple[str, ...]
    unmatched: int


@lru_cache(maxsize=4096)
def find_melds(hand: tuple[str, ...]) -> Melds:
    """Return the sets and runs that leave the fewest points unmatched. There are at most three, and a run of six
    cards or more counts as two or three.

    >>> find_melds(("7C", "7D", "7H", "8H", "9H", "KS")).unmatched
    24
    >>> find_melds(("AC", "2C", "3C", "4C", "4D", "4H")).melds
    (('4C', '4D', '4H'), ('AC', '2C', '3C'))
    >>> find_melds(("2C", "3C", "4C", "5C", "6C", "7C", "8C")).melds
    (('2C', '3C', '4C', '5C', '6C', '7C', '8C'),)
    """
    rest, melds = mask_of(hand), list[int]()
    for more in reversed(range(MOST_MELDS)):
        most = _matched(rest, more + 1)
        if most > _matched(rest, more):
            melds.append(
                next(meld for meld in _candidates(rest) if points_left(meld) + _matched(rest & ~meld, more) == most)
            )
            rest &= ~melds[-1]
    return Melds(tuple(map(_ordered, _joined(melds))), _ordered(rest), points_left(rest))


def _matched(cards: int, melds: int) -> int:
    """Return the most points that cards match in a number of melds."""
    if melds == MOST_MELDS:
        return matched(cards)
    by = (lambda *_: 0, matched_by_one, matched_by_two)[melds]
    return by(cards, ranks_of_sets(cards))


def _candidates(cards: int) -> Iterator[int]:
    """Yield all sets and runs in a hand."""
    for rank in cards_of(ranks_of_sets(cards)):
        yield from filter(None, (set_of(cards, rank, without) for without in (4, 0, 1, 2, 3)))
    for suit in "CDHS":
        for length in RUN_LENGTHS:
            for first in range(len(ORDER) - length + 1):
                run = mask_of(rank + suit for rank in ORDER[first : first + length])
                if run & ~cards == 0:
                    yield run


def _joined(melds: list[int]) -> list[int]:
    """Return melds with the parts of a long run put together."""
    for first in melds:
        for second in melds:
            if first != second and _is_run(first | second):
                return _joined([first | second, *(meld for meld in melds if meld not in (first, second))])
    return melds


def _is_run(cards: int) -> bool:
    names = _ordered(cards)
    return len({name[1] for name in names}) == 1 and "".join(name[0] for name in names) in ORDER


def _ordered(cards: int) -> tuple[str, ...]:
    """Return cards by rank, the ace first."""
    return tuple(sorted(names_of(cards), key=lambda card: (ORDER.index(card[0]), card[1])))

"""The 52 cards, each with one number everywhere: suit * 13 + rank, suits clubs, diamonds, hearts, spades, ranks 2 to
ace.

A set of cards is one integer with a bit for each card. How strong a rank is depends on the genome; its number never
does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import Literal, TypeAlias, get_args

import numpy as np

SuitName: TypeAlias = Literal["clubs", "diamonds", "hearts", "spades"]
RankName: TypeAlias = Literal["2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace"]
# fmt: off
CardName: TypeAlias = Literal[
    "2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "TC", "JC", "QC", "KC", "AC",
    "2D", "3D", "4D", "5D", "6D", "7D", "8D", "9D", "TD", "JD", "QD", "KD", "AD",
    "2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "TH", "JH", "QH", "KH", "AH",
    "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "TS", "JS", "QS", "KS", "AS",
]
# fmt: on
"""`2C` to `AS`: how a card is written in moves, views and genomes."""

RANKS = "23456789TJQKA"
SUIT_LETTERS = "CDHS"
SUITS: tuple[SuitName, ...] = get_args(SuitName)
RANK_NAMES: tuple[RankName, ...] = get_args(RankName)
NAMES: tuple[CardName, ...] = get_args(CardName)
CARDS = len(NAMES)
NUMBER = {str(name): number for number, name in enumerate(NAMES)}

ALL_CARDS = (1 << CARDS) - 1
ONE_SUIT = (1 << 13) - 1
SUIT_MASK = np.array([ONE_SUIT << 13 * suit for suit in range(4)], np.int64)
RANK_MASK = np.array([sum(1 << 13 * suit + rank for suit in range(4)) for rank in range(13)], np.int64)
BIT = np.array([1 << card for card in range(CARDS)], np.int64)
JACK = RANKS.index("J")
RANK = np.array([card % 13 for card in range(CARDS)], np.int64)
SUIT = np.array([card // 13 for card in range(CARDS)], np.int64)
"""The rank and the suit of every card: a look into a table is quicker than a division."""


@lru_cache(maxsize=1 << 14)
def names_of(mask: int) -> tuple[CardName, ...]:
    """The cards of a set, by suit and rank.

    >>> names_of(0b11 | 1 << 51)
    ('2C', '3C', 'AS')
    """
    return tuple([name for at in range(0, CARDS, 8) for name in _names_from(at, mask >> at & 0xFF)])


@cache
def _names_from(first: int, bits: int) -> tuple[CardName, ...]:
    """The cards of a set of up to eight, counted from the first."""
    return tuple([NAMES[first + card] for card in cards_of(bits)])


def cards_of(mask: int) -> Iterator[int]:
    """The numbers of the cards in a set.

    >>> list(cards_of(0b101))
    [0, 2]
    """
    return (card for card in range(CARDS) if mask >> card & 1)


def mask_of(cards: Iterable[str]) -> int:
    """The set of the cards with these names.

    >>> mask_of(["2C", "4C"])
    5
    """
    return sum(1 << NUMBER[card] for card in set(cards))

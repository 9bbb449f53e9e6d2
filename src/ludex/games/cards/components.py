"""The 52 cards, each with one number everywhere: suit * 13 + rank, suits clubs, diamonds, hearts, spades, ranks 2 to
ace.

A set of cards is one integer with a bit for each card. How strong a rank is depends on the genome; its number never
does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import Annotated, Literal, TypeAlias, get_args

import numpy as np

from ludex.author import Among

SuitName: TypeAlias = Literal["clubs", "diamonds", "hearts", "spades"]
StrainName: TypeAlias = Literal["clubs", "diamonds", "hearts", "spades", "no trump"]
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
STRAINS: tuple[StrainName, ...] = get_args(StrainName)
RANK_NAMES: tuple[RankName, ...] = get_args(RankName)
NAMES: tuple[CardName, ...] = get_args(CardName)
CARDS = len(NAMES)
NUMBER = {str(name): number for number, name in enumerate(NAMES)}

SUIT_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_COUNTED = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def spellings_of_ranks() -> dict[str, str]:
    """Return other spellings of ranks than their names.

    >>> spellings_of_ranks()["Q"], spellings_of_ranks()["seven"]
    ('queen', '7')
    """
    letters = {rank: name for rank, name in zip(RANKS, RANK_NAMES, strict=True) if rank != name}
    plural = {f"{name}s": name for name in RANK_NAMES} | {"sixes": "6"}
    counted = {f"{word}{end}": name for word, name in zip(_COUNTED, RANK_NAMES, strict=False) for end in ("", "s")}
    return {**letters, **plural, **counted}


def spellings_of_suits() -> dict[str, str]:
    """Return other spellings of suits than their names: letters and signs."""
    letters = dict(zip(SUIT_LETTERS, SUITS, strict=True))
    return {**letters, **{SUIT_SIGNS[letter]: suit for letter, suit in letters.items()}}


def spellings_of_strains() -> dict[str, str]:
    """Return other spellings of strains than their names: letters and signs.

    >>> spellings_of_strains()["NT"], spellings_of_strains()["♠"]
    ('no trump', 'spades')
    """
    return {**spellings_of_suits(), **dict.fromkeys(("N", "NT", "notrump", "no trumps", "no-trump"), "no trump")}


def bid_in_words(level: int, strain: str) -> str:
    """Return a bid as people say it.

    >>> bid_in_words(1, "spades"), bid_in_words(3, "no trump")
    ('1 spade', '3 no trump')
    """
    return f"{level} {strain.removesuffix('s') if level == 1 else strain}"


def spellings_of_cards() -> dict[str, str]:
    """Return other spellings of cards than `TS`.

    >>> spelled = spellings_of_cards()
    >>> {spelled[text] for text in ("10S", "10♠", "♠10", "♠ 10", "ten of spades", "10 of spades")}
    {'TS'}
    """
    ranks = {rank: {rank, name} for rank, name in zip(RANKS, RANK_NAMES, strict=True)}
    for spelling, name in spellings_of_ranks().items():
        ranks[RANKS[RANK_NAMES.index(name)]].add(spelling)
    found: dict[str, str] = {}
    for card in NAMES:
        sign, suit = SUIT_SIGNS[card[1]], SUITS[SUIT_LETTERS.index(card[1])]
        for rank in ranks[card[0]]:
            forms = (f"{rank} of {suit}", f"{rank}{sign}", f"{sign}{rank}", f"{sign} {rank}", f"{rank} {sign}")
            found |= dict.fromkeys(forms, card)
        found["10" + card[1] if card[0] == "T" else str(card)] = card
    return found


_CARD = re.compile(r"\b([2-9TJQKA])([CDHS])\b")


def with_signs(text: str) -> str:
    """Return a text with cards as they are printed.

    >>> with_signs("seat 1 plays TS.")
    'seat 1 plays 10♠.'
    """
    return _CARD.sub(lambda card: f"{card[1].replace('T', '10')}{SUIT_SIGNS[card[2]]}", text)


def by_suit(cards: tuple[str, ...]) -> list[str]:
    """Return cards, those of a suit together.

    >>> by_suit(("2C", "TC", "AS"))
    ['♣ 2 10', '♠ A']
    """
    suits = {suit: [card[0].replace("T", "10") for card in cards if card[1] == suit] for suit in "CDHS"}
    return [f"{SUIT_SIGNS[suit]} {' '.join(ranks)}" for suit, ranks in suits.items() if ranks]


def show(cards: tuple[str, ...]) -> str:
    """Return cards by suit.

    >>> show(("2C", "TC", "AS"))
    '♣ 2 10  ♠ A'
    """
    return "  ".join(by_suit(cards))


AnyCard: TypeAlias = Annotated[CardName, Among(*NAMES, also=spellings_of_cards())]
AnyRank: TypeAlias = Annotated[RankName, Among(*RANK_NAMES, also=spellings_of_ranks())]
AnySuit: TypeAlias = Annotated[SuitName, Among(*SUITS, also=spellings_of_suits())]
AnyStrain: TypeAlias = Annotated[StrainName, Among(*STRAINS, also=spellings_of_strains())]
"""Fields of moves: the same names, and every way in which people write them."""

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
    """Return the cards of a set, by suit and rank.

    >>> names_of(0b11 | 1 << 51)
    ('2C', '3C', 'AS')
    """
    return tuple([name for at in range(0, CARDS, 8) for name in _names_from(at, mask >> at & 0xFF)])


@cache
def _names_from(first: int, bits: int) -> tuple[CardName, ...]:
    """Return the cards of a set of up to eight, counted from the first."""
    return tuple([NAMES[first + card] for card in cards_of(bits)])


def cards_of(mask: int) -> Iterator[int]:
    """Yield the numbers of the cards in a set.

    >>> list(cards_of(0b101))
    [0, 2]
    """
    return (card for card in range(CARDS) if mask >> card & 1)


def mask_of(cards: Iterable[str]) -> int:
    """Return the set of the cards with these names.

    >>> mask_of(["2C", "4C"])
    5
    """
    return sum(1 << NUMBER[card] for card in set(cards))

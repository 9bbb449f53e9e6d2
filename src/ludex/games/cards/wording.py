"""Words and numbers as the rulebooks write them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ludex.games.cards.components import RANK_NAMES, RANKS, SUITS
from ludex.games.cards.parts.card_points.genome import CardPoints, Majority

NAME = dict(zip(RANKS, RANK_NAMES, strict=True))
SUIT_NAME = dict(zip("CDHS", SUITS, strict=True))
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")

STEP = "  - "
"""The beginning of a line that belongs to the one above it."""


def in_words(count: int) -> str:
    """Return a small number in words, a large one in digits.

    >>> in_words(3), in_words(1000)
    ('three', '1,000')
    """
    return NUMBERS[count] if 0 <= count < len(NUMBERS) else f"{count:,}"


def many(count: int, what: str) -> str:
    """Return a number of things.

    >>> many(1, "card"), many(3, "card"), many(13, "trick")
    ('one card', 'three cards', '13 tricks')
    """
    return f"{in_words(count)} {what}" if count == 1 else f"{in_words(count)} {what}s"


def points(count: int) -> str:
    """Return a number of points, in digits.

    >>> points(1), points(-2)
    ('1 point', 'minus 2 points')
    """
    number = f"{count:,}" if count >= 0 else f"minus {-count:,}"
    return f"{number} point" if abs(count) == 1 else f"{number} points"


def award(count: int) -> str:
    """Return the beginning of a sentence about points won or lost.

    >>> award(2), award(-1)
    ('2 points', 'Lose 1 point')
    """
    return points(count) if count >= 0 else f"Lose {points(-count)}"


def listed(words: Iterable[str], last: str = "and") -> str:
    """Return words in a row.

    >>> listed(["left", "right", "across"]), listed(["king"]), listed(["ten", "king"], "or")
    ('left, right and across', 'king', 'ten or king')
    """
    *before, end = list(words)
    return f"{', '.join(before)} {last} {end}" if before else end


def with_article(rank: str) -> str:
    """Return one card of a rank.

    >>> with_article("8"), with_article("K")
    ('an 8', 'a king')
    """
    return f"an {NAME[rank]}" if rank in "8A" else f"a {NAME[rank]}"


def card_name(card: str) -> str:
    """Return a card in words.

    >>> card_name("QS")
    'queen of spades'
    """
    return f"{NAME[card[0]]} of {SUIT_NAME[card[1]]}"


def ranks_in_words(ranks: str) -> str:
    """Return ranks in their order, long rows shortened.

    >>> ranks_in_words("A23456789TJQK"), ranks_in_words("9TJQKA"), ranks_in_words("34567A2")
    ('ace, 2 to 10, jack, queen, king', '9, 10, jack, queen, king, ace', '3 to 7, ace, 2')
    """
    words: list[str] = []
    row: list[str] = []
    for rank in [*ranks, ""]:
        if row and (not rank or rank not in "23456789T" or RANKS.index(rank) != RANKS.index(row[-1]) + 1):
            words += [f"{NAME[row[0]]} to {NAME[row[-1]]}"] if len(row) > 2 else [NAME[r] for r in row]
            row = []
        if rank and rank in "23456789T":
            row.append(rank)
        elif rank:
            words.append(NAME[rank])
    return ", ".join(words)


def cards_that_score(value: CardPoints) -> str:
    """Return the cards that points are given for, as one of them.

    >>> cards_that_score(CardPoints(1, suit="hearts")), cards_that_score(CardPoints(13, "Q", "spades"))
    ('every heart', 'the queen of spades')
    """
    if value.rank and value.suit:
        suit = "trumps" if value.suit == "trump" else value.suit
        return f"the {NAME[value.rank]} of {suit}"
    if value.suit:
        return f"every {value.suit.removesuffix('s')}"
    return f"every {NAME[value.rank]}" if value.rank else "every card"


def most_of(most: Majority) -> str:
    """Return the cards a side wants to have won the most of.

    >>> most_of(Majority(1, suit="diamonds")), most_of(Majority(1, "7")), most_of(Majority(1))
    ('diamonds', '7s', 'cards')
    """
    rank = f"{NAME[most.rank]}s" if most.rank else ""
    return f"{rank} of {most.suit}" if rank and most.suit else rank or most.suit or "cards"


def card_worths(values: Sequence[CardPoints]) -> list[str]:
    """Return the worths of cards, with ranks of equal worth together, and those that count their face value.

    >>> card_worths([CardPoints(9, "K"), CardPoints(-9, "A"), *(CardPoints(int(rank), rank) for rank in "234")])
    ['Face value for every 2, 3 or 4', '9 points for every king', 'Lose 9 points for every ace']
    """
    groups: dict[int, list[str]] = {}
    rest = []
    for value in values:
        if value.rank and not value.suit:
            groups.setdefault(value.points, []).append(NAME[value.rank])
        else:
            rest.append(f"{award(value.points)} for {cards_that_score(value)}")
    pips = [ranks[0] for worth, ranks in groups.items() if ranks == [str(worth)]]
    told = [f"Face value for every {listed(pips, 'or')}"] if len(pips) > 2 else []
    for worth, ranks in groups.items():
        if not told or ranks != [str(worth)]:
            told.append(f"{award(worth)} for every {listed(ranks, 'or')}")
    return told + rest


def times(count: int, points: int) -> str:
    """Write a product of points.

    >>> times(3, 2), times(1, -5)
    ('3 × 2 = 6', '5 lost')
    """
    lost = " lost" if points < 0 else ""
    return f"{count} × {abs(points)} = {count * abs(points)}{lost}" if count > 1 else f"{abs(points)}{lost}"

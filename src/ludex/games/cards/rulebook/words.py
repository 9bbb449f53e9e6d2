"""Words and numbers as the rulebooks write them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ludex.games.cards.components import RANK_NAMES, RANKS, SUITS
from ludex.games.cards.genome import CardPoints, Majority

NAME = dict(zip(RANKS, RANK_NAMES, strict=True))
SUIT_NAME = dict(zip("CDHS", SUITS, strict=True))
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def many(count: int, what: str) -> str:
    """So many of something.

    >>> many(1, "card"), many(3, "card"), many(13, "trick")
    ('one card', 'three cards', '13 tricks')
    """
    number = NUMBERS[count] if 0 <= count < len(NUMBERS) else str(count)
    return f"{number} {what}" if count == 1 else f"{number} {what}s"


def points(count: int) -> str:
    """Points won or lost.

    >>> points(1), points(-2)
    ('1 point', 'minus 2 points')
    """
    number = str(count) if count >= 0 else f"minus {-count}"
    return f"{number} point" if abs(count) == 1 else f"{number} points"


def listed(words: Iterable[str], last: str = "and") -> str:
    """Words in a row.

    >>> listed(["left", "right", "across"]), listed(["king"]), listed(["ten", "king"], "or")
    ('left, right and across', 'king', 'ten or king')
    """
    *before, end = list(words)
    return f"{', '.join(before)} {last} {end}" if before else end


def card_name(card: str) -> str:
    """A card in words.

    >>> card_name("QS")
    'queen of spades'
    """
    return f"{NAME[card[0]]} of {SUIT_NAME[card[1]]}"


def ranks_in_words(ranks: str) -> str:
    """Ranks in their order, long rows shortened.

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


def what_scores(value: CardPoints | Majority) -> str:
    """The cards that points are given for, as one of them."""
    if value.rank and value.suit:
        suit = "trumps" if value.suit == "trump" else value.suit
        return f"the {NAME[value.rank]} of {suit}"
    if value.suit:
        return "every trump" if value.suit == "trump" else f"every card of {value.suit}"
    return f"every {NAME[value.rank]}" if value.rank else "every card"


def card_worths(values: Sequence[CardPoints]) -> list[str]:
    """What cards are worth, ranks of equal worth together, and those that count their number.

    >>> card_worths([CardPoints(9, "K"), CardPoints(9, "A"), *(CardPoints(int(rank), rank) for rank in "234")])
    ['its number for every 2, 3 or 4', '9 points for every king or ace']
    """
    groups: dict[int, list[str]] = {}
    rest = []
    for value in values:
        if value.rank and not value.suit:
            groups.setdefault(value.points, []).append(NAME[value.rank])
        else:
            rest.append(f"{points(value.points)} for {what_scores(value)}")
    pips = [ranks[0] for worth, ranks in groups.items() if ranks == [str(worth)]]
    told = [f"its number for every {listed(pips, 'or')}"] if len(pips) > 2 else []
    for worth, ranks in groups.items():
        if not told or ranks != [str(worth)]:
            told.append(f"{points(worth)} for every {listed(ranks, 'or')}")
    return told + rest

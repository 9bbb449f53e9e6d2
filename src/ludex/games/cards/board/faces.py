"""Cards drawn from text, and what each of them tells."""

from __future__ import annotations

from functools import lru_cache

from ludex.core.page import Html, tag
from ludex.games.cards.board.traits import Traits
from ludex.games.cards.components import NAMES, SUIT_SIGNS
from ludex.games.cards.rulebook.words import card_name, most_of, points

SUIT_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
EFFECTS = {
    "skip": "The next player is skipped.",
    "reverse": "Play goes the other way round.",
    "again": "Whoever plays it goes again.",
}


def rank_sign(rank: str) -> str:
    """A rank as it is printed on a card.

    >>> rank_sign("T"), rank_sign("Q")
    ('10', 'Q')
    """
    return "10" if rank == "T" else rank


def card_sign(card: str) -> str:
    """A card in short.

    >>> card_sign("TH")
    '10♥'
    """
    return rank_sign(card[0]) + SUIT_SIGNS[card[1]]


def card_title(card: str) -> str:
    """A card's name.

    >>> card_title("QS")
    'Queen of spades'
    """
    name = card_name(card)
    return name[0].upper() + name[1:]


@lru_cache(maxsize=8192)
def face(card: str, tip: str, *, kind: str = "span", classes: str = "", **attributes: object) -> Html:
    """A card, face up. As a button it can be pressed, anywhere else it is a picture with a name.

    >>> face("QS", "A trump.")
    '<span class="face spades" role="img" aria-label="Queen of spades" data-tip="A trump."><b>Q</b></span>'
    """
    look = f"face {SUIT_NAMES[card[1]]} {classes}".rstrip()
    role = "img" if kind == "span" else None
    button = "button" if kind == "button" else None
    title = card_title(card)
    inside = tag("b", rank_sign(card[0]))
    return tag(kind, inside, class_=look, type=button, role=role, aria_label=title, tip=tip, **attributes)


@lru_cache(maxsize=2048)
def mini(card: str, tip: str, *, rank_only: bool = False, **attributes: object) -> Html:
    """A small card: rank and suit in a line, or only the rank where the place tells the suit."""
    look = f"mini {SUIT_NAMES[card[1]]}"
    sign = rank_sign(card[0]) if rank_only else card_sign(card)
    return tag("span", sign, class_=look, role="img", aria_label=card_title(card), tip=tip, **attributes)


TOKEN_WORDS: dict[str, str] = {
    **{str(card): card_sign(card) for card in NAMES},
    "set": "play",
    "wild": "play",
    "give": "pass on",
    "flip": "turn up a card",
    "claim": "lay",
    "0": "Nil",  # where a bid of 0 is no Nil, it is a part of the range of bids
}
"""What people read in the action bar for cards, and for verbs that only the notation needs."""


class Tips:
    """What the cards of a game tell when they are hovered, focused or pressed long."""

    def __init__(self, traits: Traits) -> None:
        self._traits = traits
        self._told: dict[tuple[str, str | None], str] = {}

    def of(self, card: str, trump: str | None = None) -> str:
        """A card's name, what it is worth and what it does.

        >>> from ludex.games.cards import LIBRARY
        >>> Tips(Traits(LIBRARY["hearts"]())).of("QS")
        'Queen of spades. Counts 13 points when won.'
        """
        key = card, trump
        if key not in self._told:
            self._told[key] = " ".join([f"{card_title(card)}.", *self._facts(card, trump)])
        return self._told[key]

    def _facts(self, card: str, trump: str | None) -> list[str]:
        told = [*self._trump(card, trump), *self._worth(card, trump), *self._count(card)]
        genome = self._traits.genome
        if card[0] in self._traits.wild:
            told.append("Wild: whoever plays it names the suit to follow.")
        for effect in genome.effects:
            if effect.rank == card[0]:
                cards = "a card" if effect.count == 1 else f"{effect.count} cards"
                told.append(EFFECTS.get(effect.does, f"The next player draws {cards}."))
        tricks = self._traits.tricks
        if tricks and tricks.first_lead == card:
            told.append("Its holder leads it to the first trick.")
        return told

    def _trump(self, card: str, trump: str | None) -> list[str]:
        if not trump:
            return []
        if card == self._traits.left_bower(trump):
            return ["The left bower: it counts as a trump, the second highest."]
        if card[1] != trump[0].upper():
            return []
        bower = self._traits.genome.bowers and card[0] == "J"
        return ["The right bower: the highest trump."] if bower else ["A trump."]

    def _worth(self, card: str, trump: str | None) -> list[str]:
        """Points of its own, and majorities that it helps to win."""
        genome = self._traits.genome
        scoring, worth = genome.card_scoring, self._traits.points(card, trump)
        told = []
        if scoring and worth:
            counts = f"Counts {points(worth)}" if worth > 0 else f"Costs {points(-worth)}"
            if scoring.source == "won":
                told.append(f"{counts} when won.")
            elif scoring.to == "winner":
                told.append(f"{counts.replace('Counts', 'Gives')} to the first player out if it is left in a hand.")
            else:
                told.append(f"{counts} if it is left in your hand.")
        for most in genome.majorities:
            one_rank = not most.rank or most.rank == card[0]
            if (most.rank or most.suit) and one_rank and (not most.suit or most.suit[0].upper() == card[1]):
                told.append(f"Helps to win the most {most_of(most)}, for {points(most.points)}.")
        return told

    def _count(self, card: str) -> list[str]:
        """What it counts where hands are added up."""
        pips = {"A": 1, **dict.fromkeys("TJQK", 10)}.get(card[0]) or int(card[0])
        if self._traits.genome.ranking in ("blackjack", "points"):
            return ["Counts 11, or 1 where 11 is too much." if card[0] == "A" else f"Counts {pips}."]
        if self._traits.knocking:
            return [f"Counts {pips} if it is unmatched."]
        if self._traits.captures:
            return [f"Captures cards that add up to {self._traits.place(card)}."]
        return []

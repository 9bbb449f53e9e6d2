"""Cards and suits, drawn from text."""

from __future__ import annotations

from functools import lru_cache

from ludex.author import Html, tag
from ludex.games.cards.components import NAMES, SUIT_SIGNS
from ludex.games.cards.wording import card_name

SUIT_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
SUIT_LETTERS = {name: letter for letter, name in SUIT_NAMES.items()}


def rank_sign(rank: str) -> str:
    """Return a rank as it is printed on a card.

    >>> rank_sign("T"), rank_sign("Q")
    ('10', 'Q')
    """
    return "10" if rank == "T" else rank


def card_sign(card: str) -> str:
    """Return a card in short.

    >>> card_sign("TH")
    '10♥'
    """
    return rank_sign(card[0]) + SUIT_SIGNS[card[1]]


def card_title(card: str) -> str:
    """Return a card's name.

    >>> card_title("QS")
    'Queen of spades'
    """
    name = card_name(card)
    return name[0].upper() + name[1:]


def suit_sign(suit: str) -> Html:
    """Draw a suit as it is printed on a card.

    >>> suit_sign("spades")
    '<span class="sign spades">♠</span>'
    """
    return tag("span", SUIT_SIGNS[SUIT_LETTERS[suit]], class_=f"sign {suit}")


@lru_cache(maxsize=8192)
def face(card: str, tip: str, *, kind: str = "span", classes: str = "", **attributes: object) -> Html:
    """Draw a card, face up. As a button it can be pressed, anywhere else it is a picture with a name.

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
    """Draw a small card: rank and suit in a line, or only the rank where the place tells the suit."""
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
    "0": "Nil",  # a bid of 0 that is not Nil is a part of the range of bids
}
"""Labels in the action bar for cards, and for verbs that only the notation needs."""

"""Declarations: points for cards."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from ludex.games.cards.genome.fields import Bit, Count, Items, Part, Rank, Word

CARD_SCORING = 81
MAJORITIES = 83

ScoringSuit: TypeAlias = Literal["", "clubs", "diamonds", "hearts", "spades", "trump"]


class CardPoints(Part, frozen=True):
    """The worth of cards: of all of a rank, all of a suit (or `trump`), or one card; leave out what does not matter."""

    points: Annotated[int, Count(-100, 100, at=3)]
    rank: Annotated[str, Rank()] = ""
    suit: Annotated[ScoringSuit, Word(none="")] = ""


class CardScoring(Part, frozen=True):
    """Points for cards; every one of the `values` that fits a card counts. `source`: cards `won`, or left in `hand`.
    `to`: the side that has them scores, or the `winner` of the hand for all of them. `moon`: a side that has them all
    gives the points to everyone else instead."""

    values: Annotated[tuple[CardPoints, ...], Items()]
    source: Annotated[Literal["won", "hand"], Bit()] = "won"
    to: Annotated[Literal["holder", "winner"], Bit()] = "holder"
    moon: Annotated[bool, Bit()] = False

    @property
    def suits_trump(self) -> bool:
        """True if trump cards have a worth as such."""
        return any(value.suit == "trump" for value in self.values)


class Majority(Part, frozen=True):
    """Points for having won the most cards of a rank, a suit, or of all; nothing where several have equally many."""

    points: Annotated[int, Count(-100, 100, at=3)]
    rank: Annotated[str, Rank()] = ""
    suit: Annotated[Literal["", "clubs", "diamonds", "hearts", "spades"], Word(none="")] = ""

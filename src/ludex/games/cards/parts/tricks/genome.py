"""Declarations: tricks."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from ludex.games.cards.genome.fields import Bit, Card, Count, Items, Part, PhasePart, Word

TRICK = 40
TRICK_SCORING = 80

Breaking = Literal["none", "clubs", "diamonds", "hearts", "spades", "trump"]
SUITS_TO_BREAK = ("none", "none", "trump", "clubs", "diamonds", "hearts", "spades")


class TrickPhase(PhasePart, frozen=True, tag="trick"):
    """Tricks: each seat plays one card, the best takes them all and leads next.

    `follow`: players must follow suit if they can. `must_trump`: players who cannot follow suit must play a trump.
    `low_wins`: the lowest card takes the trick. `breaking`: this suit may not be led until a card of it has been
    played, unless a player holds nothing else; with `unbreakable` it may never be led otherwise. `first_lead`: the
    holder of this card leads it to the first trick. `clean_start`: cards that score may not be thrown onto the first
    trick. `tricks`: how many (0: until the cards run out). `blind`: cards are turned up at random, unseen. `by_rank`:
    suits do not count, and where the best cards are equal, the trick goes to the winner of the next. `take`: the winner
    takes the cards into their hand.
    """

    code: ClassVar[int] = TRICK
    follow: Annotated[bool, Bit(chance=0.85)] = True
    must_trump: Annotated[bool, Bit()] = False
    low_wins: Annotated[bool, Bit(chance=0.2)] = False
    breaking: Annotated[Breaking, Word(among=SUITS_TO_BREAK)] = "none"
    unbreakable: Annotated[bool, Bit(chance=0.1)] = False
    first_lead: Annotated[str, Card(chance=0.15)] = ""
    clean_start: Annotated[bool, Bit(chance=0.2)] = False
    tricks: Annotated[int, Count(0, 52, among=(0, 0, 0, 3))] = 0
    blind: Annotated[bool, Bit()] = False
    by_rank: Annotated[bool, Bit(chance=0.15)] = False
    take: Annotated[bool, Bit()] = False


class Level(Part, frozen=True):
    """Points for at least this number of tricks."""

    tricks: Annotated[int, Count(1, 52)]
    points: Annotated[int, Count(-100, 100)]


class TrickScoring(Part, frozen=True):
    """Points for tricks: `points` for each beyond the first `book`, and the highest of the `levels` reached."""

    points: Annotated[int, Count(-100, 100, near=(-5, 10, 1), among=(-1, 1, 1, 2, 3))] = 1
    book: Annotated[int, Count(0, 52, among=range(5))] = 0
    levels: Annotated[tuple[Level, ...], Items()] = ()

"""Declarations: betting and chips."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

from ludex.games.cards.genome.fields import Count, Part, PhasePart

BETTING = 50

Ranking: TypeAlias = Literal["none", "poker", "high card", "points", "blackjack"]


class BettingPhase(PhasePart, frozen=True, tag="betting"):
    """A round of betting: check or bet, then call, raise or fold. Every bet and raise is `bet` chips, and there are at
    most `raises` of them."""

    code: ClassVar[int] = BETTING
    bet: Annotated[int, Count(1, 100, near=(1, 20, 1), essential=True, among=range(1, 10))] = 2
    raises: Annotated[int, Count(0, 20, near=(0, 5, 1), essential=True, among=range(4))] = 3


class Chips(Part, frozen=True):
    """Chips every seat begins with, and what it puts into the pot before each hand. Chips are then the score."""

    start: Annotated[int, Count(1, 10_000, name="chips", near=(10, 300, 10), among=(5, 30, 100))] = 100
    ante: Annotated[int, Count(0, 100, near=(0, 10, 1), among=range(5))] = 1

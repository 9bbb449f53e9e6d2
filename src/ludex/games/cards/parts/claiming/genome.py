"""Declarations: claims."""

from __future__ import annotations

from typing import Annotated, ClassVar

from ludex.games.cards.genome.fields import Count, PhasePart

CLAIM = 70


class ClaimPhase(PhasePart, frozen=True, tag="claim"):
    """Lay 1 to `cards` cards face down and claim they are of the rank that is due, rank after rank. The others may
    doubt it, and the player who is wrong takes the whole pile."""

    code: ClassVar[int] = CLAIM
    cards: Annotated[int, Count(1, 4, essential=True)] = 4

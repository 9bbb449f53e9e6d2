"""Declarations: asking for cards."""

from __future__ import annotations

from typing import ClassVar

from ludex.games.cards.genome.fields import PhasePart

ASK = 75


class AskPhase(PhasePart, frozen=True, tag="ask"):
    """Ask another player for all their cards of a rank you hold. If they have any, ask again; if not, draw a card."""

    code: ClassVar[int] = ASK

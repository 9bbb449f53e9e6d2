"""Declarations: passing cards on."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from ludex.games.cards.genome.fields import Count, PhasePart, Row

PASS = 45

Direction = Literal["hold", "left", "right", "across"]


class PassPhase(PhasePart, frozen=True, tag="pass"):
    """Every seat passes cards on, face down and all at once; `directions` take turns from hand to hand."""

    code: ClassVar[int] = PASS
    cards: Annotated[int, Count(1, 6, essential=True, among=(1, 2, 3))] = 3
    directions: Annotated[tuple[Direction, ...], Row(4, "d", essential=True)] = ("left", "right", "across", "hold")

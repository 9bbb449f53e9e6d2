"""Declarations: drawing cards."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

from ludex.games.cards.genome.fields import Count, Flag, PhasePart, Word

DRAW = 10

Source: TypeAlias = Literal["stock", "pile", "either", "neighbour"]
When: TypeAlias = Literal["always", "stuck", "optional"]
SOURCES = ("stock", "stock", "pile", "either", "neighbour")


class DrawPhase(PhasePart, frozen=True, tag="draw"):
    """Take cards. `stuck`: only while nothing can be played, up to `count`; `optional`: draw or stand, until `limit`
    points are passed; `always`: `count` cards. From the stock, from the pile's top, either, or unseen from the hand of
    the next seat. `reshuffle`: whenever a card is to be drawn, an empty stock is refilled from the pile below its top.
    """

    code: ClassVar[int] = DRAW
    source: Annotated[Source, Word(essential=True, among=SOURCES)] = "stock"
    when: Annotated[When, Word(among=("always", "stuck"))] = "always"
    count: Annotated[int, Count(1, 20, near=(1, 6, 1), essential=True, among=(1, 2, 3))] = 1
    limit: Annotated[int, Count(1, 100, near=(5, 40, 1), essential=True)] = 21
    reshuffle: Annotated[bool, Flag(chance=0.5)] = False

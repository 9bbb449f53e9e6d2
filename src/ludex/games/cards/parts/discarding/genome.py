"""Declarations: discarding and knocking."""

from __future__ import annotations

from typing import Annotated, ClassVar

from ludex.games.cards.genome.fields import Bit, Count, PhasePart

DISCARD = 30


class DiscardPhase(PhasePart, frozen=True, tag="discard"):
    """Discard `count` cards, face up onto the pile or `face_down`. `optional`: or fewer. `refill`: draw replacements.
    A card that was taken from the pile in the same turn may not be discarded.

    `knock`: players whose unmatched cards count at most this may end the hand (-1: never). The knocker scores what each
    other hand has more, and `knock_bonus` if all their own cards match. Players with no more than the knocker score the
    difference and the bonus instead.
    """

    code: ClassVar[int] = DISCARD
    count: Annotated[int, Count(1, 10, near=(1, 5, 1), essential=True, among=(1, 2))] = 1
    optional: Annotated[bool, Bit(chance=0.5)] = False
    face_down: Annotated[bool, Bit()] = False
    refill: Annotated[bool, Bit()] = False
    knock: Annotated[int, Count(-1, 100, none=-1, near=(0, 60, 5), among=(0, 5, 10, 60))] = -1
    knock_bonus: Annotated[int, Count(0, 255, near=(0, 50, 5), among=(0, 10, 25))] = 25

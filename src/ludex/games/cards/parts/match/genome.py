"""Declarations: a match."""

from __future__ import annotations

from typing import Annotated

from ludex.games.cards.genome.fields import Count, Flag, Part


class Match(Part, frozen=True):
    """The length of a match, and its winner: at most `hands` hands, fewer when a side has `target` points (0: none) or
    falls to `floor` (0: none). While the best score is tied, play continues. `low_wins`: the lowest score is best."""

    hands: Annotated[int, Count(1, 250, essential=True, among=range(1, 7))] = 1
    target: Annotated[int, Count(0, 30_000, signed=True, among=(0, 0, 5, 50, 200))] = 0
    floor: Annotated[int, Count(-30_000, 0, among=(0, 0, -30))] = 0
    low_wins: Annotated[bool, Flag(essential=True)] = False

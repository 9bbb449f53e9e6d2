"""Declarations: turns and their end."""

from __future__ import annotations

from typing import Annotated, Literal

from ludex.games.cards.genome.fields import Count

ORDER_SCORING = 82

HandEnd = Literal["phases", "first out", "one left", "all out"]
Place = Annotated[int, Count(-100, 100, name="points")]
"""Points for a place in the order of going out."""

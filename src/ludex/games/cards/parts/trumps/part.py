"""Trumps, as registered."""

from __future__ import annotations

from ludex.games.cards.parts.part import GamePart
from ludex.games.cards.parts.trumps.checks import plain_trump, trump_problems

PART = GamePart(
    problems=trump_problems,
    plain=plain_trump,
)

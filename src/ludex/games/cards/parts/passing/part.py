"""Passing, as registered."""

from __future__ import annotations

from ludex.games.cards.parts.part import GamePart, GamePhase
from ludex.games.cards.parts.passing.board import headline
from ludex.games.cards.parts.passing.checks import pass_problems, pass_range_problems, plain_passing
from ludex.games.cards.parts.passing.genome import PassPhase
from ludex.games.cards.parts.passing.in_short import BUBBLE, passing_in_short
from ludex.games.cards.parts.passing.prompt import pass_prompt
from ludex.games.cards.parts.passing.rulebook import passing_sentences

PART = GamePart(
    phase=GamePhase(
        kind=PassPhase,
        most_moves=lambda genome, phase: genome.seats[1] * phase.cards,
        sentences=passing_sentences,
        in_short=passing_in_short,
        bubble=BUBBLE,
        plain=plain_passing,
        headline=headline,
        prompt=pass_prompt,
    ),
    range_problems=pass_range_problems,
    problems=pass_problems,
)

"""Tricks, as registered."""

from __future__ import annotations

from ludex.games.cards.parts.part import KNOCKOUT, TRICKS, GamePart, GamePhase
from ludex.games.cards.parts.tricks.board import headline
from ludex.games.cards.parts.tricks.checks import (
    most_trick_moves,
    plain_trick_scoring,
    plain_tricks,
    trick_points,
    trick_problems,
    trick_scoring_problems,
)
from ludex.games.cards.parts.tricks.genome import TrickPhase
from ludex.games.cards.parts.tricks.in_short import BUBBLE, trick_points_in_short, tricks_in_short
from ludex.games.cards.parts.tricks.prompt import trick_prompt
from ludex.games.cards.parts.tricks.rulebook import (
    TRICK_TERMS,
    knockout_sentences,
    trick_scoring_sentences,
    trick_sentences,
)

PART = GamePart(
    phase=GamePhase(
        kind=TrickPhase,
        most_moves=most_trick_moves,
        sentences=trick_sentences,
        in_short=tricks_in_short,
        bubble=BUBBLE,
        plain=plain_tricks,
        headline=headline,
        prompt=trick_prompt,
    ),
    scoring_in_short=trick_points_in_short,
    problems=trick_problems,
    scoring_problems=trick_scoring_problems,
    plain_points=plain_trick_scoring,
    points=trick_points,
    scoring_sentences={TRICKS: trick_scoring_sentences, KNOCKOUT: knockout_sentences},
    terms=TRICK_TERMS,
)

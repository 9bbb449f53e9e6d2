"""Drawing, as registered."""

from __future__ import annotations

from ludex.games.cards.parts.drawing.board import headline
from ludex.games.cards.parts.drawing.checks import most_draws, plain_drawing
from ludex.games.cards.parts.drawing.genome import DrawPhase
from ludex.games.cards.parts.drawing.in_short import BUBBLE, drawing_in_short
from ludex.games.cards.parts.drawing.prompt import draw_prompt
from ludex.games.cards.parts.drawing.rulebook import draw_sentences
from ludex.games.cards.parts.part import GamePart, GamePhase

PART = GamePart(
    phase=GamePhase(
        kind=DrawPhase,
        most_moves=most_draws,
        sentences=draw_sentences,
        in_short=drawing_in_short,
        bubble=BUBBLE,
        plain=plain_drawing,
        headline=headline,
        prompt=draw_prompt,
    ),
)

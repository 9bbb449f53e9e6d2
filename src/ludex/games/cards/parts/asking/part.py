"""Asking, as registered."""

from __future__ import annotations

from ludex.games.cards.parts.asking.board import headline
from ludex.games.cards.parts.asking.genome import AskPhase
from ludex.games.cards.parts.asking.in_short import BUBBLE, asking_in_short
from ludex.games.cards.parts.asking.prompt import ask_prompt
from ludex.games.cards.parts.asking.rulebook import ask_sentences
from ludex.games.cards.parts.part import GamePart, GamePhase
from ludex.games.cards.parts.turns.checks import most_turns

PART = GamePart(
    phase=GamePhase(
        kind=AskPhase,
        most_moves=lambda genome, phase: most_turns(genome) * genome.deck.size,
        sentences=ask_sentences,
        in_short=asking_in_short,
        bubble=BUBBLE,
        headline=headline,
        prompt=ask_prompt,
    ),
)

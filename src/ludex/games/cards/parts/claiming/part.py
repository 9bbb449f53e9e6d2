"""Claims, as registered."""

from __future__ import annotations

from ludex.games.cards.parts.claiming.board import headline
from ludex.games.cards.parts.claiming.genome import ClaimPhase
from ludex.games.cards.parts.claiming.in_short import BUBBLE, claiming_in_short
from ludex.games.cards.parts.claiming.prompt import claim_prompt
from ludex.games.cards.parts.claiming.rulebook import claim_sentences
from ludex.games.cards.parts.part import GamePart, GamePhase
from ludex.games.cards.parts.turns.checks import most_turns

PART = GamePart(
    phase=GamePhase(
        kind=ClaimPhase,
        most_moves=lambda genome, phase: most_turns(genome) * (phase.cards + genome.seats[1]),
        sentences=claim_sentences,
        in_short=claiming_in_short,
        bubble=BUBBLE,
        headline=headline,
        prompt=claim_prompt,
    ),
)

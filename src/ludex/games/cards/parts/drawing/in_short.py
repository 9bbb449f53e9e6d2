"""Drawing in short: what to do, and a remark for new players."""

from __future__ import annotations

from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.drawing.genome import DrawPhase
from ludex.games.cards.wording import many

BUBBLE = "Take a card by pressing where it lies. What you draw is yours alone to see."

SOURCES = {
    "stock": "from the stock",
    "pile": "from the top of the pile",
    "either": "from the stock or from the top of the pile",
    "neighbour": "at random from the next player's hand",
}


def drawing_in_short(genome: Genome, phase: DrawPhase) -> str:
    """Say how cards are drawn."""
    source = SOURCES[phase.source]
    if phase.when == "always":
        return f"Draw {many(phase.count, 'card')} {source}."
    if phase.when == "stuck":
        return f"If you cannot play, draw {'up to ' if phase.count > 1 else ''}{many(phase.count, 'card')} {source}."
    return f"Draw cards {source} one at a time, or stand. You must stop at {phase.limit} points or more."

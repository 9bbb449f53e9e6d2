"""Asking in short: what to do, and a remark for new players."""

from __future__ import annotations

from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.asking.genome import AskPhase

BUBBLE = (
    "Choose a rank that you hold, then a player who may have more of it. Listen to what others ask for: it "
    "tells you what they hold."
)


def asking_in_short(genome: Genome, phase: AskPhase) -> str:
    """Say how cards are asked for."""
    return (
        "Ask another player for all their cards of a rank that you hold. If they have any, you get them and ask again; "
        "if not, draw a card from the stock."
    )

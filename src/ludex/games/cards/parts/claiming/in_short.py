"""Claims in short: what to do, and a remark for new players."""

from __future__ import annotations

from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.claiming.genome import ClaimPhase
from ludex.games.cards.wording import many

BUBBLE = (
    "Cards lie face down, so a claim may be a lie. The one who is wrong takes the whole pile: the player who lied, or "
    "the player who doubted the truth."
)


def claiming_in_short(genome: Genome, phase: ClaimPhase) -> str:
    """Say how claims go."""
    most = f"one to {many(phase.cards, 'card')}" if phase.cards > 1 else "one card"
    return (
        f"Lay {most} face down and claim to have played the rank that is due, whether it is true or not. If another "
        "player doubts it, the cards are turned up, and the one who was wrong takes the whole pile."
    )

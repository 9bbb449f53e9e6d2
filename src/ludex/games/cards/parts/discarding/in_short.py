"""Discarding and knocking in short: what to do, what it brings, and a remark for new players."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.discarding.genome import DiscardPhase
from ludex.games.cards.wording import many

BUBBLE = "Part with the cards that help you least: those that belong to no set, no run and no good hand."


def discarding_in_short(genome: Genome, phase: DiscardPhase) -> str:
    """Say what is discarded, and when a player may knock."""
    most = "up to " if phase.optional else ""
    refill = ", then draw the same number" if phase.refill else ""
    where = "face down" if phase.face_down else "onto the pile"
    said = f"Discard {most}{many(phase.count, 'card')} {where}{refill}."
    if phase.knock < 0:
        return said
    return (
        f"{said} Collect sets (three or four of a rank) and runs (three or more of a suit in sequence). If your other "
        f"cards count {phase.knock} points or less, you may knock as you discard, which ends the hand."
    )


def knock_in_short(genome: Genome) -> Iterator[str]:
    """Say what a knock brings."""
    if genome.knocking_phase:
        yield (
            "After a knock, the points of unmatched cards are compared, and the difference goes to the player "
            "who has fewer."
        )

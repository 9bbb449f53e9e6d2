"""The canonical form of sweeps, and the most that they bring."""

from __future__ import annotations

from typing import Any

from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.playing.genome import PlayPhase


def captures(genome: Genome) -> bool:
    """Return True if cards are captured from the table."""
    return any(isinstance(phase, PlayPhase) and phase.to == "capture" for phase in genome.phases)


def sweep_worth(genome: Genome) -> int:
    """Return the points of a sweep."""
    return genome.sweep_points


def plain_sweeps(genome: Genome) -> dict[str, Any]:
    """Leave out points for sweeps where nothing is captured."""
    return {"sweep_points": genome.sweep_points if captures(genome) else 0}


def sweep_bounds(genome: Genome) -> tuple[int, int]:
    """Return the least and the most that sweeps bring in a hand."""
    worth = genome.sweep_points and genome.deck.size * genome.sweep_points
    return min(worth, 0), max(worth, 0)

"""Sweeps in short."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.wording import award


def sweeps_in_short(genome: Genome) -> Iterator[str]:
    """Say what a sweep brings."""
    if genome.sweep_points:
        yield f"{award(genome.sweep_points)} for every capture that clears the table."

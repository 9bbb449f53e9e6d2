"""Sentences about sweeps: of the rulebook, and in short."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.games.cards.events import PointsCounted
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.part import Terms
from ludex.games.cards.state import State
from ludex.games.cards.wording import award, many, times


def sweep_sentences(genome: Genome) -> Iterator[str]:
    """Say what a sweep brings."""
    if genome.sweep_points:
        sweep = award(genome.sweep_points)
        yield f"{sweep} for every capture that clears the table, except with the last card of a hand."


def sweeps_in_short(genome: Genome) -> Iterator[str]:
    """Say in short what a sweep brings."""
    if genome.sweep_points:
        yield f"{award(genome.sweep_points)} for every capture that clears the table."


def sweeps_term(genome: Genome, s: State, term: PointsCounted) -> str:
    """Tell what sweeps brought."""
    return f"{many(term.first, 'sweep')}: {times(term.first, genome.sweep_points)}"


SWEEP_TERMS: Terms = {"sweeps": sweeps_term}

"""Repairing genomes: from one that does not describe a game to one nearby that does."""

from __future__ import annotations

from ludex.games.cards.genome.paths import with_edits
from ludex.games.cards.genome.problems import Problem
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.genome.validation import problems

MOST_REPAIRS = 500
"""The number of repairs that are tried one after the other."""


def repaired(genome: Genome) -> Genome | None:
    """Return a game that a genome can be made into by the repairs of its problems, or None where they do not lead to
    one.

    A genome without problems is returned unchanged. The same genome is always repaired in the same way.

    >>> import msgspec
    >>> from ludex.games.cards import create_spades_genome, problems
    >>> spades = create_spades_genome()
    >>> orphan = msgspec.structs.replace(spades, phases=spades.phases[1:])
    >>> [str(problem) for problem in problems(orphan)]
    ['contract_scoring: nobody bids. Add a phase of type "bidding", or drop it.']
    >>> plain = repaired(orphan)
    >>> plain.contract_scoring, plain.trick_scoring, problems(plain)
    (None, TrickScoring(points=1, book=0, levels=()), [])
    """
    found = problems(genome)
    seen = [genome]
    for _ in range(MOST_REPAIRS):
        if not found:
            return genome
        ways = _ways(genome, found, seen)
        if not ways:
            return None
        genome, found = min(ways, key=lambda way: len(way[1]))
        seen.append(genome)
    return None if found else genome


def _ways(genome: Genome, found: list[Problem], seen: list[Genome]) -> list[tuple[Genome, list[Problem]]]:
    """Apply each repair of the first problem that has any, and find the problems that are left."""
    for problem in found:
        ways = [with_edits(genome, repair) for repair in problem.repairs]
        fresh = [way for way in ways if way not in seen]
        if fresh:
            return [(way, problems(way)) for way in fresh]
    return []

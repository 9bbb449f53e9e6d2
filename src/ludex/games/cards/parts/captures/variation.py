"""Random points for sweeps, and operators that change them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from ludex.games.cards.genome.fields import nudged, replace
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.captures.checks import captures
from ludex.games.cards.parts.operators import MutationOperator


class MutateSweepMutation(MutationOperator):
    """Changes the points for captures that clear the table."""

    part = "scoring"
    needs = "captures"

    def applies(self, genome: Genome) -> bool:
        return captures(genome) and not genome.chips

    def change(self, genome: Genome, rng: Random) -> Genome:
        return replace(genome, sweep_points=nudged(rng, genome.sweep_points, 0, 5))


def some_sweeps(rng: Random) -> dict[str, Any]:
    """Make random points for sweeps, as a field of a genome."""
    return {"sweep_points": rng.choice((0, 1))}


def sweeps_to_score(genome: Genome) -> dict[str, tuple[bool, Callable[[Random], dict[str, Any]]]]:
    """Offer points for sweeps as a way to score."""
    return {"sweep_points": (captures(genome), lambda rng: {"sweep_points": rng.choice((1, 2, 3))})}


OPERATORS = (MutateSweepMutation(),)

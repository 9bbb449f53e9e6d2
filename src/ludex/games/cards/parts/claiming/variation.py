"""Operators that change claims."""

from __future__ import annotations

from random import Random

from ludex.games.cards.genome.fields import replace
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.claiming.genome import ClaimPhase
from ludex.games.cards.parts.operators import PhaseOperator, with_phase


class MutateClaimPhaseMutation(PhaseOperator):
    """Changes the number of cards that may be claimed at once."""

    part = "phases"
    needs = "claims"
    kind = ClaimPhase

    def change(self, genome: Genome, rng: Random) -> Genome:
        cards = rng.randint(1, 4)
        return with_phase(genome, ClaimPhase, lambda phase: replace(phase, cards=cards))


OPERATORS = (MutateClaimPhaseMutation(),)

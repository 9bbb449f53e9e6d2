"""Random discarding and knocking, and operators that change them."""

from __future__ import annotations

from random import Random

from ludex.games.cards.genome.fields import nudged, random_part, replace
from ludex.games.cards.genome.phasing import has
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.deal.checks import hand_sizes
from ludex.games.cards.parts.deal.genome import Deal
from ludex.games.cards.parts.discarding.genome import DiscardPhase
from ludex.games.cards.parts.operators import MutationOperator, PhaseOperator, with_phase


class MutateDiscardPhaseMutation(PhaseOperator):
    """Changes the number of cards discarded, or whether face up, voluntarily, or for new cards."""

    part = "phases"
    needs = "discarding"
    kind = DiscardPhase

    def change(self, genome: Genome, rng: Random) -> Genome:
        def tweaked(phase: DiscardPhase) -> DiscardPhase:
            name = rng.choice(("count", "optional", "face_down", "refill"))
            value = nudged(rng, phase.count, 1, 5) if name == "count" else not getattr(phase, name)
            return replace(phase, **{name: value})

        return with_phase(genome, DiscardPhase, tweaked)


class MutateKnockingMutation(MutationOperator):
    """Allows, forbids or changes knocking on a discard: its limits, or its bonus.

    Players who may knock draw the same number of cards as they discard, and a hand ends with the knock.
    """

    part = "phases"
    needs = "discarding, and no chips"

    def applies(self, genome: Genome) -> bool:
        return has(genome, DiscardPhase) and not genome.chips

    def change(self, genome: Genome, rng: Random) -> Genome:
        knocking = genome.knocking_phase
        if knocking:
            ways = (
                {"knock": nudged(rng, knocking.knock, 0, 60, 5)},
                {"knock_bonus": nudged(rng, knocking.knock_bonus, 0, 50, 5)},
                {"knock": -1},
            )
            changes = rng.choice(ways)
            return with_phase(genome, DiscardPhase, lambda phase: replace(phase, **changes))
        deal = genome.deal if genome.deal.cards else Deal(min(hand_sizes(genome)[0] // 2 + 1, 10), starter=True)
        knock = rng.choice((5, 10, 20))
        changed = replace(genome, deal=deal)
        return with_phase(changed, DiscardPhase, lambda phase: replace(phase, count=1, refill=False, knock=knock))


def some_discard(rng: Random) -> DiscardPhase:
    """Make random discarding, without knocks."""
    usual = DiscardPhase()
    phase: DiscardPhase = random_part(DiscardPhase, rng, knock=usual.knock, knock_bonus=usual.knock_bonus)
    return phase


def some_knocking(rng: Random) -> DiscardPhase:
    """Make discarding of one card with random knocks."""
    phase: DiscardPhase = random_part(DiscardPhase, rng, count=1, optional=False, face_down=False, refill=False)
    return phase


OPERATORS = (
    MutateDiscardPhaseMutation(),
    MutateKnockingMutation(),
)

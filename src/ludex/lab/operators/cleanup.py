"""Cleaning up remains of rules that were removed."""

from __future__ import annotations

from random import Random

from ludex.games.cards import Genome, canonical, problems, repaired
from ludex.games.cards.parts.operators import MutationOperator


def cleaned_up(genome: Genome) -> Genome | None:
    """Return the game without remains of rules that were removed; None if there is no game to find.

    >>> import msgspec
    >>> from ludex.games.cards import create_spades_genome
    >>> spades = create_spades_genome()
    >>> orphan = msgspec.structs.replace(spades, phases=spades.phases[1:])
    >>> orphan.contract_scoring is None, cleaned_up(orphan).contract_scoring is None
    (False, True)
    """
    sound = repaired(genome)
    return canonical(sound) if sound else None


class CleanupOrphanedResourcesMutation(MutationOperator):
    """Removes rules without a purpose: contract scoring without bids, bids without tricks, effects without
    cards that are played, numbers that nothing depends on.

    It is the one operator for genomes that have problems. A game that has none stays the same game.
    """

    part = "cleanup"
    needs = "something left over from rules that are gone"
    tidies = True

    def applies(self, genome: Genome) -> bool:
        return bool(problems(genome)) or canonical(genome) != genome

    def change(self, genome: Genome, rng: Random) -> Genome:
        return cleaned_up(genome) or genome

    def apply(self, genome: Genome, rng: Random) -> Genome:
        clean = cleaned_up(genome) if self.applies(genome) else None
        if clean is None:
            raise self.refusal(genome)
        return clean


OPERATORS = (CleanupOrphanedResourcesMutation(),)

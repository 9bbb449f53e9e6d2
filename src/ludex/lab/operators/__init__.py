"""Operators: ways to change a genome that keep it a game.

All chance comes from a `random.Random`. An operator has a `name`, says with `applies` whether it makes sense for a
genome, and `apply` gives a changed genome without problems.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random

import msgspec

from ludex.core.errors import quote
from ludex.games.cards import Genome
from ludex.lab.operators import bidding, cleanup, conditions, frame, points, stakes, tricks, turns
from ludex.lab.operators.base import DoesNotApply, MutationOperator, without_remarks
from ludex.lab.operators.bidding import (
    AddBiddingPhaseMutation,
    MutateBiddingPhaseMutation,
    MutateContractScoringMutation,
    RemoveBiddingPhaseMutation,
)
from ludex.lab.operators.cleanup import CleanupOrphanedResourcesMutation, cleaned_up
from ludex.lab.operators.crossover import cross
from ludex.lab.operators.difference import Change, diff, rule_changes

__all__ = [
    "OPERATORS",
    "AddBiddingPhaseMutation",
    "Change",
    "CleanupOrphanedResourcesMutation",
    "DoesNotApply",
    "MutateBiddingPhaseMutation",
    "MutateContractScoringMutation",
    "Mutation",
    "MutationOperator",
    "RemoveBiddingPhaseMutation",
    "cleaned_up",
    "cross",
    "diff",
    "mutate",
    "rule_changes",
]

OPERATORS: Mapping[str, MutationOperator] = {
    operator.name: operator
    for family in (bidding, tricks, turns, conditions, points, frame, stakes, cleanup)
    for operator in family.OPERATORS
}
"""All operators by name."""


class Mutation(msgspec.Struct, frozen=True):
    """A genome that came out of a change, the operator that made it, and what is different."""

    genome: Genome
    operator: str
    changes: tuple[Change, ...]


def mutate(
    genome: Genome, rng: Random, operators: Mapping[str, MutationOperator] | Iterable[MutationOperator] = OPERATORS
) -> Mutation:
    """Change a game by one operator of those that apply, each with the same chance.

    Operators that only tidy up are left out, unless no others are given. The game keeps its name, and the sentences
    about it are dropped, as its rules are other ones now. Where no operator changes anything, the game is refused.

    >>> from ludex.games.cards import create_spades_genome
    >>> found = mutate(create_spades_genome(), Random(3))
    >>> found.operator in OPERATORS, len(found.changes) > 0
    (True, True)
    """
    known = list(operators.values() if isinstance(operators, Mapping) else operators)
    known = [operator for operator in known if not operator.tidies] or known
    rng.shuffle(known)
    for operator in known:
        changed = operator.apply(genome, rng) if operator.applies(genome) else genome
        if changed != genome:
            return Mutation(without_remarks(changed), operator.name, tuple(diff(genome, changed)))
    raise known[0].refusal(genome) if len(known) == 1 else DoesNotApply(f"no operator changes {quote(genome.name)}")

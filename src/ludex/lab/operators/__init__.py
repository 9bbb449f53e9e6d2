"""Operators: ways to change a genome so that it remains a game.

All randomness comes from a `random.Random`. An operator has a `name`; `applies` tests whether it makes sense for a
genome, and `apply` returns a changed, valid genome.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random

import msgspec

from ludex.core.language.errors import quote
from ludex.games.cards import Genome
from ludex.games.cards.parts import scoring_variation
from ludex.games.cards.parts.auction import variation as auction
from ludex.games.cards.parts.betting import variation as betting
from ludex.games.cards.parts.bidding import variation as bidding
from ludex.games.cards.parts.bidding.variation import (
    AddBiddingPhaseMutation,
    MutateBiddingPhaseMutation,
    MutateContractScoringMutation,
    RemoveBiddingPhaseMutation,
)
from ludex.games.cards.parts.captures import variation as captures
from ludex.games.cards.parts.card_points import variation as card_points
from ludex.games.cards.parts.claiming import variation as claiming
from ludex.games.cards.parts.deal import variation as deal
from ludex.games.cards.parts.discarding import variation as discarding
from ludex.games.cards.parts.drawing import variation as drawing
from ludex.games.cards.parts.match import variation as match
from ludex.games.cards.parts.operators import DoesNotApply, MutationOperator, without_remarks
from ludex.games.cards.parts.passing import variation as passing
from ludex.games.cards.parts.playing import variation as playing
from ludex.games.cards.parts.tricks import variation as tricks
from ludex.games.cards.parts.trumps import variation as trumps
from ludex.games.cards.parts.turns import variation as turns
from ludex.lab.operators import cleanup
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
    for family in (
        bidding,
        auction,
        passing,
        tricks,
        turns,
        drawing,
        playing,
        discarding,
        claiming,
        scoring_variation,
        card_points,
        captures,
        deal,
        trumps,
        match,
        betting,
        cleanup,
    )
    for operator in family.OPERATORS
}
"""All operators by name."""


class Mutation(msgspec.Struct, frozen=True):
    """A changed genome, the operator that made it, and the differences."""

    genome: Genome
    operator: str
    changes: tuple[Change, ...]


def mutate(
    genome: Genome, rng: Random, operators: Mapping[str, MutationOperator] | Iterable[MutationOperator] = OPERATORS
) -> Mutation:
    """Change a game by one operator, chosen at random among those that apply.

    Operators that only tidy up are left out, unless no others are given. The game keeps its name, but the sentences
    about it are dropped, because its rules have changed. Raises `DoesNotApply` if no operator changes anything.

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

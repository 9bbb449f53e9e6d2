"""Operators that change trumps."""

from __future__ import annotations

from random import Random
from typing import Any, get_args

from ludex.games.cards.genome.fields import replace
from ludex.games.cards.genome.phasing import has
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.operators import MutationOperator, maybe, other_than
from ludex.games.cards.parts.tricks.genome import TrickPhase
from ludex.games.cards.parts.trumps.genome import Trump

TRUMPS: tuple[Trump, ...] = tuple(trump for trump in get_args(Trump) if trump != "named")
"""The trumps of games without an auction."""


class MutateTrumpMutation(MutationOperator):
    """Changes the trump suit or the way it is found, or removes trumps. Rules about trumps are adapted."""

    part = "trump"
    needs = "tricks in which suits count, and no auction"

    def applies(self, genome: Genome) -> bool:
        suits = any(isinstance(phase, TrickPhase) and not phase.by_rank for phase in genome.phases)
        return suits and genome.trump != "named"

    def change(self, genome: Genome, rng: Random) -> Genome:
        return replace(genome, trump=other_than(rng, genome.trump, TRUMPS))


class ToggleBowersMutation(MutationOperator):
    """Makes the jacks of the trump's colour the strongest trumps, or ordinary cards again."""

    part = "trump"
    needs = "tricks with trumps, and jacks"

    def applies(self, genome: Genome) -> bool:
        return has(genome, TrickPhase) and genome.trump != "none" and "J" in genome.deck.ranks

    def change(self, genome: Genome, rng: Random) -> Genome:
        return replace(genome, bowers=not genome.bowers)


def some_trumps(rng: Random, trump: Trump) -> dict[str, Any]:
    """Make these trumps, with bowers at times, as fields of a genome."""
    return {"trump": trump, "bowers": maybe(rng)}


OPERATORS = (
    MutateTrumpMutation(),
    ToggleBowersMutation(),
)

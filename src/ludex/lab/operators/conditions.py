"""Conditions for playing a card, and effects of cards that are played."""

from __future__ import annotations

from random import Random

from ludex.games.cards import Genome, canonical
from ludex.games.cards.genome import PlayPhase
from ludex.games.cards.genome.generator import some_condition, some_effect
from ludex.lab.operators.base import (
    MutationOperator,
    PartOperator,
    has,
    nudged,
    other_than,
    phase_of,
    replace,
    with_item,
    with_phase,
    without_item,
)

MOST_CONDITIONS = 6
MOST_EFFECTS = 6


def conditions_of(genome: Genome) -> tuple[tuple[str, ...], ...]:
    """The groups of conditions under which single cards may be played, without those that say nothing; none where sets
    are played."""
    play = phase_of(canonical(genome), PlayPhase)
    return play.allow if play and not play.sets else ()


def with_conditions(genome: Genome, allow: tuple[tuple[str, ...], ...]) -> Genome:
    """The genome with other conditions."""
    return with_phase(genome, PlayPhase, lambda phase: replace(phase, allow=allow))


class AddConditionMutation(MutationOperator):
    """One more reason for which a card may be played, or one more thing that is asked of it."""

    part = "conditions"
    needs = "single cards that are played, and fewer than six conditions"

    def applies(self, genome: Genome) -> bool:
        return 0 < sum(map(len, conditions_of(genome))) < MOST_CONDITIONS

    def change(self, genome: Genome, rng: Random) -> Genome:
        allow, word = conditions_of(genome), some_condition(rng)
        if rng.random() < 0.5:
            return with_conditions(genome, (*(group for group in allow if group != ("anything",)), (word,)))
        place = rng.randrange(len(allow))
        group = tuple(other for other in allow[place] if other != "anything")
        return with_conditions(genome, with_item(allow, place, (*group, word)))


class RemoveConditionMutation(MutationOperator):
    """One reason less for which a card may be played, or one thing less that is asked of it."""

    part = "conditions"
    needs = "several conditions"

    def applies(self, genome: Genome) -> bool:
        return sum(map(len, conditions_of(genome))) > 1

    def change(self, genome: Genome, rng: Random) -> Genome:
        allow = conditions_of(genome)
        place = rng.randrange(len(allow))
        if len(allow) > 1 and (len(allow[place]) == 1 or rng.random() < 0.5):
            return with_conditions(genome, without_item(allow, place))
        group = without_item(allow[place], rng.randrange(len(allow[place])))
        return with_conditions(genome, with_item(allow, place, group or ("anything",)))


class MutateConditionMutation(MutationOperator):
    """One condition becomes another."""

    part = "conditions"
    needs = "single cards that are played"

    def applies(self, genome: Genome) -> bool:
        return bool(conditions_of(genome))

    def change(self, genome: Genome, rng: Random) -> Genome:
        allow = conditions_of(genome)
        place = rng.randrange(len(allow))
        group = with_item(allow[place], rng.randrange(len(allow[place])), some_condition(rng))
        return with_conditions(genome, with_item(allow, place, group))


class AddEffectMutation(MutationOperator):
    """A rank does something when it is played."""

    part = "effects"
    needs = "cards that are played, hands that are not dealt again, and fewer than six effects"

    def applies(self, genome: Genome) -> bool:
        return has(genome, PlayPhase) and not genome.deal.again and len(genome.effects) < MOST_EFFECTS

    def change(self, genome: Genome, rng: Random) -> Genome:
        return replace(genome, effects=(*genome.effects, some_effect(rng, genome.deck)))


class RemoveEffectMutation(PartOperator):
    """A rank does something less."""

    part = "effects"
    needs = "effects"
    field = "effects"

    def change(self, genome: Genome, rng: Random) -> Genome:
        return replace(genome, effects=without_item(genome.effects, rng.randrange(len(genome.effects))))


class MutateEffectMutation(PartOperator):
    """An effect belongs to another rank, is another one, or counts more or less."""

    part = "effects"
    needs = "effects"
    field = "effects"

    def change(self, genome: Genome, rng: Random) -> Genome:
        place = rng.randrange(len(genome.effects))
        effect = genome.effects[place]
        ways = (
            {"rank": other_than(rng, effect.rank, genome.deck.ranks)},
            {"does": other_than(rng, effect.does, ("skip", "reverse", "draw", "again"))},
            {"count": nudged(rng, effect.count, 1, 4)},
        )
        return replace(genome, effects=with_item(genome.effects, place, replace(effect, **rng.choice(ways))))


OPERATORS = (
    AddConditionMutation(),
    RemoveConditionMutation(),
    MutateConditionMutation(),
    AddEffectMutation(),
    RemoveEffectMutation(),
    MutateEffectMutation(),
)

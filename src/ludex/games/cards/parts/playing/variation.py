"""Conditions for playing a card, and effects of cards that are played."""

from __future__ import annotations

from random import Random
from typing import Any

from ludex.games.cards.components import RANKS
from ludex.games.cards.genome.canonical import canonical
from ludex.games.cards.genome.fields import nudged, replace
from ludex.games.cards.genome.phasing import has, phase_of
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.deal.genome import Deck
from ludex.games.cards.parts.operators import (
    MutationOperator,
    PartOperator,
    PhaseOperator,
    other_than,
    with_item,
    with_phase,
    with_steps,
    without_item,
)
from ludex.games.cards.parts.playing.genome import CONDITIONS, Effect, PlayPhase

MOST_CONDITIONS = 6
MOST_EFFECTS = 6


def conditions_of(genome: Genome) -> tuple[tuple[str, ...], ...]:
    """Return the groups of conditions under which single cards may be played, without empty ones; none where sets
    are played."""
    play = phase_of(canonical(genome), PlayPhase)
    return play.allow if play and not play.sets else ()


def with_conditions(genome: Genome, allow: tuple[tuple[str, ...], ...]) -> Genome:
    """Return the genome with different conditions."""
    return with_phase(genome, PlayPhase, lambda phase: replace(phase, allow=allow))


class AddConditionMutation(MutationOperator):
    """Adds a condition under which a card may be played, or a further requirement to one."""

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
    """Removes a condition under which a card may be played, or a requirement of one."""

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
    """Replaces one condition by another."""

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
    """Adds an effect to a rank when it is played."""

    part = "effects"
    needs = "cards that are played, hands that are not dealt again, and fewer than six effects"

    def applies(self, genome: Genome) -> bool:
        return has(genome, PlayPhase) and not genome.deal.again and len(genome.effects) < MOST_EFFECTS

    def change(self, genome: Genome, rng: Random) -> Genome:
        return replace(genome, effects=(*genome.effects, some_effect(rng, genome.deck)))


class RemoveEffectMutation(PartOperator):
    """Removes the effect of a rank."""

    part = "effects"
    needs = "effects"
    field = "effects"

    def change(self, genome: Genome, rng: Random) -> Genome:
        return replace(genome, effects=without_item(genome.effects, rng.randrange(len(genome.effects))))


class MutateEffectMutation(PartOperator):
    """Changes the rank, the kind or the strength of an effect."""

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


class MutatePlayPhaseMutation(PhaseOperator):
    """Changes where cards are played, allows or forbids passing, makes ranks wild or tame, or lets sets be played."""

    part = "phases"
    needs = "playing"
    kind = PlayPhase

    def change(self, genome: Genome, rng: Random) -> Genome:
        rank = rng.choice(genome.deck.ranks)

        def tweaked(phase: PlayPhase) -> PlayPhase:
            what = rng.randrange(4)
            if what == 0:
                return replace(phase, to=other_than(rng, phase.to, ("pile", "table", "capture")))
            if what == 1:
                return replace(phase, skip=other_than(rng, phase.skip, ("stuck", "always")))
            if what == 2:
                wild = phase.wild.replace(rank, "") if rank in phase.wild else phase.wild + rank
                return replace(phase, wild="" if len(wild) > 3 else wild)
            return replace(phase, sets=not phase.sets, to="pile", wild="")

        changed = with_phase(genome, PlayPhase, tweaked)
        play = next(phase for phase in changed.phases if isinstance(phase, PlayPhase))
        return with_steps(changed, (play,)) if play.sets else changed


def some_condition(rng: Random) -> str:
    """Make a reason for which a card may be played."""
    words = CONDITIONS[1:]
    return rng.choice((*words, *words, f"rank {rng.choice(RANKS)}"))


def some_effect(rng: Random, deck: Deck) -> Effect:
    """Make a random effect of a rank of the deck."""
    does: Any = rng.choice(("skip", "reverse", "draw", "again"))
    return Effect(rng.choice(deck.ranks), does, rng.randint(1, 3) if does == "draw" else 1)


def some_play(rng: Random, sets: bool = False) -> PlayPhase:
    to: Any = "pile" if sets else rng.choice(("pile", "pile", "table", "capture"))
    groups = range(1 if sets else rng.randint(1, 3))
    return PlayPhase(
        allow=tuple(tuple(some_condition(rng) for _ in range(rng.randint(1, 2))) for _ in groups),
        to=to,
        skip=rng.choice(("stuck", "always")),
        wild="" if sets or to != "pile" else rng.choice(("", "8", "9A")),
        sets=sets,
    )


OPERATORS = (
    AddConditionMutation(),
    RemoveConditionMutation(),
    MutateConditionMutation(),
    AddEffectMutation(),
    RemoveEffectMutation(),
    MutateEffectMutation(),
    MutatePlayPhaseMutation(),
)

"""Random passing, and operators that change it."""

from __future__ import annotations

from random import Random
from typing import Any, get_args

from ludex.games.cards.genome.fields import nudged, replace
from ludex.games.cards.genome.phasing import has, phase_of
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.deal.checks import hand_sizes
from ludex.games.cards.parts.operators import (
    MutationOperator,
    PhaseOperator,
    has_room,
    inserted,
    other_than,
    sees_cards,
    with_item,
    with_phase,
    without_item,
)
from ludex.games.cards.parts.passing.genome import Direction, PassPhase

WAYS: Any = get_args(Direction)


CYCLES: tuple[tuple[Direction, ...], ...] = (
    ("left",),
    ("left", "right"),
    ("left", "right", "hold"),
    ("left", "right", "across", "hold"),
)


def passes_cards(genome: Genome) -> bool:
    """Return whether cards are ever passed on."""
    passing = phase_of(genome, PassPhase)
    return passing is not None and any(way != "hold" for way in passing.directions[: genome.match.hands])


class AddPassPhaseMutation(MutationOperator):
    """Adds the passing of cards before anything else happens."""

    part = "phases"
    needs = "tricks whose cards players see, and no passing yet"

    def applies(self, genome: Genome) -> bool:
        return sees_cards(genome) and not has(genome, PassPhase) and has_room(genome)

    def change(self, genome: Genome, rng: Random) -> Genome:
        cards = rng.randint(1, min(3, max(hand_sizes(genome)[0], 1)))
        return inserted(genome, 0, PassPhase(cards, rng.choice(CYCLES)))


class RemovePassPhaseMutation(MutationOperator):
    """Removes the passing of cards."""

    part = "phases"
    needs = "passing"

    def applies(self, genome: Genome) -> bool:
        return passes_cards(genome)

    def change(self, genome: Genome, rng: Random) -> Genome:
        return with_phase(genome, PassPhase, lambda phase: None)

    def survives(self, before: Genome, after: Genome) -> bool:
        return not has(after, PassPhase)


class MutatePassPhaseMutation(PhaseOperator):
    """Changes the number or the direction of cards passed."""

    part = "phases"
    needs = "passing"
    kind = PassPhase

    def change(self, genome: Genome, rng: Random) -> Genome:
        def tweaked(phase: PassPhase) -> PassPhase:
            ways = phase.directions
            what, place = rng.randrange(4), rng.randrange(len(ways))
            if what == 0:
                return replace(phase, cards=nudged(rng, phase.cards, 1, 6))
            if what == 1 and len(ways) < 4:
                return replace(phase, directions=(*ways, rng.choice(WAYS)))
            if what == 2 and len(ways) > 1:
                return replace(phase, directions=without_item(ways, place))
            return replace(phase, directions=with_item(ways, place, other_than(rng, ways[place], WAYS)))

        return with_phase(genome, PassPhase, tweaked)


OPERATORS = (
    AddPassPhaseMutation(),
    RemovePassPhaseMutation(),
    MutatePassPhaseMutation(),
)

"""Random drawing, and operators that change it."""

from __future__ import annotations

from random import Random
from typing import Any

from ludex.games.cards.genome.fields import random_part
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.drawing.genome import DrawPhase
from ludex.games.cards.parts.operators import PhaseOperator, maybe, with_one_change, with_phase


class MutateDrawPhaseMutation(PhaseOperator):
    """Changes the source, the time or the number of cards drawn, or reshuffles an empty stock."""

    part = "phases"
    needs = "drawing"
    kind = DrawPhase

    def change(self, genome: Genome, rng: Random) -> Genome:
        return with_phase(genome, DrawPhase, lambda phase: with_one_change(phase, rng))


def some_draw(rng: Random) -> DrawPhase:
    """Make a random way to draw."""
    phase: DrawPhase = random_part(DrawPhase, rng, limit=DrawPhase().limit)
    return phase


def some_draw_for_melds(rng: Random) -> DrawPhase:
    """Make a random way to draw before a player may knock."""
    return DrawPhase(source=rng.choice(("either", "either", "stock")), reshuffle=maybe(rng))


def some_step_of_drawing(rng: Random) -> DrawPhase:
    """Make a random step for a turn that has none of the kind."""
    source: Any = rng.choice(("stock", "stock", "either", "pile", "neighbour"))
    return DrawPhase(source, rng.choice(("always", "stuck")), rng.randint(1, 2), reshuffle=rng.random() < 0.5)


OPERATORS = (MutateDrawPhaseMutation(),)

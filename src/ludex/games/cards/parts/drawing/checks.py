"""The canonical form of drawing, and how long it lasts."""

from __future__ import annotations

import msgspec

from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.discarding.genome import DiscardPhase
from ludex.games.cards.parts.drawing.genome import DrawPhase
from ludex.games.cards.parts.turns.checks import most_turns


def plain_drawing(genome: Genome, phase: DrawPhase) -> DrawPhase:
    """Leave out a reshuffle of a stock that is not used, and a limit that nothing depends on."""
    others = any(effect.does == "draw" for effect in genome.effects) or any(
        isinstance(other, DiscardPhase) and other.refill for other in genome.phases
    )
    reshuffle = phase.reshuffle and (others or phase.source in ("stock", "either"))
    limit = phase.limit if phase.when == "optional" else DrawPhase().limit
    return msgspec.structs.replace(phase, reshuffle=reshuffle, limit=limit)


def most_draws(genome: Genome, phase: DrawPhase) -> int:
    """Return the most moves that drawing takes in a hand."""
    return most_turns(genome) * (phase.count + 1)

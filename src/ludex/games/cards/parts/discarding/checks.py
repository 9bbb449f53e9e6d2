"""The canonical form of discarding, how long it lasts, and the most that a knock brings."""

from __future__ import annotations

import msgspec

from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.discarding.genome import DiscardPhase
from ludex.games.cards.parts.turns.checks import most_turns


def plain_discarding(genome: Genome, phase: DiscardPhase) -> DiscardPhase:
    """Leave out a bonus where no player knocks."""
    return phase if phase.knock >= 0 else msgspec.structs.replace(phase, knock_bonus=DiscardPhase().knock_bonus)


def most_discards(genome: Genome, phase: DiscardPhase) -> int:
    """Return the most moves that discarding takes in a hand."""
    return most_turns(genome) * (phase.count + 1)


def knock_bounds(genome: Genome) -> tuple[int, int]:
    """Return the least and the most that a knock brings in a hand."""
    phase = genome.knocking_phase
    return 0, genome.seats[1] * (10 * genome.deck.size + phase.knock_bonus) if phase else 0

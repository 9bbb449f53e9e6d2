"""Passing in short: what to do, and a remark for new players."""

from __future__ import annotations

from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.passing.genome import PassPhase
from ludex.games.cards.wording import many

BUBBLE = (
    "Give away what could hurt you. You see the cards that come to you only after everyone has chosen. Press a card "
    "again to keep it after all."
)
WAYS = {"left": "to the left", "right": "to the right", "across": "across the table"}


def passing_in_short(genome: Genome, phase: PassPhase) -> str:
    """Say how cards are passed on."""
    directions = set(phase.directions[: genome.match.hands])
    ways = directions - {"hold"}
    if not ways:
        return "**Passing.** In this game no cards are passed."
    where = WAYS[next(iter(ways))] if len(ways) == 1 else "in a direction that changes from hand to hand"
    some = ", but not in every hand" if "hold" in directions else ""
    return f"**Passing.** All players choose {many(phase.cards, 'card')} at the same time and pass them {where}{some}."

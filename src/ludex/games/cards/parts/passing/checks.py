"""Problems of passing, and its canonical form."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.games.cards.genome.fields import replace
from ludex.games.cards.genome.phasing import has, keeping, phase_of, place_of
from ludex.games.cards.genome.problems import Problem, Repair, problem
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.deal.checks import hand_sizes
from ludex.games.cards.parts.passing.genome import PassPhase
from ludex.games.cards.parts.tricks.checks import order_problems
from ludex.games.cards.parts.tricks.genome import TrickPhase


def pass_range_problems(genome: Genome) -> Iterator[Problem]:
    """Find passing in no direction, or in too many."""
    for number, phase in enumerate(genome.phases):
        if isinstance(phase, PassPhase) and not 1 <= len(phase.directions) <= 4:
            place = f"phases[{number}].directions"
            some: Repair = {place: phase.directions[:4] or ("left",)}
            yield problem(place, f"there are {len(phase.directions)} of them", "List 1 to 4.", some)


def pass_problems(genome: Genome) -> Iterator[Problem]:
    """Find passing that comes too late, or that takes more cards than a hand has."""
    phase = phase_of(genome, PassPhase)
    if phase is None:
        return
    yield from order_problems(genome, PassPhase)
    if has(genome, TrickPhase) and phase.cards > (fewest := hand_sizes(genome)[0]):
        place = f"{place_of(genome, PassPhase)}.cards"
        without = keeping(genome, lambda other: not isinstance(other, PassPhase))
        what = f"{phase.cards} cards to pass from a hand of {fewest}"
        yield problem(place, what, "Pass fewer.", {place: fewest} if fewest > 0 else without)


def plain_passing(genome: Genome, phase: PassPhase) -> PassPhase | None:
    """Shorten directions that repeat themselves."""
    ways = phase.directions[: genome.match.hands]
    for period in range(1, len(ways)):
        if len(ways) % period == 0 and ways == ways[:period] * (len(ways) // period):
            ways = ways[:period]
            break
    return None if set(ways) == {"hold"} else replace(phase, directions=ways)

"""The end of a match: the points and the moves that a hand brings at most, and the canonical form that follows."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ludex.games.cards.genome.problems import Problem, Repair, problem
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.match.genome import Match
from ludex.games.cards.parts.registry import BOUNDS, PHASES

MOST_MOVES = 100_000
"""A match that could take longer is refused: it would take too long."""


def termination_problems(genome: Genome) -> Iterator[Problem]:
    """Find targets and floors that cannot be reached, and matches that take too long."""
    match = genome.match
    if match.target and match.target > max(most := most_in_a_match(genome), 0):
        many = f"{match.hands} hands bring at most {most}" if most > 0 else "no hand gains points"
        what = f"{many}, so {match.target} is out of reach"
        yield problem("match.target", what, f"Choose 0 to {max(most, 0)}.", {"match.target": max(most, 0)})
    longest = moves_in_a_match(genome)
    if longest > MOST_MOVES:
        in_a_hand = longest // match.hands
        hands = MOST_MOVES // in_a_hand
        shorter: Repair = {"match.hands": hands} if hands else {"turn_limit": max(genome.turn_limit // 2, 1)}
        fix = "Play fewer hands, or lower turn_limit."
        yield problem("match.hands", f"a match could take {longest:,} moves", fix, shorter)
    if match.floor and not can_lose(genome):
        what = f"no hand costs points, so {match.floor} is out of reach"
        yield problem("match.floor", what, "Set it to 0.", {"match.floor": 0})


def most_in_a_match(genome: Genome) -> int:
    """Return the most points, or chips, that a side can have.

    >>> from ludex.games.cards import LIBRARY
    >>> most_in_a_match(LIBRARY["president"]())
    15
    """
    if genome.chips:
        return genome.chips.start * genome.seats[1]
    return genome.match.hands * _most_in_a_hand(genome)


def moves_in_a_match(genome: Genome) -> int:
    """Return the most moves that a match can take: a bound that the rules guarantee.

    >>> from ludex.games.cards import LIBRARY
    >>> moves_in_a_match(LIBRARY["hearts"]())
    6960
    """
    return genome.match.hands * sum(PHASES[type(phase)].most_moves(genome, phase) for phase in genome.phases)


def _most_in_a_hand(genome: Genome) -> int:
    """Return the most that a side gains in a hand: a bound, not what can happen at once."""
    return sum([bounds(genome)[1] for bounds in BOUNDS])


def can_lose(genome: Genome) -> bool:
    """Return True if a hand can cost points."""
    return any(bounds(genome)[0] < 0 for bounds in BOUNDS)


def plain_match(genome: Genome) -> Match:
    """Leave out a target or a floor that cannot end the match."""
    match = genome.match
    if not match.target and not match.floor:
        return match
    several = match.hands > 1
    target = match.target if several and match.target and match.target <= most_in_a_match(genome) else 0
    floor = match.floor if several and match.floor and can_lose(genome) else 0
    return msgspec.structs.replace(match, target=target, floor=floor)

"""Whether a match can end as its genome says: how many points and moves a hand brings at most."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.games.cards.genome.problems import Problem, Repair, problem
from ludex.games.cards.genome.schema import (
    AskPhase,
    BettingPhase,
    BiddingPhase,
    ClaimPhase,
    DiscardPhase,
    DrawPhase,
    Genome,
    PassPhase,
    PlayPhase,
    TrickPhase,
)

MOST_MOVES = 100_000
"""A match that could take longer is refused: nobody would wait for its end."""


def termination_problems(genome: Genome) -> Iterator[Problem]:
    """A target and a floor that can be reached."""
    match, most = genome.match, most_in_a_match(genome)
    if match.target > max(most, 0):
        many = f"{match.hands} hands bring at most {most}" if most > 0 else "no hand gains points"
        what = f"{many}, so {match.target} is out of reach"
        yield problem("match.target", what, f"Choose 0 to {max(most, 0)}.", {"match.target": max(most, 0)})
    in_a_hand = _moves_in_a_hand(genome)
    longest = match.hands * in_a_hand
    if longest > MOST_MOVES:
        hands = MOST_MOVES // in_a_hand
        shorter: Repair = {"match.hands": hands} if hands else {"turn_limit": max(genome.turn_limit // 2, 1)}
        fix = "Play fewer hands, or lower turn_limit."
        yield problem("match.hands", f"a match could take {longest:,} moves", fix, shorter)
    if match.floor and not can_lose(genome):
        what = f"no hand costs points, so {match.floor} is out of reach"
        yield problem("match.floor", what, "Set it to 0.", {"match.floor": 0})


def most_in_a_match(genome: Genome) -> int:
    """No side ever has more points, or chips.

    >>> from ludex.games.cards import LIBRARY
    >>> most_in_a_match(LIBRARY["president"]())
    15
    """
    if genome.chips:
        return genome.chips.start * genome.seats[1]
    return genome.match.hands * _most_in_a_hand(genome)


def _moves_in_a_hand(genome: Genome) -> int:
    """No hand takes more moves."""
    seats, most = genome.seats[1], 0
    turns = min(genome.turn_limit, genome.turn_rounds * seats or genome.turn_limit)
    for phase in genome.phases:
        match phase:
            case BiddingPhase():
                most += seats
            case PassPhase():
                most += seats * phase.cards
            case BettingPhase():
                most += seats * (phase.raises + 1)
            case TrickPhase():
                most += seats * (genome.turn_limit if phase.take else min(genome.turn_limit, 26))
            case DrawPhase() | DiscardPhase():
                most += turns * (phase.count + 1)
            case PlayPhase():
                most += turns
            case ClaimPhase():
                most += turns * (phase.cards + seats)
            case AskPhase():
                most += turns * genome.deck.size
    return most


def _most_in_a_hand(genome: Genome) -> int:
    """No side gains more in a hand; a bound, not what can really happen at once."""
    cards, tricks, scoring = genome.deck.size, genome.trick_scoring, genome.contract_scoring
    most = sum(max(points, 0) for points in genome.order_scoring)
    most += sum(max(majority.points, 0) for majority in genome.majorities) + cards * max(genome.sweep_points, 0)
    most += int(genome.knockout)
    if tricks:
        most += cards * max(tricks.points, 0) + max([level.points for level in tricks.levels], default=0)
    if genome.card_scoring:
        most += cards * sum(abs(value.points) for value in genome.card_scoring.values)
    if scoring:
        most += cards * max(scoring.points_per_trick_bid, scoring.overtrick_points) + scoring.nil_bonus * 6
        most += genome.contract_variant.exact_bonus
    if knock := genome.knocking_phase:
        most += genome.seats[1] * (10 * cards + knock.knock_bonus)
    return most


def can_lose(genome: Genome) -> bool:
    """Whether a hand can cost points."""
    contract, tricks, cards = genome.contract_scoring, genome.trick_scoring, genome.card_scoring
    if contract and (contract.failed_contract_penalty or contract.nil_penalty or contract.bag_penalty):
        return True
    points = [tricks.points, *(level.points for level in tricks.levels)] if tricks else []
    points += [value.points for value in cards.values] if cards else []
    points += [*genome.order_scoring, *(most.points for most in genome.majorities), genome.sweep_points]
    return any(value < 0 for value in points)

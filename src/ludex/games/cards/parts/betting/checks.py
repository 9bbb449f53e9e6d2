"""Problems of betting, chips and the comparison of hands."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.games.cards.genome.phasing import NO_POINTS, keeping, place_of, type_of
from ludex.games.cards.genome.problems import Problem, Repair, problem
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.genome.scoring import scores_points
from ludex.games.cards.parts.betting.genome import BettingPhase, Chips
from ludex.games.cards.parts.deal.genome import Deal
from ludex.games.cards.parts.discarding.genome import DiscardPhase
from ludex.games.cards.parts.drawing.genome import DrawPhase

NO_CHIPS: Repair = {"chips": None, "ranking": "none"}


def chip_problems(genome: Genome) -> Iterator[Problem]:
    """Find betting, chips and comparisons of hands that lack each other."""
    betting = any(isinstance(phase, BettingPhase) for phase in genome.phases)
    if genome.chips is None:
        if betting:
            without = keeping(genome, lambda phase: not isinstance(phase, BettingPhase)) | {"ranking": "none"}
            place = place_of(genome, BettingPhase)
            yield problem(
                place, "there are no chips to bet", "Set chips, or leave betting out.", {"chips": Chips()}, without
            )
        if genome.ranking != "none":
            what, fix = "hands are compared, but nothing is at stake", 'Set chips, or ranking to "none".'
            yield problem("chips", what, fix, {"chips": Chips()} if betting else NO_CHIPS)
        return
    if genome.ranking == "none":
        what, fix = "there are chips, but no way to compare hands", "Choose how hands are compared for the pot."
        compared: Repair = {"ranking": "high card"}
        yield problem("ranking", what, fix, compared if betting else NO_CHIPS, compared)
    if genome.chips.start <= genome.chips.ante:
        more: Repair = {"chips.start": max(10 * genome.chips.ante, 10)}
        yield problem("chips.start", "nothing is left after the ante", "Give more chips than the ante.", more)
    yield from _chip_phases(genome)
    yield from _compared(genome, betting)


def _chip_phases(genome: Genome) -> Iterator[Problem]:
    for number, phase in enumerate(genome.phases):
        if not isinstance(phase, BettingPhase | DrawPhase | DiscardPhase):
            what = f"a phase of type {type_of(type(phase))} cannot be played for chips"
            for_points = keeping(genome, lambda other: not isinstance(other, BettingPhase)) | NO_CHIPS
            for_chips = keeping(genome, lambda other: isinstance(other, BettingPhase | DrawPhase | DiscardPhase))
            if not for_chips["phases"]:
                for_chips["phases"] = (BettingPhase(),)
            fix = "Keep betting, draw and discard phases only."
            yield problem(f"phases[{number}]", what, fix, for_points, for_chips)
            return


def _compared(genome: Genome, betting: bool) -> Iterator[Problem]:
    drawing = any(isinstance(phase, DrawPhase) for phase in genome.phases)
    if genome.ranking == "poker":
        refilled = all(phase.refill for phase in genome.phases if isinstance(phase, DiscardPhase))
        if not 1 <= genome.deal.cards <= 5 or genome.deal.change or drawing or not refilled:
            what, fix = "poker hands have at most five cards", "Deal 1 to 5, refill discards, draw nothing."
            five: Repair = {"deal": Deal(5)} if not drawing and refilled else {"ranking": "high card"}
            yield problem("ranking", what, fix, five, {"ranking": "high card"})
    if genome.ranking == "blackjack" and betting:
        fixed = keeping(genome, lambda phase: not isinstance(phase, BettingPhase))
        repairs = ({"ranking": "points"}, fixed) if fixed["phases"] else ({"ranking": "points"},)
        yield problem("ranking", "stakes are fixed in games against the dealer", "Drop the betting.", *repairs)


def stake_problems(genome: Genome) -> Iterator[Problem]:
    """Find chips that do not go with points or with teams."""
    if genome.chips and scores_points(genome):
        yield problem(
            "chips", "both points and chips are scored", "Keep the chips, or the points.", NO_POINTS, NO_CHIPS
        )
    if genome.chips and genome.teams:
        yield problem("chips", "teams cannot share chips", "Drop the teams, or the chips.", {"teams": ()})


def most_bets(genome: Genome, phase: BettingPhase) -> int:
    """Return the most moves that a round of betting takes."""
    return genome.seats[1] * (phase.raises + 1)

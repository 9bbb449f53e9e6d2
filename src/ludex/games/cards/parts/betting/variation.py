"""Operators that change betting and chips."""

from __future__ import annotations

from random import Random
from typing import Any

from ludex.games.cards.genome.fields import replace
from ludex.games.cards.genome.phasing import NO_POINTS, has
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.betting.genome import BettingPhase, Chips
from ludex.games.cards.parts.card_points.genome import CardPoints, CardScoring
from ludex.games.cards.parts.deal.genome import Deal
from ludex.games.cards.parts.discarding.genome import DiscardPhase
from ludex.games.cards.parts.drawing.genome import DrawPhase
from ludex.games.cards.parts.match.genome import Match
from ludex.games.cards.parts.operators import (
    MutationOperator,
    PartOperator,
    PhaseOperator,
    has_room,
    inserted,
    other_than,
    steps_of_turn,
    with_item,
    with_one_change,
    without_item,
)
from ludex.games.cards.parts.scoring_variation import score_kinds
from ludex.games.cards.parts.turns.variation import counted_rounds


class AddBettingPhaseMutation(MutationOperator):
    """Adds a round of betting. Games against the dealer become games for the pot."""

    part = "betting"
    needs = "chips, and fewer than three rounds of betting"

    def applies(self, genome: Genome) -> bool:
        rounds = sum(isinstance(phase, BettingPhase) for phase in genome.phases)
        return genome.chips is not None and rounds < 3 and has_room(genome)

    def change(self, genome: Genome, rng: Random) -> Genome:
        place = rng.choice((0, len(genome.phases)))
        changed = inserted(genome, place, BettingPhase(rng.randint(1, 6), rng.randint(1, 4)))
        return replace(changed, ranking="points") if genome.ranking == "blackjack" else changed


class RemoveBettingPhaseMutation(MutationOperator):
    """Removes a round of betting, if other phases remain."""

    part = "betting"
    needs = "betting, and another phase"

    def applies(self, genome: Genome) -> bool:
        return has(genome, BettingPhase) and len(genome.phases) > 1

    def change(self, genome: Genome, rng: Random) -> Genome:
        places = [number for number, phase in enumerate(genome.phases) if isinstance(phase, BettingPhase)]
        return replace(genome, phases=without_item(genome.phases, rng.choice(places)))


class MutateBettingPhaseMutation(PhaseOperator):
    """Changes the size of bets, or the number of raises."""

    part = "betting"
    needs = "betting"
    kind = BettingPhase

    def change(self, genome: Genome, rng: Random) -> Genome:
        places = [number for number, phase in enumerate(genome.phases) if isinstance(phase, BettingPhase)]
        place = rng.choice(places)
        phase = genome.phases[place]
        assert isinstance(phase, BettingPhase)
        return replace(genome, phases=with_item(genome.phases, place, with_one_change(phase, rng)))


class MutateChipsMutation(PartOperator):
    """Changes the starting chips or the ante."""

    part = "betting"
    needs = "chips"
    field = "chips"

    def change(self, genome: Genome, rng: Random) -> Genome:
        return replace(genome, chips=with_one_change(genome.chips or Chips(), rng))


class MutateRankingMutation(MutationOperator):
    """Changes the way hands are compared."""

    part = "ranking"
    needs = "hands that are compared"

    def applies(self, genome: Genome) -> bool:
        return genome.ranking != "none"

    def change(self, genome: Genome, rng: Random) -> Genome:
        ranking = other_than(rng, genome.ranking, ("poker", "high card", "points", "blackjack"))
        changed = replace(genome, ranking=ranking)
        if ranking == "poker" and not 1 <= genome.deal.cards <= 5:
            changed = replace(changed, deal=Deal(rng.randint(3, 5)))
        return changed


class PlayForChipsMutation(MutationOperator):
    """Turns a game of drawing and discarding for points into one of bets on the hands."""

    part = "betting"
    needs = "turns of drawing and discarding only, and points"

    def applies(self, genome: Genome) -> bool:
        steps = steps_of_turn(genome)
        only = all(isinstance(phase, DrawPhase | DiscardPhase) for phase in genome.phases)
        return bool(steps) and only and not genome.chips and has_room(genome)

    def change(self, genome: Genome, rng: Random) -> Genome:
        ranking: Any = rng.choice(("high card", "points"))
        steps = tuple(replace(step, knock=-1) if isinstance(step, DiscardPhase) else step for step in genome.phases)
        cards = genome.deal.cards or rng.randint(2, 5)
        return replace(
            genome,
            phases=(*steps, BettingPhase(rng.randint(1, 5), rng.randint(1, 3))),
            deal=Deal(cards, starter=genome.deal.starter),
            chips=Chips(rng.choice((30, 50, 100)), rng.randint(1, 3)),
            ranking=ranking,
            teams=(),
            **counted_rounds(genome),
            **NO_POINTS,
            match=Match(max(genome.match.hands, 5)),
        )

    def survives(self, before: Genome, after: Genome) -> bool:
        return after.chips is not None


class PlayForPointsMutation(MutationOperator):
    """Turns a game of bets on the hands into one for the points of the cards."""

    part = "betting"
    needs = "chips, and turns besides the betting"

    def applies(self, genome: Genome) -> bool:
        return genome.chips is not None and bool(steps_of_turn(genome))

    def change(self, genome: Genome, rng: Random) -> Genome:
        phases = tuple(phase for phase in genome.phases if not isinstance(phase, BettingPhase))
        values = (CardPoints(rng.choice((1, 2, 5)), rng.choice(genome.deck.ranks)), CardPoints(1))
        scoring = CardScoring(values[rng.randrange(2) :], "hand")
        return replace(genome, phases=phases, chips=None, ranking="none", card_scoring=scoring, match=Match(5))

    def survives(self, before: Genome, after: Genome) -> bool:
        return after.chips is None and bool(score_kinds(after))


OPERATORS = (
    AddBettingPhaseMutation(),
    RemoveBettingPhaseMutation(),
    MutateBettingPhaseMutation(),
    MutateChipsMutation(),
    MutateRankingMutation(),
    PlayForChipsMutation(),
    PlayForPointsMutation(),
)

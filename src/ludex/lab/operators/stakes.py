"""Chips, betting, and how hands are compared for the pot."""

from __future__ import annotations

from random import Random
from typing import Any

from ludex.games.cards import Genome
from ludex.games.cards.genome import (
    BettingPhase,
    CardPoints,
    CardScoring,
    Chips,
    Deal,
    DiscardPhase,
    DrawPhase,
    Match,
)
from ludex.lab.operators.base import (
    MutationOperator,
    PartOperator,
    PhaseOperator,
    has,
    has_room,
    inserted,
    nudged,
    other_than,
    replace,
    steps_of_turn,
    with_item,
    without_item,
)
from ludex.lab.operators.points import score_kinds


class AddBettingPhaseMutation(MutationOperator):
    """One more round of betting. Games against the dealer become games for the pot with it."""

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
    """One round of betting less, where something else is left to do."""

    part = "betting"
    needs = "betting, and another phase"

    def applies(self, genome: Genome) -> bool:
        return has(genome, BettingPhase) and len(genome.phases) > 1

    def change(self, genome: Genome, rng: Random) -> Genome:
        places = [number for number, phase in enumerate(genome.phases) if isinstance(phase, BettingPhase)]
        return replace(genome, phases=without_item(genome.phases, rng.choice(places)))


class MutateBettingPhaseMutation(PhaseOperator):
    """Bets are higher or lower, and may be raised more or less often."""

    part = "betting"
    needs = "betting"
    kind = BettingPhase

    def change(self, genome: Genome, rng: Random) -> Genome:
        places = [number for number, phase in enumerate(genome.phases) if isinstance(phase, BettingPhase)]
        place = rng.choice(places)
        phase = genome.phases[place]
        assert isinstance(phase, BettingPhase)
        ways = ({"bet": nudged(rng, phase.bet, 1, 20)}, {"raises": nudged(rng, phase.raises, 0, 5)})
        return replace(genome, phases=with_item(genome.phases, place, replace(phase, **rng.choice(ways))))


class MutateChipsMutation(PartOperator):
    """Players begin with more or fewer chips, or pay another ante."""

    part = "betting"
    needs = "chips"
    field = "chips"

    def change(self, genome: Genome, rng: Random) -> Genome:
        chips = genome.chips or Chips()
        ways = ({"start": nudged(rng, chips.start, 10, 300, 10)}, {"ante": nudged(rng, chips.ante, 0, 10)})
        return replace(genome, chips=replace(chips, **rng.choice(ways)))


class MutateRankingMutation(MutationOperator):
    """Hands are compared in another way."""

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
    """Hands that were drawn and discarded for points are bet on instead."""

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
            turn_rounds=genome.turn_rounds or 1,
            hand_ends="phases",
            teams=(),
            trick_scoring=None,
            card_scoring=None,
            order_scoring=(),
            majorities=(),
            sweep_points=0,
            match=Match(max(genome.match.hands, 5)),
        )

    def kept(self, before: Genome, after: Genome) -> bool:
        return after.chips is not None


class PlayForPointsMutation(MutationOperator):
    """Hands that were bet on are played for the points of the cards instead."""

    part = "betting"
    needs = "chips, and turns beside the betting"

    def applies(self, genome: Genome) -> bool:
        return genome.chips is not None and bool(steps_of_turn(genome))

    def change(self, genome: Genome, rng: Random) -> Genome:
        phases = tuple(phase for phase in genome.phases if not isinstance(phase, BettingPhase))
        values = (CardPoints(rng.choice((1, 2, 5)), rng.choice(genome.deck.ranks)), CardPoints(1))
        scoring = CardScoring(values[rng.randrange(2) :], "hand")
        return replace(genome, phases=phases, chips=None, ranking="none", card_scoring=scoring, match=Match(5))

    def kept(self, before: Genome, after: Genome) -> bool:
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

"""Bidding and contracts, by the names and rules of the document on bidding."""

from __future__ import annotations

from random import Random

from ludex.games.cards import Genome
from ludex.games.cards.genome import (
    BiddingPhase,
    ContractScoring,
    ContractVariant,
    TrickPhase,
    TrickScoring,
)
from ludex.games.cards.genome.dealing import hand_sizes
from ludex.games.cards.genome.scoring import has_winners
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
    sees_cards,
    with_phase,
)
from ludex.lab.operators.points import with_high_score_best

RANGES = {
    "points_per_trick_bid": (1, 20, 1),
    "overtrick_points": (0, 10, 1),
    "failed_contract_penalty": (0, 20, 1),
    "nil_bonus": (0, 200, 10),
    "nil_penalty": (0, 200, 10),
    "bag_limit": (0, 20, 1),
    "bag_penalty": (0, 200, 10),
}
"""What contracts may reasonably be worth: lowest, highest, and the step between values."""


class AddBiddingPhaseMutation(MutationOperator):
    """Bids before the first tricks, with the usual contract scoring.

    A target is raised tenfold, as a trick that is bid is worth ten points. Where the lowest score won, points are
    turned round, so that contracts are worth making.
    """

    part = "bidding"
    needs = "tricks whose cards players see, and no bids yet"

    def applies(self, genome: Genome) -> bool:
        return sees_cards(genome) and not has(genome, BiddingPhase) and has_room(genome)

    def change(self, genome: Genome, rng: Random) -> Genome:
        scoring = ContractScoring()
        genome = with_high_score_best(genome)
        place = next(number for number, phase in enumerate(genome.phases) if isinstance(phase, TrickPhase))
        bids = BiddingPhase(max_bid=min(hand_sizes(genome)[1], 26))
        target = min(genome.match.target * scoring.points_per_trick_bid, 30_000)
        genome = replace(genome, contract_scoring=scoring, match=replace(genome.match, target=target))
        return inserted(genome, place, bids)

    def kept(self, before: Genome, after: Genome) -> bool:
        return has(after, BiddingPhase)


class RemoveBiddingPhaseMutation(PhaseOperator):
    """No bids, and with them no contract scoring. Where nothing else scores, every trick is worth a point.

    A target is lowered as far as adding bids would raise it.
    """

    part = "bidding"
    needs = "bids"
    kind = BiddingPhase

    def change(self, genome: Genome, rng: Random) -> Genome:
        per_trick = genome.contract_scoring.points_per_trick_bid if genome.contract_scoring else 1
        match = genome.match
        if match.target and per_trick:
            match = replace(match, target=max(match.target // per_trick, 1))
        genome = with_phase(genome, BiddingPhase, lambda phase: None)
        genome = replace(genome, contract_scoring=None, contract_variant=ContractVariant(), match=match)
        return genome if has_winners(genome) else replace(genome, trick_scoring=TrickScoring())

    def kept(self, before: Genome, after: Genome) -> bool:
        return not has(after, BiddingPhase)


class MutateBiddingPhaseMutation(PhaseOperator):
    """Another lowest bid (0 to 3), another highest bid (the hand's size, give or take two), or Nil allowed or not."""

    part = "bidding"
    needs = "bids"
    kind = BiddingPhase

    def change(self, genome: Genome, rng: Random) -> Genome:
        fewest, most = hand_sizes(genome)

        def tweaked(phase: BiddingPhase) -> BiddingPhase:
            what = rng.randrange(3)
            if what == 0:
                low = other_than(rng, phase.min_bid, range(min(3, fewest) + 1))
                return replace(phase, min_bid=low, max_bid=max(low, phase.max_bid))
            if what == 1:
                high = rng.randint(max(most - 2, phase.min_bid, 0), min(most + 2, 26))
                return replace(phase, max_bid=max(high, phase.min_bid))
            return replace(phase, allow_nil=not phase.allow_nil)

        return with_phase(genome, BiddingPhase, tweaked)


class MutateContractScoringMutation(PartOperator):
    """One of the numbers of contract scoring becomes another, within reasonable ranges."""

    part = "bidding"
    needs = "contract scoring"
    field = "contract_scoring"

    def change(self, genome: Genome, rng: Random) -> Genome:
        name = rng.choice(tuple(RANGES))
        value = nudged(rng, getattr(genome.contract_scoring, name), *RANGES[name])
        return replace(genome, contract_scoring=replace(genome.contract_scoring or ContractScoring(), **{name: value}))


class MutateContractVariantMutation(PartOperator):
    """Another way with contracts: how bags are charged, whose tricks count, exact bids, the hook, partners' limit."""

    part = "bidding"
    needs = "contract scoring"
    field = "contract_scoring"

    def change(self, genome: Genome, rng: Random) -> Genome:
        variant = genome.contract_variant
        ways = (
            {"bags": other_than(rng, variant.bags, ("carry", "reset", "score", "once"))},
            {"nil_tricks": other_than(rng, variant.nil_tricks, ("help", "bags"))},
            {"exact": not variant.exact, "exact_bonus": 0 if variant.exact else rng.choice((0, 5, 10))},
            {"exact_bonus": nudged(rng, variant.exact_bonus, 0, 20)},
            {"hook": not variant.hook},
            {"partners": not variant.partners and bool(genome.teams)},
        )
        return replace(genome, contract_variant=replace(variant, **rng.choice(ways)))


OPERATORS = (
    AddBiddingPhaseMutation(),
    RemoveBiddingPhaseMutation(),
    MutateBiddingPhaseMutation(),
    MutateContractScoringMutation(),
    MutateContractVariantMutation(),
)

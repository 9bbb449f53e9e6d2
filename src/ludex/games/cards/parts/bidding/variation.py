"""Random bids and contracts, and operators that change them, by the names of the reference API."""

from __future__ import annotations

from random import Random

from ludex.games.cards.components import RANKS
from ludex.games.cards.genome.fields import Count, declared, nudged, random_part, replace
from ludex.games.cards.genome.phasing import has
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.genome.scoring import has_winners
from ludex.games.cards.parts.auction.genome import AuctionPhase
from ludex.games.cards.parts.bidding.genome import BiddingPhase, ContractScoring, ContractVariant
from ludex.games.cards.parts.deal.checks import hand_sizes
from ludex.games.cards.parts.operators import (
    MutationOperator,
    PartOperator,
    PhaseOperator,
    has_room,
    inserted,
    other_than,
    sees_cards,
    with_phase,
)
from ludex.games.cards.parts.scoring_variation import with_high_score_best
from ludex.games.cards.parts.tricks.genome import TrickPhase, TrickScoring

RANGES = {name: kind.near for name, kind in declared(ContractScoring).items() if isinstance(kind, Count)}
"""Reasonable points for contracts: the lowest, the highest, and the step between values."""


class AddBiddingPhaseMutation(MutationOperator):
    """Adds bids before the first tricks, with the usual contract scoring.

    A target is raised tenfold, because a trick that was bid scores ten points. If the lowest score won, points are
    negated, so that contracts are worth making.
    """

    part = "bidding"
    needs = "tricks whose cards players see, and no bids yet"

    def applies(self, genome: Genome) -> bool:
        return sees_cards(genome) and not has(genome, BiddingPhase, AuctionPhase) and has_room(genome)

    def change(self, genome: Genome, rng: Random) -> Genome:
        scoring = ContractScoring()
        genome = with_high_score_best(genome)
        place = next(number for number, phase in enumerate(genome.phases) if isinstance(phase, TrickPhase))
        bids = BiddingPhase(max_bid=min(hand_sizes(genome)[1], 26))
        target = min(genome.match.target * scoring.points_per_trick_bid, 30_000)
        genome = replace(genome, contract_scoring=scoring, match=replace(genome.match, target=target))
        return inserted(genome, place, bids)

    def survives(self, before: Genome, after: Genome) -> bool:
        return has(after, BiddingPhase)


class RemoveBiddingPhaseMutation(PhaseOperator):
    """Removes bids and contract scoring. If nothing else scores, every trick scores a point.

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

    def survives(self, before: Genome, after: Genome) -> bool:
        return not has(after, BiddingPhase)


class MutateBiddingPhaseMutation(PhaseOperator):
    """Changes the lowest bid (0 to 3) or the highest (the hand's size, give or take two), or allows or forbids Nil."""

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
    """Changes one of the numbers of contract scoring, within reasonable ranges."""

    part = "bidding"
    needs = "contract scoring"
    field = "contract_scoring"

    def change(self, genome: Genome, rng: Random) -> Genome:
        scoring, kinds = genome.contract_scoring or ContractScoring(), declared(ContractScoring)
        name = rng.choice(tuple(kinds))
        value = kinds[name].change(rng, getattr(scoring, name))
        return replace(genome, contract_scoring=replace(scoring, **{name: value}))


class MutateContractVariantMutation(PartOperator):
    """Changes a variant of contracts: the charge for bags, tricks that count, exact bids, the hook, partners' limit."""

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


def some_contracts(rng: Random) -> ContractScoring:
    """Make random points for contracts."""
    nil = rng.choice((0, 50, 100))
    scoring: ContractScoring = random_part(ContractScoring, rng, nil_bonus=nil, nil_penalty=nil, bag_penalty=40)
    return scoring


def some_variant(rng: Random, teams: bool) -> ContractVariant:
    """Make a random variant of contracts."""
    variant: ContractVariant = random_part(ContractVariant, rng, RANKS, **({} if teams else {"partners": False}))
    return variant


OPERATORS = (
    AddBiddingPhaseMutation(),
    RemoveBiddingPhaseMutation(),
    MutateBiddingPhaseMutation(),
    MutateContractScoringMutation(),
    MutateContractVariantMutation(),
)

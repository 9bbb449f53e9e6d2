"""Problems of bids and contracts, their canonical form, and the most that they bring."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludex.games.cards.genome.fields import replace
from ludex.games.cards.genome.phasing import NO_CONTRACTS, has, keeping, phase_of, place_of, type_of
from ludex.games.cards.genome.problems import Problem, problem
from ludex.games.cards.genome.ranges import out_of_range
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.bidding.genome import BiddingPhase, ContractScoring, ContractVariant
from ludex.games.cards.parts.deal.checks import hand_sizes
from ludex.games.cards.parts.tricks.checks import order_problems
from ludex.games.cards.parts.tricks.genome import TrickPhase


def bid_range_problems(genome: Genome) -> Iterator[Problem]:
    """Find highest bids below the lowest."""
    for number, phase in enumerate(genome.phases):
        if isinstance(phase, BiddingPhase) and phase.max_bid < phase.min_bid:
            yield out_of_range(f"phases[{number}].max_bid", phase.max_bid, phase.min_bid, 26)


def bid_problems(genome: Genome) -> Iterator[Problem]:
    """Find bids that come too late, or that no hand can make."""
    phase = phase_of(genome, BiddingPhase)
    if phase is None:
        return
    yield from order_problems(genome, BiddingPhase)
    if has(genome, TrickPhase) and phase.min_bid > (fewest := hand_sizes(genome)[0]):
        place = f"{place_of(genome, BiddingPhase)}.min_bid"
        what = f"at least {phase.min_bid} are bid on a hand of {fewest} cards"
        yield problem(place, what, "Lower it.", {place: max(fewest, 0)})


def contract_problems(genome: Genome) -> Iterator[Problem]:
    """Find bids without contracts, and contracts without bids."""
    if genome.contract_scoring and not has(genome, BiddingPhase):
        fix = f"Add a phase of type {type_of(BiddingPhase)}, or drop it."
        yield problem("contract_scoring", "nobody bids", fix, NO_CONTRACTS)
    if has(genome, BiddingPhase) and not genome.contract_scoring:
        fix = "Set it, if only to {}, or drop the bidding."
        without = keeping(genome, lambda phase: not isinstance(phase, BiddingPhase))
        yield problem("contract_scoring", "bids do not score", fix, {"contract_scoring": ContractScoring()}, without)
    if not genome.contract_scoring and genome.contract_variant != ContractVariant():
        what = "there is no contract_scoring that it could vary"
        yield problem("contract_variant", what, "Set contract_scoring, or drop it.", NO_CONTRACTS)
    if genome.contract_variant.partners and not genome.teams:
        without = {"contract_variant.partners": False}
        yield problem("contract_variant.partners", "there are no partners", "Make teams, or drop it.", without)


def plain_bids(genome: Genome, phase: BiddingPhase) -> BiddingPhase:
    """Lower the highest bid to the largest hand."""
    return replace(phase, max_bid=max(min(phase.max_bid, hand_sizes(genome)[1]), phase.min_bid))


def plain_contracts(genome: Genome) -> dict[str, Any]:
    """Set the numbers of contracts that nothing depends on as usual."""
    scoring, variant, usual = genome.contract_scoring, genome.contract_variant, ContractScoring()
    if scoring is None:
        return {}
    nil = any(isinstance(phase, BiddingPhase) and phase.allow_nil for phase in genome.phases)
    if not nil:
        scoring = replace(scoring, nil_bonus=usual.nil_bonus, nil_penalty=usual.nil_penalty)
        variant = replace(variant, nil_tricks="help")
    if not variant.exact:
        variant = replace(variant, exact_bonus=0)
    if variant.exact and variant.nil_tricks == "help":
        scoring = replace(scoring, overtrick_points=usual.overtrick_points, bag_limit=0)
    if scoring.bag_limit == 0 or scoring.bag_penalty == 0:
        scoring = replace(scoring, bag_limit=0, bag_penalty=usual.bag_penalty)
        variant = replace(variant, bags=ContractVariant().bags)
    return {"contract_scoring": scoring, "contract_variant": variant}


def contract_points(genome: Genome) -> tuple[int, int]:
    """Return the least and the most that contracts bring in a hand."""
    scoring, cards = genome.contract_scoring, genome.deck.size
    if scoring is None:
        return 0, 0
    lost = scoring.failed_contract_penalty + scoring.nil_penalty + scoring.bag_penalty
    most = cards * max(scoring.points_per_trick_bid, scoring.overtrick_points) + scoring.nil_bonus * 6
    return -cards * lost, most + genome.contract_variant.exact_bonus

"""Sentences of the rulebook about bids and contracts."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.games.cards.events import PointsCounted
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.bidding.genome import BiddingPhase, ContractScoring
from ludex.games.cards.parts.deal.checks import hand_sizes
from ludex.games.cards.parts.part import Terms
from ludex.games.cards.state import State
from ludex.games.cards.wording import listed, many, points, times


def bidding_sentences(genome: Genome, phase: BiddingPhase) -> Iterator[str]:
    fewest, most = hand_sizes(genome)
    top, variant = min(phase.max_bid, most), genome.contract_variant
    limit = ", but not more than they have cards" if top > fewest else ""
    yield "**Bidding.** Once around, clockwise, each player bids the number of tricks they expect to win,"
    yield f"from {phase.min_bid} to {top}{limit}." if top > phase.min_bid else f"which is {top}{limit}."
    if phase.allow_nil:
        allowed = "is called Nil:" if phase.min_bid == 0 else "is also allowed. It is called Nil:"
        yield f"A bid of 0 {allowed} a promise to win no tricks at all."
    if variant.hook:
        only = min(top, fewest) - phase.min_bid + (phase.allow_nil and phase.min_bid > 0) < 1 or variant.partners
        yield "The last player to bid may not make the bids add up to the number of tricks"
        yield "unless they have no other bid." if only else "in the hand."
    if variant.partners:
        yield "Partners may not bid more than the number of tricks between them."


def contract_sentences(genome: Genome) -> Iterator[str]:
    scoring, variant = genome.contract_scoring, genome.contract_variant
    if not scoring:
        return
    if genome.teams:
        yield "A team's contract is the sum of its players' bids, not counting Nil. Their tricks are added up as well."
    parts = [points(variant.exact_bonus)] if variant.exact and variant.exact_bonus else []
    parts += [f"{points(scoring.points_per_trick_bid)} for every trick bid"] if scoring.points_per_trick_bid else []
    if scoring.overtrick_points and not variant.exact:
        parts.append(f"{points(scoring.overtrick_points)} for every trick beyond that")
    exactly = "exactly" if variant.exact else "at least"
    lost = f"lose {points(scoring.failed_contract_penalty)} for every trick bid"
    otherwise = lost if scoring.failed_contract_penalty else "score nothing"
    who, bid = ("Teams that", "as their contract says") if genome.teams else ("Players who", "as they bid")
    yield f"{who} win {exactly} as many tricks {bid} score {listed(parts) if parts else 'nothing'}."
    yield f"{who} win {'more or fewer' if variant.exact else 'fewer'} {otherwise}."
    if any(isinstance(phase, BiddingPhase) and phase.allow_nil for phase in genome.phases):
        yield from _nil(genome)
    if scoring.bag_limit and not variant.exact:
        yield _bags(genome)


def _nil(genome: Genome) -> Iterator[str]:
    scoring = genome.contract_scoring
    assert scoring is not None, "only asked for where there are contracts"
    lost = f"lose {points(scoring.nil_penalty)}" if scoring.nil_penalty else "score nothing"
    yield f"Players who bid Nil score {points(scoring.nil_bonus)} if they win no trick, and {lost} if they do."
    if not genome.teams and scoring.overtrick_points:
        yield "Tricks that they win in spite of it count as tricks beyond the bid."
    elif genome.teams:
        count = "towards" if genome.contract_variant.nil_tricks == "help" else "only as bags, not towards"
        yield f"Tricks won by a player who bid Nil count {count} the partner's contract."


def _bags(genome: Genome) -> str:
    scoring = genome.contract_scoring
    assert scoring is not None, "only asked for where there are contracts"
    limit, penalty = scoring.bag_limit, points(scoring.bag_penalty)
    cost = {
        "once": f"{many(limit, 'bag').capitalize()} or more cost {penalty}, once in a hand, and the rest are kept.",
        "carry": f"Every {many(limit, 'bag')} cost {penalty}, and the rest are kept.",
        "reset": f"{many(limit, 'bag').capitalize()} or more cost {penalty}, and the count starts again at none.",
        "score": f"Bags from earlier hands are the remainder of the score divided by {limit}. "
        f"Every {many(limit, 'bag')} cost {penalty}.",
    }[genome.contract_variant.bags]
    return f"Tricks beyond a contract that was made are called bags, and add up from hand to hand. {cost}"


def nil_term(genome: Genome, s: State, term: PointsCounted) -> str:
    """Tell how a bid of Nil went."""
    who = f"seat {term.first} bid Nil" if genome.teams else "bid Nil"
    return f"{who} and won {many(term.second, 'trick')}"


def failed_term(genome: Genome, s: State, term: PointsCounted) -> str:
    """Tell how a contract failed."""
    penalty = scoring_of(genome).failed_contract_penalty
    lost = f": {term.first} × {penalty} = {-term.points} lost" if term.points else ""
    return _contract_told(genome, term) + lost


def made_term(genome: Genome, s: State, term: PointsCounted) -> str:
    """Tell how a contract was made."""
    told, each = _contract_told(genome, term), scoring_of(genome).points_per_trick_bid
    return f"{told}: {term.first} × {each} = {term.points}" if term.first else told


def over_term(genome: Genome, s: State, term: PointsCounted) -> str:
    """Tell what tricks beyond the contract brought."""
    what = many(term.first, "bag" if term.second else "overtrick")
    return f"{what}: {times(term.first, scoring_of(genome).overtrick_points)}" if term.points else what


def exact_term(genome: Genome, s: State, term: PointsCounted) -> str:
    """Tell about the bonus for a bid that was met exactly."""
    return f"exactly the bid: {term.points}"


def bag_term(genome: Genome, s: State, term: PointsCounted) -> str:
    """Tell what bags cost."""
    return f"{many(term.first, 'bag')}, {term.second} × {scoring_of(genome).bag_penalty} lost"


def scoring_of(genome: Genome) -> ContractScoring:
    """Return the points for contracts of a game that has them."""
    assert genome.contract_scoring is not None, "only asked for where there are contracts"
    return genome.contract_scoring


def _contract_told(genome: Genome, term: PointsCounted) -> str:
    if genome.teams:
        return f"a contract of {term.first} and {many(term.second, 'trick')}"
    return f"bid {term.first} and won {term.second}"


CONTRACT_TERMS: Terms = {
    "nil": nil_term,
    "failed nil": nil_term,
    "failed contract": failed_term,
    "contract": made_term,
    "overtricks": over_term,
    "exact bid": exact_term,
    "bags": bag_term,
}

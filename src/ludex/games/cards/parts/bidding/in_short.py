"""Bids and contracts in short: what to do, what it brings, and a remark for new players."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.bidding.genome import BiddingPhase
from ludex.games.cards.wording import points

BUBBLE = (
    "A bid is a promise: the number of tricks that you will win in this hand. High cards and trumps win tricks, so "
    "count yours. You cannot change a bid."
)


def bidding_in_short(genome: Genome, phase: BiddingPhase) -> str:
    """Say how bidding goes."""
    nil = " A bid of 0 is called Nil: a promise to win none." if phase.allow_nil else ""
    return f"**Bidding.** Once around, each player bids the number of tricks they expect to win.{nil}"


def contracts_in_short(genome: Genome) -> Iterator[str]:
    """Say what contracts bring."""
    scoring, variant = genome.contract_scoring, genome.contract_variant
    if scoring is None:
        return
    bids = "Partners add up their bids and their tricks. " if genome.teams else ""
    enough = "exactly the number of tricks bid" if variant.exact else "at least the number of tricks bid"
    worth = f"{points(scoring.points_per_trick_bid)} for each trick bid" if scoring.points_per_trick_bid else ""
    bonus = points(variant.exact_bonus) if variant.exact and variant.exact_bonus else ""
    made = " and ".join(filter(None, (bonus, worth))) or "nothing"
    lost = scoring.failed_contract_penalty
    failed = f"costs {points(lost)} for each trick bid" if lost else "scores nothing"
    otherwise = "Any other number" if variant.exact else "Winning fewer"
    yield f"{bids}Winning {enough} scores {made}. {otherwise} {failed}."
    if scoring.bag_limit and scoring.bag_penalty and not variant.exact:
        yield "Too many tricks beyond the bid, called bags, cost points in the long run."

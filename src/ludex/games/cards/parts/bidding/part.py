"""Bids and contracts, as registered."""

from __future__ import annotations

from ludex.games.cards.parts.bidding.board import headline
from ludex.games.cards.parts.bidding.checks import (
    bid_problems,
    bid_range_problems,
    contract_points,
    contract_problems,
    plain_bids,
    plain_contracts,
)
from ludex.games.cards.parts.bidding.genome import BiddingPhase
from ludex.games.cards.parts.bidding.in_short import BUBBLE, bidding_in_short, contracts_in_short
from ludex.games.cards.parts.bidding.prompt import bid_prompt
from ludex.games.cards.parts.bidding.rulebook import CONTRACT_TERMS, bidding_sentences, contract_sentences
from ludex.games.cards.parts.part import CONTRACTS, GamePart, GamePhase

PART = GamePart(
    phase=GamePhase(
        kind=BiddingPhase,
        most_moves=lambda genome, phase: genome.seats[1],
        sentences=bidding_sentences,
        in_short=bidding_in_short,
        bubble=BUBBLE,
        plain=plain_bids,
        headline=headline,
        prompt=bid_prompt,
    ),
    scoring_in_short=contracts_in_short,
    range_problems=bid_range_problems,
    problems=bid_problems,
    scoring_problems=contract_problems,
    plain=plain_contracts,
    points=contract_points,
    scoring_sentences={CONTRACTS: contract_sentences},
    terms=CONTRACT_TERMS,
)

"""Auctions and their contracts, as registered."""

from __future__ import annotations

from ludex.games.cards.parts.auction.board import headline
from ludex.games.cards.parts.auction.checks import (
    auction_points,
    auction_problems,
    auction_range_problems,
    most_calls,
    plain_auction,
)
from ludex.games.cards.parts.auction.genome import AuctionPhase
from ludex.games.cards.parts.auction.in_short import BUBBLE, auction_in_short, auction_points_in_short
from ludex.games.cards.parts.auction.prompt import call_prompt
from ludex.games.cards.parts.auction.rulebook import AUCTION_TERMS, auction_sentences, contract_sentences
from ludex.games.cards.parts.part import CONTRACTS, GamePart, GamePhase

PART = GamePart(
    phase=GamePhase(
        kind=AuctionPhase,
        most_moves=most_calls,
        sentences=auction_sentences,
        in_short=auction_in_short,
        bubble=BUBBLE,
        plain=plain_auction,
        headline=headline,
        prompt=call_prompt,
    ),
    scoring_in_short=auction_points_in_short,
    range_problems=auction_range_problems,
    problems=auction_problems,
    points=auction_points,
    scoring_sentences={CONTRACTS: contract_sentences},
    terms=AUCTION_TERMS,
)

"""Games whose measures are known, and efforts that are small enough for interpreted rules."""

from __future__ import annotations

from ludex.games.cards import Genome
from ludex.games.cards.genome import (
    BiddingPhase,
    CardPoints,
    CardScoring,
    ContractScoring,
    Deal,
    Deck,
    DiscardPhase,
    DrawPhase,
    Match,
    TrickPhase,
    TrickScoring,
)
from ludex.lab.evolution import Stages
from ludex.lab.measures import Effort

SMALL = Effort(
    moves=500,
    gate_games=6,
    most_games=6,
    fewest=3,
    playouts=2,
    points=3,
    ladder=("random", "greedy"),
    hands=(8,),
    rules=6,
    lines=0,
    equals="look-2",
    deals=3,
)
STAGES = Stages(SMALL, SMALL, SMALL, library=False)

NOTHING = ContractScoring(
    points_per_trick_bid=0,
    overtrick_points=0,
    failed_contract_penalty=0,
    nil_bonus=0,
    nil_penalty=0,
    bag_limit=0,
    bag_penalty=0,
)
"""Contracts without any value."""


def coin_flip() -> Genome:
    """Bids that count for nothing, and a single card: there are decisions, but no skill."""
    return Genome(
        name="coin-flip",
        title="Coin Flip",
        seats=(2, 2),
        deck=Deck("789TJQKA"),
        deal=Deal(cards=1),
        phases=(BiddingPhase(min_bid=0, max_bid=1, allow_nil=False), TrickPhase(by_rank=True)),
        contract_scoring=NOTHING,
        trick_scoring=TrickScoring(points=1),
        match=Match(hands=1),
    )


def toll() -> Genome:
    """Bids cost ten points each, unless they are fulfilled, which pays nothing: a player who bids 0 cannot lose."""
    return Genome(
        name="toll",
        title="Toll",
        seats=(2, 2),
        deck=Deck("789TJQKA"),
        deal=Deal(cards=1),
        phases=(BiddingPhase(min_bid=0, max_bid=1, allow_nil=False), TrickPhase(by_rank=True)),
        contract_scoring=ContractScoring(
            points_per_trick_bid=0,
            overtrick_points=0,
            failed_contract_penalty=10,
            nil_bonus=0,
            nil_penalty=0,
            bag_limit=0,
            bag_penalty=0,
        ),
        match=Match(hands=1),
    )


def five_tricks() -> Genome:
    """Return a short game of tricks that passes all gates."""
    return Genome(
        name="five-tricks",
        title="Five Tricks",
        seats=(2, 2),
        deck=Deck("789TJQKA"),
        deal=Deal(cards=5),
        phases=(TrickPhase(),),
        trick_scoring=TrickScoring(points=1),
        match=Match(hands=1),
    )


def roundabout() -> Genome:
    """Players draw a card and discard one, never run out of cards, and only the limit of turns ends the hand."""
    return Genome(
        name="roundabout",
        title="Roundabout",
        seats=(2, 2),
        deck=Deck("789TJQKA"),
        deal=Deal(cards=4, starter=True),
        phases=(DrawPhase(reshuffle=True), DiscardPhase()),
        hand_ends="first out",
        turn_limit=16,
        card_scoring=CardScoring((CardPoints(-1, suit="clubs"),), source="hand"),
        match=Match(hands=1),
    )

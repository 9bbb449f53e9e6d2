"""Families of card games: by what players do, and by what wins. A map of elites has a part for each family."""

from __future__ import annotations

from ludex.games.cards import Genome
from ludex.games.cards.genome import (
    AskPhase,
    AuctionPhase,
    BettingPhase,
    BiddingPhase,
    ClaimPhase,
    DiscardPhase,
    DrawPhase,
    PassPhase,
    PlayPhase,
    TrickPhase,
)

NAMES = {
    "claims": ("Bluff", "Liar", "Fib"),
    "auctions": ("Auction", "Declare", "Double"),
    "contracts": ("Contract", "Call", "Bid"),
    "bets on tricks": ("Stakes", "Ante", "Pot"),
    "bets on poker hands": ("Stakes", "Ante", "Pot"),
    "bets on high cards": ("Stakes", "Ante", "Pot"),
    "bets on points": ("Stakes", "Ante", "Pot"),
    "avoiding tricks": ("Dodge", "Slip", "Shun"),
    "tricks with trumps": ("Whist", "Trumps", "Ruff"),
    "plain tricks": ("Tricks", "Take", "Round"),
    "asking": ("Angler", "Quest", "Asker"),
    "melds": ("Rummy", "Knock", "Meld"),
    "captures": ("Sweep", "Fisher", "Broom"),
    "collecting": ("Hoard", "Store", "Keep"),
    "shedding": ("Shed", "Dash", "Ladder"),
}
"""Words for names of games, by family."""


def family_of(genome: Genome) -> str:
    """Return the family of a game.

    >>> from ludex.games.cards import LIBRARY
    >>> family_of(LIBRARY["spades"]()), family_of(LIBRARY["cheat"]()), family_of(LIBRARY["draw-poker"]())
    ('contracts', 'claims', 'bets on poker hands')
    """
    kinds = {type(phase) for phase in genome.phases}
    if ClaimPhase in kinds:
        return "claims"
    if AuctionPhase in kinds:
        return "auctions"
    if BiddingPhase in kinds:
        return "contracts"
    if BettingPhase in kinds:
        return _of_bets(genome, TrickPhase in kinds)
    if TrickPhase in kinds:
        if genome.match.low_wins or PassPhase in kinds:
            return "avoiding tricks"
        return "tricks with trumps" if genome.trump != "none" else "plain tricks"
    if AskPhase in kinds:
        return "asking"
    if genome.knocking_phase:
        return "melds"
    if any(isinstance(phase, PlayPhase) and phase.to == "capture" for phase in genome.phases):
        return "captures"
    if PlayPhase not in kinds and kinds & {DiscardPhase, DrawPhase}:
        return "collecting"
    return "shedding"


def _of_bets(genome: Genome, tricks: bool) -> str:
    if tricks:
        return "bets on tricks"
    return {"poker": "bets on poker hands", "high card": "bets on high cards"}.get(genome.ranking, "bets on points")

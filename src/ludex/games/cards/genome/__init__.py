"""The genome: a whole card game as one value, with its JSON form and the problems a genome can have."""

from ludex.games.cards.genome.schema import FORMAT, TURN_PHASES, Genome, Phase
from ludex.games.cards.parts.asking.genome import AskPhase
from ludex.games.cards.parts.auction.genome import AuctionPhase, ContractPoints, StrainPoints
from ludex.games.cards.parts.betting.genome import BettingPhase, Chips, Ranking
from ludex.games.cards.parts.bidding.genome import BiddingPhase, ContractScoring, ContractVariant
from ludex.games.cards.parts.card_points.genome import CardPoints, CardScoring, Majority
from ludex.games.cards.parts.claiming.genome import ClaimPhase
from ludex.games.cards.parts.deal.genome import Deal, Deck
from ludex.games.cards.parts.discarding.genome import DiscardPhase
from ludex.games.cards.parts.drawing.genome import DrawPhase
from ludex.games.cards.parts.match.genome import Match
from ludex.games.cards.parts.passing.genome import Direction, PassPhase
from ludex.games.cards.parts.playing.genome import Effect, PlayPhase
from ludex.games.cards.parts.tricks.genome import Level, TrickPhase, TrickScoring
from ludex.games.cards.parts.trumps.genome import Suit, Trump
from ludex.games.cards.parts.turns.genome import HandEnd

__all__ = [
    "FORMAT",
    "TURN_PHASES",
    "AskPhase",
    "AuctionPhase",
    "BettingPhase",
    "BiddingPhase",
    "CardPoints",
    "CardScoring",
    "Chips",
    "ClaimPhase",
    "ContractPoints",
    "ContractScoring",
    "ContractVariant",
    "Deal",
    "Deck",
    "Direction",
    "DiscardPhase",
    "DrawPhase",
    "Effect",
    "Genome",
    "HandEnd",
    "Level",
    "Majority",
    "Match",
    "PassPhase",
    "Phase",
    "PlayPhase",
    "Ranking",
    "StrainPoints",
    "Suit",
    "TrickPhase",
    "TrickScoring",
    "Trump",
]

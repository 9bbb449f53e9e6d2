"""The rules of Modern Art: the course of the game.

Every phase has its own file: who is asked, what is offered, what is refused, what happens, and what is seen.

    a turn          awaiting_card, then double if the card is one
    an auction      open_auction, one_offer_auction, hidden_auction or fixed_price_auction, then mystery_offer
    a round's end   round_ending, selling
    at last         game_over

The other files hold what several phases share: seats, cards, lot, amounts, values, auction, rounds.
"""

from __future__ import annotations

from typing import TypeAlias

from ludex.author import Log, rule
from ludex.games.modern_art.laws import audit
from ludex.games.modern_art.reasons import WRONG_DECISION
from ludex.games.modern_art.rules.auction import begin_auction, hand_over
from ludex.games.modern_art.rules.awaiting_card import AwaitingCard
from ludex.games.modern_art.rules.double import AwaitingSecondCard
from ludex.games.modern_art.rules.fixed_price_auction import FixedPriceAuction
from ludex.games.modern_art.rules.game_over import GameOver, over, scores
from ludex.games.modern_art.rules.hidden_auction import HiddenAuction
from ludex.games.modern_art.rules.mystery_offer import MysteryOffer
from ludex.games.modern_art.rules.one_offer_auction import OneOfferAuction
from ludex.games.modern_art.rules.open_auction import ONLY_THE_HAMMER, OpenAuction, undecided
from ludex.games.modern_art.rules.round_ending import RoundEnding
from ludex.games.modern_art.rules.rounds import next_round, next_turn, opening, setup
from ludex.games.modern_art.rules.selling import Selling
from ludex.games.modern_art.secrets import hide, redeal, suppose
from ludex.games.modern_art.state import (
    AUCTION_DUE,
    AWAITING_CARD,
    AWAITING_SECOND_CARD,
    FIXED_PRICE_AUCTION,
    GAME_OVER,
    HIDDEN_AUCTION,
    LOT_SOLD,
    MYSTERY_OFFER,
    NAMING_PRICE,
    ONE_OFFER_AUCTION,
    OPEN_AUCTION,
    ROUND_DONE,
    ROUND_ENDING,
    SELLING,
    TURN_DONE,
    State,
)

__all__ = [
    "PHASES",
    "AwaitingCard",
    "AwaitingSecondCard",
    "FixedPriceAuction",
    "GameOver",
    "HiddenAuction",
    "MysteryOffer",
    "OneOfferAuction",
    "OpenAuction",
    "Phase",
    "RoundEnding",
    "Selling",
    "audit",
    "follow",
    "hide",
    "milestone",
    "not_now",
    "opening",
    "over",
    "redeal",
    "scores",
    "setup",
    "suppose",
]


@rule
def not_now(s: State, seat: int) -> int:
    """Refuse a move that belongs to another phase."""
    return ONLY_THE_HAMMER if s.phase == OPEN_AUCTION and undecided(s) == 0 else WRONG_DECISION


@rule
def follow(s: State, log: Log) -> None:
    """Continue after a move until the next decision."""
    if s.phase >= 0:
        return
    if s.phase == AUCTION_DUE:
        begin_auction(s, log)
    if s.phase == LOT_SOLD:
        hand_over(s, log)
    if s.phase == TURN_DONE:
        next_turn(s, log)
    if s.phase == ROUND_DONE:
        next_round(s, log)


@rule
def milestone(s: State) -> int:
    """Paintings are sold at the end of every round."""
    return s.round


Phase: TypeAlias = (
    AwaitingCard
    | AwaitingSecondCard
    | OpenAuction
    | OneOfferAuction
    | HiddenAuction
    | FixedPriceAuction
    | MysteryOffer
    | RoundEnding
    | Selling
    | GameOver
)

PHASES: dict[int, type[Phase]] = {
    AWAITING_CARD: AwaitingCard,
    AWAITING_SECOND_CARD: AwaitingSecondCard,
    OPEN_AUCTION: OpenAuction,
    ONE_OFFER_AUCTION: OneOfferAuction,
    HIDDEN_AUCTION: HiddenAuction,
    NAMING_PRICE: FixedPriceAuction,
    FIXED_PRICE_AUCTION: FixedPriceAuction,
    MYSTERY_OFFER: MysteryOffer,
    ROUND_ENDING: RoundEnding,
    SELLING: Selling,
    GAME_OVER: GameOver,
}
"""The class that shows each phase in views."""

"""The rules of Modern Art: the course of the game.

Every phase has a room of its own: who is asked, what may be done and what it does, what it is called, how it is seen.

    a turn          awaiting_card, then double if the card is one
    an auction      open_auction, one_offer_auction, hidden_auction or fixed_price_auction, then mystery_offer
    a round's end   round_ending, selling
    at last         game_over

The other files hold what several phases share: seats, cards, lot, amounts, values, auction, rounds.
"""

from __future__ import annotations

from typing import TypeAlias

from ludex.author import Log, Rows, rule
from ludex.games.modern_art.features import features
from ludex.games.modern_art.laws import audit
from ludex.games.modern_art.reasons import WRONG_DECISION
from ludex.games.modern_art.rules.auction import begin_auction, hand_over
from ludex.games.modern_art.rules.awaiting_card import AwaitingCard, offer_cards
from ludex.games.modern_art.rules.double import AwaitingSecondCard, offer_second_cards
from ludex.games.modern_art.rules.fixed_price_auction import FixedPriceAuction, offer_prices, offer_purchase
from ludex.games.modern_art.rules.game_over import GameOver, over, scores
from ludex.games.modern_art.rules.hidden_auction import HiddenAuction, asked_in_secret, offer_secret_bids
from ludex.games.modern_art.rules.mystery_offer import MysteryOffer, offer_turning
from ludex.games.modern_art.rules.one_offer_auction import OneOfferAuction, offer_one_bid
from ludex.games.modern_art.rules.open_auction import (
    ONLY_THE_HAMMER,
    OpenAuction,
    asked_openly,
    offer_open_bids,
    undecided,
)
from ludex.games.modern_art.rules.round_ending import RoundEnding, offer_round_end
from ludex.games.modern_art.rules.rounds import next_round, next_turn, opening, setup
from ludex.games.modern_art.rules.selling import Selling, offer_sale
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
    "features",
    "follow",
    "hide",
    "legal",
    "milestone",
    "not_now",
    "opening",
    "over",
    "redeal",
    "scores",
    "setup",
    "suppose",
    "waiting",
]


@rule
def waiting(s: State) -> int:
    """In open and hidden auctions and at the sale many decide at once; otherwise one seat is asked."""
    if s.phase == OPEN_AUCTION:
        return asked_openly(s)
    if s.phase == HIDDEN_AUCTION:
        return asked_in_secret(s)
    if s.phase == SELLING:
        return s.selling
    if s.phase == GAME_OVER:
        return 0
    return 1 << s.asked


@rule
def legal(s: State, seat: int, out: Rows) -> int:
    """What may be done in each phase."""
    if s.phase == AWAITING_CARD:
        return offer_cards(s, seat, out)
    if s.phase == OPEN_AUCTION:
        return offer_open_bids(s, seat, out)
    if s.phase == ONE_OFFER_AUCTION:
        return offer_one_bid(s, seat, out)
    if s.phase == HIDDEN_AUCTION:
        return offer_secret_bids(s, seat, out)
    if s.phase == NAMING_PRICE:
        return offer_prices(s, seat, out)
    if s.phase == FIXED_PRICE_AUCTION:
        return offer_purchase(s, seat, out)
    if s.phase == AWAITING_SECOND_CARD:
        return offer_second_cards(s, seat, out)
    if s.phase == MYSTERY_OFFER:
        return offer_turning(s, seat, out)
    if s.phase == ROUND_ENDING:
        return offer_round_end(s, seat, out)
    return offer_sale(s, seat, out)


@rule
def not_now(s: State, seat: int) -> int:
    """Why a move that belongs to another phase is refused."""
    return ONLY_THE_HAMMER if s.phase == OPEN_AUCTION and undecided(s) == 0 else WRONG_DECISION


@rule
def follow(s: State, log: Log) -> None:
    """What happens by itself after a move, until the next decision."""
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
"""How each phase is seen."""

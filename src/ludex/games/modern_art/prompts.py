"""The question to a player, in the words of the game: what can be done now, and what it leads to."""

from __future__ import annotations

from typing import Any

from ludex.author import Bubble, Options, Seating, plural
from ludex.games.modern_art.rules.awaiting_card import AwaitingCard
from ludex.games.modern_art.rules.double import AwaitingSecondCard
from ludex.games.modern_art.rules.fixed_price_auction import FixedPriceAuction
from ludex.games.modern_art.rules.hidden_auction import HiddenAuction
from ludex.games.modern_art.rules.lot import Lot
from ludex.games.modern_art.rules.mystery_offer import MysteryOffer
from ludex.games.modern_art.rules.one_offer_auction import OneOfferAuction
from ludex.games.modern_art.rules.open_auction import OpenAuction
from ludex.games.modern_art.rules.round_ending import RoundEnding
from ludex.games.modern_art.rules.selling import Selling
from ludex.games.modern_art.views import View

FOURTH = 4
"""The next card of an artist that was shown this often ends the round."""
CALLS = ("going once", "going twice", "sold")


def prompt(view: View, seating: Seating, options: Options) -> str:
    """Return the question to the viewer.

    >>> import ludex
    >>> table = ludex.game("modern-art").new(3, seed=4, starter=0)
    >>> _ = table.play(0, "play Manuel Carvalho open")
    >>> table.request(1).prompt
    'Bid for the painting by Manuel Carvalho, or pass. There is no bid yet, and you have 100.'
    """
    phase: Any = view.phase
    match phase:
        case AwaitingCard():
            return _choose_card(view)
        case AwaitingSecondCard():
            return _second_card(phase, view, options)
        case OpenAuction():
            return _open(phase, view, seating, options)
        case OneOfferAuction():
            return _one_offer(phase, view, seating, options)
        case HiddenAuction():
            return f"Seal a secret bid for {_lot(phase.lot)}: 0 to {view.money}. The highest bid buys."
        case FixedPriceAuction():
            return _fixed_price(phase, view, seating, options)
        case MysteryOffer():
            return "Turn over a card of the mystery player, or leave it. It counts for its artist."
        case RoundEnding():
            return f"The round is over, and {_lot_of(phase.unsold)} stays unsold. Rank the artists."
        case Selling():
            return _sell(phase, view)
    return ""


def _lot(lot: Lot) -> str:
    return _lot_of(lot.cards)


def _lot_of(cards: Any) -> str:
    count = len(cards)
    return f"{'the painting' if count == 1 else 'both paintings'} by {cards[0].artist}" if cards else "nothing"


def _choose_card(view: View) -> str:
    ends = [line.artist for line in view.board if line.played == FOURTH]
    if ends:
        return f"Choose a painting to auction. One more by {' or '.join(ends)} ends the round, and stays unsold."
    return "Choose a painting from your hand to auction. The sign on it decides how it is sold."


def _second_card(phase: AwaitingSecondCard, view: View, options: Options) -> str:
    artist = phase.card.artist
    if len(options) == 1:
        return f"You have no card of {artist} that can join the double: decline."
    own = phase.first_player == view.seat
    otherwise = "let the others add one" if own else "decline"
    return f"Add a second card of {artist} and auction both yourself, or {otherwise}."


def _open(phase: OpenAuction, view: View, seating: Seating, options: Options) -> str:
    if str(options[0]) == "hammer":
        return f"Everyone has answered. Call “{CALLS[min(phase.calls, 2)]}”."
    return _raise(phase, view, seating, options, "pass")


def _one_offer(phase: OneOfferAuction, view: View, seating: Seating, options: Options) -> str:
    if phase.auctioneer != view.seat:
        once = "You are asked only once. " if len(options) > 1 else ""
        return f"{once}{_raise(phase, view, seating, options, 'pass')}"
    if phase.bidder is None:
        if len(options) == 1:
            return _raise(phase, view, seating, options, "pass")
        return f"No player has bid. Bid for {_lot(phase.lot)}, or pass and get it for nothing. You have {view.money}."
    return _raise(phase, view, seating, options, f"let {seating.name(phase.bidder)} have it for {phase.bid}")


def _raise(phase: Any, view: View, seating: Seating, options: Options, otherwise: str) -> str:
    lot = _lot(phase.lot)
    if len(options) == 1:
        standing = (
            "You have no money left" if phase.bid is None else f"The bid is {phase.bid}, and you have {view.money}"
        )
        return f"{standing}: you cannot bid, so pass."
    if phase.bidder is None:
        return f"Bid for {lot}, or {otherwise}. There is no bid yet, and you have {view.money}."
    return f"Bid more than {phase.bid} for {lot}, or {otherwise}. You have {view.money}."


def _fixed_price(phase: FixedPriceAuction, view: View, seating: Seating, options: Options) -> str:
    lot = _lot(phase.lot)
    if phase.price is None:
        return f"Name a price for {lot}, up to {view.money}. If no other player buys at it, you must."
    if len(options) == 1:
        return f"The price of {lot} is {phase.price}, and you have only {view.money}: pass."
    seller = seating.name(phase.auctioneer)
    return f"Buy {lot} from {seller} for {phase.price}, or pass. You have {view.money}."


def _sell(phase: Selling, view: View) -> str:
    worth = {ranked.artist: ranked.value for ranked in phase.ranking if ranked.place}
    own = view.seats[view.seat].paintings if view.seat is not None else ()
    total = sum(worth.get(card.artist, 0) for card in own)
    return f"Sell your {plural(len(own), 'painting')} to the bank: together {total}."


_BUBBLES: dict[type, str] = {
    AwaitingCard: (
        "The card you show counts for its artist at once. Show artists whose paintings you own, and mind the fifth "
        "card: it ends the round."
    ),
    AwaitingSecondCard: (
        "Two paintings are sold together, by the sign of the second card. The player who adds it is the auctioneer "
        "and gets the money."
    ),
    OpenAuction: (
        "Everyone may bid at any time until no player raises. A painting of the leading artist brings 30 at the end "
        "of the round in round 1, later more."
    ),
    OneOfferAuction: "Each player has one chance, and the auctioneer is last. Bid what the painting is worth to you.",
    HiddenAuction: (
        "All bids are revealed together, and only the highest pays. A bid of 0 means that you do not want it."
    ),
    FixedPriceAuction: "The first player who accepts the price buys. The auctioneer must buy if all others pass.",
    Selling: "Paintings of the three leading artists bring money now. All others bring nothing, and are gone.",
}


def bubble(view: View, options: Options) -> Bubble | None:
    """Return the explanation of a decision for new players."""
    kind = type(view.phase)
    return Bubble(kind.__name__, _BUBBLES[kind]) if kind in _BUBBLES else None

"""The lot: the card, or the double with its second card, that is being auctioned."""

from __future__ import annotations

import msgspec

from ludex.author import rule
from ludex.games.modern_art.components import AUCTION_COUNT, Card, card_with, list_cards
from ludex.games.modern_art.state import NO_CARD, NOBODY, State


@rule
def clear_lot(s: State) -> None:
    """Forget the sale of the last lot."""
    s.card = NO_CARD
    s.second = NO_CARD
    s.card_copy = 0
    s.second_copy = 0
    s.price = 0
    s.bidder = NOBODY
    s.declined = 0
    s.calls = 0
    for seat in range(s.seats):
        s.bids[seat] = 0


@rule
def symbol_of_lot(s: State) -> int:
    """Return the symbol of the last card, which determines how the lot is sold."""
    return (s.card if s.second == NO_CARD else s.second) % AUCTION_COUNT


class Lot(msgspec.Struct, frozen=True):
    """The paintings on auction: a card, or a double with its second card. `first_player` played the first card."""

    cards: tuple[Card, ...]
    first_player: int

    def __str__(self) -> str:
        return list_cards(self.cards)


def see_lot(s: State) -> Lot:
    return Lot(lot_cards(s), s.turn)


def lot_cards(s: State) -> tuple[Card, ...]:
    """Return the cards of the lot, or of the last one."""
    if s.card == NO_CARD:
        return ()
    first = card_with(s.card, s.card_copy)
    return (first,) if s.second == NO_CARD else (first, card_with(s.second, s.second_copy))


def standing_bid(s: State) -> tuple[int | None, int | None]:
    """Return the standing bid and its bidder, if there is one."""
    return (None, None) if s.bidder == NOBODY else (s.price, s.bidder)


def say_bid(bid: int | None, bidder: int | None) -> str:
    return "no bid yet" if bid is None else f"{bid} by seat {bidder}"

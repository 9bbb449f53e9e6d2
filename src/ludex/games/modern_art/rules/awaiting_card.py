"""A turn begins: the player in turn offers a card."""

from __future__ import annotations

import msgspec

from ludex.author import Log, Rows, effect, offer, offers, refusal, rule
from ludex.games.modern_art.components import ARTIST_COUNT, AUCTION_COUNT, DOUBLE
from ludex.games.modern_art.events import CardPlayed
from ludex.games.modern_art.moves import PlayCard
from ludex.games.modern_art.rules.cards import NOT_IN_HAND, kind_of, lay_down
from ludex.games.modern_art.rules.double import await_second_card
from ludex.games.modern_art.rules.lot import clear_lot
from ludex.games.modern_art.rules.round_ending import ends_round, stop_round
from ludex.games.modern_art.state import AUCTION_DUE, AWAITING_CARD, State


@rule
def await_card(s: State, seat: int) -> None:
    """It is a seat's turn."""
    s.turn = seat
    s.asked = seat
    s.phase = AWAITING_CARD


@offers(when=AWAITING_CARD)
def offer_cards(s: State, seat: int, out: Rows) -> int:
    """Any card in hand may be played. Passing is not possible."""
    count = 0
    for artist in range(ARTIST_COUNT):
        for auction in range(AUCTION_COUNT):
            if s.hand[seat, kind_of(artist, auction)] > 0:
                count = offer(out, count, PlayCard, artist, auction)
    return count


@refusal(PlayCard, when=AWAITING_CARD)
def why_not_play_card(s: State, seat: int, artist: int, auction: int) -> int:
    return 0 if s.hand[seat, kind_of(artist, auction)] > 0 else NOT_IN_HAND


@effect(PlayCard, when=AWAITING_CARD)
def play_card(s: State, seat: int, artist: int, auction: int, log: Log) -> None:
    """The card ends the round, or waits for a second card, or is auctioned."""
    clear_lot(s)
    s.card = kind_of(artist, auction)
    s.auctioneer = seat
    s.card_copy = lay_down(s, seat, s.card, CardPlayed, log)
    if ends_round(s, artist):
        stop_round(s, log)
    elif auction == DOUBLE:
        await_second_card(s)
    else:
        s.phase = AUCTION_DUE


class AwaitingCard(msgspec.Struct, frozen=True, tag="awaiting card"):
    """A seat must offer a card."""

    seat: int

    @classmethod
    def seen(cls, s: State, viewer: int | None) -> AwaitingCard:
        return cls(s.turn)

    @staticmethod
    def due(s: State, seat: int) -> str:
        return "play a card"

    def __str__(self) -> str:
        return f"seat {self.seat} must play a card"

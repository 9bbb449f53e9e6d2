"""Double: the player of the card, then all others clockwise, may add a second card of the same artist."""

from __future__ import annotations

import msgspec

from ludex.author import EVERYONE, Log, Rows, effect, note, offer, offers, reason, refusal, rule
from ludex.games.modern_art.components import AUCTION_COUNT, CARDS, DOUBLE, Card, card_with
from ludex.games.modern_art.events import LOST_TO_SECOND_CARD, SecondCardAdded, SecondCardDeclined, TurnSkipped
from ludex.games.modern_art.moves import AddCard, Decline
from ludex.games.modern_art.rules.cards import NOT_IN_HAND, kind_of, lay_down
from ludex.games.modern_art.rules.round_ending import ends_round, stop_round
from ludex.games.modern_art.rules.seats import left_of, seats_in
from ludex.games.modern_art.state import AUCTION_DUE, AWAITING_SECOND_CARD, LOT_SOLD, State

OTHER_ARTIST = reason(
    "other-artist",
    "the double is by {double}, so the second card must be too.",
    double=lambda s, seat: CARDS[s.card].artist,
)
SECOND_DOUBLE = reason("second-double", "a double cannot be joined by another double.")


@rule
def await_second_card(s: State) -> None:
    """The player of the double is asked first."""
    s.phase = AWAITING_SECOND_CARD
    ask_for_second_card(s, 0)


@rule
def ask_for_second_card(s: State, step: int) -> None:
    """Ask the next seat that holds cards, beginning `step` seats from the first player.

    When all have declined, the first player gets the double for nothing.
    """
    seat = (s.turn + step) % s.seats
    while step < s.seats and s.hand_size[seat] == 0:
        step += 1
        seat = left_of(s, seat)
    if step < s.seats:
        s.asked = seat
    else:
        s.phase = LOT_SOLD


@offers(when=AWAITING_SECOND_CARD)
def offer_second_cards(s: State, seat: int, out: Rows) -> int:
    """The four cards of the double's artist that are not doubles may be added."""
    count = 0
    artist = s.card // AUCTION_COUNT
    for auction in range(DOUBLE):
        if s.hand[seat, kind_of(artist, auction)] > 0:
            count = offer(out, count, AddCard, artist, auction)
    return offer(out, count, Decline)


@refusal(AddCard, when=AWAITING_SECOND_CARD)
def why_not_add_card(s: State, seat: int, artist: int, auction: int) -> int:
    if artist != s.card // AUCTION_COUNT:
        return OTHER_ARTIST
    if auction == DOUBLE:
        return SECOND_DOUBLE
    return 0 if s.hand[seat, kind_of(artist, auction)] > 0 else NOT_IN_HAND


@effect(AddCard, when=AWAITING_SECOND_CARD)
def add_card(s: State, seat: int, artist: int, auction: int, log: Log) -> None:
    """The player who adds the second card is the auctioneer of both; the players in between lose their turn."""
    s.second = kind_of(artist, auction)
    s.auctioneer = seat
    s.second_copy = lay_down(s, seat, s.second, SecondCardAdded, log)
    skipped = left_of(s, s.turn)
    while s.turn != seat and skipped != seat:
        note(log, TurnSkipped, EVERYONE, skipped, LOST_TO_SECOND_CARD)
        skipped = left_of(s, skipped)
    if ends_round(s, artist):
        stop_round(s, log)
    else:
        s.phase = AUCTION_DUE


@effect(Decline, when=AWAITING_SECOND_CARD)
def decline_second_card(s: State, seat: int, log: Log) -> None:
    s.declined |= 1 << seat
    note(log, SecondCardDeclined, EVERYONE, seat)
    ask_for_second_card(s, (seat - s.turn) % s.seats + 1)


class AwaitingSecondCard(msgspec.Struct, frozen=True, tag="double awaiting second card"):
    """A double lies on the table; `offered` may add a second card or decline."""

    card: Card
    first_player: int
    offered: int
    declined: tuple[int, ...]

    @classmethod
    def seen(cls, s: State, viewer: int | None) -> AwaitingSecondCard:
        return cls(card_with(s.card, s.card_copy), s.turn, s.asked, seats_in(s.declined))

    @staticmethod
    def due(s: State, seat: int) -> str:
        artist = s.card // AUCTION_COUNT
        fitting = [
            CARDS[kind_of(artist, auction)] for auction in range(DOUBLE) if s.hand[seat, kind_of(artist, auction)]
        ]
        return f"add {' or '.join(map(str, fitting))}, or decline" if fitting else "decline"

    def __str__(self) -> str:
        return f"{self.card}: seat {self.offered} may add a second card"

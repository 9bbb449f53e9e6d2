"""The mystery player: after an auction the auctioneer may turn over one of its cards."""

from __future__ import annotations

import msgspec

from ludex.author import EVERYONE, Log, Rows, effect, note, offer, offers, rule
from ludex.games.modern_art.components import AUCTION_COUNT
from ludex.games.modern_art.events import MysteryCardLeft, MysteryCardTurned
from ludex.games.modern_art.moves import Decline, TurnMysteryCard
from ludex.games.modern_art.rules.cards import draw_card, show_card
from ludex.games.modern_art.rules.copies import pick_copy
from ludex.games.modern_art.rules.lot import clear_lot
from ludex.games.modern_art.rules.round_ending import stop_round
from ludex.games.modern_art.state import MYSTERY_OFFER, ROUND_ENDING_CARD, TURN_DONE, State


@rule
def offer_mystery_card(s: State) -> None:
    s.phase = MYSTERY_OFFER
    s.asked = s.auctioneer


@offers(when=MYSTERY_OFFER)
def offer_turning(s: State, seat: int, out: Rows) -> int:
    return offer(out, offer(out, 0, TurnMysteryCard), Decline)


@effect(TurnMysteryCard, when=MYSTERY_OFFER)
def turn_mystery_card(s: State, seat: int, log: Log) -> None:
    """No player gets the card, but it counts, and it can be the fifth."""
    kind = draw_card(s)
    copy = pick_copy(s, kind)
    s.mystery_size -= 1
    count = show_card(s, kind, copy)
    note(log, MysteryCardTurned, EVERYONE, seat, kind // AUCTION_COUNT, kind % AUCTION_COUNT, count)
    if count == ROUND_ENDING_CARD:
        clear_lot(s)
        s.card = kind
        s.card_copy = copy
        stop_round(s, log)
    else:
        s.unsold[kind] += 1
        s.unsold_copies[kind] |= 1 << copy
        s.phase = TURN_DONE


@effect(Decline, when=MYSTERY_OFFER)
def leave_mystery_card(s: State, seat: int, log: Log) -> None:
    note(log, MysteryCardLeft, EVERYONE, seat)
    s.phase = TURN_DONE


class MysteryOffer(msgspec.Struct, frozen=True, tag="mystery offer"):
    """A seat may turn over one of the mystery player's cards."""

    seat: int
    cards_left: int

    @classmethod
    def seen(cls, s: State, viewer: int | None) -> MysteryOffer:
        return cls(s.asked, s.mystery_size)

    @staticmethod
    def due(s: State, seat: int) -> str:
        return "turn mystery card, or decline"

    def __str__(self) -> str:
        return f"seat {self.seat} may turn over a mystery card"

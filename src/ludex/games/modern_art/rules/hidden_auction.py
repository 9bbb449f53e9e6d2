"""Hidden auction: all players bid in secret, then all bids are revealed."""

from __future__ import annotations

import msgspec

from ludex.author import EVERYONE, Log, Rows, asked, effect, note, offer_range, offers, refusal, rule
from ludex.games.modern_art.events import BidRevealed, BidSealed, OwnBidSealed
from ludex.games.modern_art.moves import SealBid
from ludex.games.modern_art.rules.amounts import say_amounts, why_not_amount
from ludex.games.modern_art.rules.lot import Lot, see_lot
from ludex.games.modern_art.rules.seats import all_seats, left_of, seats_in
from ludex.games.modern_art.state import HIDDEN_AUCTION, LOT_SOLD, State

LEAST = 0
"""The least bid in secret: 0 means no bid."""


@asked(when=HIDDEN_AUCTION)
def asked_in_secret(s: State) -> int:
    """All players who have not sealed a bid are asked at the same time."""
    return all_seats(s) & ~s.declined


@offers(when=HIDDEN_AUCTION)
def offer_secret_bids(s: State, seat: int, out: Rows) -> int:
    return offer_range(out, 0, SealBid, LEAST, s.money[seat])


@refusal(SealBid, when=HIDDEN_AUCTION)
def why_not_seal_bid(s: State, seat: int, amount: int) -> int:
    return why_not_amount(s, seat, amount, LEAST)


@effect(SealBid, when=HIDDEN_AUCTION)
def seal_bid(s: State, seat: int, amount: int, log: Log) -> None:
    s.bids[seat] = amount
    s.declined |= 1 << seat
    note(log, BidSealed, EVERYONE, seat)
    note(log, OwnBidSealed, 1 << seat, seat, amount)
    if asked_in_secret(s) == 0:
        reveal_bids(s, log)


@rule
def reveal_bids(s: State, log: Log) -> None:
    """The highest bid buys; of equal bids the auctioneer's, then the nearest clockwise from the auctioneer.

    So the auctioneer also gets what no player wants.
    """
    seat = s.auctioneer
    s.bidder = seat
    for _ in range(s.seats):
        note(log, BidRevealed, EVERYONE, seat, s.bids[seat])
        if s.bids[seat] > s.bids[s.bidder]:
            s.bidder = seat
        seat = left_of(s, seat)
    s.price = s.bids[s.bidder]
    s.phase = LOT_SOLD


class HiddenAuction(msgspec.Struct, frozen=True, tag="hidden auction"):
    """Seats bid in secret; those in `sealed` have done so. `own_bid` is the viewer's."""

    lot: Lot
    auctioneer: int
    sealed: tuple[int, ...]
    own_bid: int | None

    @classmethod
    def seen(cls, s: State, viewer: int | None) -> HiddenAuction:
        sealed = seats_in(s.declined)
        own_bid = s.bids[viewer] if viewer is not None and viewer in sealed else None
        return cls(see_lot(s), s.auctioneer, sealed, own_bid)

    @staticmethod
    def due(s: State, seat: int) -> str:
        return f"seal {say_amounts(s, seat, LEAST)}"

    def __str__(self) -> str:
        bids = "1 bid is" if len(self.sealed) == 1 else f"{len(self.sealed)} bids are"
        return f"hidden auction of {self.lot}: {bids} sealed"

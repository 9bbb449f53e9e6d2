"""One offer: each player once, clockwise from the auctioneer's left, the auctioneer last."""

from __future__ import annotations

import msgspec

from ludex.author import EVERYONE, Log, Rows, effect, note, offer, offer_range, offers, refusal, rule
from ludex.games.modern_art.events import Passed
from ludex.games.modern_art.moves import Bid, Pass
from ludex.games.modern_art.rules.amounts import raise_bid, say_raise_or_pass, why_not_amount
from ludex.games.modern_art.rules.lot import Lot, say_bid, see_lot, standing_bid
from ludex.games.modern_art.rules.seats import left_of, seats_in
from ludex.games.modern_art.state import LOT_SOLD, ONE_OFFER_AUCTION, State


@rule
def begin_one_offer(s: State) -> None:
    s.phase = ONE_OFFER_AUCTION
    s.asked = left_of(s, s.auctioneer)


@offers(when=ONE_OFFER_AUCTION)
def offer_one_bid(s: State, seat: int, out: Rows) -> int:
    """Raise the standing bid, or pass."""
    return offer_range(out, offer(out, 0, Pass), Bid, s.price + 1, s.money[seat])


@refusal(Bid, when=ONE_OFFER_AUCTION)
def why_not_bid_once(s: State, seat: int, amount: int) -> int:
    return why_not_amount(s, seat, amount, s.price + 1)


@effect(Bid, when=ONE_OFFER_AUCTION)
def bid_once(s: State, seat: int, amount: int, log: Log) -> None:
    raise_bid(s, seat, amount, log)
    ask_next_bidder(s)


@effect(Pass, when=ONE_OFFER_AUCTION)
def pass_once(s: State, seat: int, log: Log) -> None:
    s.declined |= 1 << seat
    note(log, Passed, EVERYONE, seat)
    ask_next_bidder(s)


@rule
def ask_next_bidder(s: State) -> None:
    """After the auctioneer's answer the lot is sold."""
    if s.asked == s.auctioneer:
        s.phase = LOT_SOLD
    else:
        s.asked = left_of(s, s.asked)


class OneOfferAuction(msgspec.Struct, frozen=True, tag="one offer auction"):
    """The `asked` seat may raise the standing bid, once. The auctioneer is asked last."""

    lot: Lot
    auctioneer: int
    asked: int
    bid: int | None
    bidder: int | None
    passed: tuple[int, ...]

    @classmethod
    def seen(cls, s: State, viewer: int | None) -> OneOfferAuction:
        return cls(see_lot(s), s.auctioneer, s.asked, *standing_bid(s), seats_in(s.declined))

    @staticmethod
    def due(s: State, seat: int) -> str:
        return say_raise_or_pass(s, seat)

    def __str__(self) -> str:
        return f"one offer for {self.lot}: {say_bid(self.bid, self.bidder)}, seat {self.asked} is asked"

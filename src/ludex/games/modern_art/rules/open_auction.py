"""Open auction: all players may bid at any time, any number of times, until none raises."""

from __future__ import annotations

import msgspec

from ludex.author import EVERYONE, Log, Rows, asked, effect, note, offer, offer_range, offers, reason, refusal, rule
from ludex.games.modern_art.events import HammerCalled, Passed
from ludex.games.modern_art.moves import Bid, Hammer, Pass
from ludex.games.modern_art.reasons import WRONG_DECISION
from ludex.games.modern_art.rules.amounts import raise_bid, say_raise_or_pass, why_not_amount
from ludex.games.modern_art.rules.lot import Lot, say_bid, see_lot, standing_bid
from ludex.games.modern_art.rules.seats import all_seats, seats_in
from ludex.games.modern_art.settings import Closing
from ludex.games.modern_art.state import CALLS, LOT_SOLD, NOBODY, OPEN_AUCTION, State


def _undecided(s: State, seat: int) -> str:
    return ", ".join(f"seat {other}" for other in seats_in(undecided(s)))


ONLY_THE_HAMMER = reason("only-the-hammer", "all players have answered, and only the hammer can be played now.")
NOT_YET_QUIET = reason(
    "not-yet-quiet",
    "the hammer waits for answers to the standing bid. Still to answer: {undecided}.",
    undecided=_undecided,
)


@rule
def undecided(s: State) -> int:
    """Return the seats that have yet to answer the standing bid: all but the bidder and those that have declined it."""
    mask = all_seats(s) & ~s.declined
    if s.bidder != NOBODY:
        mask &= ~(1 << s.bidder)
    return mask


@asked(when=OPEN_AUCTION)
def asked_openly(s: State) -> int:
    """Ask all who are undecided; when all is quiet, the auctioneer with the hammer."""
    mask = undecided(s)
    return mask if mask else 1 << s.auctioneer


@offers(when=OPEN_AUCTION)
def offer_open_bids(s: State, seat: int, out: Rows) -> int:
    """Raise the standing bid, or decline it."""
    if undecided(s) == 0:
        return offer(out, 0, Hammer)
    return offer_range(out, offer(out, 0, Pass), Bid, s.price + 1, s.money[seat])


@refusal(Bid, when=OPEN_AUCTION)
def why_not_bid_openly(s: State, seat: int, amount: int) -> int:
    return ONLY_THE_HAMMER if undecided(s) == 0 else why_not_amount(s, seat, amount, s.price + 1)


@effect(Bid, when=OPEN_AUCTION)
def bid_openly(s: State, seat: int, amount: int, log: Log) -> None:
    """After a raise all are asked again."""
    raise_bid(s, seat, amount, log)
    s.declined = 0
    s.calls = 0


@refusal(Pass, when=OPEN_AUCTION)
def why_not_pass_openly(s: State, seat: int) -> int:
    return ONLY_THE_HAMMER if undecided(s) == 0 else 0


@effect(Pass, when=OPEN_AUCTION)
def pass_openly(s: State, seat: int, log: Log) -> None:
    """Sell the lot when all have declined the standing bid, unless the hammer is due."""
    s.declined |= 1 << seat
    note(log, Passed, EVERYONE, seat)
    if undecided(s) == 0 and not s.hammer:
        s.phase = LOT_SOLD


@refusal(Hammer, when=OPEN_AUCTION)
def why_not_hammer(s: State, seat: int) -> int:
    """The hammer falls when all is quiet."""
    if undecided(s) == 0:
        return 0
    return NOT_YET_QUIET if s.hammer else WRONG_DECISION


@effect(Hammer, when=OPEN_AUCTION)
def call(s: State, seat: int, log: Log) -> None:
    """Going once, going twice: all are asked again. The third call sells."""
    note(log, HammerCalled, EVERYONE, s.calls)
    s.calls += 1
    s.declined = 0
    if s.calls == CALLS:
        s.phase = LOT_SOLD


class OpenAuction(msgspec.Struct, frozen=True, tag="open auction"):
    """All seats but the bidder may raise the standing bid.

    The `declined` seats have not; with the closing `hammer` they are asked again after each of the first two `calls`.
    """

    lot: Lot
    auctioneer: int
    bid: int | None
    bidder: int | None
    declined: tuple[int, ...]
    closing: Closing
    calls: int

    @classmethod
    def seen(cls, s: State, viewer: int | None) -> OpenAuction:
        closing: Closing = "hammer" if s.hammer else "passes"
        return cls(see_lot(s), s.auctioneer, *standing_bid(s), seats_in(s.declined), closing, s.calls)

    @staticmethod
    def due(s: State, seat: int) -> str:
        return say_raise_or_pass(s, seat)

    def __str__(self) -> str:
        called = ("", ", going once", ", going twice")[min(self.calls, 2)]
        return f"open auction of {self.lot}: {say_bid(self.bid, self.bidder)}{called}"

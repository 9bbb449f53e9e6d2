"""Hidden auction: everybody bids in secret, then all bids are shown."""

from __future__ import annotations

from typing import Any

from ludex.core import EVERYONE, State, note, rule
from ludex.games.modern_art.events import BID_REVEALED, BID_SEALED, OWN_BID_SEALED
from ludex.games.modern_art.rules.seats import all_seats, left_of
from ludex.games.modern_art.state import SOLD


@rule
def seal_bid(s: State, seat: int, amount: int, log: Any) -> None:
    s.bids[seat] = amount
    s.declined |= 1 << seat
    note(log, BID_SEALED, EVERYONE, seat)
    note(log, OWN_BID_SEALED, 1 << seat, seat, amount)
    if s.declined == all_seats(s):
        reveal_bids(s, log)


@rule
def reveal_bids(s: State, log: Any) -> None:
    """The highest bid buys; of equal bids the auctioneer's, then the nearest clockwise from the auctioneer.

    So the auctioneer also gets what nobody wants.
    """
    seat = s.auctioneer
    s.bidder = seat
    for _ in range(s.seats):
        note(log, BID_REVEALED, EVERYONE, seat, s.bids[seat])
        if s.bids[seat] > s.bids[s.bidder]:
            s.bidder = seat
        seat = left_of(s, seat)
    s.price = s.bids[s.bidder]
    s.phase = SOLD

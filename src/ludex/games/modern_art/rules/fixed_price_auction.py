"""Fixed price: the first clockwise who accepts the price buys, the auctioneer last."""

from __future__ import annotations

from typing import Any

from ludex.core import EVERYONE, State, note, rule
from ludex.games.modern_art.components import FIXED_PRICE
from ludex.games.modern_art.events import PASSED, PRICE_NAMED
from ludex.games.modern_art.moves import BUY
from ludex.games.modern_art.rules.seats import left_of
from ludex.games.modern_art.state import SOLD


@rule
def name_price(s: State, amount: int, log: Any) -> None:
    s.price = amount
    note(log, PRICE_NAMED, EVERYONE, s.auctioneer, amount)
    s.phase = FIXED_PRICE
    s.asked = left_of(s, s.auctioneer)


@rule
def answer_fixed_price(s: State, seat: int, move: int, log: Any) -> None:
    """If nobody else buys, the auctioneer must."""
    if move == BUY:
        s.bidder = seat
        s.phase = SOLD
        return
    s.declined |= 1 << seat
    note(log, PASSED, EVERYONE, seat)
    s.asked = left_of(s, seat)
    if s.asked == s.auctioneer:
        s.bidder = s.auctioneer
        s.phase = SOLD

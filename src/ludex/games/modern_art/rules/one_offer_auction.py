"""One offer: everybody once, clockwise, the auctioneer last."""

from __future__ import annotations

from typing import Any

from ludex.core import EVERYONE, State, note, rule
from ludex.games.modern_art.events import PASSED
from ludex.games.modern_art.moves import BID, PASS
from ludex.games.modern_art.rules.lot import raise_bid
from ludex.games.modern_art.rules.seats import left_of
from ludex.games.modern_art.state import SOLD


@rule
def answer_one_offer(s: State, seat: int, move: int, log: Any) -> None:
    if move == PASS:
        s.declined |= 1 << seat
        note(log, PASSED, EVERYONE, seat)
    else:
        raise_bid(s, seat, move - BID, log)
    if seat == s.auctioneer:
        s.phase = SOLD
    else:
        s.asked = left_of(s, seat)

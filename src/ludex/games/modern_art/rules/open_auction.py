"""Open auction: everybody may bid at any time."""

from __future__ import annotations

from typing import Any

from ludex.core import EVERYONE, State, note, rule
from ludex.games.modern_art.events import HAMMER_CALLED, PASSED
from ludex.games.modern_art.moves import BID, HAMMER, PASS
from ludex.games.modern_art.rules.lot import raise_bid
from ludex.games.modern_art.rules.seats import all_seats
from ludex.games.modern_art.state import CALLS, NOBODY, SOLD


@rule
def may_speak(s: State) -> int:
    """The seats that have yet to answer the standing bid: all but the bidder and those that have declined it."""
    mask = all_seats(s) & ~s.declined
    if s.bidder != NOBODY:
        mask &= ~(1 << s.bidder)
    return int(mask)


@rule
def answer_open(s: State, seat: int, move: int, log: Any) -> None:
    """After a raise everybody is asked again. When all have declined, the lot is sold, or the hammer is due."""
    if move == HAMMER:
        call(s, log)
        return
    if move == PASS:
        s.declined |= 1 << seat
        note(log, PASSED, EVERYONE, seat)
    else:
        raise_bid(s, seat, move - BID, log)
        s.declined = 0
        s.calls = 0
    if may_speak(s) == 0 and not s.hammer:
        s.phase = SOLD


@rule
def call(s: State, log: Any) -> None:
    """Going once, going twice: everybody may think again. The third call sells."""
    note(log, HAMMER_CALLED, EVERYONE, s.calls)
    s.calls += 1
    s.declined = 0
    if s.calls == CALLS:
        s.phase = SOLD

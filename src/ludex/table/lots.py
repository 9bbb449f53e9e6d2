"""What the table must know of auctions: the lot on offer, and when a quiet auction is called out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludex.core.game import Countdown

if TYPE_CHECKING:
    from ludex.table.state import TableState


def countdown_of(state: TableState) -> Countdown | None:
    """What a clock plays when nothing has been said for a while, if the game has such a thing now."""
    if state.table is None or state.over or state.clock_rules.hammer is None:
        return None
    return state.game.countdown(state.table.view())


def lot_of(state: TableState, seat: int) -> str | None:
    """What is being auctioned, in words that change with every lot, or None."""
    if state.table is None or state.over:
        return None
    return state.game.lot(state.table.view(seat))

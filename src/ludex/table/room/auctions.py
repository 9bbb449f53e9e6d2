"""Auctions at the table: the lot on offer, and the countdown of a quiet auction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludex.core.show.look import Countdown

if TYPE_CHECKING:
    from ludex.table.room.state import TableState


def countdown_of(state: TableState) -> Countdown | None:
    """Return the moves that a clock makes after a silence, if the game has such a countdown now."""
    if state.table is None or state.over or state.clock_rules.hammer is None:
        return None
    return state.game.look.countdown(state.table.view())


def lot_of(state: TableState, seat: int) -> str | None:
    """Return the current lot, in words that change with every lot, or None."""
    if state.table is None or state.over:
        return None
    return state.game.look.lot(state.table.view(seat))

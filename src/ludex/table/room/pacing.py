"""The speed of the bots at a table: chosen by any player, and skipped until a player's next decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludex.table.room.refused import Refused
from ludex.table.room.rows import Pace, Paced, Payload, Skipped

if TYPE_CHECKING:
    from ludex.table.room.state import TableState

SHARE: dict[Pace, float] = {"human": 1.0, "quick": 0.25, "instant": 0.0}
"""The part of their usual time that bots take."""
WORDS: dict[Pace, str] = {"human": "calm", "quick": "quick", "instant": "immediate"}


def set_pace(state: TableState, seat: int, pace: Pace) -> list[Payload]:
    """Change the speed of the bots."""
    expect_bots(state)
    return [] if state.pace == pace else [Paced(seat, pace)]


def skip(state: TableState, seat: int) -> list[Payload]:
    """Let the bots answer at once until the seat is asked again."""
    expect_bots(state)
    if state.paused:
        raise Refused(409, "paused", "The game is paused. Resume it first.")
    if seat in state.waiting:
        raise Refused(409, "your-turn", "It is your turn already.")
    return [] if seat in state.skipping else [Skipped(seat)]


def expect_bots(state: TableState) -> None:
    """Refuse if the game is not being played, or has no bots."""
    if state.table is None or state.over:
        raise Refused(409, "not-playing", "There is no game in which bots could play.")
    if not any(seat.decider for seat in state.seats):
        raise Refused(409, "no-bots", "No bot plays at this table.")


def share_of(state: TableState) -> float:
    """Return the part of their usual time that bots take now."""
    return 0.0 if state.skipping else SHARE[state.pace]


def apply_paced(state: TableState, paced: Paced, at: float) -> None:
    """Apply a new speed."""
    state.pace = paced.pace
    state.tell(f"{state.names[paced.seat]} sets the speed of the bots to {WORDS[paced.pace]}.", at)


def apply_skipped(state: TableState, skipped: Skipped, at: float) -> None:
    """Apply the wish to skip."""
    state.skipping.add(skipped.seat)


def note_asked(state: TableState) -> None:
    """Stop skipping for the seats that are asked now, and for all when the game is over."""
    state.skipping = set() if state.over else state.skipping - {*state.waiting}

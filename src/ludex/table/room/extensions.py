"""More time by vote: an offer that most persons of a table accept gives every clock more time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludex.table.room.parts import Offer
from ludex.table.room.refused import Refused

if TYPE_CHECKING:
    from ludex.table.room.rows import ClockRules, Extended
    from ludex.table.room.state import TableState

SHARE = 0.25
"""The part of a player's whole time that an extension adds, where time is not counted by decision."""


def seconds_of(rules: ClockRules) -> float:
    """Return the seconds that an extension adds: the time of a decision, or a quarter of that of a player."""
    return rules.per_move if rules.per_move is not None else SHARE * (rules.per_player or 0.0)


def expect_clock(state: TableState) -> None:
    """Refuse an extension at a table without clocks."""
    if not state.clock_rules.ticks:
        raise Refused(409, "no-clock", "There is no clock at this table.")


def is_carried(state: TableState, agreed: set[int], gone: int = -1) -> bool:
    """Return whether most persons agree. Seats that one person plays count once."""
    voters = {state.hash_of(seat) for seat in state.persons if seat != gone}
    return 2 * len(voters & {state.hash_of(seat) for seat in agreed}) > len(voters)


def is_lost(state: TableState, offer: Offer) -> bool:
    """Return whether an offer has failed: one person declines it, or, for more time, half of them."""
    against = {state.hash_of(seat) for seat, yes in offer.answers.items() if not yes}
    if offer.what != "extension":
        return bool(against)
    voters = {state.hash_of(seat) for seat in state.persons}
    return 2 * len(voters & against) >= len(voters)


def apply_extended(state: TableState, extended: Extended, at: float) -> None:
    """Apply an extension."""
    state.clocks.extend(seconds_of(state.clock_rules), at)
    state.drop_offers("extension")
    state.tell("Most players agree: everyone has more time.", at)

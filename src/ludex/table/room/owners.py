"""The seats that persons own, as they are stored for lists of their games. The table's rows have the final word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludex.table.room.rows import Left, Made, Payload, Sat
from ludex.table.store import Belonging

if TYPE_CHECKING:
    from ludex.table.room.state import TableState

SEAT = "seat"
"""The kind of the belongings."""


def owned_seats(state: TableState, payloads: Sequence[Payload]) -> list[Belonging]:
    """Return the changes of owners that rows have brought, from the state after them."""
    seats: list[int] = []
    for payload in payloads:
        if isinstance(payload, Made):
            seats += [number for number, plan in enumerate(payload.seats) if plan.owner]
        elif isinstance(payload, Left) or (isinstance(payload, Sat) and payload.owner):
            seats.append(payload.seat)
    table = state.header.id
    return [
        Belonging(SEAT, f"{table}.{seat}", state.seats[seat].owner, table=table, at=state.at)
        for seat in dict.fromkeys(seats)
    ]

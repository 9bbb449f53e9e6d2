"""From seats and entropy to a table of the game: where fair chance begins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from ludex.core.history import History
from ludex.core.position import Position
from ludex.core.table import Table

if TYPE_CHECKING:
    from ludex.table.state import TableState


def deal(state: TableState) -> Table[Any]:
    """The game's own table, whose chance comes from the secret seed and what every person added when they sat down."""
    made = state.made
    if made.history is not None:
        return History.from_json(msgspec.json.encode(made.history)).replay(game=state.game)
    position = Position.read(made.position) if made.position is not None else None
    added = [bytes.fromhex(seat.entropy) if seat.entropy else None for seat in state.seats]
    table: Table[Any] = state.game.make_table(
        len(state.seats), state.header.seed, state.settings, state.names, position, added
    )
    return table

"""From seats and entropy to a table of the game: the origin of fair chance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from ludex.core.game.new_table import make_table
from ludex.core.game.position import Position
from ludex.core.play.history import History
from ludex.core.play.table import Table

if TYPE_CHECKING:
    from ludex.table.room.state import TableState


def deal(state: TableState) -> Table[Any]:
    """Return the game's table, with chance from the secret seed and the entropy that every person added."""
    history = _history(state)
    return begin(state) if history is None else history.replay(game=state.game)


def begin(state: TableState) -> Table[Any]:
    """Return the game's table before its first move, even if it was made from a history with moves."""
    history = _history(state)
    if history is not None:
        return history.begin(state.game)
    made = state.made
    position = Position.read(made.position) if made.position is not None else None
    added = [bytes.fromhex(seat.entropy) if seat.entropy else None for seat in state.seats]
    players = [seat.first or name for seat, name in zip(state.seats, state.names, strict=True)]
    table: Table[Any] = make_table(
        state.game, len(state.seats), state.header.seed, state.settings, players, position, added
    )
    return table


def _history(state: TableState) -> History | None:
    given = state.made.history
    return None if given is None else History.from_json(msgspec.json.encode(given))

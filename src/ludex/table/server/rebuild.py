"""Rebuilding the state of a stored table."""

from __future__ import annotations

import logging

from ludex.table.room.refused import OtherRules
from ludex.table.room.snapshot import restore_snapshot
from ludex.table.room.state import TableState
from ludex.table.server.games import Games
from ludex.table.store import Saved

_log = logging.getLogger("ludex.table")


def rebuild(games: Games, saved: Saved) -> TableState | None:
    """Rebuild a stored table in memory. Returns None if its snapshot cannot be used, so that all rows are needed."""
    game = games.of(saved.header.game, saved.header.definition)
    games.prepare(game, saved.header.seats)
    state = TableState(saved.header, game)
    if saved.snapshot is not None and not restore_snapshot(state, saved.snapshot[1]):
        return None
    try:
        for row in saved.rows:
            if row.number > state.number:
                state.apply_row(row)
    finally:  # even if the different rules raise at its moves
        if state.made.version not in ("", game.version):
            _log.error("table %s was begun with different rules of %s", saved.header.id, game.name)
            raise OtherRules(saved.header.id, game.title)
    return state

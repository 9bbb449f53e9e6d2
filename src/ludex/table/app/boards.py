"""Boards as pictures of games: a position that bots have reached, drawn as the game draws it at the table."""

from __future__ import annotations

from contextvars import Context
from functools import lru_cache
from typing import Any

from markupsafe import Markup

from ludex.core.game.game import Game
from ludex.core.play.table import Table
from ludex.core.show.page import Seating
from ludex.players import make_player
from ludex.table.app.templates import render
from ludex.table.room.perspectives import drawn

SEED = 7
NAMES = ("You", "Bruno", "Chiara", "Dario", "Ewa", "Farid", "Gita")


@lru_cache(256)
def board_of(game: Game[Any, Any]) -> str:
    """Return the board of a game in progress as HTML, seen from the first seat, with the style sheets that it needs."""
    table = position_of(game)
    seating = Seating(table.players, 0, told=table.engine.told(0))
    page = drawn(game, table.view(0), seating)
    parts = {"board": Markup(page.board), "hand": Markup(page.hand)}
    return Context().run(render, "board.html", game=game, **parts)  # without a mounted path: the page adds it


def position_of(game: Game[Any, Any]) -> Table[Any]:
    """Return a table at which bots have played for a while: the same on every server.

    The bots stop where the first seat is to move, so that the picture shows a decision.
    """
    seats = game.usual_seats
    table: Table[Any] = game.new(seats, seed=SEED, players=NAMES[:seats])
    bots = [make_player(game, game.usual_bots[0], seed=seat) for seat in range(seats)]
    least = game.look.shown_after
    while table.outcome is None and not (len(table.played) >= least and 0 in table.waiting):
        seat = table.waiting[0]
        move: Any = bots[seat].decide(table.request(seat))
        table.play(seat, move)
        if len(table.played) > 2 * least + 200:
            break
    return table if table.outcome is None else table.branch(max(0, len(table.played) - 3))

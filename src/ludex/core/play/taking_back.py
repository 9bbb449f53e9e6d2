"""Taking moves back at a referee's table: at once if that is harmless, otherwise if all other players agree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludex.core.game.request import Rejection
from ludex.core.game.wishes import Proposal
from ludex.core.language.errors import UndoRefused
from ludex.core.play.calling_players import Asking, Question, is_true
from ludex.core.play.table import Table


def take_back(table: Table[Any], players: Sequence[Any], seat: int) -> Asking[int | Rejection]:
    """Take back to before a seat's last move. Return the number of moves taken back, or why there are none."""
    mine = [number for number, played in enumerate(table.played) if played.seat == seat]
    if not mine:
        return Rejection("nothing-to-take-back", "nothing to take back: you have not moved yet.")
    moves = len(table.played) - mine[-1]
    if mine[-1] < table.engine.final_moves:
        return Rejection("final", "not taken back: a seat has changed hands since.")
    since = "1 move was" if moves == 2 else f"{moves - 1} moves were"
    why = _take_back_alone(table, seat) if moves == 1 else f"{since} made since."
    if why:
        others = [other for other in range(table.seats) if other != seat]
        asked = [other for other in others if hasattr(players[other], "agrees")]
        replies = yield [Question(other, "agrees", Proposal(other, seat, moves, why), is_true) for other in asked]
        against = [f"seat {other}" for other, reply in zip(asked, replies, strict=True) if reply is not True]
        if against:
            return Rejection("not-agreed", f"not taken back: {' and '.join(against)} did not agree.")
        for _ in range(moves):
            table.undo(agreed=range(table.seats))
    return moves


def _take_back_alone(table: Table[Any], seat: int) -> str:
    """Take back the last move, which was this seat's. If the others must agree, return why."""
    try:
        table.undo(seat)
    except UndoRefused as refused:
        return str(refused)
    return ""

"""The chance of a finished game, for pages that compute it again."""

from __future__ import annotations

from typing import Any

from ludex.core.language.errors import LudexError
from ludex.core.play.draws import draws_of
from ludex.core.play.table import Table
from ludex.table.room.refused import Refused
from ludex.table.room.state import TableState
from ludex.table.server.replay import open_table


def chance_of_table(state: TableState) -> dict[str, Any]:
    """Return the chance of a table whose game is over. Refuse other tables."""
    table = open_table(state)
    if not table.engine.open:
        raise Refused(409, "not-over", "The draws are published once the game is over, and the game it branched from.")
    return told_chance(table)


def told_chance(table: Table[Any]) -> dict[str, Any]:
    """Replay a game, and return all draws and the hands that every deal gave.

    `fault` is the reason why the rules do not lead to the same game, or null.

    >>> import ludex
    >>> told = told_chance(ludex.game("spades").new(4, seed=7))
    >>> told["steps"][0]["draws"][:2], told["steps"][0]["hands"][0][:2]
    (((52, 46), (51, 35)), ('2C', 'KC'))
    """
    try:
        table.history.verify(table.game)
        drawn = draws_of(table)
    except LudexError as error:
        return {"fault": str(error), "steps": []}
    whole = drawn[0].draws[0][0] if drawn else 0
    steps: list[dict[str, Any]] = []
    for step in drawn:
        told: dict[str, Any] = {"number": step.number, "take": step.take, "draws": step.draws}
        if step.draws[0][0] == whole:  # a deal, from as many cards as the first one
            then = table.branch(step.number)
            told["hands"] = [getattr(then.view(seat), "hand", ()) for seat in range(table.seats)]
        steps.append(told)
    return {"fault": None, "steps": steps}

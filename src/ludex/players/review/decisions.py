"""The decisions of a finished game: what each seat knew, what it could do, and what it did."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ludex.core.compile.table_buffers import packed_rows
from ludex.core.game.game import Game
from ludex.core.language.errors import LudexError
from ludex.core.language.record import States
from ludex.core.play.history import History
from ludex.core.play.table import Table

Row = tuple[int, int]


class NotOver(LudexError):
    """Raised for a game that is not over: its review would show what players may not know yet."""


class Decision(NamedTuple):
    """A decision of a seat: the number of its move, starting at 1, the state as the seat knew it, and the move."""

    number: int
    seat: int
    memory: bytes
    rows: tuple[Row, ...]
    move: int
    waiting: int
    """The seats that owed a decision, as bits."""

    @property
    def is_choice(self) -> bool:
        """True if there was more than one option."""
        return sum(last - first + 1 for first, last in self.rows) > 1

    def record(self, game: Game) -> States:
        """Return a copy of the state as the seat knew it."""
        return np.frombuffer(bytearray(self.memory), game.machine.layout.dtype)


def finished_table(history: History, game: Game | None = None) -> Table[Any]:
    """Return the table of a finished game, verified. Raises `NotOver` if it is not over, or not open yet."""
    if history.outcome is None:
        raise NotOver("this game is not over: a review would show what the players may not know yet")
    if not history.open:
        raise NotOver("a game with the same past may still be in progress: a review would show its secrets")
    table: Table[Any] = history.verify(game)
    return table


def decisions_of(table: Table[Any]) -> list[Decision]:
    """Return all decisions of a table, in the order of its moves.

    >>> import ludex
    >>> table = ludex.game("automation").new(2, seed=7)
    >>> _ = table.play(0, "end phase")
    >>> [(one.number, one.seat, one.is_choice) for one in decisions_of(table)]
    [(1, 0, True)]
    """
    game, found = table.game, []
    for number in range(1, len(table.played) + 1):
        seat, packed, _ = table.played.step(number)
        states = table.engine.record_in_full(number - 1)
        waiting = int(game.machine.kernel.waiting(states, 0))
        game.machine.kernel.hide(states, 0, seat)
        states["rng"] = 0
        rows = tuple(packed_rows(game.machine.kernel, states, seat, game.max_options))
        found.append(Decision(number, seat, states.tobytes(), rows, packed, waiting))
    return found

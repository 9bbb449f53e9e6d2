"""Actions: a game's moves as numbers, for programs that learn.

Where a game has few moves, an action is the number of a move, and a mask says which are legal. Elsewhere it is a row of
the legal moves and a place in that row: "bid 5 to 41" is one row with 37 places.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from ludex.core.language.errors import UnreadableMove, quote
from ludex.core.language.moves import Move

if TYPE_CHECKING:
    from ludex.core.game.game import Game

MOST_FLAT = 1_024
"""The most moves of a game whose actions are the numbers of moves."""

Action: TypeAlias = int | Sequence[int]
"""The number of a move, or a row of the legal moves and a place in it."""


class Actions:
    """The actions of a game.

    >>> import ludex
    >>> actions = ludex.game("automation").actions
    >>> actions
    <Actions of automation: 103 moves>
    >>> actions.to_move(5), actions.of_move(actions.to_move(5)), actions.names[5]
    (PlayCard(card='Framework'), 5, 'play Framework')
    >>> ludex.game("power-grid").actions
    <Actions of power-grid: a row of at most 64, and a place in it>
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self.flat = game.moves.size <= MOST_FLAT
        """True if an action is the number of a move, False if it is a row of the legal moves and a place in it."""
        self.size = game.moves.size if self.flat else game.max_options
        """The width of a mask: the number of moves, or the most rows."""

    def to_move(self, action: Action, rows: Any = None) -> Move:
        """Return the move of an action. Unless actions are flat, `rows` are the legal rows that it refers to."""
        if self.flat:
            number = action[0] if isinstance(action, Sequence) else action
            return self._game.moves.unpack(int(number))
        row, place = self._expect_pair(action)
        first, last = self._expect_rows(rows)[row]
        if not 0 <= place <= last - first:
            raise UnreadableMove(f"place {place} of row {row}: expected 0 to {last - first}")
        return self._game.moves.unpack(int(first + place))

    def of_move(self, move: Move, rows: Any = None) -> Action:
        """Return the action of a move. Unless actions are flat, `rows` are the legal rows that it must be in."""
        packed = self._game.moves.pack(move)
        if self.flat:
            return packed
        for number, (first, last) in enumerate(self._expect_rows(rows)):
            if first <= packed <= last:
                return number, int(packed - first)
        raise UnreadableMove(f"{move} is not in these rows")

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The text of every move, if actions are flat; otherwise the forms of moves."""
        moves = self._game.moves
        if self.flat:
            return tuple(str(moves.unpack(number)) for number in range(self.size))
        return tuple(map(moves.form, moves.kinds))

    def _expect_pair(self, action: Action) -> tuple[int, int]:
        pair = np.asarray(action)
        if pair.shape != (2,):
            raise UnreadableMove(
                f"{quote(action)} is not an action of {self._game.name}: expected a row and a place in it"
            )
        return int(pair[0]), int(pair[1])

    def _expect_rows(self, rows: Any) -> Any:
        if rows is None:
            raise UnreadableMove(f"actions of {self._game.name} refer to rows of legal moves: pass them as `rows`")
        return rows

    def __repr__(self) -> str:
        told = f"{self.size} moves" if self.flat else f"a row of at most {self.size}, and a place in it"
        return f"<Actions of {self._game.name}: {told}>"

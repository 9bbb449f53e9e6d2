"""A table of a card game: cards that are passed on may be chosen in one line."""

from __future__ import annotations

from ludex.author import Move, Table
from ludex.games.cards.moves import CardMove
from ludex.games.cards.views import View


class CardTable(Table[View, CardMove]):
    """A table at which several moves can be written in one line.

    >>> import ludex
    >>> table = ludex.game("hearts").new(4, seed=3)
    >>> table.read_line(0, "give 2C, give QC")
    (PassCard(card='2C'), PassCard(card='QC'))
    """

    def read_line(self, seat: int, text: str) -> tuple[Move, ...]:
        """Return the moves that a person typed in one line, separated by commas."""
        return tuple(move for part in text.split(",") for move in super(CardTable, self).read_line(seat, part))

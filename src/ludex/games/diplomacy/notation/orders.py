"""The moves of Diplomacy as the rules number them, with their text read by the grammar.

>>> ORDERS.parse("army burgundy supports paris to marseilles")
SupportMove(unit='A BUR', other='A PAR', to='MAR')
"""

from __future__ import annotations

from ludex.author import Move, Moves
from ludex.games.diplomacy.moves import EXAMPLES
from ludex.games.diplomacy.notation.parser import read_order

FORMS = EXAMPLES["standard"]


class OrderMoves(Moves):
    """The moves of Diplomacy, which can be written in many ways."""

    def parse(self, text: str) -> Move:
        """Read one order."""
        return read_order(text)

    def form(self, kind: type[Move]) -> str:
        """Return an example of a kind of order."""
        return FORMS[kind]


ORDERS = OrderMoves(*FORMS)

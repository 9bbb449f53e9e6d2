"""A table of Diplomacy, which takes a power's whole list of orders as well as single moves."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from ludex.games.diplomacy.order_table import OrderTable
from ludex.games.diplomacy.sheet import OrderSheet


class DiplomacyTable(OrderTable):
    """A game of Diplomacy in progress.

    >>> from ludex.games.diplomacy import Diplomacy
    >>> table = Diplomacy().new(seed=1)
    >>> [str(order) for order in table.legal_orders("A VEN")][:4]
    ['A VEN H', 'A VEN - APU', 'A VEN - PIE', 'A VEN - ROM']
    """

    messages: Mapping[str, tuple[Any, ...]] = MappingProxyType({})
    """Messages of the players by phase, from an imported saved game. The rules do not read them."""
    differences: tuple[str, ...] = ()
    """The places where an imported saved game does not follow from its orders by the rules of the table."""
    earlier: tuple[Mapping[str, Any], ...] = ()
    """The phases of a saved game, as exported, that were played before the position with which the table starts."""
    _drafts: Mapping[int, OrderSheet] = MappingProxyType({})

    def draft(self, seat: int | str) -> OrderSheet:
        """Return the sheet on which a power writes its orders for this phase, in any sequence.

        >>> from ludex.games.diplomacy import Diplomacy
        >>> table = Diplomacy().new(seed=1)
        >>> table.draft("FRANCE").write("A PAR - BUR")
        >>> table.draft("FRANCE").write("A PAR - GAS")
        >>> table.draft("FRANCE").missing
        ('F BRE', 'A MAR')
        """
        power = self.seat_of(seat)
        sheet = self._drafts.get(power)
        if sheet is None or sheet.is_stale:
            sheet = OrderSheet(self, power)
            self._drafts = {**self._drafts, power: sheet}
        return sheet

    def give(self, power: int | str, text: str) -> None:
        """Give a power's whole list of orders at once, in any sequence.

        Units that are not named hold. In a retreat phase they are destroyed; in winter, missing builds are waived, and
        missing removals are chosen by civil disorder. If any order is not allowed, none is given.
        """
        seat = self.seat_of(power)
        for move in self.whole_list(seat, self.read_list(seat, text)):
            self.play(seat, move)

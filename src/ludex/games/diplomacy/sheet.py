"""A sheet of orders: written in any sequence, changed and warned about, until it is handed in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludex.author import Move
from ludex.core.errors import IllegalMove
from ludex.core.request import Rejection
from ludex.games.diplomacy.notation.position import read_province
from ludex.games.diplomacy.rulings import fault_of
from ludex.games.diplomacy.state import WINTER
from ludex.games.diplomacy.table import completed, read_list, silent_units
from ludex.games.diplomacy.warnings import warnings_about

if TYPE_CHECKING:
    from ludex.games.diplomacy.table import DiplomacyTable


class OrderSheet:
    """What a power means to order in this phase. Nothing on it reaches the table before `hand_in`.

    >>> from ludex.games.diplomacy import Diplomacy
    >>> table = Diplomacy().new(seed=1)
    >>> sheet = OrderSheet(table, "FRANCE")
    >>> sheet.write("PAR - GAS; A MAR S A PAR - BUR")
    >>> sheet.warnings[0]
    'A MAR S A PAR - BUR matches no order: A PAR is not ordered to BUR.'
    >>> sheet.write("A PAR - BUR")
    >>> [str(order) for order in sheet.orders], sheet.missing
    (['A PAR - BUR', 'A MAR S A PAR - BUR'], ('F BRE',))
    >>> sheet.hand_in()
    >>> table.view(2).orders
    ('F BRE H', 'A MAR S A PAR - BUR', 'A PAR - BUR')
    """

    def __init__(self, table: DiplomacyTable, power: int | str) -> None:
        self.table = table
        self.seat = table.seat_of(power)
        self.phase = table.view().phase
        self._orders: dict[object, Move] = {}

    def __repr__(self) -> str:
        return f"<OrderSheet for {self.phase}: {'; '.join(map(str, self.orders)) or 'no orders'}>"

    def write(self, text: str) -> None:
        """Write one or more orders down. An order for a unit that already has one replaces it.

        If one of them is not allowed, none is written, and the reason is told.
        """
        s, written = self.table.twin(self.seat), dict(self._orders)
        for one in read_list(text):
            order = completed(s, one, self.table.view().coasts)
            fault = fault_of(s, self.seat, order)
            if fault is not None:
                raise IllegalMove(Rejection(fault.key, fault.say(s, self.seat, order)))
            unit = getattr(order, "unit", None)
            written[unit[2:5] if unit else (type(order), len(written))] = order
        self._orders = written

    def erase(self, unit: str) -> None:
        """Take the order of a unit off the sheet."""
        code = self.table.code_of(read_province(self.table.map_name, unit))
        self._orders.pop(code, None)

    @property
    def orders(self) -> tuple[Move, ...]:
        """The orders on the sheet."""
        return tuple(self._orders.values())

    @property
    def missing(self) -> tuple[str, ...]:
        """The units that have no order yet. In winter nothing is missing: builds may be waived."""
        s = self.table.twin(self.seat)
        if s.phase == WINTER:
            return ()
        return tuple(unit for unit in silent_units(s, self.seat) if unit[2:5] not in self._orders)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the power may not intend, though none of it is forbidden."""
        return tuple(warnings_about(self.table.twin(self.seat), self.seat, list(self.orders)))

    def hand_in(self) -> None:
        """Give the orders to the table: from now on they are final."""
        self.table.give(self.seat, "; ".join(map(str, self.orders)))

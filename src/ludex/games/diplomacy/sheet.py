"""A sheet of orders: written in any order, changed and checked for mistakes, until it is submitted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ludex.author import IllegalMove, Move, Options, Rejection, UnreadableMove
from ludex.games.diplomacy.components import CODES
from ludex.games.diplomacy.moves import Concede, VoteDraw
from ludex.games.diplomacy.notation.orders import ORDERS
from ludex.games.diplomacy.notation.position import read_province
from ludex.games.diplomacy.order_lists import fault_of, orders_of, read_list, silent_units, votes_of
from ludex.games.diplomacy.order_table import OrderTable
from ludex.games.diplomacy.state import WINTER, State
from ludex.games.diplomacy.warnings import fate_of_the_silent, warnings_about, warnings_about_orders

VOTE = "vote"


class OrderSheet:
    """The orders that a power intends to give in this phase. Nothing on it reaches the table before `hand_in`.

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

    def __init__(self, table: OrderTable, power: int | str) -> None:
        self.table = table
        self.seat = table.seat_of(power)
        self.phase = table.view().phase
        self.owed = self._owes()
        self._orders: dict[object, Move] = {}

    def __repr__(self) -> str:
        return f"<OrderSheet for {self.phase}: {'; '.join(map(str, self.orders)) or 'no orders'}>"

    def __str__(self) -> str:
        """Return the orders on the sheet, warnings about them, and instructions."""
        s = self.table.twin(self.seat)
        if not self._orders:
            return f"Give orders in any sequence, one or many at a time. {self._without_orders(s)} Then type done."
        lines = [f"Your orders: {'; '.join(map(str, self.orders))}."]
        notes = *self._slips, *warnings_about_orders(s, self.seat, list(self.orders))
        lines += [f"Note: {text}" for text in notes]
        if self.missing:
            lines.append(f"Without an order they will {fate_of_the_silent(s)}: {', '.join(self.missing)}.")
        last = getattr(self.orders[-1], "unit", "all")
        lines.append(
            f"Type done to hand the orders in. Until then you can replace each of them, or erase it: erase {last}."
        )
        return "\n".join(lines)

    @staticmethod
    def _without_orders(s: State) -> str:
        if s.phase == WINTER:
            return "Builds that you do not order are waived, and removals are chosen by civil disorder."
        return f"Units without an order will {fate_of_the_silent(s)}."

    def write(self, text: str) -> None:
        """Write one or more orders down. An order for a unit that already has one replaces it.

        If one of them is not allowed, none is written, and `IllegalMove` is raised.
        """
        self._write(self.table.complete(self.seat, self.table.read_list(self.seat, text)))

    def take(self, moves: Sequence[Move]) -> bool:
        """Write orders down; return True if they can be final at once: all orders together, without warnings."""
        at_once = not self._orders
        self._write(moves)
        return at_once and not self._lacks() and not self.warnings

    def _write(self, moves: Sequence[Move]) -> None:
        s, written = self.table.twin(self.seat), dict(self._orders)
        for order in moves:
            fault = fault_of(self.table.game, s, self.seat, order)
            if fault is not None:
                raise IllegalMove(Rejection(fault.key, fault.say(s, self.seat, order)))
            written[self._concerns(order, len(written))] = order
        self._orders = written

    @staticmethod
    def _concerns(order: Move, number: int) -> object:
        """Return the subject of an order: a unit or a home centre by its province, the vote, or one of the waived
        builds."""
        unit = getattr(order, "unit", None)
        if unit:
            return unit[2:5]
        return VOTE if isinstance(order, VoteDraw | Concede) else (type(order), number)

    def erase(self, text: str) -> None:
        """Remove the order of a unit from the sheet, or of all units: `erase all`."""
        if text.strip().casefold() == "all":
            self._orders = {}
            return
        code = CODES[read_province(self.table.map_name, text)]
        if code not in self._orders:
            raise UnreadableMove(f"there is no order for {code} on the sheet, so nothing was erased")
        del self._orders[code]

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
        """Orders that the power may not intend, though none of them is forbidden."""
        return (*self._slips, *warnings_about(self.table.twin(self.seat), self.seat, list(self.orders)))

    @property
    def _slips(self) -> Iterator[str]:
        return self.table.slips(self.seat, self.orders)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The orders on the sheet, as every draft calls them."""
        return self.orders

    @property
    def choices(self) -> Options:
        """Every order of all units of the power; in winter all builds or removals."""
        return self.table.choices(self.seat)

    @property
    def options(self) -> Options:
        """The orders that can be written next: those of the first unit without one, or in winter any build or
        removal."""
        s = self.table.twin(self.seat)
        if not self._lacks():
            return Options(ORDERS, ())
        if s.phase == WINTER:
            left = (order for order in self.table.options(self.seat) if self._concerns(order, -1) not in self._orders)
            return Options(ORDERS, [(ORDERS.pack(order), ORDERS.pack(order)) for order in left])
        most = self.table.game.max_options
        votes = votes_of(s, self.seat, most) if VOTE not in self._orders else []
        return Options(ORDERS, [*orders_of(s, self.missing[0], most), *votes])

    @property
    def is_stale(self) -> bool:
        """True if the table has advanced since the sheet was begun, or has received orders of the power without it."""
        return self.phase != self.table.view().phase or self.owed != self._owes()

    def _owes(self) -> int:
        return int(self.table.twin(self.seat).left[self.seat])

    def _lacks(self) -> bool:
        """Return whether the power owes more than what is written."""
        if self.table.twin(self.seat).phase == WINTER:
            return len(self._orders) < self.owed
        return bool(self.missing)

    def final(self) -> tuple[Move, ...]:
        """Return all orders in the sequence in which the table asks for them, with those of the units that have
        none."""
        return self.table.whole_list(self.seat, read_list("; ".join(map(str, self.orders))))

    def hand_in(self) -> None:
        """Submit the orders to the table: from now on they are final."""
        for move in self.final():
            self.table.play(self.seat, move)

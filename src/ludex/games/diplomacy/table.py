"""A table of Diplomacy, which takes a power's whole list of orders as well as single moves."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from ludex.author import Game, Move, Rows, Table, rule
from ludex.core.errors import UnreadableMove, quote
from ludex.core.kernel import Kernel
from ludex.core.record import States
from ludex.core.rule import warmed_by
from ludex.core.twin import load_twin
from ludex.core.warm import first_position
from ludex.games.diplomacy.components import CODES, MAPS, PROVINCES, MapName
from ludex.games.diplomacy.moves import ORDERS, Build, Concede, Disband, Hold, VoteDraw, Waive
from ludex.games.diplomacy.notation.completion import complete
from ludex.games.diplomacy.notation.names import unit_name
from ludex.games.diplomacy.notation.parser import Written, read_orders, read_written
from ludex.games.diplomacy.notation.position import read_province
from ludex.games.diplomacy.rules.centres import surplus
from ludex.games.diplomacy.rules.civil_disorder import farthest_unit
from ludex.games.diplomacy.rules.movement import offer_orders
from ludex.games.diplomacy.rules.retreats import offer_retreats
from ludex.games.diplomacy.state import NO_ORDER, WINTER, State, is_moves, is_retreats
from ludex.games.diplomacy.views import View
from ludex.games.diplomacy.warnings import warnings_about

if TYPE_CHECKING:
    from ludex.games.diplomacy.sheet import OrderSheet


class DiplomacyTable(Table[View]):
    """A game of Diplomacy in progress, whose seats can also be called by their powers' names.

    >>> from ludex.games.diplomacy import Diplomacy
    >>> table = Diplomacy().new(seed=1)
    >>> [str(order) for order in table.legal_orders("A VEN")][:4]
    ['A VEN H', 'A VEN - APU', 'A VEN - PIE', 'A VEN - ROM']
    """

    messages: Mapping[str, tuple[Any, ...]] = MappingProxyType({})
    """What was said, by phase, as a saved game that was imported has it. No rule reads it."""
    _drafts: Mapping[int, OrderSheet] = MappingProxyType({})

    def seat_of(self, power: int | str) -> int:
        """The seat of a power, given by its name or number."""
        if not isinstance(power, str):
            return self._expect_seat(power)
        names = MAPS[self.map_name].power_names
        if power.upper() not in names:
            raise UnreadableMove(f"there is no power {quote(power)}: expected one of {', '.join(names)}")
        return names.index(power.upper())

    @property
    def map_name(self) -> MapName:
        """The name of the map."""
        name: MapName = self.game.map  # type: ignore[attr-defined]  # only Diplomacy makes such tables
        return name

    def twin(self, seat: int) -> State:
        """A copy of the state as the seat knows it."""
        s: State = load_twin(self.record(seat), 0)
        return s

    def read(self, seat: int, text: str) -> Move:
        """Read an order as a person types it, and complete its coasts from the board."""
        return completed(self.twin(seat), read_written(text), self._coasts)

    def read_line(self, seat: int, text: str) -> tuple[Move, ...]:
        """Read one order or many, in any sequence."""
        s = self.twin(seat)
        return tuple(completed(s, order, self._coasts) for order in read_list(text)) or (self.read(seat, text),)

    def draft(self, seat: int | str) -> OrderSheet:
        """The sheet on which a power writes its orders for this phase, in any sequence.

        >>> from ludex.games.diplomacy import Diplomacy
        >>> table = Diplomacy().new(seed=1)
        >>> table.draft("FRANCE").write("A PAR - BUR")
        >>> table.draft("FRANCE").write("A PAR - GAS")
        >>> table.draft("FRANCE").missing
        ('F BRE', 'A MAR')
        """
        from ludex.games.diplomacy.sheet import OrderSheet

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
        for move in self.whole_list(seat, read_list(text)):
            self.play(seat, move)

    def whole_list(self, seat: int, orders: list[Written]) -> tuple[Move, ...]:
        """The orders in the sequence in which the table asks for them, completed and found to be legal."""
        moves = arrange(self.twin(seat), seat, orders, self._coasts)
        trial = self.branch()
        for move in moves:
            trial.play(seat, move)
        return tuple(moves)

    def warnings(self, power: int | str, text: str) -> tuple[str, ...]:
        """Warn of what the power may not intend with these orders, though none of it is forbidden."""
        seat = self.seat_of(power)
        s = self.twin(seat)
        return tuple(warnings_about(s, seat, [completed(s, order, self._coasts) for order in read_list(text)]))

    @staticmethod
    def code_of(p: int) -> str:
        """The code of a province, given by its number."""
        return CODES[p]

    def legal_orders(self, unit: str) -> tuple[Move, ...]:
        """All orders that a unit of any power can be given in this phase. In winter also what can be built there."""
        p = read_province(self.map_name, unit)
        states = self.record_in_full()
        if is_moves(int(states["phase"][0])):
            return self.all_legal_orders().get(CODES[p], ())
        s: State = load_twin(states, 0)
        if is_retreats(s.phase):
            out = np.zeros((64, 2), np.int64)
            count = offer_retreats(s, p, out, 0) if s.beaten_kind[p] else 0
            return tuple(ORDERS.unpack(move) for move in out[:count, 0].tolist())
        return tuple(
            order
            for seat in self.waiting
            for order in self.options(seat)
            if getattr(order, "unit", "")[2:5] == CODES[p]
        )

    def all_legal_orders(self) -> dict[str, tuple[Move, ...]]:
        """All orders of all units in a movement phase, by province."""
        out = np.zeros((PROVINCES * 64, 2), np.int64)
        ends = np.zeros(PROVINCES + 1, np.int64)
        states = self.record_in_full()
        if not is_moves(int(states["phase"][0])):
            return {}
        while self.game.kernel.entry(enter_offers)(states, 0, out, ends) > len(out):
            out = np.zeros((2 * len(out), 2), np.int64)
        return {
            CODES[p]: tuple(ORDERS.unpack(move) for move in out[ends[p] : ends[p + 1], 0].tolist())
            for p in range(PROVINCES)
            if ends[p + 1] > ends[p]
        }

    @property
    def _coasts(self) -> Any:
        return self.settings.coasts  # type: ignore[attr-defined]  # the settings of Diplomacy


def offers_once(game: Game, kernel: Kernel) -> None:
    """Use `enter_offers` once."""
    out, ends = np.zeros((PROVINCES * 64, 2), np.int64), np.zeros(PROVINCES + 1, np.int64)
    kernel.entry(enter_offers)(first_position(game), 0, out, ends)


@warmed_by(offers_once, of="Diplomacy")
@rule
def enter_offers(states: States, i: int, out: Rows, ends: Any) -> int:
    """Write the orders of all units. Those of province p are rows ends[p] to ends[p + 1]."""
    s = states[i]
    count = 0
    for p in range(PROVINCES):
        ends[p] = count
        if s.kind[p]:
            count = offer_orders(s, p, out, count)
    ends[PROVINCES] = count
    return count


def read_list(text: str) -> list[Written]:
    """Read all orders of a text, which may be empty."""
    return read_orders(text) if text.strip() else []


def completed(s: State, written: Written, coasts: Any) -> Move:
    """The order that was written, completed from the board."""
    return complete(s, written.order, coasts, written.bare)


def arrange(s: State, seat: int, orders: list[Written], coasts: Any) -> list[Move]:
    """Put a power's list into the sequence in which the table asks for orders, and fill in what is missing.

    Orders that fit no unit are kept, so that they are rejected with their reason.
    """
    fitted = [completed(s, order, coasts) for order in orders]
    votes = [order for order in fitted if isinstance(order, VoteDraw | Concede)]
    named = {CODES.index(_unit(order)[2:5]): order for order in reversed(fitted) if hasattr(order, "unit")}
    twice = [order for order in fitted if hasattr(order, "unit") and named[CODES.index(_unit(order)[2:5])] is not order]
    if s.phase == WINTER:
        return votes + arrange_winter(s, seat, fitted)
    units = [p for p in range(PROVINCES) if s.order[p] == NO_ORDER and _owns(s, seat, p)]
    stray = [order for p, order in named.items() if p not in units]
    return votes + stray + twice + [named.get(p) or _silence(s, p) for p in units]


def arrange_winter(s: State, seat: int, orders: list[Move]) -> list[Move]:
    """Keep builds and removals in their sequence, and add waived builds or removals by civil disorder."""
    given: list[Move] = [order for order in orders if isinstance(order, Build | Disband | Waive)]
    missing = s.left[seat] - len(given)
    if surplus(s, seat) > 0:
        return given + [Waive()] * missing
    for order in given:
        s.order[CODES.index(_unit(order)[2:5])] = 1
    for _ in range(missing):
        p = farthest_unit(s, seat)
        s.order[p] = 1
        given.append(Disband(unit_name(s.kind[p], s.place[p])))
    return given


def silent_units(s: State, seat: int) -> list[str]:
    """The units of a power that have no order yet."""
    found = []
    for p in range(PROVINCES):
        if s.order[p] == NO_ORDER and _owns(s, seat, p):
            kinds, places = (s.beaten_kind, s.beaten_place) if is_retreats(s.phase) else (s.kind, s.place)
            found.append(unit_name(kinds[p], places[p]))
    return found


def _unit(order: Any) -> str:
    unit: str = order.unit
    return unit


def _owns(s: State, seat: int, p: int) -> bool:
    if is_retreats(s.phase):
        return bool(s.beaten_kind[p] and s.beaten_power[p] == seat)
    return bool(s.kind[p] and s.power[p] == seat)


def _silence(s: State, p: int) -> Move:
    if is_retreats(s.phase):
        return Disband(unit_name(s.beaten_kind[p], s.beaten_place[p]))
    return Hold(unit_name(s.kind[p], s.place[p]))

"""A table of Diplomacy, which takes a power's whole list of orders as well as single moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from ludex.author import Game, Move, Rows, Table, UnreadableMove, quote, rule
from ludex.author.advanced import Kernel, States, first_position, load_twin, warmed_by
from ludex.games.diplomacy.components import CODES, MAPS, PROVINCES, MapName
from ludex.games.diplomacy.moves import Build, Concede, DiplomacyMove, Disband, Hold, VoteDraw, Waive
from ludex.games.diplomacy.notation.completion import complete, slip_of
from ludex.games.diplomacy.notation.lexer import ANY, Guide
from ludex.games.diplomacy.notation.names import unit_name
from ludex.games.diplomacy.notation.orders import ORDERS
from ludex.games.diplomacy.notation.parser import Written, read_orders, read_written
from ludex.games.diplomacy.notation.position import guide_for, read_province
from ludex.games.diplomacy.rules.centres import surplus
from ludex.games.diplomacy.rules.civil_disorder import farthest_unit
from ludex.games.diplomacy.rules.movement import offer_orders
from ludex.games.diplomacy.rules.retreats import offer_retreats
from ludex.games.diplomacy.state import NO_ORDER, WINTER, State, is_moves, is_retreats
from ludex.games.diplomacy.views import View
from ludex.games.diplomacy.warnings import warnings_about

if TYPE_CHECKING:
    from ludex.games.diplomacy.sheet import OrderSheet

T = TypeVar("T")


class DiplomacyTable(Table[View, DiplomacyMove]):
    """A game of Diplomacy in progress, whose seats can also be called by their powers' names.

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
    _slips: Mapping[tuple[str, int, Move], str | None] = MappingProxyType({})
    """Notes on orders written for the wrong unit, by phase, seat and the order that is meant."""

    def seat_of(self, power: int | str) -> int:
        """Return the seat of a power, given by its name or number."""
        if not isinstance(power, str):
            return self.engine.expect_seat(power)
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
        """Return a copy of the state as the seat knows it."""
        s: State = load_twin(self.record(seat), 0)
        return s

    def read(self, seat: int, text: str) -> Move:
        """Read an order as a person types it, and complete its coasts from the board."""
        return self.complete(seat, [self._guided(seat, read_written, text)])[0]

    def read_line(self, seat: int, text: str) -> tuple[Move, ...]:
        """Read one order or many, in any sequence."""
        return self.complete(seat, self.read_list(seat, text)) or (self.read(seat, text),)

    def read_list(self, seat: int, text: str) -> list[Written]:
        """Read all orders of a text, which may be empty."""
        return self._guided(seat, read_list, text)

    def _guided(self, seat: int, read: Callable[[str, Guide], T], text: str) -> T:
        """Read a text. If that fails, the message has examples of what the seat can order now."""
        try:
            return read(text, Guide(self.map_name))
        except UnreadableMove:
            return read(text, self.guide(seat))

    def guide(self, seat: int) -> Guide:
        """Find suggestions for a seat: names on the map, and an order of each kind that it can give now.

        >>> from ludex.games.diplomacy import Diplomacy
        >>> Diplomacy("lagoon").new(seed=1).guide(0).examples[:2]
        ('F ARD H', 'F ARD - COV')
        """
        from ludex.games.diplomacy.sheet import OrderSheet

        if seat not in self.waiting:
            return guide_for(self.map_name, self.view().phase)
        kinds: dict[type[Move], str] = {}
        for order in OrderSheet(self, seat).choices:
            kinds.setdefault(type(order), str(order))
        return Guide(self.map_name, tuple(kinds.values()))

    def complete(self, seat: int, orders: list[Written]) -> tuple[Move, ...]:
        """Complete orders from the board, and remember those written for the wrong unit."""
        s, phase = self.twin(seat), self.view().phase
        moves = tuple(completed(s, order, self._coasts) for order in orders)
        slips = {
            (phase, seat, move): slip_of(s, MAPS[self.map_name].power_names, order, move)
            for order, move in zip(orders, moves, strict=True)
        }
        self._slips = {key: slip for key, slip in {**self._slips, **slips}.items() if slip and key[0] == phase}
        return moves

    def slips(self, seat: int, orders: Iterable[Move]) -> Iterator[str]:
        """Warn of orders that were last written with the wrong kind or power of the unit they support or convoy."""
        phase = self.view().phase
        return (slip for order in orders if (slip := self._slips.get((phase, seat, order))))

    def draft(self, seat: int | str) -> OrderSheet:
        """Return the sheet on which a power writes its orders for this phase, in any sequence.

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
        for move in self.whole_list(seat, self.read_list(seat, text)):
            self.play(seat, move)

    def whole_list(self, seat: int, orders: list[Written]) -> tuple[Move, ...]:
        """Return the orders in the sequence in which the table asks for them, completed and found to be legal."""
        moves = arrange(self.twin(seat), seat, orders, self._coasts)
        trial = self.branch()
        for move in moves:
            trial.play(seat, move)
        return tuple(moves)

    def warnings(self, power: int | str, text: str) -> tuple[str, ...]:
        """Warn of orders that the power may not intend, though none of them is forbidden."""
        seat = self.seat_of(power)
        orders = list(self.complete(seat, self.read_list(seat, text)))
        return (*self.slips(seat, orders), *warnings_about(self.twin(seat), seat, orders))

    @staticmethod
    def code_of(p: int) -> str:
        """Return the code of a province, given by its number."""
        return CODES[p]

    def legal_orders(self, unit: str) -> tuple[Move, ...]:
        """Return all legal orders for a unit of any power in this phase. In winter this includes builds there."""
        p = read_province(self.map_name, unit)
        states = self.engine.record_in_full()
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
        """Return all orders of all units in a movement phase, by province."""
        out = np.zeros((PROVINCES * 64, 2), np.int64)
        ends = np.zeros(PROVINCES + 1, np.int64)
        states = self.engine.record_in_full()
        if not is_moves(int(states["phase"][0])):
            return {}
        while self.game.machine.kernel.entry(enter_offers)(states, 0, out, ends) > len(out):
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


def read_list(text: str, guide: Guide = ANY) -> list[Written]:
    """Read all orders of a text, which may be empty."""
    return read_orders(text, guide) if text.strip() else []


def completed(s: State, written: Written, coasts: Any) -> Move:
    """Return the order that was written, completed from the board."""
    return complete(s, written.order, coasts, written.bare)


def arrange(s: State, seat: int, orders: list[Written], coasts: Any) -> list[Move]:
    """Put a power's list into the sequence in which the table asks for orders, and fill in what is missing.

    Orders that fit no unit stay in the list, so that they are rejected with their reason.
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
    """Return the units of a power that have no order yet."""
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

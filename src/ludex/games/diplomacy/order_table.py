"""A table that knows the powers, and reads and completes their orders."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, TypeVar

import numpy as np

from ludex.author import Game, Move, Options, Rows, Table, UnreadableMove, quote, rule
from ludex.author.advanced import Kernel, States, first_position, load_twin, warmed_by
from ludex.games.diplomacy.components import CODES, MAPS, PROVINCES, MapName
from ludex.games.diplomacy.moves import DiplomacyMove
from ludex.games.diplomacy.notation.completion import slip_of
from ludex.games.diplomacy.notation.lexer import Guide
from ludex.games.diplomacy.notation.orders import ORDERS
from ludex.games.diplomacy.notation.parser import Written, read_written
from ludex.games.diplomacy.notation.position import guide_for, read_province
from ludex.games.diplomacy.order_lists import arrange, completed, orders_of, read_list, silent_units, votes_of
from ludex.games.diplomacy.rules.movement import offer_orders
from ludex.games.diplomacy.rules.retreats import offer_retreats
from ludex.games.diplomacy.state import WINTER, State, is_moves, is_retreats
from ludex.games.diplomacy.views import View
from ludex.games.diplomacy.warnings import warnings_about

T = TypeVar("T")


class OrderTable(Table[View, DiplomacyMove]):
    """A table whose seats can also be called by their powers' names, and whose orders can be written in many ways."""

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
        if seat not in self.waiting:
            return guide_for(self.map_name, self.view().phase)
        kinds: dict[type[Move], str] = {}
        for order in self.choices(seat):
            kinds.setdefault(type(order), str(order))
        return Guide(self.map_name, tuple(kinds.values()))

    def choices(self, seat: int) -> Options:
        """Return every order of all units of a power; in winter all builds or removals."""
        s = self.twin(seat)
        if s.phase == WINTER:
            return self.options(seat)
        most = self.game.max_options
        orders = [row for unit in silent_units(s, seat) for row in orders_of(s, unit, most)]
        return Options(ORDERS, [*orders, *votes_of(s, seat, most)])

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

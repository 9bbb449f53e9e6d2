"""The reference API of Diplomacy: `Order`, `OrderParser`, `OrdersPlayer`.

An order is a value that is read, checked and carried out.

A `game_state` is a position as `ludex adjudicate` reads it, e.g. `{"phase": "S1901M", "units": {"FRANCE": ["A PAR"]}}`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from ludex.author import BadPosition, Move, Player, Request, UnreadableMove, quote
from ludex.author.advanced import load_twin
from ludex.games.diplomacy.components import MAPS, PLACE_NUMBER, PROVINCE, MapData
from ludex.games.diplomacy.game import Diplomacy
from ludex.games.diplomacy.moves import (
    Build,
    Concede,
    Convoy,
    Disband,
    Hold,
    MoveTo,
    MoveVia,
    Retreat,
    SupportHold,
    SupportMove,
    VoteDraw,
    Waive,
)
from ludex.games.diplomacy.notation.completion import complete, slip_of
from ludex.games.diplomacy.notation.orders import ORDERS
from ludex.games.diplomacy.notation.parser import Written, read_orders, read_written
from ludex.games.diplomacy.notation.position import Position, guide_for, read_power, to_record
from ludex.games.diplomacy.order_lists import arrange, fault_of, read_list
from ludex.games.diplomacy.rulings import adjudicate
from ludex.games.diplomacy.state import State, is_retreats
from ludex.games.diplomacy.views import View

_GAME = Diplomacy()

_KINDS: dict[type[Move], str] = {
    Hold: "hold",
    MoveTo: "move",
    MoveVia: "move",
    SupportHold: "support",
    SupportMove: "support",
    Convoy: "convoy",
    Retreat: "retreat",
    Build: "build",
    Disband: "destroy",
    Waive: "waive",
    VoteDraw: "vote",
    Concede: "vote",
}


class Order:
    """One order of a power.

    >>> order = Order("army paris -> burgundy")
    >>> str(order), order.kind, order.move, Order.from_packed(order.packed) == order
    ('A PAR - BUR', 'move', MoveTo(unit='A PAR', to='BUR'), True)
    >>> order.is_valid({"phase": "S1901M", "units": {"FRANCE": ["A PAR"]}})
    True
    """

    __slots__ = ("move", "power", "written")

    def __init__(self, order_str: str | Move | Written, power: str | None = None) -> None:
        if isinstance(order_str, Written):
            written = order_str
        elif isinstance(order_str, Move):
            written = Written(order_str)
        elif isinstance(order_str, str):
            written = read_written(order_str)
        else:
            raise UnreadableMove(f"{quote(order_str)} is not an order: expected a text or a move")
        self.written = written
        self.move: Move = written.order
        self.power = power or written.power

    @classmethod
    def from_packed(cls, packed: int, power: str | None = None) -> Order:
        """Make the order with this number."""
        return cls(ORDERS.unpack(packed), power)

    @property
    def packed(self) -> int:
        """The order's number."""
        return ORDERS.pack(self.move)

    @property
    def kind(self) -> str:
        """`hold`, `move`, `support`, `convoy`, `retreat`, `build`, `destroy`, `waive` or `vote`."""
        return _KINDS[type(self.move)]

    @property
    def unit(self) -> str | None:
        """The unit that is ordered, e.g. `A PAR`. WAIVE and votes have none."""
        return getattr(self.move, "unit", None)

    def is_valid(self, game_state: Mapping[str, Any]) -> bool:
        """Return whether the order is allowed in a position."""
        return OrderParser().validate(self, game_state)[0]

    def execute(self, game_state: Mapping[str, Any]) -> dict[str, Any]:
        """Carry out a phase with this order and those the position already holds, and return the next position.

        The given position is not changed.

        >>> state = {"phase": "S1901M", "units": {"FRANCE": ["A PAR", "A MAR"]}}
        >>> Order("A PAR - BUR").execute(state)["units"]
        {'FRANCE': ['A BUR', 'A MAR']}
        """
        position = Position.read(game_state)
        power = position.board.power_names[_seat_of(self, position, load_twin(to_record(position), 0))]
        given = {name: [texts] if isinstance(texts, str) else list(texts) for name, texts in position.orders.items()}
        given.setdefault(power, []).append(str(self))
        ruling = adjudicate(msgspec.structs.replace(position, orders=given))
        after: dict[str, Any] = msgspec.to_builtins(ruling.next_position(position))
        return after

    def __str__(self) -> str:
        return str(self.move)

    def __repr__(self) -> str:
        return f"Order({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Order) and self.move == other.move

    def __hash__(self) -> int:
        return hash(self.move)


class OrderParser:
    """Reads and checks orders.

    >>> parser = OrderParser()
    >>> [str(order) for order in parser.parse_many("A ROM - TUS A VEN H")]
    ['A ROM - TUS', 'A VEN H']
    >>> parser.validate("F LON - MOS", {"phase": "S1901M", "units": {"ENGLAND": ["F LON"]}})[1]
    'F LON cannot reach MOS: it is inland. From LON a fleet can reach ENG, NTH, WAL, YOR.'
    """

    def parse(self, order_str: str) -> Order:
        """Read one order."""
        return Order(order_str)

    def parse_many(self, orders_str: str) -> list[Order]:
        """Read all orders of a text, with or without separators between them."""
        return [Order(written) for written in read_orders(orders_str)]

    def validate(self, order: Order | str, game_state: Mapping[str, Any]) -> tuple[bool, str]:
        """Check whether an order is allowed in a position. If it is not, explain why, and what would be right.

        An order or position that cannot be read is not allowed either. For an order that is allowed, the sentence is
        empty, or names the unit that is meant where another kind or power was written.

        >>> OrderParser().validate("A PAR - BUR", {"phase": "S1901", "units": {}})[1][:24]
        "'S1901' is not a phase: "
        """
        try:
            position = Position.read(game_state)
            s: State = load_twin(to_record(position), 0)
            if isinstance(order, str):
                order = Order(read_written(order, guide_for(position.map, position.phase)))
            elif not isinstance(order, Order):
                order = Order(order)
            seat = _seat_of(order, position, s)
        except (BadPosition, UnreadableMove) as error:
            return False, str(error)
        move = complete(s, order.move, position.rules.coasts, order.written.bare)
        fault = fault_of(_GAME, s, seat, move)
        if fault:
            return False, fault.say(s, seat, move)
        return True, slip_of(s, position.board.power_names, order.written, move) or ""


def _seat_of(order: Order, position: Position, s: State) -> int:
    """Find the seat that gives the order: by the power named, the unit, a build's home centre, or the first power."""
    board: MapData = MAPS[position.map]
    if order.power:
        return read_power(position.map, order.power)
    if order.unit:
        p = PROVINCE[PLACE_NUMBER[order.unit[2:]]]
        kinds, powers = (s.beaten_kind, s.beaten_power) if is_retreats(s.phase) else (s.kind, s.power)
        if kinds[p] and not isinstance(order.move, Build):
            return int(powers[p])
        for power, homes in enumerate(board.powers.values()):
            if isinstance(order.move, Build) and order.unit[2:5] in homes.homes:
                return power
    named = [*position.units, *position.centers, *position.orders]
    return read_power(position.map, named[0]) if named else 0


class OrdersPlayer(Player):
    """A player that gives its whole list of orders at once, as at a real table.

    Subclass it and write `orders`, which is called once in every phase; the referee's questions are then answered unit
    by unit. Units that are not named hold. If an order is rejected, `rejected` is called with the reason, and `orders`
    is called again.

    >>> from ludex.games.diplomacy import Diplomacy
    >>> import ludex
    >>> class Holding(OrdersPlayer):
    ...     def orders(self, view):
    ...         return ""
    >>> table = Diplomacy().new(seed=1, last_year=1901)
    >>> ludex.Referee(table, [Holding() for _ in range(7)]).play().reason
    'the last year was played'
    """

    _asked: str | None = None
    _list: list[Move] = []

    def orders(self, view: View) -> str:
        """Return all orders of the power for this phase, as text."""
        raise NotImplementedError(f"{type(self).__name__} must define orders(view)")

    def rejected(self, reason: str) -> None:
        """Receive the reason of a rejection, before `orders` is called again."""

    def decide(self, request: Request) -> Move:
        """Return the next order of the list."""
        if request.record is None:
            raise ValueError("this player needs a request with a record")
        if request.rejection is not None:
            self.rejected(request.rejection.sentence)
        if request.rejection is not None or self._asked != request.view.phase or not self._list:
            self._asked = request.view.phase
            given = read_list(self.orders(request.view))
            self._list = arrange(load_twin(request.record, 0), request.seat, given, request.view.coasts)
        return self._list.pop(0)

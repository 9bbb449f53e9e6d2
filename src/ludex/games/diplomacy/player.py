"""A player that gives its whole list of orders at once, as at a real table."""

from __future__ import annotations

from ludex.core import Move, Player, Request
from ludex.core.record import load_twin
from ludex.games.diplomacy.table import arrange, read_list
from ludex.games.diplomacy.views import View


class OrdersPlayer(Player):
    """Subclass it and write `orders`: it is asked once a phase, and answers the referee's questions unit by unit.
    Units it does not name hold. If an order is rejected, `rejected` is told why, and `orders` is asked again.

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
        """All orders of the power for this phase, as text."""
        raise NotImplementedError(f"{type(self).__name__} must say what it orders")

    def rejected(self, reason: str) -> None:
        """Told why an order was rejected, before `orders` is asked again."""

    def decide(self, request: Request) -> Move:
        """The next order of the list."""
        if request.record is None:
            raise ValueError("this player needs the request's record")
        if request.rejection is not None:
            self.rejected(request.rejection.sentence)
        if request.rejection is not None or self._asked != request.view.phase or not self._list:
            self._asked = request.view.phase
            given = read_list(self.orders(request.view))
            self._list = arrange(load_twin(request.record, 0), request.seat, given, "normal")
        return self._list.pop(0)

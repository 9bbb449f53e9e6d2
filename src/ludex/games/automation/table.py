"""A table of Automation, which also reads several moves in one line."""

from __future__ import annotations

from ludex.author import Move, Table
from ludex.games.automation.moves import AutomationMove, PlayCard
from ludex.games.automation.views import View

ALL_MONEY = "play all money"


class AutomationTable(Table[View, AutomationMove]):
    """A table at which all money is played at once.

    >>> import ludex
    >>> table = ludex.game("automation").new(2, seed=7)
    >>> if table.view(0).phase == "ACTION":
    ...     _ = table.play(0, "end phase")
    >>> table.read_line(0, "play all money")
    (PlayCard(card='Bitcoin'), PlayCard(card='Bitcoin'), PlayCard(card='Bitcoin'))
    """

    def read_line(self, seat: int, text: str) -> tuple[Move, ...]:
        """Read the moves typed in one line: one, or a `play` for every money card in the hand."""
        if " ".join(text.casefold().split()) != ALL_MONEY:
            return super().read_line(seat, text)
        view = self.view(seat)
        money = tuple(PlayCard(name) for name in view.hand if view.card(name).type == "money")
        return money or super().read_line(seat, text)

"""A table of Power Grid, at which all plants can be run at once."""

from __future__ import annotations

from ludex.author import Move, Table
from ludex.games.power_grid.moves import Done, PowerGridMove
from ludex.games.power_grid.running import RUN_ALL, best_plan
from ludex.games.power_grid.views import View


class PowerGridTable(Table[View, PowerGridMove]):
    """A table that reads `run all`: the plants that power the most cities with the least fuel, and the end of the turn.

    >>> import ludex
    >>> ludex.game("power-grid").new(3, seed=5).read_line(0, "buy coal 2")
    (BuyFuel(fuel='coal', amount=2),)
    """

    def read_line(self, seat: int, text: str) -> tuple[Move, ...]:
        """Read the moves typed in one line: one, or those of a whole plan."""
        plan = best_plan(self.view(seat)) if " ".join(text.casefold().split()) == RUN_ALL else None
        if plan is None:
            return super().read_line(seat, text)
        trial = self.branch()
        for move in plan.runs:
            trial.play(seat, move)
        still = seat in trial.waiting and trial.view(seat).phase == "powering"
        return (*plan.runs, Done()) if still else plan.runs

"""The match on the board: points so far."""

from __future__ import annotations

from ludex.games.cards.parts.betting.board import has_chips
from ludex.games.cards.views import SeatView, View


def points_cell(view: View, seat: SeatView) -> object:
    """Write the score of a seat that plays alone, at the terminal."""
    alone = all(len(side.seats) == 1 for side in view.sides)
    return view.sides[seat.side].score if alone and not has_chips(view) else ""

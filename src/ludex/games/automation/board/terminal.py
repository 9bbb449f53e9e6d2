"""How Automation is drawn for a person at a terminal."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludex.games.automation.views import View

PILES_A_ROW = 3


def draw_view(view: View) -> str:
    """A view as text.

    >>> import ludex
    >>> view = ludex.game("automation").new(2, seed=7).view(0)
    >>> print(draw_view(view).splitlines()[-2])
    Hand      3 Bitcoin, 2 Method
    """
    piles = [f"{pile.cost}¤ {pile.card} ×{pile.count}".ljust(24) for pile in view.supply]
    rows = ["".join(piles[start : start + PILES_A_ROW]).rstrip() for start in range(0, len(piles), PILES_A_ROW)]
    lines = [f"{'Supply' if number == 0 else '':<10}{row}" for number, row in enumerate(rows)]
    if view.trash:
        lines.append(f"Trash     {_count(view.trash)}")
    for seat in view.seats:
        mark = "▶" if seat.seat == view.turn else " "
        owned = ", ".join(f"{count} {card}" for card, count in seat.owned)
        lines.append(
            f"{mark} Seat {seat.seat}  {seat.score} points, turn {seat.turns}, "
            f"hand {seat.hand_size}, deck {seat.deck_size}, discard {seat.discard_size}"
        )
        lines.append(f"          {owned}")
    lines.append(f"In play   {_count(view.played) or '–'}")
    if view.seat is not None:
        lines.append(f"Hand      {_count(view.hand) or '–'}")
    lines.append(f"{view.phase:<10}actions {view.actions}, buys {view.buys}, money {view.money}¤")
    return "\n".join(lines)


def _count(cards: tuple[str, ...]) -> str:
    return ", ".join(f"{count} {card}" for card, count in Counter(cards).items())

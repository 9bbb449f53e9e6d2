"""How Automation is drawn for a person at a terminal."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludex.games.automation.game import View


def draw_view(view: View) -> str:
    """A view as text.

    >>> import ludex
    >>> view = ludex.game("automation").new(2, seed=7).view(0)
    >>> print(draw_view(view).splitlines()[-2])
    Hand      3 Bitcoin, 2 Method
    """
    lines = [f"Supply    {', '.join(f'{pile.card} {pile.cost}¤ ×{pile.count}' for pile in view.supply)}"]
    if view.trash:
        lines.append(f"Trash     {_count(view.trash)}")
    for seat in view.seats:
        mark = "▶" if seat.seat == view.turn else " "
        owned = ", ".join(f"{count} {card}" for card, count in seat.owned)
        lines.append(
            f"{mark} Seat {seat.seat}  {seat.score} points, turn {seat.turns}, "
            f"hand {seat.hand_size}, deck {seat.deck_size}, discard {seat.discard_size}: {owned}"
        )
    lines.append(f"In play   {_count(view.played) or '–'}")
    if view.seat is not None:
        lines.append(f"Hand      {_count(view.hand) or '–'}")
    lines.append(f"{view.phase:<10}actions {view.actions}, buys {view.buys}, money {view.money}¤")
    return "\n".join(lines)


def _count(cards: tuple[str, ...]) -> str:
    return ", ".join(f"{count} {card}" for card, count in Counter(cards).items())

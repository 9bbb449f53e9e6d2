"""Automation at a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import ClassVar

from ludex.author import Event, Seating, Terminal, flowed, grid, listed, whole
from ludex.games.automation.components import CARDS
from ludex.games.automation.events import CardDrawn, CardsDrawn
from ludex.games.automation.table import ALL_MONEY
from ludex.games.automation.views import View

ONE_KEY = "$"
"""The key that plays all money."""


def draw_view(view: View, seating: Seating | None = None, width: int = 100) -> str:
    """Draw a view as text.

    >>> import ludex
    >>> view = ludex.game("automation").new(2, seed=7).view(0)
    >>> print(draw_view(view).splitlines()[-2])
    Hand      3 Bitcoin, 2 Method
    """
    seating = seating or Seating.unnamed(len(view.seats), view.seat)
    piles = [f"{pile.cost}¤ {pile.card} ×{pile.count}" for pile in view.supply]
    lines = flowed("Supply", piles, width)
    if view.trash:
        lines += listed("Trash", _count(view.trash), width)
    lines += draw_score(view, seating, width).splitlines()
    lines += listed("In play", _count(view.played) or ["–"], width)
    if view.seat is not None:
        lines += listed("Hand", _count(view.hand) or ["–"], width)
    lines.append(f"{view.phase:<10}actions {view.actions}, buys {view.buys}, money {view.money}¤")
    return "\n".join(lines)


def draw_score(view: View, seating: Seating, width: int) -> str:
    """Draw the points and cards of all players."""
    rows = [
        (
            f"{'▶' if seat.seat == view.turn else ' '} {seating.name(seat.seat)}",
            seat.score,
            seat.turns,
            seat.hand_size,
            seat.deck_size,
            seat.discard_size,
            ", ".join(whole(f"{count} {card}") for card, count in seat.owned),
        )
        for seat in view.seats
    ]
    return "\n".join(grid(("  player", "points", "turn", "hand", "deck", "discard", "owns"), rows, width))


def remarks(view: View) -> Mapping[str, str]:
    """Return the costs of the cards in the supply, and what follows when a phase ends."""
    costs = {f"{verb} {pile.card}": f"{pile.cost}¤" for verb in ("buy", "gain") for pile in view.supply}
    return costs | ({"end phase": _NEXT[view.phase]} if view.phase in _NEXT else {})


_NEXT = {"ACTION": "– on to money", "MONEY": "– on to buying", "BUY": "– my turn ends"}
"""The next step after each phase, for the button that ends it."""


class AutomationTerminal(Terminal[View]):
    """The terminal of Automation."""

    said_again: ClassVar[Mapping[type[Event], type[Event]]] = {CardsDrawn: CardDrawn}

    def screen(self, view: View, seating: Seating, width: int) -> str:
        return draw_view(view, seating, width)

    def score(self, view: View, seating: Seating, width: int) -> str:
        return draw_score(view, seating, width)

    def keys(self, view: View) -> Mapping[str, str]:
        """Return one key for all money, while there is money to play."""
        money = any(view.card(name).type == "money" for name in view.hand)
        return {ONE_KEY: ALL_MONEY} if money and view.phase == "MONEY" and view.seat == view.decider else {}

    def explain(self, view: View, name: str) -> str | None:
        """Explain a card of this edition."""
        found = (card for key, card in CARDS[view.edition].items() if key.casefold() == name.casefold())
        return next((card.told for card in found), None)

    def explained(self, view: View) -> tuple[str, ...]:
        """Return the cards in the supply, and then all others of the edition."""
        return tuple(dict.fromkeys([*(pile.card for pile in view.supply), *CARDS[view.edition]]))


def _count(cards: Iterable[str]) -> list[str]:
    return [f"{count} {card}" for card, count in Counter(cards).items()]

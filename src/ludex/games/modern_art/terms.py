"""The terms of hints and reviews: the things of a seat that count."""

from __future__ import annotations

from collections.abc import Mapping

from ludex.games.modern_art.views import View


def terms(view: View) -> Mapping[str, float]:
    """Return the viewer's money, cards and paintings.

    >>> import ludex
    >>> terms(ludex.game("modern-art").new(3, seed=1).view(0))["money"]
    100
    """
    if view.seat is None:
        return {}
    mine = view.seats[view.seat]
    return {"money": view.money or 0, "cards in hand": mine.hand_size, "paintings": len(mine.paintings)}

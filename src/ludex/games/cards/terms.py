"""The terms of reviews: the things of a seat that count: only what the game at hand has."""

from __future__ import annotations

from collections.abc import Mapping

from ludex.games.cards.views import View


def terms(view: View) -> Mapping[str, float]:
    """Return the points of the viewer's side, and its chips.

    >>> import ludex
    >>> terms(ludex.game("partnership-spades").new(seed=1).view(0))["points"]
    0
    """
    if view.seat is None:
        return {}
    mine = view.seats[view.seat]
    side = view.sides[mine.side]
    return {"points": side.score, "chips": mine.chips}

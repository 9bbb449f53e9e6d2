"""The terms of hints and reviews: the things of a seat that count."""

from __future__ import annotations

from collections.abc import Mapping

from ludex.games.automation.views import View


def terms(view: View) -> Mapping[str, float]:
    """Return the viewer's points, the money among its cards, and its actions.

    >>> import ludex
    >>> terms(ludex.game("automation").new(2, seed=7).view(0))["money in the deck"]
    7
    """
    if view.seat is None:
        return {}
    mine = view.seats[view.seat]
    owned = [(view.card(name), count) for name, count in mine.owned]
    return {
        "points": mine.score,
        "money in the deck": sum(card.money * count for card, count in owned),
        "actions in the deck": sum(count for card, count in owned if card.type == "action"),
    }

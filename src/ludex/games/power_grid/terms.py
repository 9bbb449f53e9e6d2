"""The terms of hints and reviews: the things of a seat that count."""

from __future__ import annotations

from collections.abc import Mapping

from ludex.games.power_grid.views import View


def terms(view: View) -> Mapping[str, float]:
    """Return the viewer's cities, the cities that its plants can power, its money and its fuel.

    >>> import ludex
    >>> terms(ludex.game("power-grid").new(3, seed=1).view(0))["money"]
    50
    """
    if view.seat is None:
        return {}
    mine = view.seats[view.seat]
    return {
        "cities": len(mine.cities),
        "cities of plant capacity": sum(plant.powers for plant in mine.plants),
        "money": mine.money or 0,
        "fuel": sum(mine.fuel.values()),
    }

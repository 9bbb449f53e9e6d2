"""The terms of hints and reviews: the things of a power that count."""

from __future__ import annotations

from collections.abc import Mapping

from ludex.games.diplomacy.views import View


def terms(view: View) -> Mapping[str, float]:
    """Return the viewer's centres and units.

    >>> import ludex
    >>> terms(ludex.game("diplomacy").new(seed=1).view(0))
    {'centres': 3, 'units': 3}
    """
    if view.seat is None:
        return {}
    mine = view.powers[view.seat]
    return {"centres": len(mine.centers), "units": mine.units}

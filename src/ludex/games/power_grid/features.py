"""The observation of Power Grid."""

from __future__ import annotations

from ludex.author import Observation
from ludex.games.power_grid.settings import PowerGridSettings


def observation(settings: PowerGridSettings) -> Observation:
    """Leave out what follows from the rest. The Trust has rows after those of the seats."""
    return Observation(
        by_seat=("plants", "plant_count", "fuel", "storage", "money", "cities", "paid_for"),
        without=("storage", "reach", "house_count"),
        more_rows=1 if settings.trust else 0,
        scales={"money": 100, "bid": 50, **dict.fromkeys(("market", "plants", "top", "auctioned", "discard"), 50)},
        seat_bits=("houses",),
    )

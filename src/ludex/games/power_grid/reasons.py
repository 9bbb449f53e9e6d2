"""Parts shared by the refusals of several chapters. All other reasons are next to their rules."""

from __future__ import annotations

from ludex.author import reason
from ludex.games.power_grid.components.plants import NUMBER
from ludex.games.power_grid.state import State


def money(s: State, seat: int) -> int:
    """Return the seat's money."""
    return s.money[seat]


def owned(s: State, seat: int) -> str:
    """Return the seat's plants."""
    return " or ".join(str(NUMBER[s.plants[seat, slot]]) for slot in range(s.plant_count[seat])) or "none"


NO_SUCH_PLANT = reason("no-such-plant", "there is no plant {plant}.")

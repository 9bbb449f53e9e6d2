"""Phase 1: the player order."""

from __future__ import annotations

from ludex.author import EVERYONE, Log, note, rule
from ludex.games.power_grid.events import OrderSet
from ludex.games.power_grid.state import State


@rule
def set_order(s: State, log: Log) -> None:
    """Sort the seats."""
    for last in range(1, s.seats):
        seat = s.order[last]
        at = last
        while at > 0 and comes_before(s, seat, s.order[at - 1]):
            s.order[at] = s.order[at - 1]
            at -= 1
        s.order[at] = seat
    note(log, OrderSet, EVERYONE, s.order[0], s.order[1], s.order[2], s.order[3], s.order[4], s.order[5])


@rule
def comes_before(s: State, seat: int, other: int) -> bool:
    """Return whether a seat comes before another: the one with more cities or, if they are equal, the higher plant."""
    if s.cities[seat] != s.cities[other]:
        return s.cities[seat] > s.cities[other]
    return highest_plant(s, seat) > highest_plant(s, other)


@rule
def highest_plant(s: State, seat: int) -> int:
    return s.plants[seat, s.plant_count[seat] - 1] if s.plant_count[seat] > 0 else -1

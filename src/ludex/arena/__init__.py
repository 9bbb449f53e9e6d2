"""Many matches: simulations on all cores, win rates with intervals, tournaments."""

from ludex.arena.simulate import PlayerFaults, SeatResult, Simulation, simulate
from ludex.arena.tournament import Match, Standing, Tournament, match, tournament

__all__ = [
    "Match",
    "PlayerFaults",
    "SeatResult",
    "Simulation",
    "Standing",
    "Tournament",
    "match",
    "simulate",
    "tournament",
]

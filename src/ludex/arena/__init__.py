"""Many games: simulations and contests on all cores or on a cluster, win rates and ratings with intervals, reports."""

from ludex.arena.contest import CassetteUse, Contest, Verdict, contest, match
from ludex.arena.faults import PlayerFaults
from ludex.arena.simulate import SeatResult, Simulation, simulate
from ludex.arena.standings import Match, Standing
from ludex.arena.statistics import Hypotheses
from ludex.arena.workers import map_tasks

__all__ = [
    "CassetteUse",
    "Contest",
    "Hypotheses",
    "Match",
    "PlayerFaults",
    "SeatResult",
    "Simulation",
    "Standing",
    "Verdict",
    "contest",
    "map_tasks",
    "match",
    "simulate",
]

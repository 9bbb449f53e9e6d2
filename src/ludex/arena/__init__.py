"""Many matches: simulations on all cores, win rates with intervals, tournaments."""

from ludex.arena.simulate import SeatResult, Simulation, simulate

__all__ = ["SeatResult", "Simulation", "simulate"]

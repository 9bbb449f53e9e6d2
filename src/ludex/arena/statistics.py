"""The few statistics that a simulation needs."""

from __future__ import annotations

from math import sqrt

Z95 = 1.959963984540054


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % confidence interval of a win rate (Wilson's score interval).

    >>> tuple(round(bound, 3) for bound in wilson(60, 100))
    (0.502, 0.691)
    >>> wilson(0, 0)
    (0.0, 1.0)
    """
    if games == 0:
        return 0.0, 1.0
    rate = wins / games
    spread = Z95 * sqrt(rate * (1 - rate) / games + Z95**2 / (4 * games**2))
    middle = rate + Z95**2 / (2 * games)
    scale = 1 + Z95**2 / games
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)

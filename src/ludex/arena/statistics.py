"""The statistics of simulations and contests."""

from __future__ import annotations

from math import log, sqrt
from typing import Any

import msgspec
import numpy as np

Z95 = 1.959963984540054


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of a win rate (Wilson's score interval).

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


def over_deals(rates: Any) -> tuple[float, float]:
    """Return the 95 % confidence interval of a rate, from its mean on every deal, each a number from 0 to 1.

    The games of one deal are not independent of each other, but the deals are: the interval follows from the spread
    between deals. One deal that was won and one that was lost are added (as Agresti and Coull do), so that a few equal
    results do not look certain.

    >>> tuple(round(bound, 2) for bound in over_deals([1.0] * 50))
    (0.94, 1.0)
    >>> tuple(round(bound, 2) for bound in over_deals([0.5] * 50))
    (0.47, 0.53)
    """
    mean, variance, count = _with_two_more(np.asarray(rates, float))
    spread = Z95 * sqrt(variance / count)
    return max(0.0, mean - spread), min(1.0, mean + spread)


FEW_DEALS = 20
"""The number of deals below which an interval comes from games instead."""


def of_deals_or_games(deals: Any, games: Any) -> tuple[float, float]:
    """Return the 95 % confidence interval of a rate from its means on every deal, or from all games if deals are few.

    A handful of deals says little about the spread between deals, even if each of them was played many times. Then
    every game counts alone. That is exact in games without a deal. Elsewhere it is too wide, if anything: what the
    cards give to a seat, they give to another player when the seats have changed.

    >>> [round(bound, 2) for bound in of_deals_or_games([6 / 7, 5 / 7], [1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 0, 0])]
    [0.53, 0.97]
    """
    return over_deals(deals if len(deals) >= FEW_DEALS else games)


def spread_of_mean(values: Any) -> float | None:
    """Return half of the 95 % confidence interval of the mean of some values. One value says nothing of the spread.

    >>> round(spread_of_mean([10, 20, 30, 20]), 1), spread_of_mean([10])
    (8.0, None)
    """
    found = np.asarray(values, float)
    return Z95 * float(found.std(ddof=1)) / sqrt(len(found)) if len(found) > 1 else None


def _with_two_more(rates: Any) -> tuple[float, float, int]:
    """Return mean, variance and number of the deals, with one added that was won and one that was lost."""
    count = len(rates) + 2
    mean = (float(rates.sum()) + 1) / count
    squares = float(((rates - mean) ** 2).sum()) + mean**2 + (1 - mean) ** 2
    return mean, squares / (count - 1), count


class Hypotheses(msgspec.Struct, frozen=True):
    """The two answers between which a sequential test decides, and its allowed error rates.

    H0: the rate is `h0` (or less). H1: the rate is `h1` (or more).
    """

    h0: float
    h1: float
    alpha: float = 0.05
    """The allowed rate of accepting H1 although H0 is true."""
    beta: float = 0.05
    """The allowed rate of accepting H0 although H1 is true."""

    @property
    def lower(self) -> float:
        """The log-likelihood ratio at or below which H0 is accepted."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The log-likelihood ratio at or above which H1 is accepted."""
        return log((1 - self.beta) / self.alpha)


def likelihood_ratio(rates: Any, tested: Hypotheses) -> float:
    """Return the log-likelihood ratio of H1 against H0, from the mean rate of every deal.

    It is that of the generalised sequential probability ratio test for the mean of a distribution that is otherwise
    unknown: with n deals of mean m and variance v, n (h1 - h0) (2 m - h0 - h1) / 2v. Deals played with mirrored seats
    have a smaller variance than independent games, and the test is over sooner. Two deals are added as in `over_deals`.

    >>> mirrored = Hypotheses(0.5, 0.55)
    >>> likelihood_ratio([1.0, 0.5, 1.0] * 40, mirrored) > mirrored.upper
    True
    """
    mean, variance, count = _with_two_more(np.asarray(rates, float))
    return count * (tested.h1 - tested.h0) * (2 * mean - tested.h0 - tested.h1) / (2 * variance)

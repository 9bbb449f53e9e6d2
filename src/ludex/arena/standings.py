"""What a contest tells about its players, seats and games."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

MOST_BINS = 24


class Decisions(msgspec.Struct, frozen=True):
    """How long a player took to decide, in seconds."""

    count: int
    mean: float
    median: float
    p95: float
    """95 % of the decisions took no longer."""
    longest: float


class Standing(msgspec.Struct, frozen=True):
    """One player over a whole contest."""

    player: str
    games: int
    seats: int
    """How many seats of a table the player held."""
    wins: float
    """A win shared by k seats counts 1/k for each; all seats of the player count together."""
    win_rate: float
    low: float
    """The lower end of the win rate's 95 % interval."""
    high: float
    """The upper end of the win rate's 95 % interval."""
    fair: float
    """The win rate if all were equally strong."""
    rating: float
    rating_low: float
    rating_high: float
    mean_score: float
    violations: int
    """Games lost because all attempts were used up."""
    timeouts: int
    """Answers that came too late."""
    rejected: int
    """Answers that were rejected, late ones included."""
    decisions: Decisions | None
    """Times to decide. Nobody measures those of bots in compiled games."""


class Match(msgspec.Struct, frozen=True):
    """Two players: how often the first finished ahead of the second (ties count half), with the 95 % interval."""

    first: str
    second: str
    games: int
    rate: float
    low: float
    high: float


class SeatShare(msgspec.Struct, frozen=True):
    """How often one seat won, whoever sat there, with the 95 % interval."""

    seat: int
    win_rate: float
    low: float
    high: float


class Histogram(msgspec.Struct, frozen=True):
    """How often values occurred: counts[k] of them lie from edges[k] up to, but without, edges[k + 1]."""

    edges: tuple[int, ...]
    counts: tuple[int, ...]
    mean: float


class Distributions(msgspec.Struct, frozen=True):
    """How things are spread, for plots."""

    lengths: Histogram
    """Moves of a game."""
    scores: dict[str, Histogram]
    """Scores of each player; all histograms have the same edges."""
    times: dict[str, tuple[int, ...]]
    """Times to decide: how many fell into each bin of `ludex.arena.timing`."""
    ratios: tuple[tuple[int, float], ...]
    """The log-likelihood ratio of a test after so many deals."""


def edges_for(values: Any) -> list[int]:
    """Equal bins of whole numbers that hold all values.

    >>> edges_for([3, 5, 4])
    [3, 4, 5, 6]
    >>> len(edges_for(range(1000)))
    25
    """
    low, high = int(np.min(values)), int(np.max(values))
    width = -(-(high - low + 1) // MOST_BINS)
    return list(range(low, high + width + 1, width))


def histogram(values: Any, edges: list[int]) -> Histogram:
    """Count values by bins.

    >>> histogram([3, 5, 5], [3, 4, 5, 6])
    Histogram(edges=(3, 4, 5, 6), counts=(1, 0, 2), mean=4.333333333333333)
    """
    counts, _ = np.histogram(values, [*edges[:-1], edges[-1] - 0.5])
    return Histogram(tuple(edges), tuple(counts.tolist()), float(np.mean(values)))

"""The results of a contest: its players, seats and games."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

MOST_BINS = 24


class Decisions(msgspec.Struct, frozen=True):
    """The times that a player took to decide, in seconds."""

    count: int
    mean: float
    median: float
    p95: float
    """The time within which 95 % of the decisions were made."""
    longest: float


class Standing(msgspec.Struct, frozen=True):
    """One player over a whole contest."""

    player: str
    games: int
    seats: int
    """Number of seats of a table that the player held."""
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
    """The mean score as people count it: at Hearts the points taken, of which few are good."""
    lead: float
    """The mean lead over the other players' scores, in points; more is always better. 0 without other players."""
    lead_spread: float | None
    """Half of the lead's 95 % interval. None after a single game."""
    violations: int
    """Games lost because all attempts were used up."""
    timeouts: int
    """Answers that came too late."""
    rejected: int
    """Answers that were rejected, late ones included."""
    decisions: Decisions | None
    """Times to decide. Those of bots in compiled games are not measured."""
    asked: int = 0
    """The number of decisions for which it was asked by request, as models, programs and your own players are. It is 0
    for compiled bots, and so are the counts that follow."""
    first_try: int = 0
    """Decisions whose first answer was legal."""
    cured: int = 0
    """Decisions whose first answer was rejected, and whose last one was legal."""
    forfeits: dict[str, int] = msgspec.field(default_factory=dict)
    """Seats that were lost, by cause: `unreadable`, `illegal`, `time`, `transport`, `exception`."""
    tokens_in: int = 0
    """Tokens of the requests to a language model, as its endpoint counts them."""
    tokens_out: int = 0
    """Tokens of its answers."""
    seconds: float = 0.0
    """The time that it took for its answers, in seconds."""
    cost: float | None = None
    """The price of the tokens. None without prices."""
    messages: int = 0
    """Messages to other players, in contests with press."""
    messages_rejected: int = 0
    """Answers with messages that were rejected."""
    promises_kept: int = 0
    promises_broken: int = 0


def told_spread(one: Standing) -> str:
    """Return the interval of a player's lead, as it is written after the lead."""
    return "" if one.lead_spread is None else f" ± {one.lead_spread:,.1f}"


class Match(msgspec.Struct, frozen=True):
    """Two players: the rate at which the first finished ahead of the second (ties count half), with 95 % interval."""

    first: str
    second: str
    games: int
    rate: float
    low: float
    high: float


class SeatShare(msgspec.Struct, frozen=True):
    """The win rate of one seat, over all players, with the 95 % interval."""

    seat: int
    win_rate: float
    low: float
    high: float


class Histogram(msgspec.Struct, frozen=True):
    """The frequencies of values: counts[k] of them lie from edges[k] up to, but without, edges[k + 1]."""

    edges: tuple[int, ...]
    counts: tuple[int, ...]
    mean: float


class Distributions(msgspec.Struct, frozen=True):
    """Distributions for plots."""

    lengths: Histogram
    """Moves of a game."""
    scores: dict[str, Histogram]
    """Scores of each player; all histograms have the same edges."""
    times: dict[str, tuple[int, ...]]
    """Times to decide: the number in each bin of `ludex.arena.timing`."""
    ratios: tuple[tuple[int, float], ...]
    """The log-likelihood ratio of a test after a number of deals, as pairs (deals, ratio)."""


def edges_for(values: Any) -> list[int]:
    """Return equal bins of whole numbers that hold all values.

    >>> edges_for([3, 5, 4])
    [3, 4, 5, 6]
    >>> len(edges_for(range(1000)))
    25
    """
    low, high = int(np.min(values)), int(np.max(values))
    width = -(-(high - low + 1) // MOST_BINS)
    return list(range(low, high + width + 1, width))


def histogram(values: Any, edges: list[int]) -> Histogram:
    """Return a histogram of values.

    >>> histogram([3, 5, 5], [3, 4, 5, 6])
    Histogram(edges=(3, 4, 5, 6), counts=(1, 0, 2), mean=4.333333333333333)
    """
    counts, _ = np.histogram(values, [*edges[:-1], edges[-1] - 0.5])
    return Histogram(tuple(edges), tuple(counts.tolist()), float(np.mean(values)))

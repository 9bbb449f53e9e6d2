"""Calibration: chances at sampled decisions of many games, compared with the results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import exp
from random import Random

import msgspec
import numpy as np

from benchmarks.review.games import SYSTEMS, play_varied
from ludex.players.review.curves import PRIOR, TRUST, Scale, balanced, fair_chance, final_share, log_odds
from ludex.players.review.decisions import Decision, decisions_of
from ludex.players.review.playing import Budget, Playing, Trial
from ludex.players.review.values import ReviewSettings

EFFORT = {
    "automation": (3, 100),
    "partnership-spades": (2, 100),
    "diplomacy-lagoon": (2, 60),
    "power-grid": (2, 40),
    "modern-art": (2, 16),
    "diplomacy": (1, 8),
}
"""The decisions of every seat in a game that are sampled, and the playouts of each."""


class Sample(msgspec.Struct, frozen=True, array_like=True):
    """A decision: its game, the share of playouts won, their number, the fair chance, the shift, the final share."""

    game: int
    won: float
    playouts: int
    fair: float
    shift: float
    result: float

    @property
    def chance(self) -> float:
        """The chance that a review tells."""
        return Scale(self.fair, self.shift).chance(self.won, self.playouts)


def gather(name: str, games: Iterable[int]) -> list[Sample]:
    """Play games, and judge some decisions of every seat in each."""
    points, worlds = EFFORT[name]
    found = []
    for number in games:
        table = play_varied(name, number)
        decisions = decisions_of(table)
        settings = ReviewSettings(playouts=1, seed=number)
        playing = Playing(table.game, settings, Budget(settings))
        trials = [Trial(one, (one.move,)) for one in sampled(decisions, table.seats, points, number)]
        for trial in trials:
            playing.play(trial, worlds)
        scale = balanced(Scale(fair_chance(table.game, decisions[0])), trials, len(table.played))
        found += [
            Sample(
                game=number,
                won=round(float(trial.won.mean()), 4),
                playouts=worlds,
                fair=round(scale.fair, 4),
                shift=round(scale.shift, 3),
                result=final_share(table, trial.decision.seat),
            )
            for trial in trials
        ]
    return found


def sampled(decisions: Sequence[Decision], seats: int, points: int, seed: int) -> list[Decision]:
    """Return the decisions of every seat nearest to some random times of a game, in order."""
    chance = Random(seed)
    times = [chance.uniform(1, len(decisions)) for _ in range(points)]
    found = {}
    for seat in range(seats):
        own = [one for one in decisions if one.seat == seat]
        for time in times if own else []:
            near = min(own, key=lambda one: abs(one.number - time))
            found[near.number] = near
    return [found[number] for number in sorted(found)]


def brier(samples: Sequence[Sample], predict: Callable[[Sample], float]) -> float:
    """Return the mean squared difference between predictions and results."""
    return float(np.mean([(predict(one) - one.result) ** 2 for one in samples]))


def best_trust(samples: Sequence[Sample]) -> float:
    """Return the trust in playouts with the best Brier score."""

    def predict(one: Sample, trust: float) -> float:
        counted = (one.won * one.playouts + PRIOR * one.fair) / (one.playouts + PRIOR)
        odds = log_odds(one.fair) + trust * (log_odds(counted) - log_odds(one.fair)) + one.shift
        return 1 / (1 + exp(-odds))

    steps = np.arange(0.3, 1.31, 0.05)
    return float(min(steps, key=lambda trust: brier(samples, lambda one: predict(one, float(trust)))))


class Verdict(msgspec.Struct, frozen=True):
    """The scores of one system: constant, raw playouts, and reviews; and the trust that would fit each half best."""

    name: str
    games: int
    samples: int
    constant: float
    raw: float
    told: float
    error: float
    """The mean distance between told chances and results, over bins of chances, weighted by their sizes."""
    first_half: float
    second_half: float


def verdict(name: str, samples: Sequence[Sample]) -> Verdict:
    """Return the scores of one system."""
    first = [one for one in samples if one.game % 2 == 0]
    second = [one for one in samples if one.game % 2]
    off = sum(len(bin_) * abs(said - came) for said, came, bin_ in bins(samples)) / len(samples)
    return Verdict(
        name=name,
        games=len({one.game for one in samples}),
        samples=len(samples),
        constant=brier(samples, lambda one: one.fair),
        raw=brier(samples, lambda one: one.won),
        told=brier(samples, lambda one: one.chance),
        error=off,
        first_half=best_trust(first),
        second_half=best_trust(second),
    )


def bins(samples: Sequence[Sample], count: int = 10) -> list[tuple[float, float, list[Sample]]]:
    """Return bins of chances: the mean chance, the mean result, and the samples."""
    found: list[list[Sample]] = [[] for _ in range(count)]
    for one in samples:
        found[min(int(one.chance * count), count - 1)].append(one)
    return [
        (float(np.mean([one.chance for one in group])), float(np.mean([one.result for one in group])), group)
        for group in found
        if group
    ]


__all__ = ["EFFORT", "SYSTEMS", "TRUST", "Sample", "Verdict", "best_trust", "bins", "brier", "gather", "verdict"]

"""Calibration: chances at sampled decisions of many games, beside what became of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import exp
from random import Random

import msgspec
import numpy as np

from benchmarks.review.games import SYSTEMS, play_varied
from ludex.players.review.curves import PRIOR, TRUST, chance_from, fair_chance, final_share, log_odds
from ludex.players.review.decisions import decisions_of
from ludex.players.review.playing import Budget, Playing, Trial
from ludex.players.review.values import ReviewSettings

EFFORT = {
    "automation": (3, 200),
    "modern-art": (3, 40),
    "power-grid": (3, 80),
    "diplomacy": (2, 24),
    "diplomacy-lagoon": (3, 100),
    "partnership-spades": (3, 200),
}
"""The decisions of a game that are sampled, and the playouts of each."""


class Sample(msgspec.Struct, frozen=True, array_like=True):
    """A decision: its game, the share of playouts won, their number, the fair chance, and the final share."""

    game: int
    won: float
    playouts: int
    fair: float
    result: float

    @property
    def chance(self) -> float:
        """The chance that a review tells."""
        return chance_from(self.won, self.playouts, self.fair)


def gather(name: str, games: Iterable[int], tell: Callable[[int], None]) -> list[Sample]:
    """Play games, and judge some decisions of each."""
    decisions, worlds = EFFORT[name]
    found = []
    for number in games:
        table = play_varied(name, number)
        all_of_them = decisions_of(table)
        settings = ReviewSettings(playouts=1, seed=number)
        playing = Playing(table.game, settings, Budget(settings))
        for decision in Random(number).sample(all_of_them, min(decisions, len(all_of_them))):
            trial = Trial(decision, (decision.move,))
            playing.play(trial, worlds)
            share = final_share(table, decision.seat)
            fair = fair_chance(table.game, decision)
            found.append(Sample(number, float(trial.won.mean()), worlds, fair, share))
        tell(number)
    return found


def brier(samples: Sequence[Sample], predict: Callable[[Sample], float]) -> float:
    """Return the mean squared difference between predictions and results."""
    return float(np.mean([(predict(one) - one.result) ** 2 for one in samples]))


def best_trust(samples: Sequence[Sample]) -> float:
    """Return the trust in playouts with the best Brier score."""

    def predict(one: Sample, trust: float) -> float:
        counted = (one.won * one.playouts + PRIOR * one.fair) / (one.playouts + PRIOR)
        odds = log_odds(one.fair) + trust * (log_odds(counted) - log_odds(one.fair))
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

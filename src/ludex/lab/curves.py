"""Win probabilities over the course of games: late uncertainty, comebacks, and changes of the lead."""

from __future__ import annotations

import msgspec
import numpy as np
import numpy.typing as npt

from ludex.lab.watching import AS_SPECTATORS_KNOW, Watcher, seeds_of

LATE = 0.65
"""The share of a game after which it counts as late."""


class Drama(msgspec.Struct, frozen=True):
    """Measures of how long games stay open."""

    games: int
    uncertainty: float
    """Entropy of the win probabilities in the last third of games, from 0 (decided) to 1 (all equal)."""
    comeback: float
    """Largest deficit of the later winner: 0 if never below its fair share, 1 if it once had no chance."""
    lead_changes: float
    """Average number of times per game that the likeliest winner changed. It is reported, but not rewarded."""


class Curves(msgspec.Struct, frozen=True):
    """Win probabilities and scores of games, at equal distances from their beginning to their end."""

    chances: npt.NDArray[np.float64]
    """By game, point and side: the probability of winning from a spectator's point of view."""
    scores: npt.NDArray[np.int64]
    """By game, point and seat: the score."""
    winners: npt.NDArray[np.float64]
    """By game and side: the share of the win."""


def follow_games(watcher: Watcher, seed: str, games: int, points: int, playouts: int, bot: str = "greedy") -> Curves:
    """Play games and, from `points` positions of each, play `playouts` continuations, redealing hidden cards."""
    bots = [bot] * watcher.seats
    seeds = seeds_of(f"{seed} curves", games)
    whole = watcher.play(bots, seeds)
    limits = (whole.moves[:, None] * np.arange(points) // points).reshape(-1)
    at = watcher.play(bots, np.repeat(seeds, points, axis=0), limits, keep=True)
    on = watcher.go_on(
        at.states,
        bots,
        seeds_of(f"{seed} going on", games * points * playouts),
        repeat=playouts,
        known=AS_SPECTATORS_KNOW,
    )
    chances = watcher.shares(on.scores).reshape(games, points, playouts, -1).mean(axis=2)
    return Curves(chances, at.scores.reshape(games, points, -1), watcher.shares(whole.scores))


def drama_of(curves: Curves) -> Drama:
    """Summarise the curves.

    >>> open_to_the_end = np.full((1, 4, 2), 0.5)
    >>> drama_of(Curves(open_to_the_end, np.zeros((1, 4, 2), np.int64), np.array([[1.0, 0.0]]))).uncertainty
    1.0
    """
    games, points, sides = curves.chances.shape
    with np.errstate(divide="ignore", invalid="ignore"):
        logs = np.where(curves.chances > 0, np.log(curves.chances), 0.0)
    entropy = -(curves.chances * logs).sum(axis=2) / np.log(max(sides, 2))
    late = entropy[:, np.arange(points) / points >= LATE]
    single = curves.winners.max(axis=1) == 1
    winners = curves.winners.argmax(axis=1)
    worst = curves.chances[np.arange(games), :, winners].min(axis=1)
    behind = np.where(single, np.maximum(0.0, 1 - worst * sides), 0.0)
    leaders = curves.chances.argmax(axis=2)
    return Drama(
        games=games,
        uncertainty=float(late.mean()) if late.size else 0.0,
        comeback=float(behind.mean()),
        lead_changes=float((leaders[:, 1:] != leaders[:, :-1]).sum(axis=1).mean()),
    )

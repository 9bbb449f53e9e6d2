"""Win probabilities in the course of games: late uncertainty, comebacks, and who leads."""

from __future__ import annotations

import msgspec
import numpy as np
import numpy.typing as npt

from ludex.lab.watching import AS_SPECTATORS_KNOW, Watcher, seeds_of

LATE = 0.65
"""From this share of a game on, it is late."""


class Drama(msgspec.Struct, frozen=True):
    """How long games stay open."""

    games: int
    uncertainty: float
    """The entropy of the win probabilities in the last third of games, from 0 (decided) to 1 (all equal)."""
    comeback: float
    """How far the later winner was behind at the worst moment: 0 never below its fair share, 1 without a chance."""
    lead_changes: float
    """How often another side became the likeliest winner, in a game. It is told, and not rewarded."""


class Curves(msgspec.Struct, frozen=True):
    """What was seen of some games, at equal distances from their beginning to their end."""

    chances: npt.NDArray[np.float64]
    """By game, point and side: the chance to win as a spectator sees it."""
    scores: npt.NDArray[np.int64]
    """By game, point and seat."""
    winners: npt.NDArray[np.float64]
    """By game and side: the share of the win."""


def follow_games(watcher: Watcher, seed: str, games: int, points: int, playouts: int, bot: str = "greedy") -> Curves:
    """Play games, and from `points` positions of each play on `playouts` times, dealing again what nobody knows."""
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
    """Sum the curves up.

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

"""Luck between equals: every deal is replayed by players of the same strength, with the players in different seats."""

from __future__ import annotations

import msgspec
import numpy as np
import numpy.typing as npt

from ludex.lab.watching import Watcher, seeds_of


class Equals(msgspec.Struct, frozen=True):
    """The results of hands in which all players are the same search."""

    luck: float
    """Share of a side's results that the deal and the seat explain."""
    wins: tuple[float, ...]
    """Share of the hands that every side won."""


def between_equals(hand: Watcher, seed: str, deals: int, player: str, times: int = 2) -> Equals:
    """Let the same search play all seats of every deal several times.

    The searches' own chance differs: a player who sits down in each seat in turn would win as often as the seat does.
    What a side wins again with the same cards is luck.

    >>> from ludex.games.cards import library_game
    >>> game = library_game("old-maid")
    >>> between_equals(Watcher(game, kernel=game.machine.interpreted), "1", 10, "random").luck
    1.0
    """
    seeds = np.repeat(seeds_of(f"{seed} equals", deals), times, axis=0)
    seeds[:, 4:] = seeds_of(f"{seed} equals' own", deals * times)[:, 4:]
    shares = hand.shares(hand.play([player] * hand.seats, seeds).scores)
    wins = tuple(float(share) for share in shares.mean(axis=0))
    return Equals(explained(shares.reshape(deals, times, -1).transpose(0, 2, 1)), wins)


def rotated(watcher: Watcher, seed: str, deals: int, strong: str, weak: str) -> npt.NDArray[np.float64]:
    """Return, by deal, turn and side, what the side won when the turn's side had the stronger player."""
    sides = max(watcher.sides) + 1
    rows = [[strong if side == turn else weak for side in watcher.sides] for turn in range(sides)]
    slots = np.concatenate([watcher.slots(row) for row in rows])
    games = watcher.play(slots, np.repeat(seeds_of(seed, deals), sides, axis=0))
    return watcher.shares(games.scores).reshape(deals, sides, sides)


def edge_of(share: float, sides: int) -> float:
    """Convert a win rate to an edge over the fair share: 0 for the fair share, 1 for winning always, negative for less.

    >>> edge_of(0.5, 2), edge_of(1.0, 4), edge_of(0.0, 2)
    (0.0, 1.0, -1.0)
    """
    return (share - 1 / sides) / (1 - 1 / sides)


def explained(results: npt.NDArray[np.float64]) -> float:
    """Return the share of the variance of results that their group explains (intraclass correlation), from 0 to 1.

    The last axis holds the results of a group. If all results are the same, nothing is explained.

    >>> explained(np.array([[0.0, 0.0], [1.0, 1.0]])), explained(np.array([[0.0, 1.0], [0.0, 1.0]]))
    (1.0, 0.0)
    """
    groups = results.reshape(-1, results.shape[-1])
    size = groups.shape[1]
    if len(groups) < 2 or size < 2:
        return 0.0
    between = size * float(groups.mean(axis=1).var(ddof=1))
    within = float(groups.var(axis=1, ddof=1).mean())
    total = between + (size - 1) * within
    return min(1.0, max(0.0, (between - within) / total)) if total > 0 else 0.0

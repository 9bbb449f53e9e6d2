"""Luck and the first step of skill, from the same games: every deal is replayed with the players in different seats."""

from __future__ import annotations

import msgspec
import numpy as np
import numpy.typing as npt

from ludex.lab.watching import Watcher, seeds_of


class Duel(msgspec.Struct, frozen=True):
    """A stronger player against weaker ones, in every seat in turn, with the same deals."""

    games: int
    luck: float
    """Share of a side's results that the deal and the seat explain, from 0 to 1."""
    edge: float
    """The stronger player's wins above its fair share, scaled: 0 for none, 1 for winning always."""
    share: float
    """Share of games that the stronger player wins."""


def duel(watcher: Watcher, seed: str, deals: int, strong: str = "greedy", weak: str = "random") -> Duel:
    """Play every deal once with the stronger player on each side.

    >>> from ludex.games.cards import library_game
    >>> game = library_game("old-maid")
    >>> found = duel(Watcher(game, kernel=game.machine.interpreted), "1", 10)
    >>> found.luck, found.share
    (1.0, 0.5)
    """
    shares = rotated(watcher, f"{seed} deals", deals, strong, weak)
    sides = shares.shape[1]
    won = float(np.einsum("dtt->", shares) / (deals * sides))
    return Duel(deals * sides, luck=luck_in(shares), edge=edge_of(won, sides), share=won)


def luck_in(shares: npt.NDArray[np.float64]) -> float:
    """Return the share of the variance of results that the deal explains, apart from differences in strength.

    The average results of the stronger and of the weaker players are subtracted first. Of the rest, only the part
    counts that a side gets again when the same deal is played with the stronger player on a different side.

    >>> luck_in(np.array([[[1.0, 0.0], [0.0, 1.0]], [[1.0, 0.0], [0.0, 1.0]]]))
    0.0
    >>> luck_in(np.array([[[1.0, 0.0], [1.0, 0.0]], [[0.0, 1.0], [0.0, 1.0]]]))
    1.0
    """
    sides = shares.shape[1]
    strong = np.eye(sides, dtype=bool)
    rest = shares.copy()
    rest[:, strong] -= shares[:, strong].mean()
    rest[:, ~strong] -= shares[:, ~strong].mean()
    total = float(shares.var())
    return explained(rest.transpose(0, 2, 1)) * min(1.0, float(rest.var()) / total) if total > 0 else 0.0


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

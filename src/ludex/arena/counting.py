"""Wins, ranks and endings, counted from the results of games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ludex.arena.batches import FORFEIT, Seating
from ludex.core.game.game import Game

Numbers = npt.NDArray[np.int64]
Shares = npt.NDArray[np.float64]


def by_player(seatings: Sequence[Seating], values: Any) -> Any:
    """Return values of every game and seat in the order of the players: game number g has seating g, in turn."""
    sorted_values = np.empty_like(values)
    for number, seating in enumerate(seatings):
        sorted_values[number :: len(seatings), list(seating)] = values[number :: len(seatings)]
    return sorted_values


def ranks_of(results: Numbers) -> Numbers:
    """Return the ranks of all seats in all games, by score and then tie-break; higher values are better.

    After a forfeit the tie-break alone decides: it is the rank that the referee gave.
    """
    scored = results[:, 1:].copy()
    scored[results[:, 0, 1] == FORFEIT, :, 0] = 0
    mine, other = scored[:, :, None], scored[:, None, :]
    ahead = (other[..., 0] > mine[..., 0]) | ((other[..., 0] == mine[..., 0]) & (other[..., 1] > mine[..., 1]))
    return np.asarray(1 + ahead.sum(axis=2))


def shares_of(ranks: Numbers) -> Shares:
    """Return each seat's share of each game's win: a win shared by k seats counts 1/k for each.

    >>> shares_of(np.array([[1, 2, 1]])).tolist()
    [[0.5, 0.0, 0.5]]
    """
    best = ranks == 1
    return np.asarray(best / best.sum(axis=1, keepdims=True))


def ahead_of(ranks: Numbers, player: int, other: int) -> Shares:
    """Return for every game whether one finished ahead of another: 1, or 0, or 1/2 for a tie.

    >>> ahead_of(np.array([[1, 2], [2, 1], [1, 1]]), 0, 1).tolist()
    [1.0, 0.0, 0.5]
    """
    return np.asarray((np.sign(ranks[:, other] - ranks[:, player]) + 1) / 2)


def count_endings(game: Game, results: Numbers) -> dict[str, int]:
    """Return the number of games with each ending."""
    codes, counts = np.unique(results[:, 0, 1], return_counts=True)
    names = {**game.machine.endings, FORFEIT: "forfeit"}
    counted = zip(codes.tolist(), counts.tolist(), strict=True)
    return {names.get(code, f"ending {code}"): count for code, count in counted}

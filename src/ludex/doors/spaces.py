"""Spaces of observations and actions, as Gymnasium and PettingZoo describe them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ludex.core.game.features import Features
from ludex.core.game.game import Game
from ludex.doors import needs

with needs("Gymnasium", "rl"):
    from gymnasium import spaces

if TYPE_CHECKING:
    Pairs = spaces.MultiDiscrete[np.int64]
else:  # older versions have no types of numbers
    Pairs = spaces.MultiDiscrete

Actions: TypeAlias = "spaces.Discrete[np.int64] | Rows"


class Rows(Pairs):
    """Actions of games with many moves: a row of the legal moves, and a place in it.

    >>> import ludex
    >>> space = action_space(ludex.game("modern-art"))
    >>> space
    Rows(32, 3001)
    >>> space.offered = np.array([5] + [0] * 31)
    >>> row, place = space.sample(np.array([1] + [0] * 31, np.int8))
    >>> int(row), int(place) in range(5)
    (0, True)
    """

    def __init__(self, rows: int, places: int) -> None:
        super().__init__([rows, places])
        self.offered: npt.NDArray[np.int64] = np.zeros(rows, np.int64)
        """The number of places in each row that is legal now. Environments write it before every decision."""

    def sample(self, mask: Any = None, probability: Any = None) -> npt.NDArray[np.int64]:
        """Return a random action: with a mask of rows, one of those, and any of the places that it has now."""
        if not isinstance(mask, np.ndarray):
            return super().sample(mask, probability)
        allowed = mask.nonzero()[0]
        row = self.np_random.choice(allowed) if len(allowed) else 0
        return np.array([row, self.np_random.integers(max(1, self.offered[row]))], np.int64)

    def __repr__(self) -> str:
        return f"Rows({self.nvec[0]}, {self.nvec[1]})"


def observation_space(features: Features) -> spaces.Box[np.float32]:
    """Return the space of a game's features.

    >>> import ludex
    >>> observation_space(ludex.game("automation").features(2)).shape
    (161,)
    """
    low, high = features.limits
    return spaces.Box(low, high, dtype=np.float32)


def action_space(game: Game) -> Actions:
    """Return the space of a game's actions.

    >>> import ludex
    >>> action_space(ludex.game("automation"))
    Discrete(103)
    """
    if game.actions.flat:
        return spaces.Discrete(game.actions.size)
    widest = max((list(kind.domains.values())[-1].size for kind in game.moves.numbering if kind.domains), default=1)
    return Rows(game.actions.size, widest)

"""The value of candidates by the results of their playouts, and the choice of those that deserve more playouts.

The value of a candidate is an estimate of its chance to win. Games that were played to their end count by the winner
and the lead, others by the lead alone. A lead is measured relative to the spread of leads in these playouts, so that
the size of an existing lead makes no difference.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ludex.players.search.playouts import BEST, MEAN, OWN, RANK, WON

Floats = npt.NDArray[np.float64]

LEADER = 0.5
"""The share of a lead that is over the best of the others; the rest is over all of them on average."""
BY_WINNING = 0.5
"""The share of the value of a finished game that is by the win; the rest is by its score."""


def worths(outcomes: Floats, by_winning: float = BY_WINNING) -> Floats:
    """Return the value of every playout, from 0 to 1. `outcomes` has axes for worlds, candidates and results."""
    lead = outcomes[..., OWN] - LEADER * outcomes[..., BEST] - (1 - LEADER) * outcomes[..., MEAN]
    ordered = np.sort(lead, axis=None)  # the median by hand: NumPy's own takes three times as long for a few numbers
    middle = float(ordered[(ordered.size - 1) // 2] + ordered[ordered.size // 2]) / 2
    scale = float(np.mean(np.abs(lead - middle))) * 2 + 1e-9
    worth = 0.5 + 0.5 * _bend((lead - middle) / scale)
    won = outcomes[..., WON]
    over = won >= 0
    if over.any():
        result = 0.5 * (won + outcomes[..., RANK])
        worth = np.where(over, by_winning * result + (1 - by_winning) * worth, worth)
    return np.asarray(worth)


def _bend(lead: Floats) -> Floats:
    """Return a lead as a number from -1 to 1; small leads count in full, large ones less and less."""
    return np.asarray(lead / (1 + np.abs(lead)))


def halve(values: Floats, kept: int) -> npt.NDArray[np.int64]:
    """Return the better half of the candidates, in their order, and always the first `kept`."""
    better = set(np.argsort(-values, kind="stable")[: max(1, (len(values) + 1) // 2)].tolist())
    return np.array([place for place in range(len(values)) if place in better or place < kept])


def choose(worth: Floats, caution: float) -> int:
    """Return the candidate with the best mean, if it is better than the first by more than chance would easily do."""
    best = int(np.argmax(worth.mean(0)))
    if best == 0 or len(worth) < 2:
        return best
    better = worth[:, best] - worth[:, 0]
    doubt = float(better.std(ddof=1)) / len(better) ** 0.5
    return best if float(better.mean()) > caution * doubt else 0

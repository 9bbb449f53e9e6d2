"""The weights of bots that draw, discard and knock, as at Gin. `ludex fit` can vary them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import TypeAlias

from ludex.author import Weights

WeightRow: TypeAlias = Sequence[int]
"""The weights as rules read them: a number for each name in `RANGES`."""

RANGES: Mapping[str, tuple[int, int]] = {
    "outs": (0, 400),
    "outs late": (0, 400),
    "helps": (0, 200),
    "feeds": (0, 1000),
    "take": (0, 12),
    "knock": (0, 10),
    "knock late": (0, 10),
}
"""In hundredths of a point: `outs`, the worth of every card that can still come and makes a meld, with a full stock and
with an empty one; `helps`, the cost of every unseen card that could be in a meld with the discard; `feeds`, the same
for cards that another seat is known to hold. In points: `take`, the least that the pile's top must match to be taken;
`knock`, the most unmatched points with which to knock, with a full stock and with an empty one."""
OUTS, OUTS_LATE, HELPS, FEEDS, TAKE, KNOCK, KNOCK_LATE = range(len(RANGES))
AT_ONCE = {"take": 1, "knock": 10, "knock late": 10}
"""The weights of a bot that looks only at unmatched points, and knocks as soon as it can."""

CAREFUL = Weights(RANGES, Path(str(files("ludex.games.cards").joinpath("data/weights/careful.json"))), start=AT_ONCE)
GREEDY = Weights(RANGES, start=AT_ONCE)

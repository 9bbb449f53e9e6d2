"""The weights of bots that draw, discard and knock as at Gin, of those that play to tricks, and of those that bid.
`ludex fit` can vary them."""

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
    "win risk": (0, 200),
    "win lead sure": (0, 60),
    "win lead high": (-3, 3),
    "win lead trump": (-20, 60),
    "win lead long": (-5, 5),
    "win lead ruffed": (0, 60),
    "win second hand": (-3, 3),
    "win third hand": (-3, 3),
    "win over partner": (-3, 3),
    "win keep sure": (0, 30),
    "duck above": (0, 9),
    "duck below": (0, 9),
    "duck long": (-5, 5),
    "bid": (-8, 8),
    "bid exact": (-8, 8),
}
"""Drawing and discarding, in hundredths of a point: `outs`, the worth of every card that can still come and makes a
meld, with a full stock and with an empty one; `helps`, the cost of every unseen card that could be in a meld with the
discard; `feeds`, the same for cards that another seat is known to hold. In points: `take`, the least that the top of
the pile must match to be taken; `knock`, the most unmatched points with which to knock, with a full stock and with an
empty one.

Tricks that are wanted: `risk`, the most stronger cards that the opponents behind may hold, on average and in
hundredths, if a card is to count as sure. Leads: the worth of a sure card and of every rank of others, the cost of a
trump, the worth of every card of the suit, and the cost of every opponent who may ruff. The worth of every rank of
cards that are not sure, with two or more to play, with one, and where the partner has the best card. The cost of
throwing away a card that none can beat.

Leads where tricks are not wanted: the worth of every unseen card above, the cost of every one below, and the worth of
every card of the suit in hand. Bids, in quarters of a trick: what is added to the estimate, and what is added where
every trick too many costs the contract."""
(
    OUTS,
    OUTS_LATE,
    HELPS,
    FEEDS,
    TAKE,
    KNOCK,
    KNOCK_LATE,
    RISK,
    LEAD_SURE,
    LEAD_HIGH,
    LEAD_TRUMP,
    LEAD_LONG,
    LEAD_RUFFED,
    SECOND_HAND,
    THIRD_HAND,
    OVER_PARTNER,
    KEEP_SURE,
    DUCK_ABOVE,
    DUCK_BELOW,
    DUCK_LONG,
    BID,
    BID_EXACT,
) = range(len(RANGES))
AT_ONCE = {"take": 1, "knock": 10, "knock late": 10}
"""The weights of a bot that looks only at unmatched points, and knocks as soon as it can."""
IN_TRICKS = {
    "win risk": 40,
    "win lead sure": 30,
    "win lead trump": 8,
    "win lead long": -2,
    "win lead ruffed": 15,
    "win second hand": 1,
    "win third hand": 1,
    "win keep sure": 5,
    "duck above": 3,
    "duck long": -2,
    "bid exact": 1,
}
"""The weights for tricks and bids before they were fitted."""

CAREFUL = Weights(
    RANGES, Path(str(files("ludex.games.cards").joinpath("data/weights/careful.json"))), start=AT_ONCE | IN_TRICKS
)
GREEDY = Weights(RANGES, start=AT_ONCE)

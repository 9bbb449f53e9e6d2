"""The observation of Modern Art."""

from __future__ import annotations

from ludex.author import Observation

MONEY = ("price", "bids", "money", "bank", "tiles")

OBSERVATION = Observation(
    by_seat=("bids", "money", "hand", "hand_size", "paintings", "hand_copies", "painting_copies"),
    without=("deck",),
    own=("hand", "hand_copies"),
    scales=dict.fromkeys(MONEY, 100),
)

"""The observation of Automation."""

from __future__ import annotations

from ludex.author import Observation
from ludex.games.automation.components import CARDS, NAMES
from ludex.games.automation.settings import AutomationSettings


def observation(settings: AutomationSettings) -> Observation:
    """Leave out the cards of other editions, what is constant, and all unfinished business but the topmost."""
    return Observation(
        by_seat=("turns", "hand", "deck", "discard", "shown", "hand_size", "deck_size", "discard_size"),
        without=("total",),
        own=("hand",),
        stacks=dict.fromkeys(("todo", "todo_seat", "todo_kind", "todo_count"), "depth"),
        columns=1 + max(NAMES.index(name) for name in CARDS[settings.edition]),
        scales=dict.fromkeys(("actions", "buys"), 5),
    )

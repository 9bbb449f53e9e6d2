"""Recent events that views no longer show: who asked whom, who won the pot."""

from __future__ import annotations

from ludex.author import Seating
from ludex.games.cards.events import Asked, Doubted, PileCleared, PotWon, WentOut

LOOKS_BACK = 32
"""Enough for a pot that six won, or six that went out, and the terms, the scores and the deal after it."""

NEWS = (Asked, Doubted, PotWon, PileCleared, WentOut)
"""Events that are shown as a line on the cloth."""


def news(seating: Seating) -> str:
    """Return the last thing worth telling, as a sentence.

    >>> news(Seating(("Ann", "Bob"), told=(Asked(0, 1, "7", 2),)))
    'Ann asks Bob for 7s, and gets 2.'
    """
    event = next((event for event in reversed(seating.told) if isinstance(event, NEWS)), None)
    said = seating.say(str(event)) if event is not None else ""
    return said[:1].upper() + said[1:]

"""What happened last and is on no view any more: the trick that was just won, who asked whom, who won the pot."""

from __future__ import annotations

from typing import NamedTuple

from ludex.core.events import Event
from ludex.core.page import Seating
from ludex.games.cards.events import (
    Asked,
    CardPlayed,
    Doubted,
    HandDealt,
    PileCleared,
    PotWon,
    TrickTied,
    TrickWon,
    WentOut,
)

LOOKS_BACK = 24
"""Enough for a trick of six, and the scores and the deal after it."""

NEWS = (Asked, Doubted, PotWon, PileCleared, WentOut)
"""What a line on the cloth tells."""


class LastTrick(NamedTuple):
    """A trick that is over: who played what, who won it (None: it was tied), and whether it was in this hand."""

    cards: dict[int, str]
    winner: int | None
    this_hand: bool


def last_trick(told: tuple[Event, ...]) -> LastTrick | None:
    """The last trick that was played to its end, if the viewer was told of it lately."""
    at = next((place for place in reversed(range(len(told))) if isinstance(told[place], TrickWon | TrickTied)), None)
    if at is None:
        return None
    end = told[at]
    cards: dict[int, str] = {}
    for event in reversed(told[:at]):
        if not isinstance(event, CardPlayed) or event.seat in cards:
            break
        cards[event.seat] = event.card
    dealt = any(isinstance(event, HandDealt) for event in told[at:])
    return LastTrick(cards, end.seat if isinstance(end, TrickWon) else None, not dealt)


def news(seating: Seating) -> str:
    """The last thing worth telling, as a sentence.

    >>> news(Seating(("Ann", "Bob"), told=(Asked(0, 1, "7", 2),)))
    'Ann asks Bob for 7s, and gets 2.'
    """
    event = next((event for event in reversed(seating.told) if isinstance(event, NEWS)), None)
    said = seating.say(str(event)) if event is not None else ""
    return said[:1].upper() + said[1:]

"""Units and phases as they are written."""

from __future__ import annotations

from ludex.games.diplomacy.components import PLACES
from ludex.games.diplomacy.state import PHASE_WORDS, State

LETTERS = " AF"
KIND_WORDS = ("", "army", "fleet")
_UNITS = tuple(tuple(f"{letter} {place}" for place in PLACES) for letter in LETTERS)


def unit_name(kind: int, place: int) -> str:
    """A unit as it is written.

    >>> from ludex.games.diplomacy.components import FLEET, PLACE_NUMBER
    >>> unit_name(FLEET, PLACE_NUMBER["STP/SC"])
    'F STP/SC'
    """
    return _UNITS[kind][place]


def phase_name(s: State) -> str:
    """A phase in words, e.g. `spring moves of 1901`."""
    return f"{PHASE_WORDS[s.phase]} of {s.year}"

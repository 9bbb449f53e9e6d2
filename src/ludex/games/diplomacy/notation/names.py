"""Written forms of units and phases."""

from __future__ import annotations

from ludex.games.diplomacy.components import CODES, NAMES, PLACES
from ludex.games.diplomacy.state import PHASE_WORDS, State

LETTERS = " AF"
KIND_WORDS = ("", "army", "fleet")
_UNITS = tuple(tuple(f"{letter} {place}" for place in PLACES) for letter in LETTERS)


def unit_name(kind: int, place: int) -> str:
    """Return the written form of a unit.

    >>> from ludex.games.diplomacy.components import FLEET, PLACE_NUMBER
    >>> unit_name(FLEET, PLACE_NUMBER["STP/SC"])
    'F STP/SC'
    """
    return _UNITS[kind][place]


_PROVINCE_NAMES = dict(zip(CODES, NAMES, strict=True))
_COAST_WORDS = {"NC": "north coast", "SC": "south coast", "EC": "east coast", "WC": "west coast"}


def place_in_words(place: str) -> str:
    """Return the full name of a province or coast.

    >>> place_in_words("PAR"), place_in_words("STP/SC")
    ('Paris', 'St. Petersburg (south coast)')
    """
    code, _, coast = place.partition("/")
    return f"{_PROVINCE_NAMES[code]} ({_COAST_WORDS[coast]})" if coast else _PROVINCE_NAMES[code]


def unit_in_words(unit: str) -> str:
    """Return a unit with the full name of its place.

    >>> unit_in_words("A PAR")
    'your army in Paris'
    """
    return f"your {KIND_WORDS[LETTERS.index(unit[0])]} in {place_in_words(unit[2:])}"


def phase_name(s: State) -> str:
    """Describe a phase, e.g. `spring moves of 1901`."""
    return f"{PHASE_WORDS[s.phase]} of {s.year}"

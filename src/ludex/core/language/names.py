"""Names chosen by people: of players, of games."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ludex.core.language.errors import BadSetting, is_harmless, quote
from ludex.core.language.words import plural

LONGEST_NAME = 200
"""Largest number of characters of a player's name."""
TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Invisible characters that change the direction of the following text, so that a name reads as another."""
BREAKING = frozenset("\u2028\u2029")
"""Characters that begin a new line or paragraph and are not control characters."""
WITH_KIND = re.compile(r"(?P<name>[^()]+) \((?P<kind>.+)\)")
"""A bot's name as it is stored in a history."""


def is_plain(text: str) -> bool:
    """Return whether a text is one line that shows as it was written.

    >>> is_plain("Zoë"), is_plain("Zoë" + chr(0x202E)), is_plain("Zoë" + chr(10))
    (True, False, False)
    """
    return is_harmless(text) and TURNING.isdisjoint(text) and BREAKING.isdisjoint(text)


def made_plain(text: str, longest: int) -> str:
    """Return a text without the characters that `is_plain` refuses, and shortened to the limit.

    >>> made_plain("Zoë" + chr(0x202E) + " the brave", 7)
    'Zoë the'
    """
    return "".join(filter(is_plain, text)).strip()[:longest]


def read_names(players: Sequence[str] | None, seats: int) -> tuple[str, ...]:
    """Check the names at the table: one for every seat, each a text."""
    names = tuple(players) if players else tuple(f"seat {seat}" for seat in range(seats))
    if len(names) != seats:
        given = quote(", ".join(map(str, names)), str)
        raise BadSetting(f"{plural(len(names), 'player')} for {plural(seats, 'seat')}: {given}")
    for name in names:
        if not isinstance(name, str):
            told = "expected the names of the players. Pass the players themselves to the referee"
            raise BadSetting(f"a table was given {quote(name)}: {told}, ludex.Referee(table, players)")
        if len(name) > LONGEST_NAME or not is_plain(name):
            raise BadSetting(
                f"{quote(name)} is not a player's name: expected a text of at most {LONGEST_NAME} printable characters"
            )
    return names


def short_name(name: str) -> str:
    """Return a name without the kind of player.

    >>> short_name("Ada (hard)"), short_name("Ann")
    ('Ada', 'Ann')
    """
    found = WITH_KIND.fullmatch(name)
    return found["name"] if found else name


def short_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return all names at a table without the kinds of players."""
    return tuple(map(short_name, names))

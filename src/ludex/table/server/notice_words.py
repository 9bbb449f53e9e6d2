"""The words of notices in every language that a person can choose. The game itself speaks English in all of them."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

Language = Literal["en", "de", "fr", "es"]
"""The languages in which notices are written."""
UNITS = (("day", 86400), ("hour", 3600), ("minute", 60))


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The sentences of one language. What is put into them stands in braces."""

    name: str
    """The language, in itself."""
    turn: str
    turn_title: str
    reminder: str
    reminder_title: str
    ready: str
    ready_title: str
    since: str
    now: str
    left: str
    table: str
    asked: str
    stop: str
    confirm_title: str
    confirm: str
    day: tuple[str, str]
    """One, and several."""
    hour: tuple[str, str]
    minute: tuple[str, str]
    moment: str

    def span(self, seconds: float) -> str:
        """Return a time in the largest unit of which there are two.

        >>> [WORDS["en"].span(time) for time in (3 * 86400.0, 90 * 60.0, 61.0, 0.0)]
        ['3 days', '90 minutes', '1 minute', 'less than a minute']
        >>> WORDS["de"].span(7200.0)
        '2 Stunden'
        """
        for unit, size in UNITS:
            number = int(seconds // size)
            if number > 1 or (number and unit == "minute"):
                words: tuple[str, str] = getattr(self, unit)
                return words[number > 1].format(number=number)
        return self.moment


_FILE = Path(__file__).with_suffix(".json")
WORDS = msgspec.json.decode(_FILE.read_bytes(), type=dict[Language, Words])
"""The words of every language."""

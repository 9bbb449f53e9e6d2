"""The points of a hand, term by term: what each is for, and how it is noted.

The rules that score are the only place in which points are worked out. Where a log asks for terms (`ask_for_terms`),
they note each with what it is for, and worked examples print those.
"""

from __future__ import annotations

from ludex.author import EVERYONE, Log, note, rule
from ludex.games.cards.events import PointsCounted
from ludex.games.cards.state import State

NIL_MADE, NIL_FAILED, MADE, FAILED, BAGS, TRICKS, LEVEL, CARDS, MOON, MOON_OF_OTHERS = range(10)
PLACE, MAJORITY, SWEEPS, GIN, KNOCK, UNDERCUT, STAYS_IN, GOES_OUT, POT = range(10, 19)
"""The kinds of terms."""

_ASKED = 3
"""The number in the first row of a log that asks for terms."""


def ask_for_terms(log: Log) -> None:
    """Let the rules note every term of the points into a log."""
    log[0, _ASKED] = 1


@rule
def gain(s: State, log: Log, side: int, term: int, points: int, first: int, second: int, third: int) -> None:
    """Give points to a side. The last three numbers are those that a person needs to follow the sum."""
    s.gained[side] += points
    explain(log, side, term, points, first, second, third)


@rule
def explain(log: Log, side: int, term: int, points: int, first: int, second: int, third: int) -> None:
    """Note a term of the points, if the log asks for it."""
    if log[0, _ASKED]:
        note(log, PointsCounted, EVERYONE, side, term, points, first, second, third)

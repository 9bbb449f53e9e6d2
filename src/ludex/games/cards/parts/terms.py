"""The points of a hand, term by term: what each is for, and how it is noted.

The rules that score are the only place in which points are worked out. They note each term with what it is for, and
score sheets, logs and worked examples print those.
"""

from __future__ import annotations

from ludex.author import EVERYONE, Log, note, rule
from ludex.games.cards.events import TERM_NAMES, PointsCounted
from ludex.games.cards.state import State

(
    NIL_MADE,
    NIL_FAILED,
    MADE,
    FAILED,
    OVERTRICKS,
    EXACT_BID,
    BAGS,
    TRICKS,
    LEVEL,
    CARDS,
    CARDS_LEFT,
    MOON,
    MOON_OF_OTHERS,
    PLACE,
    MAJORITY,
    SWEEPS,
    KNOCK,
    GIN,
    UNDERCUT,
    UNDERCUT_BONUS,
    STAYS_IN,
    GOES_OUT,
    POT,
    CONTRACT_TRICKS,
    EXTRA_TRICKS,
    GAME,
    PART_SCORE,
    SLAM,
    INSULT_BONUS,
    UNDERTRICKS_COST,
) = range(len(TERM_NAMES))
"""The kinds of terms, in the order of their names."""

_ASKED = 3
"""The number in the first row of a log that asks for hidden hands."""


def ask_for_hands(log: Log) -> None:
    """Let the rules note terms of hands that no other player sees, for worked examples."""
    log[0, _ASKED] = 1


@rule
def asks_for_hands(log: Log) -> bool:
    """Return True if terms of hands that no other player sees are noted."""
    return bool(log[0, _ASKED])


@rule
def gain(s: State, log: Log, side: int, term: int, points: int, first: int, second: int, third: int) -> None:
    """Give points to a side. The last three numbers are those that a person needs to follow the sum."""
    s.gained[side] += points
    explain(log, side, term, points, first, second, third)


@rule
def explain(log: Log, side: int, term: int, points: int, first: int, second: int, third: int) -> None:
    """Note a term of the points, if the log has room: simulations have none."""
    if len(log) > 1:
        note(log, PointsCounted, EVERYONE, side, term, points, first, second, third)

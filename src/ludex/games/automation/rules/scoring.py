"""The end of the game, and what it is worth."""

from __future__ import annotations

from typing import Any

from ludex.core import State, rule
from ludex.games.automation.components import POINTS
from ludex.games.automation.rules.piles import kinds


@rule
def over(s: State) -> int:
    return int(s.ended)


@rule
def scores(s: State, out: Any) -> None:
    """The points of all a seat's cards; of equal scores, the one with fewer turns is ahead."""
    for seat in range(s.seats):
        score = 0
        for kind in range(kinds(s)):
            owned = s.hand[seat, kind] + s.deck[seat, kind] + s.discard[seat, kind]
            if seat == s.turn:
                owned += s.played[kind]
            score += owned * POINTS[s.edition, kind]
        out[seat, 0] = score
        out[seat, 1] = -s.turns[seat]

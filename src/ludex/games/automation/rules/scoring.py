"""The end of the game, and the worth of all cards."""

from __future__ import annotations

from ludex.author import Rows, ending, rule
from ludex.games.automation.components import POINTS
from ludex.games.automation.rules.piles import kinds
from ludex.games.automation.state import BY_FRAMEWORKS, BY_TURN_LIMIT, State

ALL_FRAMEWORKS_BOUGHT = ending("all Frameworks are bought")
TURN_LIMIT_REACHED = ending("the turn limit was reached")


@rule
def over(s: State) -> int:
    if s.ended == BY_FRAMEWORKS:
        return ALL_FRAMEWORKS_BOUGHT
    if s.ended == BY_TURN_LIMIT:
        return TURN_LIMIT_REACHED
    return 0


@rule
def scores(s: State, out: Rows) -> None:
    """All cards that a seat owns count. If scores are equal, the seat with fewer turns is ahead."""
    for seat in range(s.seats):
        score = 0
        for card in range(kinds(s)):
            owned = s.hand[seat, card] + s.deck[seat, card] + s.discard[seat, card]
            if seat == s.turn:
                owned += s.played[card]
            score += owned * POINTS[s.edition, card]
        out[seat, 0] = score
        out[seat, 1] = -s.turns[seat]

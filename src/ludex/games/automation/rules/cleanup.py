"""CLEANUP: everything goes to the discard pile, a new hand is drawn, and the next seat begins."""

from __future__ import annotations

from typing import Any

from ludex.core import EVERYONE, State, note, rule
from ludex.games.automation.components import FRAMEWORK
from ludex.games.automation.events import CLEANED_UP, GAME_ENDED, TURN_BEGAN
from ludex.games.automation.rules.piles import draw, kinds
from ludex.games.automation.state import (
    ACTION_PHASE,
    ALL_FRAMEWORKS_BOUGHT,
    HAND_SIZE,
    OVER,
    TURN_LIMIT_REACHED,
)


@rule
def clean_up(s: State, log: Any) -> None:
    """Hand (unseen) and played cards go to the discard pile, then five cards are drawn."""
    seat = s.turn
    for kind in range(kinds(s)):
        s.discard[seat, kind] += s.hand[seat, kind] + s.played[kind]
        s.discard_size[seat] += s.hand[seat, kind] + s.played[kind]
        s.shown[seat, kind] += s.played[kind]
        s.hand[seat, kind] = 0
        s.played[kind] = 0
    s.hand_size[seat] = 0
    note(log, CLEANED_UP, EVERYONE, seat)
    draw(s, seat, HAND_SIZE, log)
    end_turn(s, log)


@rule
def end_turn(s: State, log: Any) -> None:
    """The game ends when all Frameworks are bought, or when the last seat has had its last turn."""
    if s.supply[FRAMEWORK] == 0:
        s.ended = ALL_FRAMEWORKS_BOUGHT
    elif s.turn == s.seats - 1 and s.turns[s.turn] >= s.turn_limit:
        s.ended = TURN_LIMIT_REACHED
    else:
        start_turn(s, (s.turn + 1) % s.seats)
        note(log, TURN_BEGAN, EVERYONE, s.turn, s.turns[s.turn])
        return
    s.phase = OVER
    s.actions = 0
    s.buys = 0
    s.money = 0
    note(log, GAME_ENDED, EVERYONE)


@rule
def start_turn(s: State, seat: int) -> None:
    """A turn starts with 1 action, 1 buy and no money."""
    s.turn = seat
    s.turns[seat] += 1
    s.phase = ACTION_PHASE
    s.actions = 1
    s.buys = 1
    s.money = 0

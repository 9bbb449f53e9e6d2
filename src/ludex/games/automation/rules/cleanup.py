"""CLEANUP: everything goes to the discard pile, a new hand is drawn, and the next seat begins."""

from __future__ import annotations

from ludex.author import EVERYONE, Log, note, rule
from ludex.games.automation.components import FRAMEWORK
from ludex.games.automation.events import CleanedUp, GameEnded, TurnBegan
from ludex.games.automation.rules.piles import draw, kinds
from ludex.games.automation.state import ACTION_PHASE, BY_FRAMEWORKS, BY_TURN_LIMIT, HAND_SIZE, NOT_KNOWN, OVER, State


@rule
def clean_up(s: State, log: Log) -> None:
    """Hand (unseen) and played cards go to the discard pile, then five cards are drawn."""
    seat = s.turn
    for card in range(kinds(s)):
        s.discard[seat, card] += s.hand[seat, card] + s.played[card]
        s.discard_size[seat] += s.hand[seat, card] + s.played[card]
        s.shown[seat, card] += s.played[card]
        s.hand[seat, card] = 0
        s.played[card] = 0
    s.hand_size[seat] = 0
    s.action_in_hand = NOT_KNOWN
    note(log, CleanedUp, EVERYONE, seat)
    draw(s, seat, HAND_SIZE, log)
    end_turn(s, log)


@rule
def end_turn(s: State, log: Log) -> None:
    """The game ends when all Frameworks are bought, or when the last seat has had its last turn."""
    if s.supply[FRAMEWORK] == 0:
        s.ended = BY_FRAMEWORKS
    elif s.turn == s.seats - 1 and s.turns[s.turn] >= s.turn_limit:
        s.ended = BY_TURN_LIMIT
    else:
        start_turn(s, (s.turn + 1) % s.seats)
        note(log, TurnBegan, EVERYONE, s.turn, s.turns[s.turn])
        return
    s.phase = OVER
    s.actions = 0
    s.buys = 0
    s.money = 0
    note(log, GameEnded, EVERYONE)


@rule
def start_turn(s: State, seat: int) -> None:
    """A turn starts with 1 action, 1 buy and no money."""
    s.turn = seat
    s.turns[seat] += 1
    s.phase = ACTION_PHASE
    s.actions = 1
    s.buys = 1
    s.money = 0

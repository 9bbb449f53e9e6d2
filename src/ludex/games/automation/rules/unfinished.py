"""The steps between two decisions, while business is unfinished."""

from __future__ import annotations

from ludex.author import EVERYONE, Log, note, rule
from ludex.games.automation.events import CardPlayed
from ludex.games.automation.rules.action import can_act, pass_actions, start_card, tell_passed
from ludex.games.automation.rules.answers import draw_for_discards, may_hold_shield, why_not_gain
from ludex.games.automation.rules.kingdom import do_card, hit
from ludex.games.automation.rules.piles import kinds
from ludex.games.automation.rules.stack import pop
from ludex.games.automation.state import (
    DISCARD_ANY,
    DISCARD_DOWN,
    DO_CARD,
    GAIN,
    HIT,
    PLAY_AGAIN,
    PLAY_TWICE,
    REVEAL,
    State,
    due,
)


@rule
def follow(s: State, log: Log) -> None:
    """Continue until a decision is due. When no more actions can be played, MONEY begins."""
    while s.depth > 0 and not needs_decision(s):
        go_on(s, log)
    if pass_actions(s):
        tell_passed(s, log)


@rule
def go_on(s: State, log: Log) -> None:
    """Finish what is on top of the stack. Decisions that cannot be made are skipped."""
    what, seat, card = s.todo[s.depth - 1], s.todo_seat[s.depth - 1], s.todo_kind[s.depth - 1]
    if what == DISCARD_ANY:
        draw_for_discards(s, seat, log)
        return
    pop(s)
    if what == PLAY_TWICE:
        tell_passed(s, log)
    elif what == DO_CARD:
        do_card(s, card, log)
    elif what == PLAY_AGAIN:
        note(log, CardPlayed, EVERYONE, seat, card)
        start_card(s, card)
    elif what == HIT:
        hit(s, seat, card, log)


@rule
def needs_decision(s: State) -> bool:
    """Return whether the top of the stack is a decision that can be made at all."""
    what, seat = due(s), s.todo_seat[s.depth - 1]
    if what < REVEAL:
        return False
    if what == REVEAL:
        return may_hold_shield(s, seat)
    if what == DISCARD_DOWN:
        return bool(s.hand_size[seat] > s.todo_count[s.depth - 1])
    if what == PLAY_TWICE:
        return can_act(s, seat)
    for card in range(kinds(s)):
        if can_be_chosen(s, seat, what, card):
            return True
    return False


@rule
def can_be_chosen(s: State, seat: int, what: int, card: int) -> bool:
    if what == GAIN:
        return why_not_gain(s, seat, card) == 0
    return bool(s.hand[seat, card] > 0)

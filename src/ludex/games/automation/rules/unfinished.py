"""What happens by itself between two decisions, while business is unfinished."""

from __future__ import annotations

from typing import Any

from ludex.core import EVERYONE, State, note, rule
from ludex.games.automation.components import ATTACK
from ludex.games.automation.events import CARD_PLAYED
from ludex.games.automation.rules.action import start_card
from ludex.games.automation.rules.kingdom import do_card, hit, why_not_answer
from ludex.games.automation.rules.piles import draw, kinds
from ludex.games.automation.rules.stack import pop
from ludex.games.automation.state import DISCARD_ANY, DISCARD_DOWN, DO_CARD, HIT, MONEY_PHASE, PLAY_AGAIN, REVEAL


@rule
def settle(s: State, log: Any) -> None:
    """Do what happens by itself, until a decision is due; when all is settled and no action is left, MONEY begins."""
    while s.depth > 0 and not needs_decision(s):
        what, seat, kind = s.todo[s.depth - 1], s.todo_seat[s.depth - 1], s.todo_kind[s.depth - 1]
        count = s.todo_count[s.depth - 1]
        pop(s)
        if what == DO_CARD:
            do_card(s, kind, log)
        elif what == PLAY_AGAIN:
            note(log, CARD_PLAYED, EVERYONE, seat, kind)
            start_card(s, kind)
        elif what == HIT:
            hit(s, seat, ATTACK[s.edition, kind], kind, log)
        elif what == DISCARD_ANY:
            draw(s, seat, count, log)
    if s.depth == 0 and s.actions == 0:
        s.phase = MONEY_PHASE


@rule
def needs_decision(s: State) -> bool:
    """Whether the top of the stack is a decision that can be made at all."""
    what, seat = s.todo[s.depth - 1], s.todo_seat[s.depth - 1]
    if what < REVEAL:
        return False
    if what == DISCARD_DOWN and s.hand_size[seat] <= s.todo_count[s.depth - 1]:
        return False
    for kind in range(kinds(s)):
        if why_not_answer(s, seat, what, kind) == 0:
            return True
    return False

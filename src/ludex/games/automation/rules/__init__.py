"""The course of a game: each turn has an ACTION, a MONEY and a BUY phase and a CLEANUP, each a file of its own.

What an action card starts is finished before the phase goes on: what it does is in `kingdom`, the stack of what is
unfinished in `stack`, and what happens by itself in `unfinished`. `piles` moves cards.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludex.core import State, option, rule
from ludex.games.automation.components import KINDS
from ludex.games.automation.laws import audit
from ludex.games.automation.moves import BUY, DISCARD, END, GAIN_MOVE, PLAY, REVEAL_MOVE, TRASH_MOVE
from ludex.games.automation.reasons import MUST_GO_ON, WRONG_DECISION
from ludex.games.automation.rules.action import play_action, why_not_action
from ludex.games.automation.rules.buy import buy, why_not_buy
from ludex.games.automation.rules.cleanup import start_turn
from ludex.games.automation.rules.kingdom import answer, why_not_answer
from ludex.games.automation.rules.money import play_money, why_not_money
from ludex.games.automation.rules.piles import draw_one, kinds
from ludex.games.automation.rules.scoring import over, scores
from ludex.games.automation.rules.stack import decider, due
from ludex.games.automation.rules.unfinished import settle
from ludex.games.automation.secrets import hide, redeal
from ludex.games.automation.state import (
    ACTION_PHASE,
    BUY_PHASE,
    DISCARD_ANY,
    DISCARD_DOWN,
    GAIN,
    HAND_SIZE,
    MONEY_PHASE,
    OVER,
    PLAY_TWICE,
    REVEAL,
    TRASH,
)

__all__ = ["audit", "hide", "legal", "over", "play", "redeal", "scores", "setup", "waiting", "why_not"]

DECISION = np.zeros(13, np.int64)
"""The first packed move of the kind of decision that is due."""
for _due, _first in (
    (ACTION_PHASE, PLAY),
    (MONEY_PHASE, PLAY),
    (BUY_PHASE, BUY),
    (REVEAL, REVEAL_MOVE),
    (DISCARD_ANY, DISCARD),
    (DISCARD_DOWN, DISCARD),
    (TRASH, TRASH_MOVE),
    (GAIN, GAIN_MOVE),
    (PLAY_TWICE, PLAY),
):
    DECISION[_due] = _first


@rule
def setup(s: State) -> None:
    """Each seat starts with its own deck, five cards of it in hand; the starting cards are not from the supply."""
    for kind in range(kinds(s)):
        s.supply[kind] = s.pile[kind]
        s.total[kind] = s.pile[kind] + s.seats * s.start[kind]
        for seat in range(s.seats):
            s.deck[seat, kind] = s.start[kind]
            s.deck_size[seat] += s.start[kind]
    for seat in range(s.seats):
        for _ in range(min(HAND_SIZE, s.deck_size[seat])):
            draw_one(s, seat)
    start_turn(s, 0)


@rule
def waiting(s: State) -> int:
    """One seat decides at a time."""
    return 0 if s.phase == OVER else 1 << decider(s)


@rule
def legal(s: State, seat: int, out: Any) -> int:
    """A decision for each card that allows it, and the end of the phase where it may be ended."""
    count = 0
    decision = due(s)
    for kind in range(kinds(s)):
        if why_not_card(s, seat, decision, kind) == 0:
            count = option(out, count, DECISION[decision] + kind)
    if why_not_end(s, decision) == 0:
        count = option(out, count, END)
    return count


@rule
def why_not(s: State, seat: int, move: int) -> int:
    decision = due(s)
    if move == END:
        return why_not_end(s, decision)
    if move - move % KINDS != DECISION[decision]:
        return WRONG_DECISION
    return why_not_card(s, seat, decision, move % KINDS)


@rule
def why_not_end(s: State, decision: int) -> int:
    """Discards down to a number, the trashing and the gaining are no choice."""
    if decision == DISCARD_DOWN or decision == TRASH or decision == GAIN:
        return MUST_GO_ON
    return 0


@rule
def why_not_card(s: State, seat: int, decision: int, kind: int) -> int:
    if decision == ACTION_PHASE:
        return why_not_action(s, seat, kind)
    if decision == MONEY_PHASE:
        return why_not_money(s, seat, kind)
    if decision == BUY_PHASE:
        return why_not_buy(s, kind)
    return why_not_answer(s, seat, decision, kind)


@rule
def play(s: State, seat: int, move: int, log: Any) -> None:
    """Execute a legal move."""
    decision = due(s)
    kind = move % KINDS
    if decision == MONEY_PHASE:
        play_money(s, move, kind, log)
    elif decision == BUY_PHASE:
        buy(s, move, kind, log)
    else:
        if decision == ACTION_PHASE:
            play_action(s, move, kind, log)
        else:
            answer(s, seat, decision, move, kind, log)
        settle(s, log)

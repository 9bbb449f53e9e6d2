"""What action cards do, and the answers they ask for.

Most of what a card does is printed in numbers: +cards, +actions, +buys and +money. What is more than that is one small
rule a card, and one line in `special`.
"""

from __future__ import annotations

from typing import Any

from ludex.core import EVERYONE, State, note, rule
from ludex.games.automation.components import (
    ATTACK,
    BACKLOG,
    BUG,
    COST,
    DAILY_SCRUM,
    EFFECT,
    GIVES_BUG,
    MONEY,
    MORE_ACTIONS,
    MORE_BUYS,
    MORE_CARDS,
    PARALLELIZATION,
    REFACTOR,
    SHIELD,
    TECH_DEBT,
)
from ludex.games.automation.events import CARD_REVEALED
from ludex.games.automation.moves import END
from ludex.games.automation.reasons import NO_SHIELD, NOT_IN_HAND, TOO_DEAR_TO_GAIN
from ludex.games.automation.rules.action import start_card, why_not_action
from ludex.games.automation.rules.buy import why_not_from_supply
from ludex.games.automation.rules.piles import discard, draw, gain, kinds, put_in_play, trash
from ludex.games.automation.rules.stack import pop, push, push_for_others
from ludex.games.automation.state import (
    DISCARD_ANY,
    DISCARD_DOWN,
    GAIN,
    HIT,
    PLAY_AGAIN,
    PLAY_TWICE,
    REVEAL,
    TRASH,
)

HACKED_HAND = 3
REFACTOR_STEP = 2


@rule
def do_card(s: State, kind: int, log: Any) -> None:
    """A card's bonuses, then its effect, then its attack."""
    s.actions += MORE_ACTIONS[s.edition, kind]
    s.buys += MORE_BUYS[s.edition, kind]
    s.money += MONEY[s.edition, kind]
    draw(s, s.turn, MORE_CARDS[s.edition, kind], log)
    special(s, kind, log)
    if ATTACK[s.edition, kind]:
        push_for_others(s, HIT, kind)


@rule
def special(s: State, kind: int, log: Any) -> None:
    """The effect of a card that has one, for the seat in turn, after its printed bonuses."""
    effect = EFFECT[s.edition, kind]
    if effect == REFACTOR:
        push(s, TRASH, s.turn, kind, 1)
    elif effect == BACKLOG:
        push(s, DISCARD_ANY, s.turn, kind, 0)
    elif effect == TECH_DEBT:
        pay_tech_debt(s, kind)
    elif effect == PARALLELIZATION:
        push(s, PLAY_TWICE, s.turn, kind, 0)
    elif effect == DAILY_SCRUM:
        stand_up(s, log)


@rule
def pay_tech_debt(s: State, kind: int) -> None:
    """Tech Debt: discard one card per empty supply pile."""
    empty = 0
    for pile in range(kinds(s)):
        if s.supply[pile] == 0 and s.pile[pile] > 0:
            empty += 1
    push(s, DISCARD_DOWN, s.turn, kind, max(s.hand_size[s.turn] - empty, 0))


@rule
def stand_up(s: State, log: Any) -> None:
    """Daily Scrum: each other player draws a card."""
    for step in range(1, s.seats):
        draw(s, (s.turn + step) % s.seats, 1, log)


@rule
def hit(s: State, seat: int, attack: int, kind: int, log: Any) -> None:
    """An attack reaches a seat: Evergreen Test gives a Bug, Hack makes it discard down to three."""
    if attack == GIVES_BUG:
        gain(s, seat, BUG, log)
    else:
        push(s, DISCARD_DOWN, seat, kind, HACKED_HAND)


@rule
def why_not_answer(s: State, seat: int, decision: int, kind: int) -> int:
    """Why a card is no answer to what a card asks for."""
    if decision == PLAY_TWICE:
        return why_not_action(s, seat, kind)
    if decision == GAIN:
        return why_not_gain(s, kind)
    if s.hand[seat, kind] == 0:
        return NOT_IN_HAND
    if decision == REVEAL and not SHIELD[s.edition, kind]:
        return NO_SHIELD
    return 0


@rule
def why_not_gain(s: State, kind: int) -> int:
    reason = why_not_from_supply(s, kind)
    if reason == 0 and COST[s.edition, kind] > s.todo_count[s.depth - 1]:
        return TOO_DEAR_TO_GAIN
    return reason


@rule
def answer(s: State, seat: int, decision: int, move: int, kind: int, log: Any) -> None:
    """Execute a decision that a card asked for. Discards go on; all others are done with one answer."""
    if decision == DISCARD_DOWN:
        discard(s, seat, kind, log)
        return
    if decision == DISCARD_ANY and move != END:
        discard(s, seat, kind, log)
        s.todo_count[s.depth - 1] += 1
        return
    count = s.todo_count[s.depth - 1]
    pop(s)
    if decision == DISCARD_ANY:
        draw(s, seat, count, log)
    elif decision == TRASH:
        refactor(s, seat, kind, log)
    elif decision == GAIN:
        gain(s, seat, kind, log)
    elif decision == REVEAL and move != END:
        s.immune |= 1 << seat
        note(log, CARD_REVEALED, EVERYONE, seat, kind)
    elif decision == PLAY_TWICE and move != END:
        put_in_play(s, kind, log)
        push(s, PLAY_AGAIN, seat, kind, 0)
        start_card(s, kind)


@rule
def refactor(s: State, seat: int, kind: int, log: Any) -> None:
    """Refactor: trash a card; gain one that costs up to 2 more."""
    trash(s, seat, kind, log)
    push(s, GAIN, seat, kind, COST[s.edition, kind] + REFACTOR_STEP)

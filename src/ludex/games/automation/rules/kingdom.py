"""What action cards do.

Most of it is printed as numbers: +cards, +actions, +buys and +money. A card that does more has a small rule of its own
and a line in `special`. What it asks players to decide goes onto the stack, and is answered in `answers`.
"""

from __future__ import annotations

from ludex.author import Log, rule
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
    TECH_DEBT,
)
from ludex.games.automation.rules.piles import draw, gain, kinds
from ludex.games.automation.rules.stack import push, push_for_others
from ludex.games.automation.state import (
    DISCARD_ANY,
    DISCARD_DOWN,
    GAIN,
    HIT,
    PLAY_TWICE,
    TRASH,
    State,
)

HACKED_HAND = 3
REFACTOR_STEP = 2


@rule
def do_card(s: State, card: int, log: Log) -> None:
    """First a card's bonuses, then its effect, then its attack."""
    s.actions += MORE_ACTIONS[s.edition, card]
    s.buys += MORE_BUYS[s.edition, card]
    s.money += MONEY[s.edition, card]
    draw(s, s.turn, MORE_CARDS[s.edition, card], log)
    special(s, card, log)
    if ATTACK[s.edition, card]:
        push_for_others(s, HIT, card)


@rule
def special(s: State, card: int, log: Log) -> None:
    """The effect of a card that has one, for the seat in turn."""
    effect = EFFECT[s.edition, card]
    if effect == REFACTOR:
        push(s, TRASH, s.turn, card, 1)
    elif effect == BACKLOG:
        push(s, DISCARD_ANY, s.turn, card, 0)
    elif effect == TECH_DEBT:
        pay_tech_debt(s, card)
    elif effect == PARALLELIZATION:
        push(s, PLAY_TWICE, s.turn, card, 0)
    elif effect == DAILY_SCRUM:
        stand_up(s, log)


@rule
def pay_tech_debt(s: State, card: int) -> None:
    """Tech Debt: discard one card per empty supply pile."""
    empty = 0
    for pile in range(kinds(s)):
        if s.supply[pile] == 0 and s.pile[pile] > 0:
            empty += 1
    push(s, DISCARD_DOWN, s.turn, card, max(s.hand_size[s.turn] - empty, 0))


@rule
def stand_up(s: State, log: Log) -> None:
    """Daily Scrum: each other player draws a card."""
    for step in range(1, s.seats):
        draw(s, (s.turn + step) % s.seats, 1, log)


@rule
def gain_for(s: State, trashed: int) -> None:
    """Refactor: gain a card that costs up to 2 more than the one that was trashed."""
    push(s, GAIN, s.turn, trashed, COST[s.edition, trashed] + REFACTOR_STEP)


@rule
def hit(s: State, seat: int, card: int, log: Log) -> None:
    """An attack reaches a seat: it gains a Bug (Evergreen Test), or discards down to three cards (Hack)."""
    if ATTACK[s.edition, card] == GIVES_BUG:
        gain(s, seat, BUG, log)
    else:
        push(s, DISCARD_DOWN, seat, card, HACKED_HAND)

"""What cards do beyond +cards, +actions, +buys and +money. One small rule a card, and one line in `special`."""

from __future__ import annotations

from typing import Any

from ludex.core import State, rule
from ludex.games.automation.cards import (
    BACKLOG,
    BUG,
    COST,
    DAILY_SCRUM,
    EFFECT,
    GIVES_BUG,
    PARALLELIZATION,
    REFACTOR,
    TECH_DEBT,
)
from ludex.games.automation.piles import draw, gain, kinds, push
from ludex.games.automation.state import DISCARD_ANY, DISCARD_DOWN, GAIN, PLAY_TWICE, TRASH

HACKED_HAND = 3
REFACTOR_STEP = 2


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
def refactored(s: State, kind: int) -> None:
    """Refactor: a card was trashed; gain one that costs up to 2 more."""
    push(s, GAIN, s.turn, kind, COST[s.edition, kind] + REFACTOR_STEP)


@rule
def hit(s: State, seat: int, attack: int, kind: int, log: Any) -> None:
    """An attack reaches a seat: Evergreen Test gives a Bug, Hack makes it discard down to three."""
    if attack == GIVES_BUG:
        gain(s, seat, BUG, log)
    else:
        push(s, DISCARD_DOWN, seat, kind, HACKED_HAND)

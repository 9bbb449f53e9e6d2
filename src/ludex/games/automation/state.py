"""The record of Automation, its phases, and the stack of unfinished business on it."""

from __future__ import annotations

from collections.abc import Mapping

from ludex.core import i8, i16, record
from ludex.games.automation.components import KINDS

SEATS = 4
HAND_SIZE = 5
STACK = 48
"""Room for unfinished business. Parallelizations nest, but no seat can own more than 40 of them (20 at the start, 20
from the supply), and there are at most a card and three reveals or hits on top of them."""

ACTION_PHASE, MONEY_PHASE, BUY_PHASE, OVER = range(4)
DO_CARD, PLAY_AGAIN, HIT, REVEAL, DISCARD_ANY, DISCARD_DOWN, TRASH, GAIN, PLAY_TWICE = range(4, 13)
"""What can be unfinished. The first three happen by themselves, and the others are decisions of `todo_seat`.
`todo_kind` says for which card, and `todo_count` how much."""

ALL_FRAMEWORKS_BOUGHT, TURN_LIMIT_REACHED = 1, 2
ENDINGS: Mapping[int, str] = {
    ALL_FRAMEWORKS_BOUGHT: "all Frameworks are bought",
    TURN_LIMIT_REACHED: "the turn limit was reached",
}

STATE = record(
    edition=i8,
    any_card_is_money=i8,
    turn_limit=i16,
    start=(i8, KINDS),
    pile=(i16, KINDS),
    total=(i16, KINDS),
    turn=i8,
    phase=i8,
    ended=i8,
    actions=i16,
    buys=i16,
    money=i16,
    immune=i8,
    turns=(i16, SEATS),
    supply=(i16, KINDS),
    trash=(i16, KINDS),
    played=(i8, KINDS),
    hand=(i8, (SEATS, KINDS)),
    deck=(i8, (SEATS, KINDS)),
    discard=(i8, (SEATS, KINDS)),
    shown=(i8, (SEATS, KINDS)),
    hand_size=(i16, SEATS),
    deck_size=(i16, SEATS),
    discard_size=(i16, SEATS),
    depth=i8,
    todo=(i8, STACK),
    todo_seat=(i8, STACK),
    todo_kind=(i8, STACK),
    todo_count=(i16, STACK),
)
"""`pile` is the supply as it was at the start, without the cards that are not in this game; `total` counts all cards.

Decks have no order: a card is drawn from the counts at the moment of drawing. `shown` is the part of a discard pile
that everybody saw go there; `played` and `immune` belong to the seat in turn."""

"""The record of Automation, its phases, and the stack of unfinished business on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from ludex.author import Record, i8, i16, rule
from ludex.games.automation.components import KINDS

SEATS = 4
HAND_SIZE = 5
STACK = 48
"""Room for unfinished business. Parallelizations nest, but no seat can own more than 40 of them (20 at the start, 20
from the supply), and there are at most a card and three reveals or hits on top of them."""

ACTION_PHASE, MONEY_PHASE, BUY_PHASE, OVER = range(4)
DO_CARD, PLAY_AGAIN, HIT, REVEAL, DISCARD_ANY, DISCARD_DOWN, TRASH, GAIN, PLAY_TWICE = range(4, 13)
"""What can be unfinished. The first three happen by themselves, and the others are decisions of `todo_seat`."""

BY_FRAMEWORKS, BY_TURN_LIMIT = 1, 2
"""How the game ended, in the record."""

NOT_KNOWN, HELD, NOT_HELD = range(3)
"""What everybody knows about action cards in the hand of the seat in turn. Only a seat that holds one is asked in the
ACTION phase, so being asked tells that much, and so does not being asked."""

TurnPhase = Literal["ACTION", "MONEY", "BUY", "GAIN", "DISCARD", "TRASH", "REVEAL", "OVER"]
"""CLEANUP is missing because it happens by itself."""

PHASES: Mapping[int, tuple[TurnPhase, str]] = {
    ACTION_PHASE: ("ACTION", "play an action card, or end the phase"),
    MONEY_PHASE: ("MONEY", "play money, or end the phase"),
    BUY_PHASE: ("BUY", "buy a card, or end the phase"),
    OVER: ("OVER", "the game is over"),
    REVEAL: ("REVEAL", "reveal a card, or end the phase"),
    DISCARD_ANY: ("DISCARD", "discard a card, or end the phase"),
    DISCARD_DOWN: ("DISCARD", "discard a card"),
    TRASH: ("TRASH", "trash a card"),
    GAIN: ("GAIN", "gain a card"),
    PLAY_TWICE: ("ACTION", "play an action card, or end the phase"),
}
"""What people call each decision, and what they are to do."""


class State(Record):
    """Decks have no order: a card is drawn from the counts at the moment of drawing."""

    edition = i8()
    any_card_is_money = i8()
    turn_limit = i16()
    start = i8.row(KINDS)
    pile = i16.row(KINDS)
    """The supply as it was at the start, without the cards that are not in this game."""
    total = i16.row(KINDS)
    """All cards in the game, wherever they are."""
    turn = i8()
    phase = i8()
    ended = i8()
    actions = i16()
    buys = i16()
    money = i16()
    immune = i8()
    """A bit for each seat that revealed a shield against the card that the seat in turn plays."""
    action_in_hand = i8()
    """Whether the seat in turn is known to hold an action card, after its ACTION phase."""
    turns = i16.row(SEATS)
    supply = i16.row(KINDS)
    trash = i16.row(KINDS)
    played = i8.row(KINDS)
    """By the seat in turn."""
    hand = i8.grid(SEATS, KINDS)
    deck = i8.grid(SEATS, KINDS)
    discard = i8.grid(SEATS, KINDS)
    shown = i8.grid(SEATS, KINDS)
    """The part of a discard pile that everybody saw go there."""
    hand_size = i16.row(SEATS)
    deck_size = i16.row(SEATS)
    discard_size = i16.row(SEATS)
    depth = i8()
    todo = i8.row(STACK)
    todo_seat = i8.row(STACK)
    todo_kind = i8.row(STACK)
    """For which card something is to be done."""
    todo_count = i16.row(STACK)
    """How many cards were discarded, how many may be kept, or what a card may cost."""


@rule
def due(s: State) -> int:
    """What is to be decided: the business on top of the stack, else the phase."""
    return int(s.todo[s.depth - 1] if s.depth > 0 else s.phase)


@rule
def decider(s: State) -> int:
    """The seat that decides it."""
    return int(s.todo_seat[s.depth - 1] if s.depth > 0 else s.turn)

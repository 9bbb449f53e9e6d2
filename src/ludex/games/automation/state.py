"""The record of Automation, its phases, and the stack of unfinished business on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from ludex.author import COUNT, FLAG, SEAT, SEAT_BITS, Record, i8, i16, rule
from ludex.games.automation.components import EDITIONS, KINDS

SEATS = 4
HAND_SIZE = 5
STACK = 48
"""Room for unfinished business. Parallelizations nest, but no seat can own more than 40 of them (20 at the start, 20
from the supply), and there are at most a card and three reveals or hits on top of them."""

MOST_CARDS = 127
"""Largest number of cards of a kind that a pile can count."""

ACTION_PHASE, MONEY_PHASE, BUY_PHASE, OVER = range(4)
DO_CARD, PLAY_AGAIN, HIT, REVEAL, DISCARD_ANY, DISCARD_DOWN, TRASH, GAIN, PLAY_TWICE = range(4, 13)
"""Unfinished business. The first three happen automatically, and the others are decisions of `todo_seat`."""

BY_FRAMEWORKS, BY_TURN_LIMIT = 1, 2
"""The ways in which the game ends, in the record."""

NOT_KNOWN, HELD, NOT_HELD = range(3)
"""The public knowledge of action cards in the hand of the seat in turn. Only a seat that holds one is asked in the
ACTION phase, so being asked tells that much, and so does not being asked."""

TurnPhase = Literal["ACTION", "MONEY", "BUY", "GAIN", "DISCARD", "TRASH", "REVEAL", "OVER"]
"""CLEANUP is missing because it happens automatically."""

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
"""The name of each decision, and what the seat is to do."""


class State(Record):
    """Decks have no order: a card is drawn from the counts at the moment of drawing."""

    edition = i8(range(len(EDITIONS)), fixed=True)
    any_card_is_money = i8(FLAG, fixed=True)
    turn_limit = i16(COUNT, fixed=True)
    start = i8.row(KINDS, range(MOST_CARDS + 1), fixed=True)
    pile = i16.row(KINDS, COUNT, fixed=True)
    """The supply as it was at the start, without the cards that are not in this game."""
    total = i16.row(KINDS, COUNT, derived=True)
    """All cards in the game, wherever they are."""
    turn = i8(SEAT)
    phase = i8(range(OVER + 1))
    ended = i8(range(BY_TURN_LIMIT + 1))
    actions = i16(COUNT)
    buys = i16(COUNT)
    money = i16(COUNT)
    immune = i8(SEAT_BITS)
    """A bit for each seat that revealed a shield against the card that the seat in turn plays."""
    action_in_hand = i8(range(NOT_HELD + 1))
    """The public knowledge of action cards in the hand of the seat in turn, after its ACTION phase."""
    turns = i16.row(SEATS, COUNT)
    supply = i16.row(KINDS, COUNT)
    trash = i16.row(KINDS, COUNT)
    played = i8.row(KINDS, range(MOST_CARDS + 1))
    """The cards that the seat in turn has played."""
    hand = i8.grid(SEATS, KINDS, range(MOST_CARDS + 1))
    deck = i8.grid(SEATS, KINDS, range(MOST_CARDS + 1))
    discard = i8.grid(SEATS, KINDS, range(MOST_CARDS + 1))
    shown = i8.grid(SEATS, KINDS, range(MOST_CARDS + 1))
    """The part of a discard pile that all players saw go there."""
    hand_size = i16.row(SEATS, COUNT, derived=True)
    deck_size = i16.row(SEATS, COUNT, derived=True)
    discard_size = i16.row(SEATS, COUNT, derived=True)
    depth = i8(range(STACK + 1), derived=True)
    todo = i8.row(STACK, range(PLAY_TWICE + 1))
    todo_seat = i8.row(STACK, SEAT)
    todo_kind = i8.row(STACK, range(KINDS))
    """The card that caused the business."""
    todo_count = i16.row(STACK, COUNT)
    """The number of cards that were discarded or may stay in the hand, or the highest cost of a card."""


@rule
def due(s: State) -> int:
    """Return what is to be decided: the business on top of the stack, else the phase."""
    return int(s.todo[s.depth - 1] if s.depth > 0 else s.phase)


@rule
def decider(s: State) -> int:
    """Return the seat that decides it."""
    return int(s.todo_seat[s.depth - 1] if s.depth > 0 else s.turn)

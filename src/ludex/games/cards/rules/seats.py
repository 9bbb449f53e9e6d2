"""Seats: the sides they play for, who comes next, and passing."""

from __future__ import annotations

from ludex.author import EVERYONE, Log, note, rule
from ludex.games.cards.bytecode.blocks import ASK, CLAIM, DISCARD, DRAW, PLAY
from ludex.games.cards.bytecode.places import SIDE, SIDES
from ludex.games.cards.events import Passed
from ludex.games.cards.state import SEATS, State


@rule
def side_of(s: State, seat: int) -> int:
    """The side a seat scores for: its team, or itself."""
    return int(s.code[SIDE + seat])


@rule
def sides(s: State) -> int:
    """How many sides there are."""
    return int(s.code[SIDES] if s.code[SIDES] else s.seats)


@rule
def next_in(s: State, seat: int, mask: int) -> int:
    """The next seat of a set, clockwise; the seat itself comes last. The set is not empty."""
    seat += 1
    if seat >= s.seats:
        seat = 0
    while not mask >> seat & 1:
        seat += 1
        if seat >= s.seats:
            seat = 0
    return seat


@rule
def with_cards(s: State) -> int:
    """The seats of the match that hold cards, as bits."""
    mask = 0
    for seat in range(SEATS):
        if s.hand_size[seat] > 0:
            mask |= 1 << seat
    return int(mask & s.alive)


@rule
def is_step(kind: int) -> bool:
    """Whether a phase is a step of a turn."""
    return kind == DRAW or kind == PLAY or kind == DISCARD or kind == CLAIM or kind == ASK


@rule
def pass_turn(s: State, seat: int, log: Log) -> None:
    """A seat does nothing; when all do so in a row, the hand is over."""
    note(log, Passed, EVERYONE, seat)
    s.done = 1
    s.passes += 1

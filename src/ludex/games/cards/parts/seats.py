"""Seats: the sides they play for, who comes next, and passing."""

from __future__ import annotations

from ludex.author import EVERYONE, Log, note, rule
from ludex.games.cards.events import Passed
from ludex.games.cards.parts.asking.genome import ASK
from ludex.games.cards.parts.claiming.genome import CLAIM
from ludex.games.cards.parts.deal.places import SIDE, SIDES
from ludex.games.cards.parts.discarding.genome import DISCARD
from ludex.games.cards.parts.drawing.genome import DRAW
from ludex.games.cards.parts.playing.genome import PLAY
from ludex.games.cards.state import SEATS, State


@rule
def side_of(s: State, seat: int) -> int:
    """The side a seat scores for: its team, or itself."""
    return int(s.code[SIDE + seat])


@rule
def sides(s: State) -> int:
    """Return the number of sides."""
    return int(s.code[SIDES] if s.code[SIDES] else s.seats)


@rule
def next_in(s: State, seat: int, mask: int) -> int:
    """The next seat of a set, clockwise; the seat itself comes last, even if the set is empty."""
    for _ in range(s.seats):
        seat += 1
        if seat >= s.seats:
            seat = 0
        if mask >> seat & 1:
            break
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
    """Return True if a phase is a step of a turn."""
    return kind == DRAW or kind == PLAY or kind == DISCARD or kind == CLAIM or kind == ASK


@rule
def pass_turn(s: State, seat: int, log: Log) -> None:
    """A seat does nothing; when all do so in a row, the hand is over."""
    note(log, Passed, EVERYONE, seat)
    s.done = 1
    s.passes += 1

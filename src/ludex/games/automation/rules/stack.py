"""The stack of unfinished business: effects of cards that are not done yet, the latest on top."""

from __future__ import annotations

from ludex.author import rule
from ludex.games.automation.state import HIT, State


@rule
def push(s: State, what: int, seat: int, card: int, count: int) -> None:
    """Put business on top of the stack. It is done before what lies below."""
    s.todo[s.depth] = what
    s.todo_seat[s.depth] = seat
    s.todo_kind[s.depth] = card
    s.todo_count[s.depth] = count
    s.depth += 1


@rule
def push_for_others(s: State, what: int, card: int) -> None:
    """Put the same business on the stack for every other seat, the next one on top. Immune seats are not hit."""
    for step in range(s.seats - 1, 0, -1):
        seat = (s.turn + step) % s.seats
        if what != HIT or not s.immune >> seat & 1:
            push(s, what, seat, card, 0)


@rule
def pop(s: State) -> None:
    """Take the top off the stack, leaving no trace of it."""
    s.depth -= 1
    s.todo[s.depth] = 0
    s.todo_seat[s.depth] = 0
    s.todo_kind[s.depth] = 0
    s.todo_count[s.depth] = 0

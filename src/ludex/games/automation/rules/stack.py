"""The stack of unfinished business: what cards have asked for and is not done yet, the latest on top."""

from __future__ import annotations

from ludex.core import State, rule
from ludex.games.automation.state import HIT


@rule
def due(s: State) -> int:
    """What is to be decided: the business on top of the stack, else the phase."""
    return int(s.todo[s.depth - 1] if s.depth > 0 else s.phase)


@rule
def decider(s: State) -> int:
    """The seat that decides it."""
    return int(s.todo_seat[s.depth - 1] if s.depth > 0 else s.turn)


@rule
def push(s: State, what: int, seat: int, kind: int, count: int) -> None:
    """Put business on top of the stack: it is done before what lies below."""
    s.todo[s.depth] = what
    s.todo_seat[s.depth] = seat
    s.todo_kind[s.depth] = kind
    s.todo_count[s.depth] = count
    s.depth += 1


@rule
def push_for_others(s: State, what: int, kind: int) -> None:
    """The same business for every other seat, the next one first; against an attack, not for the immune."""
    for step in range(s.seats - 1, 0, -1):
        seat = (s.turn + step) % s.seats
        if what != HIT or not s.immune >> seat & 1:
            push(s, what, seat, kind, 0)


@rule
def pop(s: State) -> None:
    """Take the top off the stack, leaving no trace of it."""
    s.depth -= 1
    s.todo[s.depth] = 0
    s.todo_seat[s.depth] = 0
    s.todo_kind[s.depth] = 0
    s.todo_count[s.depth] = 0

"""A whole game as an installable package: take one, two or three pebbles, and win with the last one.

The tutorial "Your first game" explains it. Install it and play:

    pip install ./pebbles
    ludex play pebbles --players person:Ann,clever
"""

from typing import Annotated, Any, ClassVar

from ludex.author import (
    EVERYONE,
    Event,
    Game,
    Log,
    Look,
    Move,
    Moves,
    Number,
    Record,
    Rows,
    SeatNumber,
    bot,
    effect,
    ending,
    i8,
    law,
    note,
    offer,
    reason,
    refusal,
    rule,
)

PILE = 15
MOST = 3

Pebbles = Annotated[int, Number(1, MOST)]


class Take(Move, frozen=True):
    """Take pebbles from the pile."""

    verb: ClassVar[str] = "take"
    count: Pebbles


class Taken(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} takes {count}, and leaves {left}."
    seat: SeatNumber
    count: Pebbles
    left: Annotated[int, Number(0, PILE)]


class State(Record):
    taken = i8(range(PILE + 1))  # pebbles that were taken so far
    turn = i8(range(2))  # the seat whose turn it is


def left_in_words(s: State, seat: int) -> str:
    """Say what is left: the reason below quotes it."""
    return f"{PILE - s.taken} left" if s.taken < PILE else "none left"


EMPTY = ending("the pile is empty")
TOO_MANY = reason("too-many", "there are only {left}. Take fewer.", left=left_in_words)
LOST = law("no more pebbles are taken than there were")


@rule
def waiting(s: State) -> int:
    """The seat in turn decides: bit k stands for seat k."""
    return 0 if over(s) else 1 << s.turn


@rule
def legal(s: State, seat: int, out: Rows) -> int:
    """Offer every number of pebbles that is not refused."""
    offered = 0
    for count in range(1, MOST + 1):
        if why_not_take(s, seat, count) == 0:
            offered = offer(out, offered, Take, count)
    return offered


@refusal(Take)
def why_not_take(s: State, seat: int, count: int) -> int:
    """A player cannot take more pebbles than there are."""
    return TOO_MANY if s.taken + count > PILE else 0


@effect(Take)
def take(s: State, seat: int, count: int, log: Log) -> None:
    """The pebbles leave the pile, and the turn passes."""
    s.taken += count
    s.turn = 1 - seat
    note(log, Taken, EVERYONE, seat, count, PILE - s.taken)


@rule
def over(s: State) -> int:
    """The game ends with the last pebble."""
    return EMPTY if s.taken == PILE else 0


@rule
def scores(s: State, out: Rows) -> None:
    """The player who took the last pebble scores 1. The turn has passed to the other."""
    if over(s):
        out[1 - s.turn, 0] = 1


@rule
def audit(s: State) -> int:
    """A law, which the conformance kit checks after every move."""
    return 0 if s.taken <= PILE else LOST


@rule
def leave_fours(s: State, seat: int, options: Rows, count: int, dice: Any) -> int:
    """A bot: leave a multiple of four if possible, or else take one."""
    spare = (PILE - s.taken) % (MOST + 1)
    return int(options[spare - 1 if spare else 0, 0])


def draw(view: Any) -> str:
    """Draw the pile as text."""
    return "● " * (PILE - view.taken) + "· " * view.taken


class PebblesGame(Game):
    """A pile of fifteen pebbles: take one, two or three. The player who takes the last one wins."""

    name, title, seats = "pebbles", "Pebbles", range(2, 3)
    record, moves = State, Moves(Take)
    bots = {"clever": bot(leave_fours)}
    look = Look(draw=draw)

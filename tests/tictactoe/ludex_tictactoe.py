"""Tic-tac-toe: a whole game for Ludex in one file."""

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

# Moves and events are small typed values. Their text and JSON forms are made automatically.

Cell = Annotated[int, Number(1, 9)]  # row by row


class Mark(Move, frozen=True):
    verb: ClassVar[str] = "mark"
    cell: Cell


class Marked(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} marks cell {cell}."
    seat: SeatNumber
    cell: Cell


# The state is one record of fixed size. Blank, it is the empty board: a cell is 0 while free, then 1 + the seat.


class State(Record):
    marks = i8(range(10))
    cells = i8.row(9, range(3))


def free_cells(s: State, seat: int) -> str:
    return ", ".join(str(cell) for cell in range(1, 10) if not s.cells[cell - 1])


LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
LINE, FULL = ending("three in a line"), ending("the board is full")
TAKEN = reason("taken", "cell {cell} is marked already. Free cells are {free}.", free=free_cells)
UNEVEN = law("seat 0 begins, and the seats take turns")

# The rules: plain Python, compiled for simulations. A move reaches them as its fields.


@rule
def waiting(s: State) -> int:  # which seats owe a decision: bit k stands for seat k
    return 0 if over(s) else 1 << s.marks % 2


@rule
def legal(s: State, seat: int, out: Rows) -> int:
    count = 0
    for cell in range(1, 10):
        if why_not_mark(s, seat, cell) == 0:
            count = offer(out, count, Mark, cell)
    return count


@refusal(Mark)
def why_not_mark(s: State, seat: int, cell: int) -> int:
    return TAKEN if s.cells[cell - 1] else 0


@effect(Mark)
def mark(s: State, seat: int, cell: int, log: Log) -> None:
    s.cells[cell - 1] = 1 + seat
    s.marks += 1
    note(log, Marked, EVERYONE, seat, cell)


@rule
def over(s: State) -> int:
    for a, b, c in LINES:
        if 0 < s.cells[a] == s.cells[b] == s.cells[c]:
            return LINE
    return FULL if s.marks == 9 else 0


@rule
def scores(s: State, out: Rows) -> None:  # only the seat that marked last can have a line
    if over(s) == LINE:
        out[1 - s.marks % 2, 0] = 1


@rule
def audit(s: State) -> int:  # checked after every move by `ludex.testing.check_game`
    ahead = 0
    for sign in s.cells:
        ahead += (sign == 1) - (sign == 2)
    return 0 if ahead == s.marks % 2 else UNEVEN


def draw(view: Any) -> str:
    return "{} {} {}\n{} {} {}\n{} {} {}".format(*("·XO"[mark] for mark in view.cells))


class TicTacToe(Game):
    """Three in a line wins."""

    name, title, seats = "tic-tac-toe", "Tic-tac-toe", range(2, 3)
    record, moves = State, Moves(Mark)
    look = Look(draw=draw)

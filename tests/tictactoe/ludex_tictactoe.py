"""Tic-tac-toe: a whole game for Ludex in one file."""

from typing import Annotated, ClassVar

from ludex import EVERYONE, Event, Events, Game, Move, Moves, Number, SeatNumber, i8, note, option, record, rule

# What a seat may do, and what can happen: small typed values. Their text and JSON forms come by themselves.

Cell = Annotated[int, Number(1, 9)]  # row by row


class Mark(Move, frozen=True):
    verb: ClassVar[str] = "mark"
    cell: Cell


class Marked(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} marks cell {cell}."
    seat: SeatNumber
    cell: Cell


# The state is one record of fixed size. Blank, it is the empty board: a cell is 0 while free, then 1 + the seat.

STATE = record(marks=i8, cells=(i8, 9))
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
LINE, FULL = 1, 2  # how the game can end
TAKEN, UNEVEN = 1, 1  # why a move can be rejected; which law can be broken

# The rules: plain Python, compiled for simulations. A move reaches them packed into a number; "mark 1" to "mark 9" are
# the numbers 0 to 8, just like the cells of the record.


@rule
def waiting(s):  # which seats owe a decision: bit k stands for seat k
    return 0 if over(s) else 1 << s.marks % 2


@rule
def legal(s, seat, out):
    count = 0
    for cell in range(9):
        if why_not(s, seat, cell) == 0:
            count = option(out, count, cell)
    return count


@rule
def why_not(s, seat, cell):
    return TAKEN if s.cells[cell] else 0


@rule
def play(s, seat, cell, log):
    s.cells[cell] = 1 + seat
    s.marks += 1
    note(log, 0, EVERYONE, seat, cell + 1)  # event number 0 is Marked


@rule
def over(s):
    for a, b, c in LINES:
        if 0 < s.cells[a] == s.cells[b] == s.cells[c]:
            return LINE
    return FULL if s.marks == 9 else 0


@rule
def scores(s, out):  # only the seat that marked last can have a line
    if over(s) == LINE:
        out[1 - s.marks % 2, 0] = 1


@rule
def audit(s):  # checked after every move by `ludex.testing.check_game`
    ahead = 0
    for mark in s.cells:
        ahead += (mark == 1) - (mark == 2)
    return 0 if ahead == s.marks % 2 else UNEVEN


# The class binds it all together, and gives words to the numbers above.


class TicTacToe(Game):
    name, title, seats = "tic-tac-toe", "Tic-tac-toe", range(2, 3)
    record, moves, events = STATE, Moves(Mark), Events(Marked)
    reasons = {TAKEN: ("taken", "cell {cell} was marked by seat {owner}; free cells are {free}.")}
    endings = {LINE: "three in a line", FULL: "the board is full"}
    laws = {UNEVEN: "seat 0 begins, and the seats take turns"}

    def facts(self, s, seat, move):
        free = ", ".join(str(cell + 1) for cell in range(9) if s.cells[cell] == 0)
        return {"cell": move.cell, "owner": s.cells[move.cell - 1] - 1, "free": free}

    def draw(self, view):
        return "{} {} {}\n{} {} {}\n{} {} {}".format(*("·XO"[mark] for mark in view.cells))

"""A tiny game of open bidding: everybody but the leader may outbid or pass, whoever is first."""

from __future__ import annotations

from typing import Annotated, ClassVar

from ludex import (
    EVERYONE,
    Event,
    Events,
    Game,
    Move,
    Moves,
    Number,
    SeatNumber,
    i8,
    note,
    option,
    option_range,
    record,
    rule,
)

from .tiny import Tiny

TOO_LOW = 1
NOBODY = -1


class Pass(Move, frozen=True):
    verb: ClassVar[str] = "pass"


class Raise(Move, frozen=True):
    verb: ClassVar[str] = "raise"
    amount: Annotated[int, Number(1, 20)]


class Raised(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} bids {amount}."
    seat: SeatNumber
    amount: Annotated[int, Number(1, 20)]


@rule
def setup(s):
    s.leader = NOBODY


@rule
def waiting(s):
    mask = 0
    for seat in range(s.seats):
        if not s.passed[seat] and seat != s.leader:
            mask |= 1 << seat
    return mask


@rule
def over(s):
    return 1 if waiting(s) == 0 else 0


@rule
def legal(s, seat, out):
    return option_range(out, option(out, 0, 0), 1 + s.high, 20)


@rule
def why_not(s, seat, move):
    return TOO_LOW if 1 <= move <= s.high else 0


@rule
def play(s, seat, move, log):
    if move == 0:
        s.passed[seat] = 1
    else:
        s.leader = seat
        s.high = move
        note(log, 0, EVERYONE, seat, move)


@rule
def scores(s, out):
    for seat in range(s.seats):
        out[seat, 0] = seat == s.leader


class Outcry(Tiny, Game):
    name = "outcry"
    title = "Open bidding"
    seats = range(2, 4)
    record = record(leader=i8, high=i8, passed=(i8, 3))
    moves = Moves(Pass, Raise)
    events = Events(Raised)
    reasons = {TOO_LOW: ("too-low", "raise by at least 1; {amount} is too low.")}
    endings = {1: "all others have passed"}

"""A tiny game of sealed bids: all seats bid at the same time, once, and nobody sees a bid before all have bid."""

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
    below,
    i8,
    note,
    option_range,
    record,
    rule,
)

from .tiny import Tiny

MOST = 9
SECRET = -1
BID_MADE, BID_SHOWN = range(2)
TOO_HIGH = 1


class Bid(Move, frozen=True):
    verb: ClassVar[str] = "bid"
    amount: Annotated[int, Number(1, 20)]


class BidMade(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} has bid."
    seat: SeatNumber


class BidShown(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} had bid {amount}."
    seat: SeatNumber
    amount: Annotated[int, Number(1, 20)]


@rule
def waiting(s):
    mask = 0
    for seat in range(s.seats):
        if s.bid[seat] == 0:
            mask |= 1 << seat
    return mask


@rule
def over(s):
    return 1 if waiting(s) == 0 else 0


@rule
def legal(s, seat, out):
    return option_range(out, 0, 0, MOST - 1)


@rule
def why_not(s, seat, move):
    return TOO_HIGH if move >= MOST else 0


@rule
def play(s, seat, move, log):
    s.bid[seat] = move + 1
    note(log, BID_MADE, EVERYONE, seat)
    if over(s):
        for other in range(s.seats):
            note(log, BID_SHOWN, EVERYONE, other, s.bid[other])


@rule
def hide(s, seat):
    if not over(s):
        for other in range(s.seats):
            if other != seat and s.bid[other] != 0:
                s.bid[other] = SECRET


@rule
def redeal(s, seat):
    for other in range(s.seats):
        if s.bid[other] == SECRET:
            s.bid[other] = 1 + below(s, MOST)


@rule
def scores(s, out):
    for seat in range(s.seats):
        out[seat, 0] = s.bid[seat]


class Sealed(Tiny, Game):
    name = "sealed"
    title = "Sealed bids"
    seats = range(2, 4)
    record = record(bid=(i8, 3))
    moves = Moves(Bid)
    events = Events(BidMade, BidShown)
    reasons = {TOO_HIGH: ("too-high", "{amount} is more than 9.")}
    endings = {1: "all bids are shown"}

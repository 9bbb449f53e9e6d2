"""A tiny game of sealed bids: all seats bid at the same time, once, and bids are hidden until all have bid."""

from __future__ import annotations

from typing import Annotated, ClassVar, TypeAlias

from ludex.author import (
    ANY,
    EVERYONE,
    Event,
    Game,
    Log,
    Move,
    Moves,
    Number,
    Record,
    Rows,
    SeatNumber,
    below,
    effect,
    ending,
    i8,
    note,
    offer_range,
    reason,
    refusal,
    rule,
)

from .tiny import Tiny

MOST, SECRET = 9, -1
Amount: TypeAlias = Annotated[int, Number(1, 20)]
ALL_SHOWN = ending("all bids are shown")
TOO_HIGH = reason("too-high", "{amount} is more than 9.")


class Bid(Move, frozen=True):
    verb: ClassVar[str] = "bid"
    amount: Amount


class BidMade(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} has bid."
    seat: SeatNumber


class BidShown(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} had bid {amount}."
    seat: SeatNumber
    amount: Amount


class SealedState(Record):
    bid = i8.row(3, ANY)


@rule
def waiting(s: SealedState) -> int:
    mask = 0
    for seat in range(s.seats):
        if s.bid[seat] == 0:
            mask |= 1 << seat
    return mask


@rule
def over(s: SealedState) -> int:
    return ALL_SHOWN if waiting(s) == 0 else 0


@rule
def legal(s: SealedState, seat: int, out: Rows) -> int:
    return offer_range(out, 0, Bid, 1, MOST)


@refusal(Bid)
def why_not_bid(s: SealedState, seat: int, amount: int) -> int:
    return TOO_HIGH if amount > MOST else 0


@effect(Bid)
def bid(s: SealedState, seat: int, amount: int, log: Log) -> None:
    s.bid[seat] = amount
    note(log, BidMade, EVERYONE, seat)
    if over(s):
        for other in range(s.seats):
            note(log, BidShown, EVERYONE, other, s.bid[other])


@rule
def hide(s: SealedState, seat: int) -> None:
    if not over(s):
        for other in range(s.seats):
            if other != seat and s.bid[other] != 0:
                s.bid[other] = SECRET


@rule
def redeal(s: SealedState, seat: int) -> None:
    for other in range(s.seats):
        if s.bid[other] == SECRET:
            s.bid[other] = 1 + below(s, MOST)


@rule
def scores(s: SealedState, out: Rows) -> None:
    for seat in range(s.seats):
        out[seat, 0] = s.bid[seat]


class Sealed(Tiny, Game):
    """Sealed bids: the highest wins."""

    name = "sealed"
    title = "Sealed bids"
    seats = range(2, 4)
    record = SealedState
    moves = Moves(Bid)

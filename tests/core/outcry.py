"""A tiny game of open bidding: all seats except the leader may outbid or pass, in any order."""

from __future__ import annotations

from typing import Annotated, ClassVar, TypeAlias

from ludex.author import (
    ANY,
    EVERYONE,
    FLAG,
    Event,
    Game,
    Log,
    Move,
    Moves,
    Number,
    Record,
    Rows,
    SeatNumber,
    effect,
    ending,
    i8,
    note,
    offer,
    offer_range,
    reason,
    refusal,
    rule,
)

from .tiny import Tiny

NOBODY, MOST = -1, 20
Amount: TypeAlias = Annotated[int, Number(1, MOST)]
ALL_PASSED = ending("all others have passed")
TOO_LOW = reason("too-low", "raise by at least 1; {amount} is too low.")


class Pass(Move, frozen=True):
    verb: ClassVar[str] = "pass"


class Raise(Move, frozen=True):
    verb: ClassVar[str] = "raise"
    amount: Amount


class Raised(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} bids {amount}."
    seat: SeatNumber
    amount: Amount


class OutcryState(Record):
    leader = i8(ANY)
    high = i8(ANY)
    passed = i8.row(3, FLAG)


@rule
def setup(s: OutcryState) -> None:
    s.leader = NOBODY


@rule
def waiting(s: OutcryState) -> int:
    mask = 0
    for seat in range(s.seats):
        if not s.passed[seat] and seat != s.leader:
            mask |= 1 << seat
    return mask


@rule
def over(s: OutcryState) -> int:
    return ALL_PASSED if waiting(s) == 0 else 0


@rule
def legal(s: OutcryState, seat: int, out: Rows) -> int:
    return offer_range(out, offer(out, 0, Pass), Raise, s.high + 1, MOST)


@refusal(Pass)
def why_not_pass(s: OutcryState, seat: int) -> int:
    return 0


@effect(Pass)
def pass_for_good(s: OutcryState, seat: int) -> None:
    s.passed[seat] = 1


@refusal(Raise)
def why_not_raise(s: OutcryState, seat: int, amount: int) -> int:
    return TOO_LOW if amount <= s.high else 0


@effect(Raise)
def raise_bid(s: OutcryState, seat: int, amount: int, log: Log) -> None:
    s.leader = seat
    s.high = amount
    note(log, Raised, EVERYONE, seat, amount)


@rule
def scores(s: OutcryState, out: Rows) -> None:
    for seat in range(s.seats):
        out[seat, 0] = seat == s.leader


class Outcry(Tiny, Game):
    """Open bidding: the last to raise wins."""

    name = "outcry"
    title = "Open bidding"
    seats = range(2, 4)
    record = OutcryState
    moves = Moves(Pass, Raise)

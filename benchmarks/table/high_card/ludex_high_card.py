"""High Card: a small game with a secret, long enough to be measured. `boardgame/server.cjs` is its twin."""

from typing import Annotated, ClassVar

from ludex.author import (
    ANY,
    COUNT,
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
    effect,
    ending,
    i8,
    i16,
    i32,
    law,
    note,
    offer,
    pick_kind,
    reason,
    refusal,
    rule,
)

KINDS, COPIES, HAND, PLAYS = 13, 4, 5, 4000
"""52 cards of 13 ranks, five in each hand, and more turns than any measurement plays."""

Rank = Annotated[int, Number(1, KINDS)]


class Play(Move, frozen=True):
    verb: ClassVar[str] = "play"
    rank: Rank


class Played(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} plays a {rank}."
    seat: SeatNumber
    rank: Rank


class Drew(Event, frozen=True):
    says: ClassVar[str] = "You draw a {rank}."
    seat: SeatNumber
    rank: Rank


class State(Record):
    plays = i32(COUNT)
    top = i8(ANY)
    points = i16.row(2, COUNT)
    deck = i8.row(KINDS, COUNT)
    pile = i8.row(KINDS, COUNT)
    hand = i8.grid(2, KINDS, COUNT)


END = ending("everything is played")
NOT_HELD = reason("not-held", "there is no {rank} in your hand.")
CARDS = law("there are four cards of every rank")
HANDS = law("every seat holds five cards")


@rule
def setup(s: State) -> None:
    for rank in range(KINDS):
        s.deck[rank] = COPIES
    for seat in range(2):
        deal(s, seat)


@rule
def deal(s: State, seat: int) -> None:
    for _ in range(HAND):
        draw(s, seat)


@rule
def draw(s: State, seat: int) -> int:
    left = 0
    for rank in range(KINDS):
        left += s.deck[rank]
    if left == 0:
        for rank in range(KINDS):
            s.deck[rank] = s.pile[rank]
            left += s.pile[rank]
            s.pile[rank] = 0
    rank = pick_kind(s, s.deck, left)
    s.deck[rank] -= 1
    s.hand[seat, rank] += 1
    return rank


@rule
def waiting(s: State) -> int:
    return 0 if over(s) else 1 << s.plays % 2


@rule
def legal(s: State, seat: int, out: Rows) -> int:
    count = 0
    for rank in range(1, KINDS + 1):
        if why_not_play(s, seat, rank) == 0:
            count = offer(out, count, Play, rank)
    return count


@refusal(Play)
def why_not_play(s: State, seat: int, rank: int) -> int:
    return 0 if s.hand[seat, rank - 1] else NOT_HELD


@effect(Play)
def play_card(s: State, seat: int, rank: int, log: Log) -> None:
    s.hand[seat, rank - 1] -= 1
    s.pile[rank - 1] += 1
    if rank > s.top:
        s.points[seat] += 1
    s.top = rank
    s.plays += 1
    note(log, Played, EVERYONE, seat, rank)
    note(log, Drew, 1 << seat, seat, draw(s, seat) + 1)


@rule
def over(s: State) -> int:
    return END if s.plays == PLAYS else 0


@rule
def scores(s: State, out: Rows) -> None:
    for seat in range(2):
        out[seat, 0] = s.points[seat]


@rule
def hide(s: State, seat: int) -> None:
    """Hide the places of the cards that are neither played nor in the seat's hand."""
    for other in range(2):
        if other != seat:
            gather(s, other)


@rule
def gather(s: State, seat: int) -> None:
    for rank in range(KINDS):
        s.deck[rank] += s.hand[seat, rank]
        s.hand[seat, rank] = 0


@rule
def redeal(s: State, seat: int) -> None:
    for other in range(2):
        if other != seat:
            gather(s, other)
    for other in range(2):
        if other != seat:
            deal(s, other)


@rule
def audit(s: State) -> int:
    for rank in range(KINDS):
        if s.deck[rank] + s.pile[rank] + s.hand[0, rank] + s.hand[1, rank] != COPIES:
            return CARDS
    for seat in range(2):
        held = 0
        for rank in range(KINDS):
            held += s.hand[seat, rank]
        if held != HAND:
            return HANDS
    return 0


class HighCard(Game):
    """A card that is higher than the last one scores a point."""

    name, title, seats = "high-card", "High Card", range(2, 3)
    record, moves = State, Moves(Play)

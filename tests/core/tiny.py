"""A tiny game with turns, chance, secrets and ranges. Its tables run interpreted, which starts fast."""

from __future__ import annotations

from functools import cached_property
from types import SimpleNamespace
from typing import Annotated, Any, ClassVar

import msgspec

from ludex import (
    EVERYONE,
    Event,
    Events,
    Game,
    GameOptions,
    Move,
    Moves,
    Number,
    SeatNumber,
    below,
    i8,
    i16,
    note,
    option,
    option_range,
    record,
    rule,
)

SEATS = 3
Other = Annotated[int, Number(0, SEATS - 1, label="seat")]
Amount = Annotated[int, Number(0, 20)]


class Tiny:
    """Tables of tiny games run interpreted: nothing is compiled unless a test asks for it."""

    @cached_property
    def kernel(self) -> Any:
        return self.interpreted  # type: ignore[attr-defined]  # mixed into Game


class Keep(Move, frozen=True):
    """Do nothing: shows nothing, draws nothing."""

    verb: ClassVar[str] = "keep"


class Draw(Move, frozen=True):
    """Take another card, by chance."""

    verb: ClassVar[str] = "draw"


class Peek(Move, frozen=True):
    """Look at another seat's card: no chance, but a secret is shown."""

    verb: ClassVar[str] = "peek"
    other: Other


class Stake(Move, frozen=True):
    verb: ClassVar[str] = "stake"
    amount: Annotated[int, Number(1, 20)]


class Drew(Event, frozen=True):
    """For everybody."""

    says: ClassVar[str] = "seat {seat} draws."
    seat: SeatNumber


class Got(Event, frozen=True):
    """For the seat that drew."""

    says: ClassVar[str] = "seat {seat} gets a {card}."
    seat: SeatNumber
    card: Amount


class Saw(Event, frozen=True):
    """For the seat that peeked."""

    says: ClassVar[str] = "seat {seat} sees the {card} of seat {other}."
    seat: SeatNumber
    other: SeatNumber
    card: Amount


class Staked(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} stakes {amount}."
    seat: SeatNumber
    amount: Amount


CARD_MOVES = Moves(Keep, Draw, Peek, Stake)
KEEP, DRAW, PEEK, STAKE = (CARD_MOVES.first(kind) for kind in CARD_MOVES.kinds)
DREW, GOT, SAW, STAKED = range(4)
MONEY, FACES, UNKNOWN = 10, 6, -1
OWN_CARD, NO_SEAT, ALREADY_SEEN, TOO_MUCH = range(1, 5)
MONEY_LOST, NO_CARD = 1, 2

CARDS = record(turn=i8, left=i8, card=(i8, SEATS), seen=(i8, (SEATS, SEATS)), money=(i16, SEATS), pot=(i16, SEATS))


@rule
def setup(s):
    for seat in range(s.seats):
        s.card[seat] = below(s, FACES)
        s.money[seat] = MONEY


@rule
def over(s):
    return 1 if s.left == 0 else 0


@rule
def waiting(s):
    return 0 if s.left == 0 else 1 << s.turn


@rule
def legal(s, seat, out):
    count = option(out, 0, KEEP)
    count = option(out, count, DRAW)
    for other in range(s.seats):
        if why_not(s, seat, PEEK + other) == 0:
            count = option(out, count, PEEK + other)
    return option_range(out, count, STAKE, STAKE + s.money[seat] - 1)


@rule
def why_not(s, seat, move):
    if move >= STAKE:
        return TOO_MUCH if move - STAKE + 1 > s.money[seat] else 0
    if move < PEEK:
        return 0
    other = move - PEEK
    if other >= s.seats:
        return NO_SEAT
    if other == seat:
        return OWN_CARD
    return ALREADY_SEEN if s.seen[seat, other] else 0


@rule
def play(s, seat, move, log):
    if move == DRAW:
        draw_card(s, seat, log)
    elif PEEK <= move < STAKE:
        s.seen[seat, move - PEEK] = 1
        note(log, SAW, 1 << seat, seat, move - PEEK, s.card[move - PEEK])
    elif move >= STAKE:
        s.money[seat] -= move - STAKE + 1
        s.pot[seat] += move - STAKE + 1
        note(log, STAKED, EVERYONE, seat, move - STAKE + 1)
    s.turn = (s.turn + 1) % s.seats
    s.left -= 1


@rule
def draw_card(s, seat, log):
    s.card[seat] = below(s, FACES)
    for other in range(s.seats):
        s.seen[other, seat] = 0
    note(log, DREW, EVERYONE, seat)
    note(log, GOT, 1 << seat, seat, s.card[seat])


@rule
def hide(s, seat):
    for other in range(s.seats):
        if seat < 0 or (other != seat and s.seen[seat, other] == 0):
            s.card[other] = UNKNOWN


@rule
def redeal(s, seat):
    for other in range(s.seats):
        if s.card[other] == UNKNOWN:
            s.card[other] = below(s, FACES)


@rule
def audit(s):
    for seat in range(s.seats):
        if s.money[seat] + s.pot[seat] != MONEY or s.money[seat] < 0:
            return MONEY_LOST
        if not 0 <= s.card[seat] < FACES:
            return NO_CARD
    return 0


@rule
def scores(s, out):
    for seat in range(s.seats):
        out[seat, 0] = s.pot[seat] + s.card[seat]
        out[seat, 1] = s.money[seat]


@rule
def careful_bot(s, seat, options, count, dice):
    """Keeps a good card, draws for a bad one."""
    return KEEP if s.card[seat] >= 3 else DRAW


CARD_RULES = {
    "setup": setup,
    "over": over,
    "waiting": waiting,
    "legal": legal,
    "why_not": why_not,
    "play": play,
    "hide": hide,
    "redeal": redeal,
    "audit": audit,
    "scores": scores,
}


class CardsOptions(GameOptions, frozen=True):
    length: int = 6

    def __post_init__(self) -> None:
        if not 1 <= self.length <= 100:
            raise ValueError(f"length is {self.length}: expected 1 to 100 moves")


class Cards(Tiny, Game):
    """Every seat has a secret card; on its turn it keeps it, draws another, looks at another's, or stakes money."""

    name = "cards"
    title = "Cards"
    seats = range(2, SEATS + 1)
    record = CARDS
    moves = CARD_MOVES
    events = Events(Drew, Got, Saw, Staked)
    rules = SimpleNamespace(**CARD_RULES)
    options = CardsOptions
    bots = {"careful": careful_bot}
    max_options = 8
    max_events = 4
    reasons = {
        OWN_CARD: ("own-card", "seat {seat} knows its own card."),
        NO_SEAT: ("no-seat", "there is no seat {other}; seats are 0 to {last}."),
        ALREADY_SEEN: ("already-seen", "seat {seat} has seen the card of seat {other} already."),
        TOO_MUCH: ("too-much", "you have {money}, and {amount} is more. Stake 1 to {money}."),
    }
    endings = {1: "the last move was made"}
    laws = {MONEY_LOST: "money is neither made nor lost", NO_CARD: "every seat has a card"}

    class View(msgspec.Struct, frozen=True):
        """The record's fields, typed."""

        seats: int
        turn: int
        left: int
        card: tuple[int, ...]
        seen: tuple[tuple[int, ...], ...]
        money: tuple[int, ...]
        pot: tuple[int, ...]

    view_type = View

    def prepare(self, s: Any, options: Any) -> None:
        s.left = options.length

    def facts(self, s: Any, seat: int, move: Move) -> dict[str, Any]:
        return {**super().facts(s, seat, move), "seat": seat, "last": s.seats - 1, "money": s.money[seat]}


def variant(**changed: Any) -> Cards:
    """Cards with some of its rules (or class attributes) replaced; what stays the same is not compiled again."""
    rules = {name: changed.pop(name) for name in tuple(changed) if name in CARD_RULES}
    return type("Cards", (Cards,), {"rules": SimpleNamespace(**CARD_RULES | rules), **changed})()

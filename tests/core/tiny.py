"""A tiny game with turns, chance, secrets and ranges. Its tables run interpreted, which starts fast."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Annotated, Any, ClassVar, TypeAlias

import msgspec

from ludex.author import (
    ANY,
    COUNT,
    EVERYONE,
    SEAT,
    Event,
    Game,
    GameSettings,
    Log,
    Move,
    Moves,
    Number,
    Record,
    Rows,
    SeatNumber,
    Table,
    below,
    bot,
    effect,
    ending,
    i8,
    i16,
    law,
    new_table,
    note,
    offer,
    offer_range,
    packed,
    reason,
    refusal,
    rule,
)
from ludex.core.game.machine import Machine

SEATS = 3
MONEY, FACES, UNKNOWN = 10, 6, -1
Other: TypeAlias = Annotated[int, Number(0, SEATS - 1, label="seat")]
Amount: TypeAlias = Annotated[int, Number(0, 20)]


class Tiny:
    """Tables of tiny games run interpreted: nothing is compiled unless a test asks for it."""

    @cached_property
    def machine(self) -> Machine:
        machine: Machine = super().machine  # type: ignore[misc]  # mixed into Game
        vars(machine)["kernel"] = machine.interpreted
        return machine


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
    """Put money into the pot."""

    verb: ClassVar[str] = "stake"
    amount: Annotated[int, Number(1, 20)]


class Drew(Event, frozen=True):
    """An event for everyone."""

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


class CardsState(Record):
    """`seen[a, b]` is 1 while seat a knows the card of seat b."""

    turn = i8(SEAT)
    left = i8(COUNT)
    card = i8.row(SEATS, ANY)
    seen = i8.grid(SEATS, SEATS, ANY)
    money = i16.row(SEATS, COUNT)
    pot = i16.row(SEATS, COUNT)


LAST_MOVE = ending("the last move was made")
MONEY_LOST, NO_CARD = law("money is neither made nor lost"), law("every seat has a card")
OWN_CARD = reason("own-card", "seat {seat} knows its own card.", seat=lambda s, seat: seat)
NO_SEAT = reason("no-seat", "there is no seat {other}; seats are 0 to {last}.", last=lambda s, seat: s.seats - 1)
ALREADY_SEEN = reason(
    "already-seen", "seat {seat} has seen the card of seat {other} already.", seat=lambda s, seat: seat
)
TOO_MUCH = reason(
    "too-much", "you have {money}, and {amount} is more. Stake 1 to {money}.", money=lambda s, seat: s.money[seat]
)


@rule
def setup(s: CardsState) -> None:
    for seat in range(s.seats):
        s.card[seat] = below(s, FACES)
        s.money[seat] = MONEY


@rule
def over(s: CardsState) -> int:
    return LAST_MOVE if s.left == 0 else 0


@rule
def waiting(s: CardsState) -> int:
    return 0 if s.left == 0 else 1 << s.turn


@rule
def legal(s: CardsState, seat: int, out: Rows) -> int:
    count = offer(out, 0, Keep)
    count = offer(out, count, Draw)
    for other in range(s.seats):
        if why_not_peek(s, seat, other) == 0:
            count = offer(out, count, Peek, other)
    return offer_range(out, count, Stake, 1, s.money[seat])


@rule
def follow(s: CardsState, log: Log) -> None:
    """After every move the next seat is in turn."""
    s.turn = (s.turn + 1) % s.seats
    s.left -= 1


@refusal(Keep, Draw)
def never(s: CardsState, seat: int) -> int:
    return 0


@effect(Keep)
def keep(s: CardsState, seat: int) -> None:
    return


@effect(Draw)
def draw(s: CardsState, seat: int, log: Log) -> None:
    s.card[seat] = below(s, FACES)
    for other in range(s.seats):
        s.seen[other, seat] = 0
    note(log, Drew, EVERYONE, seat)
    note(log, Got, 1 << seat, seat, s.card[seat])


@refusal(Peek)
def why_not_peek(s: CardsState, seat: int, other: int) -> int:
    if other >= s.seats:
        return NO_SEAT
    if other == seat:
        return OWN_CARD
    return ALREADY_SEEN if s.seen[seat, other] else 0


@effect(Peek)
def peek(s: CardsState, seat: int, other: int, log: Log) -> None:
    s.seen[seat, other] = 1
    note(log, Saw, 1 << seat, seat, other, s.card[other])


@refusal(Stake)
def why_not_stake(s: CardsState, seat: int, amount: int) -> int:
    return TOO_MUCH if amount > s.money[seat] else 0


@effect(Stake)
def stake(s: CardsState, seat: int, amount: int, log: Log) -> None:
    s.money[seat] -= amount
    s.pot[seat] += amount
    note(log, Staked, EVERYONE, seat, amount)


@rule
def hide(s: CardsState, seat: int) -> None:
    for other in range(s.seats):
        if seat < 0 or (other != seat and s.seen[seat, other] == 0):
            s.card[other] = UNKNOWN


@rule
def redeal(s: CardsState, seat: int) -> None:
    for other in range(s.seats):
        if s.card[other] == UNKNOWN:
            s.card[other] = below(s, FACES)


@rule
def audit(s: CardsState) -> int:
    for seat in range(s.seats):
        if s.money[seat] + s.pot[seat] != MONEY or s.money[seat] < 0:
            return MONEY_LOST
        if not 0 <= s.card[seat] < FACES:
            return NO_CARD
    return 0


@rule
def scores(s: CardsState, out: Rows) -> None:
    for seat in range(s.seats):
        out[seat, 0] = s.pot[seat] + s.card[seat]
        out[seat, 1] = s.money[seat]


@rule
def careful(s: CardsState, seat: int, options: Rows, count: int, dice: Any) -> int:
    """Keeps a good card, draws for a bad one."""
    return packed(Keep) if s.card[seat] >= 3 else packed(Draw)


class CardsSettings(GameSettings, frozen=True, kw_only=True):
    length: int = 6

    def __post_init__(self) -> None:
        if not 1 <= self.length <= 100:
            raise ValueError(f"length is {self.length}: expected 1 to 100 moves")


class CardsView(msgspec.Struct, frozen=True):
    """The record's fields, typed."""

    seats: int
    turn: int
    left: int
    card: tuple[int, ...]
    seen: tuple[tuple[int, ...], ...]
    money: tuple[int, ...]
    pot: tuple[int, ...]


class Cards(Tiny, Game[CardsView, CardsSettings]):
    """Every seat has a secret card; on its turn it keeps it, draws another, looks at another's, or stakes money."""

    name = "cards"
    title = "Cards"
    seats = range(2, SEATS + 1)
    record = CardsState
    moves = CARD_MOVES
    rules: ClassVar[Any] = sys.modules[__name__]
    bots: ClassVar[Mapping[str, Any]] = {"careful": bot(careful)}
    max_options = 8
    max_events = 4
    replaced: ClassVar[Mapping[str, Callable[..., Any]]] = {}
    """Rules to use in place of the game's own."""

    @new_table(Table[CardsView], CardsSettings)
    def new(self) -> None:
        """Set up a table of Cards."""

    @classmethod
    def all_rules(cls) -> Mapping[str, Callable[..., Any]]:
        return {**super().all_rules(), **cls.replaced}

    def prepare(self, s: CardsState, settings: CardsSettings) -> None:
        s.left = settings.length


CARD_RULES = Cards.all_rules()
"""The rules as the loops call them, `play` and `why_not` among them."""


def variant(**changed: Any) -> Cards:
    """Return cards with some of its rules, reasons or class attributes replaced; the rest is not compiled again."""
    replaced = {name: changed.pop(name) for name in tuple(changed) if name in CARD_RULES}
    reasons = changed.pop("reasons", None)
    made: Cards = type("Cards", (Cards,), {"replaced": replaced, **changed})()
    if reasons is not None:
        vars(made.machine)["reasons"] = reasons
    return made

"""The grammar of orders, read by descent. A text may hold many orders, with or without anything between them.

    text     = { [power] order [";"] }
    order    = unit "hold" | unit | unit move | unit support | unit convoy | unit "retreat" ["-"] place
             | unit "disband" | unit "build" | ("build" | "disband") unit | "waive" | vote
    move     = ["move"] ["via"] ["-"] place {"-" place} ["via"]
    support  = "support" ["hold" "-"] other ["hold"] | "support" other move | "support" "move" "-" place "from" other
    convoy   = "convoy" other move | "convoy" "-" place "from" other
    vote     = "vote" "draw" | "concede" "-" power
    unit     = [power] ("army" | "fleet") place       other = [power] ["army" | "fleet"] place
    place    = province [coast]

Where a text has several readings, the one is meant in which no unit gets two orders; if there is not exactly one such,
the text is ambiguous, and the message shows the readings.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ludex.core import Move, UnreadableMove
from ludex.games.diplomacy import lexer
from ludex.games.diplomacy.lexer import Token, tokens_of
from ludex.games.diplomacy.map import LAND, PLACE_NUMBER, SEA, TYPE
from ludex.games.diplomacy.moves import (
    FORMS,
    Build,
    Concede,
    Convoy,
    Disband,
    Hold,
    MoveTo,
    MoveVia,
    Retreat,
    SupportHold,
    SupportMove,
    VoteDraw,
    Waive,
)

MOST_READINGS = 64
"""Readings of one text that are looked at."""


class Written(NamedTuple):
    """An order as it was written, and the power named before it."""

    order: Move
    power: str | None = None


class Reading(NamedTuple):
    """One way to read the tokens from some place on: the order, and where the next begins."""

    order: Move
    end: int


def read_order(text: str) -> Move:
    """The one order in a text.

    >>> read_order("Army Paris -> Burgundy"), read_order("f stp(sc) holds")
    (MoveTo(unit='A PAR', to='BUR'), Hold(unit='F STP/SC'))
    """
    orders = read_orders(text)
    if len(orders) != 1:
        found = "; ".join(str(written.order) for written in orders)
        raise UnreadableMove(f"{text.strip()!r} holds {len(orders)} orders ({found}); expected one")
    return orders[0].order


def read_orders(text: str) -> list[Written]:
    """All orders of a text.

    >>> [str(written.order) for written in read_orders("A ROM S A VEN H A TUS - PIE")]
    ['A ROM S A VEN', 'A TUS - PIE']
    """
    tokens = tokens_of(text)
    readings: list[list[Written]] = []
    furthest = [0]
    for reading in _all_readings(tokens, 0, None, furthest):
        if reading not in readings:
            readings.append(reading)
        if len(readings) == MOST_READINGS:
            break
    if not readings:
        raise UnreadableMove(_say_unreadable(text, tokens, furthest[0]))
    if not readings[0]:
        raise UnreadableMove(f"there is no order in {text.strip()!r}. Orders are: {'; '.join(FORMS.values())}")
    once = [reading for reading in readings if _every_unit_once(reading)]
    chosen = readings if len(readings) == 1 else once
    if len(chosen) != 1:
        shown = " or ".join("[" + "; ".join(str(w.order) for w in reading) + "]" for reading in (once or readings)[:4])
        raise UnreadableMove(f"{text.strip()!r} is ambiguous: {shown}. Put a semicolon between the orders.")
    return chosen[0]


def _all_readings(
    tokens: tuple[Token, ...], at: int, power: str | None, furthest: list[int]
) -> Iterator[list[Written]]:
    """Every way to read the rest as orders."""
    furthest[0] = max(furthest[0], at)
    while at < len(tokens) and tokens[at].kind == lexer.SEPARATOR:
        at += 1
    if at == len(tokens):
        yield []
        return
    if tokens[at].kind == lexer.POWER:
        if at + 1 < len(tokens):
            yield from _all_readings(tokens, at + 1, tokens[at].value, furthest)
        return
    for order, end in _Reader(tokens, furthest).order(at):
        for rest in _all_readings(tokens, end, power, furthest):
            yield [Written(order, power), *rest]


def _every_unit_once(reading: list[Written]) -> bool:
    units = [getattr(written.order, "unit", None) for written in reading]
    named = [unit for unit in units if unit is not None]
    return len(set(named)) == len(named)


def _say_unreadable(text: str, tokens: tuple[Token, ...], at: int) -> str:
    forms = "; ".join(FORMS.values())
    if at >= len(tokens):
        return f"cannot read {text.strip()!r}: it ends too early. Orders are: {forms}"
    return f"cannot read {text.strip()!r}: {tokens[at].text!r} does not fit there. Orders are: {forms}"


_VERBS = (lexer.HOLDS, lexer.TO, lexer.MOVES, lexer.VIA, lexer.SUPPORTS, lexer.CONVOYS, lexer.RETREATS)
"""Words after a unit that rule out that it holds."""


class _Reader:
    """The rules of the grammar; each yields what it can read from a token on, and where it ends."""

    def __init__(self, tokens: tuple[Token, ...], furthest: list[int]) -> None:
        self.tokens = tokens
        self.furthest = furthest

    def kind(self, at: int) -> str:
        self.furthest[0] = max(self.furthest[0], at)
        return self.tokens[at].kind if at < len(self.tokens) else ""

    def order(self, at: int) -> Iterator[Reading]:
        first = self.kind(at)
        if first == lexer.WAIVES:
            yield Reading(Waive(), at + 1)
        elif first == lexer.VOTES and self.kind(at + 1) == lexer.DRAW:
            yield Reading(VoteDraw(), at + 2)
        elif first == lexer.CONCEDES:
            named = at + 2 if self.kind(at + 1) == lexer.TO else at + 1
            if self.kind(named) == lexer.POWER:
                yield Reading(Concede(self.tokens[named].value), named + 1)
        elif first in (lexer.BUILDS, lexer.DISBANDS):
            make = Build if first == lexer.BUILDS else Disband
            if self.kind(at + 1) == lexer.WAIVES:
                yield Reading(Waive(), at + 2)
            for unit, end in self.unit(at + 1):
                yield Reading(make(unit), end)
        else:
            for unit, end in self.unit(at):
                yield from self.of_unit(unit, end)

    def of_unit(self, unit: str, at: int) -> Iterator[Reading]:
        """What follows a unit; nothing stands for hold."""
        verb = self.kind(at)
        if verb == lexer.HOLDS:
            yield Reading(Hold(unit), at + 1)
        elif verb in (lexer.TO, lexer.MOVES, lexer.VIA):
            for (to, via), end in self.move(at):
                yield Reading(MoveVia(unit, to) if via else MoveTo(unit, to), end)
        elif verb == lexer.SUPPORTS:
            yield from self.support(unit, at + 1)
        elif verb == lexer.CONVOYS:
            yield from self.convoy(unit, at + 1)
        elif verb == lexer.RETREATS:
            for to, end in self.place(at + 2 if self.kind(at + 1) == lexer.TO else at + 1):
                yield Reading(Retreat(unit, to), end)
        if verb == lexer.DISBANDS:
            yield Reading(Disband(unit), at + 1)
        if verb == lexer.BUILDS:
            yield Reading(Build(unit), at + 1)
        if verb not in _VERBS:
            yield Reading(Hold(unit), at)

    def move(self, at: int) -> Iterator[tuple[tuple[str, bool], int]]:
        """Where to, and whether by convoy; a chain of places is read as the way of a convoy."""
        if self.kind(at) == lexer.MOVES:
            at += 1
        if self.kind(at) == lexer.VIA:
            for (to, _), end in self.move(at + 1):
                yield (to, True), end
            return
        if self.kind(at) == lexer.TO:
            at += 1
        for to, end in self.place(at):
            if self.kind(end) == lexer.VIA:
                yield (to, True), end + 1
            elif self.kind(end) == lexer.TO:
                for (last, _), last_end in self.move(end):
                    yield (last, False), last_end
            else:
                yield (to, False), end

    def support(self, unit: str, at: int) -> Iterator[Reading]:
        if self.kind(at) == lexer.MOVES:
            yield from self.from_where(unit, at + 1, SupportMove)
            return
        if self.kind(at) == lexer.HOLDS:
            for other, end in self.other(at + 2 if self.kind(at + 1) == lexer.TO else at + 1):
                yield Reading(SupportHold(unit, other), end)
            return
        for other, end in self.other(at):
            if self.kind(end) == lexer.HOLDS:
                yield Reading(SupportHold(unit, other), end + 1)
            elif self.kind(end) in (lexer.TO, lexer.MOVES):
                for (to, _), after in self.move(end):
                    yield Reading(SupportMove(unit, other, to), after)
            else:
                yield Reading(SupportHold(unit, other), end)

    def convoy(self, unit: str, at: int) -> Iterator[Reading]:
        if self.kind(at) == lexer.TO:
            yield from self.from_where(unit, at, Convoy)
            return
        for other, end in self.other(at, army=True):
            if self.kind(end) in (lexer.TO, lexer.MOVES):
                for (to, _), after in self.move(end):
                    yield Reading(Convoy(unit, other, to), after)

    def from_where(self, unit: str, at: int, make: type[SupportMove] | type[Convoy]) -> Iterator[Reading]:
        """The other way round: "support move to Prussia from Silesia"."""
        for to, end in self.place(at + 1 if self.kind(at) == lexer.TO else at):
            if self.kind(end) == lexer.FROM:
                for other, after in self.other(end + 1, army=make is Convoy):
                    yield Reading(make(unit, other, to), after)

    def unit(self, at: int) -> Iterator[tuple[str, int]]:
        """A unit with its kind; the power before it says nothing new."""
        if self.kind(at) == lexer.POWER:
            at += 1
        if self.kind(at) in (lexer.ARMY_WORD, lexer.FLEET_WORD):
            letter = "A" if self.kind(at) == lexer.ARMY_WORD else "F"
            for place, end in self.place(at + 1):
                yield f"{letter} {place}", end

    def other(self, at: int, army: bool = False) -> Iterator[tuple[str, int]]:
        """Another unit; its kind may be left out, and is then an army's except at sea."""
        yield from self.unit(at)
        if self.kind(at) == lexer.POWER:
            at += 1
        if self.kind(at) == lexer.PLACE:
            for place, end in self.place(at):
                sea = TYPE[PLACE_NUMBER[place[:3]]] == SEA or "/" in place
                yield f"{'F' if sea and not army else 'A'} {place}", end

    def place(self, at: int) -> Iterator[tuple[str, int]]:
        if self.kind(at) != lexer.PLACE:
            return
        province = self.tokens[at].value
        if self.kind(at + 1) == lexer.COAST_WORD:
            named = f"{province}/{self.tokens[at + 1].value}"
            if named in PLACE_NUMBER:
                yield named, at + 2
            elif TYPE[PLACE_NUMBER[province]] != LAND:
                yield province, at + 2
        else:
            yield province, at + 1

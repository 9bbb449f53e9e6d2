"""The grammar of orders, read by descent. A text may hold many orders, with or without separators between them.

    text     = { [power] order [";"] }
    order    = unit "hold" | unit | unit move | unit support | unit convoy | unit "retreat" ["-"] place
             | "retreat" unit ["-"] place
             | unit "disband" | unit "build" | ("build" | "disband") unit | ["build"] "waive" | "waive" "build" | vote
    move     = {"move" | "via"} ["-"] {sea "-"} place ["via"]
    support  = "support" ["hold" "-"] other ["hold"] | "support" other move | "support" "move" "-" place "from" other
    convoy   = "convoy" other move | "convoy" "-" place "from" other
    vote     = "vote" "draw" | "concede" "-" power
    unit     = [power] ("army" | "fleet") place       other = [power] ["army" | "fleet"] place
    place    = province [coast]

At the beginning of a text or line, or after a separator, the kind of the unit may be left out (`PAR - BUR`). It is then
taken from the board.

Where a text has several readings, the one in which no unit gets two orders is meant. If there is not exactly one such
reading, the text is ambiguous, and the message shows the readings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from ludex.author import Move, UnreadableMove
from ludex.games.diplomacy.components import COAST, COAST_COUNT, PLACE_NUMBER, SEA, TYPE
from ludex.games.diplomacy.moves import (
    EXAMPLES,
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
from ludex.games.diplomacy.notation import lexer
from ludex.games.diplomacy.notation.lexer import ANY, Guide, Token, quoted, tokens_of

MOST_SHOWN = 4
"""Largest number of readings of an ambiguous text that are shown."""
MOST_NAMED = 40
"""Largest number of orders of a text that a message names."""


class Written(NamedTuple):
    """An order as it was written, the power named before it, and whether its unit is bare: written without its kind.

    Of the unit that it supports or convoys, `other_kind` is the letter and `other_power` the power that were written.
    """

    order: Move
    power: str | None = None
    bare: bool = False
    other_kind: str = ""
    other_power: str = ""


class Reading(NamedTuple):
    """One way to read the tokens from some place on: the order, and where the next one begins."""

    order: Move
    end: int


class Step(NamedTuple):
    """A possible reading at a token (an order, a power's name, or only a separator), and the place where it ends."""

    written: Written | None
    power: str | None
    end: int


class Chain(NamedTuple):
    """The orders read so far: the last one, and those before it."""

    before: Chain | None
    last: Written


class Beginning(NamedTuple):
    """The context of the orders to come: the power named last, and the provinces whose units have an order."""

    power: str | None
    ordered: frozenset[str]


def read_order(text: str, guide: Guide = ANY) -> Move:
    """Read the one order in a text.

    >>> read_order("Army Paris -> Burgundy"), read_order("f stp(sc) holds")
    (MoveTo(unit='A PAR', to='BUR'), Hold(unit='F STP/SC'))
    """
    return read_written(text, guide).order


def read_written(text: str, guide: Guide = ANY) -> Written:
    """Read the one order in a text, with the power and kind that were written.

    >>> read_written("FRANCE: PAR - BUR")[:3]
    (MoveTo(unit='A PAR', to='BUR'), 'FRANCE', True)
    """
    orders = read_orders(text, guide)
    if len(orders) != 1:
        found = quoted("; ".join(str(written.order) for written in orders[:MOST_NAMED]))
        raise UnreadableMove(f"{quoted(text)} holds {len(orders)} orders ({found[1:-1]}); expected one")
    return orders[0]


def read_orders(text: str, guide: Guide = ANY) -> list[Written]:
    """Read all orders of a text. Errors come with hints for the `guide`'s map and examples.

    >>> [str(written.order) for written in read_orders("A ROM S A VEN H A TUS - PIE")]
    ['A ROM S A VEN', 'A TUS - PIE']
    """
    if (order := read_canonical(text)) is not None:
        return [Written(order, other_kind=getattr(order, "other", "")[:1])]
    tokens = tokens_of(text, guide)
    if all(token.kind == lexer.SEPARATOR for token in tokens):
        raise UnreadableMove(f"there is no order in {quoted(text)}. {_examples(guide)}")
    reader = Reader(tokens)
    steps = _steps(reader)
    once = _readings(steps, len(tokens), each_unit_once=True)
    found = once or _readings(steps, len(tokens), each_unit_once=False)
    if not found:
        raise UnreadableMove(f"{_say_unreadable(text, tokens, reader.furthest)}. {_examples(guide)}")
    if len(found) > 1:
        shown = " or ".join("[" + "; ".join(str(w.order) for w in reading) + "]" for reading in found)
        raise UnreadableMove(f"{quoted(text)} is ambiguous: {shown}. Put a semicolon between the orders.")
    return found[0]


_CANONICAL = re.compile(
    r"([AF] (\S+)) (?:(H)|- (\S+)|- (\S+) (VIA)|S ([AF] (\S+))|S ([AF] (\S+)) - (\S+)|C (A (\S+)) - (\S+)|R (\S+))"
)


def read_canonical(text: str) -> Move | None:
    """Read an order that is written exactly as `str(order)` writes it, or return None. This only saves time.

    >>> read_canonical("A BUR S A PAR - MAR"), read_canonical("army burgundy holds")
    (SupportMove(unit='A BUR', other='A PAR', to='MAR'), None)
    """
    found = _CANONICAL.fullmatch(text)
    if found is None:
        return None
    unit, at, holds, to, over, via, held, held_at, helped, helped_at, aim, army, army_at, shore, back = found.groups()
    for place in (at, to, over, held_at, helped_at, aim, army_at, shore, back):
        if place is not None and place not in PLACE_NUMBER:
            return None
    if holds:
        return Hold(unit)
    if to:
        return MoveTo(unit, to)
    if via:
        return MoveVia(unit, over)
    if held:
        return SupportHold(unit, held)
    if helped:
        return SupportMove(unit, helped, aim)
    return Convoy(unit, army, shore) if army else Retreat(unit, back)


def _steps(reader: Reader) -> dict[int, list[Step]]:
    """Return the possible readings at every token where an order may begin."""
    steps: dict[int, list[Step]] = {}
    todo = [0]
    while todo:
        at = todo.pop()
        if at in steps or at == len(reader.tokens):
            continue
        token = reader.tokens[at]
        if token.kind == lexer.SEPARATOR:
            steps[at] = [Step(None, None, at + 1)]
        elif token.kind == lexer.POWER:
            steps[at] = [Step(None, token.value, at + 1)] if reader.kind(at + 1) else []
        else:
            bare = token.kind == lexer.PLACE
            steps[at] = [
                Step(Written(order, None, bare, *reader.named(at, end)), None, end) for order, end in reader.order(at)
            ]
        todo += [step.end for step in steps[at]]
    return steps


def _readings(steps: dict[int, list[Step]], end: int, each_unit_once: bool) -> list[list[Written]]:
    """Return the ways to read the whole text, or a few of them if there are many.

    It reads the tokens once. Beginnings that end at the same token and have ordered the same units can be continued in
    the same ways, so a few of each are enough to know whether there is no reading, one, or more.
    """
    found: dict[int, dict[Beginning, list[Chain | None]]] = {0: {Beginning(None, frozenset()): [None]}}
    for at in sorted(steps):
        for beginning, chains in found.pop(at, {}).items():
            for step in steps[at]:
                key = _continued(beginning, step, each_unit_once)
                if key is not None:
                    longer = found.setdefault(step.end, {}).setdefault(key, [])
                    longer += [_longer(chain, step, key) for chain in chains[: MOST_SHOWN - len(longer)]]
    whole = [chain for chains in found.get(end, {}).values() for chain in chains if chain is not None]
    return [_unrolled(chain) for chain in whole[:MOST_SHOWN]]


def _continued(beginning: Beginning, step: Step, each_unit_once: bool) -> Beginning | None:
    """Return the beginning with one more step, or None if a unit would get a second order."""
    unit = getattr(step.written.order, "unit", None) if step.written else None
    if not each_unit_once or unit is None:
        return Beginning(step.power or beginning.power, beginning.ordered)
    province = unit[2:5]
    return None if province in beginning.ordered else Beginning(beginning.power, beginning.ordered | {province})


def _longer(chain: Chain | None, step: Step, key: Beginning) -> Chain | None:
    return chain if step.written is None else Chain(chain, step.written._replace(power=key.power))


def _unrolled(chain: Chain | None) -> list[Written]:
    found = []
    while chain is not None:
        found.append(chain.last)
        chain = chain.before
    return found[::-1]


def _say_unreadable(text: str, tokens: tuple[Token, ...], at: int) -> str:
    if at >= len(tokens):
        return f"cannot read {quoted(text)}: it ends too early"
    return f"cannot read {quoted(text)}: {quoted(tokens[at].text)} does not fit there"


def _examples(guide: Guide) -> str:
    return f"Orders are: {'; '.join(guide.examples or EXAMPLES[guide.board or 'standard'].values())}"


_VERBS = (lexer.HOLDS, lexer.TO, lexer.MOVES, lexer.VIA, lexer.SUPPORTS, lexer.CONVOYS, lexer.RETREATS)
"""Words that can follow a unit and show that it does not simply hold."""


class Reader:
    """The rules of the grammar. Each yields what it can read from a token on, and where that ends."""

    def __init__(self, tokens: tuple[Token, ...]) -> None:
        self.tokens = tokens
        self.furthest = 0

    def kind(self, at: int) -> str:
        self.furthest = max(self.furthest, at)
        return self.tokens[at].kind if at < len(self.tokens) else ""

    def order(self, at: int) -> Iterator[Reading]:
        first = self.kind(at)
        if first == lexer.WAIVES:
            yield Reading(Waive(), at + 1)
            if self.kind(at + 1) == lexer.BUILDS:
                yield Reading(Waive(), at + 2)
        elif first == lexer.VOTES and self.kind(at + 1) == lexer.DRAW:
            yield Reading(VoteDraw(), at + 2)
        elif first == lexer.CONCEDES:
            named = at + 2 if self.kind(at + 1) == lexer.TO else at + 1
            if self.kind(named) == lexer.POWER:
                power: Any = self.tokens[named].value
                yield Reading(Concede(power), named + 1)
        elif first in (lexer.BUILDS, lexer.DISBANDS):
            make = Build if first == lexer.BUILDS else Disband
            if self.kind(at + 1) == lexer.WAIVES:
                yield Reading(Waive(), at + 2)
            for unit, end in self.unit(at + 1):
                yield Reading(make(unit), end)
        elif first == lexer.RETREATS:
            for unit, end in self.unit(at + 1):
                yield from self.retreat(unit, end)
        elif first == lexer.PLACE:
            yield from self.of_bare_unit(at)
        else:
            for unit, end in self.unit(at):
                yield from self.of_unit(unit, end)

    def named(self, at: int, end: int) -> tuple[str, str]:
        """Find the letter and the power that an order names for the unit that it supports or convoys ("": none)."""
        kind = power = ""
        verb = False
        for token in self.tokens[at:end]:
            if token.kind in (lexer.SUPPORTS, lexer.CONVOYS):
                verb = True
            elif verb and token.kind == lexer.POWER:
                power = token.value
            elif verb and token.kind in (lexer.ARMY_WORD, lexer.FLEET_WORD):
                kind = token.kind[0].upper()
        return kind, power

    def of_bare_unit(self, at: int) -> Iterator[Reading]:
        """Yield readings of an order whose unit is written without its kind: only where an order must begin, with a
        verb."""
        if at and self.tokens[at - 1].kind not in (lexer.SEPARATOR, lexer.POWER):
            return
        for unit, end in self.without_kind(at):
            if self.kind(end) in (*_VERBS, lexer.DISBANDS):
                yield from self.of_unit(unit, end)

    def retreat(self, unit: str, at: int) -> Iterator[Reading]:
        """Yield the destinations of a retreat."""
        for to, end in self.place(at + 1 if self.kind(at) == lexer.TO else at):
            yield Reading(Retreat(unit, to), end)

    def of_unit(self, unit: str, at: int) -> Iterator[Reading]:
        """Yield readings of the words after a unit. Without any, it holds."""
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
            yield from self.retreat(unit, at + 1)
        if verb == lexer.DISBANDS:
            yield Reading(Disband(unit), at + 1)
        if verb == lexer.BUILDS:
            yield Reading(Build(unit), at + 1)
        if verb not in _VERBS:
            yield Reading(Hold(unit), at)

    def move(self, at: int) -> Iterator[tuple[tuple[str, bool], int]]:
        """Yield the destination, and whether by convoy: if the order says so, or names the seas on the way."""
        via = False
        while self.kind(at) in (lexer.MOVES, lexer.VIA):
            via = via or self.kind(at) == lexer.VIA
            at += 1
        if self.kind(at) == lexer.TO:
            at += 1
        while self.kind(at) == lexer.PLACE and self.kind(at + 1) == lexer.TO and self.is_sea(at):
            via = True
            at += 2
        for to, end in self.place(at):
            if self.kind(end) == lexer.VIA:
                yield (to, True), end + 1
            else:
                yield (to, via), end

    def is_sea(self, at: int) -> bool:
        return bool(TYPE[PLACE_NUMBER[self.tokens[at].value]] == SEA)

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
        """Yield readings in the other order: "support move to Prussia from Silesia"."""
        for to, end in self.place(at + 1 if self.kind(at) == lexer.TO else at):
            if self.kind(end) == lexer.FROM:
                for other, after in self.other(end + 1, army=make is Convoy):
                    yield Reading(make(unit, other, to), after)

    def unit(self, at: int) -> Iterator[tuple[str, int]]:
        """Yield a unit with its kind. A power before it adds nothing."""
        if self.kind(at) == lexer.POWER:
            at += 1
        if self.kind(at) in (lexer.ARMY_WORD, lexer.FLEET_WORD):
            letter = "A" if self.kind(at) == lexer.ARMY_WORD else "F"
            for place, end in self.place(at + 1):
                yield f"{letter} {place}", end

    def other(self, at: int, army: bool = False) -> Iterator[tuple[str, int]]:
        """Yield another unit. If its kind is left out it is an army, or at sea a fleet."""
        yield from self.unit(at)
        if self.kind(at) == lexer.POWER:
            at += 1
        if self.kind(at) == lexer.PLACE:
            yield from self.without_kind(at, army)

    def without_kind(self, at: int, army: bool = False) -> Iterator[tuple[str, int]]:
        """Yield a unit of which only the place is written."""
        for place, end in self.place(at):
            sea = TYPE[PLACE_NUMBER[place[:3]]] == SEA or "/" in place
            yield f"{'F' if sea and not army else 'A'} {place}", end

    def place(self, at: int) -> Iterator[tuple[str, int]]:
        """Yield a province, and the coast if it has several. If it has only one, naming it adds nothing."""
        if self.kind(at) != lexer.PLACE:
            return
        province = self.tokens[at].value
        if self.kind(at + 1) != lexer.COAST_WORD:
            yield province, at + 1
            return
        named = f"{province}/{self.tokens[at + 1].value}"
        if named in PLACE_NUMBER:
            yield named, at + 2
        elif TYPE[PLACE_NUMBER[province]] == COAST and not COAST_COUNT[PLACE_NUMBER[province]]:
            yield province, at + 2

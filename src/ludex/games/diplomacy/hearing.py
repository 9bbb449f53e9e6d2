"""Reading orders into the record: they are parsed, completed from the board, checked, and stored.

Parsed texts are cached, because the same ones occur in every game. The checks are one call of compiled rules.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from ludex.author import Game, Move, rule
from ludex.author.advanced import Kernel, States, first_position, loop, warmed_by
from ludex.games.diplomacy.components import CODES, PLACE_NUMBER, PROVINCES
from ludex.games.diplomacy.moves import Build, Convoy, Disband, Hold, MoveTo, MoveVia, Retreat, SupportHold, SupportMove
from ludex.games.diplomacy.notation.completion import complete, lacks_coast
from ludex.games.diplomacy.notation.lexer import ANY, Guide
from ludex.games.diplomacy.notation.names import LETTERS
from ludex.games.diplomacy.notation.orders import ORDERS
from ludex.games.diplomacy.notation.parser import Written, read_orders
from ludex.games.diplomacy.reasons import NAME_THE_COAST
from ludex.games.diplomacy.rules import begin_phase
from ludex.games.diplomacy.rules.centres import surplus
from ludex.games.diplomacy.rules.civil_disorder import farthest_unit
from ludex.games.diplomacy.rules.orders import NOT_NEXT, unit_number, write_down
from ludex.games.diplomacy.settings import Coasts
from ludex.games.diplomacy.state import (
    BUILD,
    CONVOY,
    DISBAND,
    HOLD,
    MOVE,
    MOVE_VIA,
    NO_ORDER,
    RETREAT,
    SUPPORT_HOLD,
    SUPPORT_MOVE,
    WINTER,
    State,
    is_moves,
    is_retreats,
)

KINDS: dict[type[Move], int] = {
    Hold: HOLD,
    MoveTo: MOVE,
    MoveVia: MOVE_VIA,
    SupportHold: SUPPORT_HOLD,
    SupportMove: SUPPORT_MOVE,
    Convoy: CONVOY,
    Retreat: RETREAT,
    Disband: DISBAND,
    Build: BUILD,
}
"""The orders of units, in the form of the record."""

NONE_LEFT = -1
"""The fault of a build or removal beyond what is due."""
COLUMNS = 8
"""The numbers of an order: seat, packed move, province, whether its coast is missing, and for the record
its kind, unit, target and place."""
IS_HELD, IS_DESTROYED, IS_REMOVED, IS_WAIVED = range(4)
"""The fates of a unit without a valid order, and of builds without an order."""
NOTES = PROVINCES + 8
LONGEST_KEPT = 100
"""The longest text whose parsed form is cached."""


class Prepared(NamedTuple):
    """The meaning of an order on a board: its text, its province (-1: none), and the numbers for the rules."""

    order: Move
    text: str
    at: int
    numbers: tuple[int, ...]


class Heard:
    """A parsed order, and its meanings on the boards met so far.

    Its meaning depends only on the unit that is ordered and the unit it concerns.
    """

    __slots__ = ("at", "known", "other", "text", "written")

    def __init__(self, written: Written) -> None:
        order: Any = written.order
        self.written = written
        self.text = str(order)
        self.at = CODES.index(order.unit[2:5]) if hasattr(order, "unit") else -1
        self.other = CODES.index(order.other[2:5]) if hasattr(order, "other") else -1
        self.known: dict[tuple[Any, ...], Prepared] = {}

    def on(self, s: Any, coasts: Coasts) -> Prepared:
        """Return the meaning on a board."""
        p, q = self.at, self.other
        key: tuple[Any, ...] = (coasts,)
        if p >= 0:
            retreating = is_retreats(s.phase)
            kinds, places = (s.beaten_kind, s.beaten_place) if retreating else (s.kind, s.place)
            key = (coasts, retreating, kinds[p], places[p])
            if q >= 0:
                key += s.kind[q], s.place[q]
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = prepare(complete(s, self.written.order, coasts, self.written.bare), coasts)
        return found


def prepare(order: Any, coasts: Coasts) -> Prepared:
    """Return the numbers of a completed order."""
    packed, lacks = ORDERS.pack(order), int(lacks_coast(order, coasts))
    if not hasattr(order, "unit"):
        return Prepared(order, str(order), -1, (packed, -1, lacks, 0, 0, 0, 0))
    at = CODES.index(order.unit[2:5])
    return Prepared(order, str(order), at, (packed, at, lacks, *numbers_of(order)))


def numbers_of(order: Any) -> tuple[int, int, int, int]:
    """Return an order in the form of the record: its kind, its unit, the province or kind it concerns, and its
    place."""
    kind, place = LETTERS.index(order.unit[0]), PLACE_NUMBER[order.unit[2:]]
    target, to = (kind, place) if isinstance(order, Build) else (0, 0)
    if isinstance(order, SupportHold | SupportMove | Convoy):
        target = CODES.index(order.other[2:5])
    if isinstance(order, MoveTo | MoveVia | SupportMove | Convoy | Retreat):
        to = PLACE_NUMBER[order.to]
    return KINDS[type(order)], unit_number(kind, place), target, to


def hear(text: str, guide: Guide = ANY) -> tuple[Heard, ...]:
    """Read the orders of a text.

    >>> [heard.text for heard in hear("A PAR - BUR; A MAR H")]
    ['A PAR - BUR', 'A MAR H']
    """
    return _kept(text, guide) if len(text) <= LONGEST_KEPT else _hear(text, guide)


def _hear(text: str, guide: Guide) -> tuple[Heard, ...]:
    return tuple(map(Heard, read_orders(text, guide)))


_kept = lru_cache(maxsize=16_384)(_hear)


def why_not(s: State, seat: int, move: int) -> int:
    """Stand in for the game's rule, which replaces this function."""
    raise TypeError("a loop was called without the game's rules")


def hearing_once(game: Game, kernel: Kernel) -> None:
    """Use `enter_hearing` once."""
    given, faults = np.zeros((0, COLUMNS), np.int64), np.zeros(0, np.int64)
    kernel.entry(enter_hearing)(first_position(game), 0, given, faults, np.zeros((NOTES, 3), np.int64))


@warmed_by(hearing_once, of="Diplomacy", bulk=True)
@loop
def enter_hearing(states: States, i: int, given: Any, faults: Any, notes: Any) -> None:
    """Begin the phase of one record, check and store the given orders, and order the units that have none.

    `faults` receives 0 for an order that is allowed, or the reason. `notes` receives the actions without an order,
    after a first row with the number of rows: the action, a seat or unit, and a count.
    """
    s = states[i]
    begin_phase(s)
    for row in range(len(given)):
        seat, at = given[row, 0], given[row, 2]
        fault = why_not(s, seat, given[row, 1])
        if fault == NOT_NEXT and s.order[at] == NO_ORDER:
            fault = 0
        if fault == 0 and given[row, 3]:
            fault = int(NAME_THE_COAST)
        if fault == 0 and s.phase == WINTER and s.left[seat] <= 0:
            fault = NONE_LEFT
        faults[row] = fault
        if fault == 0:
            if at >= 0:
                write_down(s, given[row, 4], given[row, 5], given[row, 6], given[row, 7])
            if s.phase == WINTER:
                s.left[seat] -= 1
    notes[0, 0] = 0
    order_the_silent(s, notes)


@rule
def order_the_silent(s: State, notes: Any) -> None:
    """Order the units that have no valid order: they hold, are destroyed, or are removed by civil disorder."""
    for p in range(PROVINCES):
        if s.order[p] == NO_ORDER and is_moves(s.phase) and s.kind[p]:
            s.order[p] = HOLD
            note_down(notes, IS_HELD, unit_number(s.kind[p], s.place[p]), 1)
        elif s.order[p] == NO_ORDER and is_retreats(s.phase) and s.beaten_kind[p]:
            s.order[p] = DISBAND
            note_down(notes, IS_DESTROYED, unit_number(s.beaten_kind[p], s.beaten_place[p]), 1)
    if s.phase == WINTER:
        for seat in range(s.seats):
            adjust_the_silent(s, seat, notes)


@rule
def adjust_the_silent(s: State, seat: int, notes: Any) -> None:
    """Waive the builds a power did not order, and remove by civil disorder the units it did not choose."""
    spare = surplus(s, seat)
    if spare > 0 and s.left[seat] > 0:
        note_down(notes, IS_WAIVED, seat, s.left[seat])
    while spare < 0 and s.left[seat] > 0:
        p = farthest_unit(s, seat)
        s.order[p] = DISBAND
        s.left[seat] -= 1
        note_down(notes, IS_REMOVED, unit_number(s.kind[p], s.place[p]), 1)


@rule
def note_down(notes: Any, what: int, number: int, count: int) -> None:
    """Note an action without an order."""
    row = notes[0, 0] + 1
    notes[row, 0] = what
    notes[row, 1] = number
    notes[row, 2] = count
    notes[0, 0] = row

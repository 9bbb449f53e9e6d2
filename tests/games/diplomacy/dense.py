"""Dense positions with legal orders, drawn by Hypothesis or by chance, and how the compiled adjudicator settles
them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from tests.games.diplomacy.cases import CASES, position_of
from tests.games.diplomacy.reference import DEFAULTS, Ordered, Unit

from ludex.author import Move
from ludex.core.language.events import new_log
from ludex.core.language.interpreted_state import load_twin, store_twin
from ludex.games.diplomacy.components import (
    COAST,
    COAST_COUNT,
    COASTS,
    CODES,
    NOWHERE,
    PLACE_NUMBER,
    PLACES,
    PROVINCE,
    SEA,
    TYPE,
)
from ludex.games.diplomacy.moves import Convoy, MoveTo, MoveVia, SupportHold, SupportMove
from ludex.games.diplomacy.notation.orders import ORDERS
from ludex.games.diplomacy.notation.position import Position
from ludex.games.diplomacy.rules import begin_phase
from ludex.games.diplomacy.rules.movement import offer_orders
from ludex.games.diplomacy.rulings import Docket, compiled_advance, interpreted_advance, write_order
from ludex.games.diplomacy.settings import Switches
from ludex.games.diplomacy.state import (
    CONVOY,
    DONE,
    MOVE,
    MOVE_VIA,
    PARADOX,
    SUPPORT_HOLD,
    SUPPORT_MOVE,
    State,
)

REGIONS = (
    "ENG NTH LON BEL BRE PIC HOL WAL YOR IRI MAO EDI",
    "NTH SKA NWY SWE DEN HEL HOL KIE BAL BOT FIN STP NWG BAR",
    "TYS ION NAP ROM TUN APU ADR TUS WES LYO GRE ALB AEG",
    "BLA RUM BUL CON ANK SEV ARM AEG GRE SMY",
    "MUN BUR RUH KIE BER SIL BOH TYR BEL PAR MAR GAS",
)
Draw = Callable[[int], int]
"""Draws a number below another."""

WEIGHTS: dict[type[Move], int] = {MoveTo: 8, MoveVia: 4, SupportMove: 6, SupportHold: 2, Convoy: 6}


def dense_position(draw: Draw, most_moves: int = 9, rules: Switches = DEFAULTS) -> Any:
    """Return a record with units crowded into one region, each with a legal order."""
    states = State.layout.new()
    states["seats"] = 7
    s = load_twin(states, 0)
    rules.write(s)
    s.victory = 18
    s.winner = NOWHERE
    for p in range(len(CODES)):
        s.owner[p] = NOWHERE
    for code in REGIONS[draw(len(REGIONS))].split():
        if draw(10) < 8:
            put(s, CODES.index(code), draw)
    begin_phase(s)
    moves = 0
    for p in range(len(CODES)):
        if s.kind[p]:
            options = orders_of(s, p)
            if moves >= most_moves:
                options = [order for order in options if not isinstance(order, MoveTo | MoveVia)]
            choice = options[0]
            if len(options) > 1:
                choice = pick_order(s, options, draw)
            moves += isinstance(choice, MoveTo | MoveVia)
            write_order(s, choice)
    for seat in range(7):
        s.left[seat] = 0
    store_twin(s, states, 0)
    return states


def near_paradox(draw: Draw, rules: Switches = DEFAULTS) -> Any:
    """Return a convoy case of DATC with the powers or orders of a few units changed."""
    names = [name for name, case in CASES.items() if name.startswith("6.F") and len(case["orders"]) < 13]
    docket = Docket(Position.read(position_of(CASES[names[draw(len(names))]])))
    s = docket.s
    rules.write(s)
    units = [p for p in range(len(CODES)) if s.kind[p]]
    for _ in range(draw(4)):
        p = units[draw(len(units))]
        if draw(2):
            s.power[p] = draw(7)
        else:
            write_order(s, pick_order(s, orders_of(s, p), draw))
    for seat in range(7):
        s.left[seat] = 0
    store_twin(s, docket.states, 0)
    return docket.states


def put(s: Any, p: int, draw: Draw) -> None:
    kind = 2 if TYPE[p] == SEA else 1 if TYPE[p] != COAST else 1 + draw(2)
    s.kind[p], s.power[p], s.place[p] = kind, draw(4), p
    if kind == 2 and COAST_COUNT[p]:
        s.place[p] = COASTS[p, draw(int(COAST_COUNT[p]))]


def orders_of(s: Any, p: int) -> list[Move]:
    """Return all orders of the unit in a province."""
    out = np.zeros((4096, 2), np.int64)
    return [ORDERS.unpack(int(row)) for row in out[: offer_orders(s, p, out, 0), 0]]


def pick_order(s: Any, options: list[Move], draw: Draw) -> Move:
    """Prefers orders that fit those already given, so that something hangs on something."""
    fitting = [option for option in options if fits_given(s, option)]
    if fitting and draw(10) < 7:
        return fitting[draw(len(fitting))]
    kinds = sorted({type(option) for option in options}, key=ORDERS.kinds.index)
    weights = [WEIGHTS.get(kind, 1) for kind in kinds]
    at = draw(sum(weights))
    for kind, weight in zip(kinds, weights, strict=True):
        if at < weight:
            same = [option for option in options if type(option) is kind]
            return same[draw(len(same))]
        at -= weight
    return options[0]


def fits_given(s: Any, option: Move) -> bool:
    match option:
        case SupportMove(_, other, to) | Convoy(_, other, to):
            q = CODES.index(other[2:5])
            return s.order[q] in (MOVE, MOVE_VIA) and CODES[PROVINCE[s.to[q]]] == to[:3]
        case MoveTo(unit, to) | MoveVia(unit, to):
            p, place = CODES.index(unit[2:5]), PLACE_NUMBER[to]
            return any(
                s.order[q] in (SUPPORT_MOVE, CONVOY) and s.target[q] == p and s.to[q] == place for q in range(75)
            )
    return False


def settle(states: Any, compiled: bool = True) -> tuple[frozenset[str], frozenset[str], Any]:
    """The moves that succeed, the armies caught in a paradox, and the record after the phase."""
    after = states.copy()
    (compiled_advance() if compiled else interpreted_advance)(after, 0, new_log(0))
    s = load_twin(after, 0)
    movers = [p for p in range(75) if s.old_order[p] in (MOVE, MOVE_VIA)]
    moved = frozenset(CODES[p] for p in movers if s.result[p] == DONE)
    return moved, frozenset(CODES[p] for p in movers if s.result[p] == PARADOX), s


def as_reference(states: Any) -> tuple[dict[str, Unit], dict[str, Ordered]]:
    """Return the same position for the slow adjudicator."""
    s = load_twin(states, 0)
    verbs = {MOVE: "M", MOVE_VIA: "V", SUPPORT_HOLD: "S", SUPPORT_MOVE: "S", CONVOY: "C"}
    units, orders = {}, {}
    for p in range(75):
        if s.kind[p]:
            units[CODES[p]] = Unit(" AF"[s.kind[p]], s.power[p], PLACES[s.place[p]])
            verb = verbs.get(s.order[p], "H")
            other = CODES[s.target[p]] if verb in "SC" else ""
            to = PLACES[s.to[p]] if verb in "MVC" or s.order[p] == SUPPORT_MOVE else ""
            orders[CODES[p]] = Ordered(verb, other, to)
    return units, orders

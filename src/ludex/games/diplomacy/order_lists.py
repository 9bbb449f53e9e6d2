"""Lists of orders: read, completed from the board, checked, and put into the sequence in which the table asks."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludex.author import Game, Move, Reason
from ludex.games.diplomacy.components import PLACE_NUMBER, PROVINCE, PROVINCES
from ludex.games.diplomacy.moves import Build, Concede, Disband, Hold, VoteDraw, Waive
from ludex.games.diplomacy.notation.completion import complete
from ludex.games.diplomacy.notation.lexer import ANY, Guide
from ludex.games.diplomacy.notation.names import unit_name
from ludex.games.diplomacy.notation.orders import ORDERS
from ludex.games.diplomacy.notation.parser import Written, read_orders
from ludex.games.diplomacy.reasons import unit_province
from ludex.games.diplomacy.rules.centres import surplus
from ludex.games.diplomacy.rules.civil_disorder import farthest_unit
from ludex.games.diplomacy.rules.movement import offer_orders
from ludex.games.diplomacy.rules.orders import NOT_NEXT
from ludex.games.diplomacy.rules.retreats import offer_retreats
from ludex.games.diplomacy.rules.votes import offer_votes
from ludex.games.diplomacy.state import NO_ORDER, WINTER, State, is_retreats


def read_list(text: str, guide: Guide = ANY) -> list[Written]:
    """Read all orders of a text, which may be empty."""
    return read_orders(text, guide) if text.strip() else []


def completed(s: State, written: Written, coasts: Any) -> Move:
    """Return the order that was written, completed from the board."""
    return complete(s, written.order, coasts, written.bare)


def arrange(s: State, seat: int, orders: list[Written], coasts: Any) -> list[Move]:
    """Put a power's list into the sequence in which the table asks for orders, and fill in what is missing.

    Orders that fit no unit stay in the list, so that they are rejected with their reason.
    """
    fitted = [completed(s, order, coasts) for order in orders]
    votes = [order for order in fitted if isinstance(order, VoteDraw | Concede)]
    named = {unit_province(order): order for order in reversed(fitted) if hasattr(order, "unit")}
    twice = [order for order in fitted if hasattr(order, "unit") and named[unit_province(order)] is not order]
    if s.phase == WINTER:
        return votes + arrange_winter(s, seat, fitted)
    units = [p for p in range(PROVINCES) if s.order[p] == NO_ORDER and _owns(s, seat, p)]
    stray = [order for p, order in named.items() if p not in units]
    return votes + stray + twice + [named.get(p) or _silence(s, p) for p in units]


def arrange_winter(s: State, seat: int, orders: list[Move]) -> list[Move]:
    """Keep builds and removals in their sequence, and add waived builds or removals by civil disorder."""
    given: list[Move] = [order for order in orders if isinstance(order, Build | Disband | Waive)]
    missing = s.left[seat] - len(given)
    if surplus(s, seat) > 0:
        return given + [Waive()] * missing
    for order in given:
        s.order[unit_province(order)] = 1
    for _ in range(missing):
        p = farthest_unit(s, seat)
        s.order[p] = 1
        given.append(Disband(unit_name(s.kind[p], s.place[p])))
    return given


def fault_of(game: Game, s: State, seat: int, order: Move) -> Reason | None:
    """Return the reason why an order is not allowed, regardless of which unit comes next; None if it is."""
    code = game.machine.interpreted.rules["why_not"](s, seat, ORDERS.pack(order))
    if code == NOT_NEXT and s.order[unit_province(order)] == NO_ORDER:
        return None
    return game.machine.reasons[code] if code else None


def silent_units(s: State, seat: int) -> list[str]:
    """Return the units of a power that have no order yet."""
    found = []
    for p in range(PROVINCES):
        if s.order[p] == NO_ORDER and _owns(s, seat, p):
            kinds, places = (s.beaten_kind, s.beaten_place) if is_retreats(s.phase) else (s.kind, s.place)
            found.append(unit_name(kinds[p], places[p]))
    return found


def orders_of(s: State, unit: str, most: int) -> list[tuple[int, int]]:
    """Return the orders that a unit can get, as rows of options."""
    p, out = int(PROVINCE[PLACE_NUMBER[unit[2:]]]), np.zeros((most, 2), np.int64)
    count = offer_retreats(s, p, out, 0) if is_retreats(s.phase) else offer_orders(s, p, out, 0)
    return [(first, last) for first, last in out[:count].tolist()]


def votes_of(s: State, seat: int, most: int) -> list[tuple[int, int]]:
    """Return the votes that a power can cast, as rows of options."""
    out = np.zeros((most, 2), np.int64)
    return [(first, last) for first, last in out[: offer_votes(s, seat, out, 0)].tolist()]


def _owns(s: State, seat: int, p: int) -> bool:
    if is_retreats(s.phase):
        return bool(s.beaten_kind[p] and s.beaten_power[p] == seat)
    return bool(s.kind[p] and s.power[p] == seat)


def _silence(s: State, p: int) -> Move:
    if is_retreats(s.phase):
        return Disband(unit_name(s.beaten_kind[p], s.beaten_place[p]))
    return Hold(unit_name(s.kind[p], s.place[p]))

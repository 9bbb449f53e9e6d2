"""Completion of orders on a board: coasts are added, a unit's kind is corrected, a move may be a retreat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from ludex.author import Move
from ludex.games.diplomacy.components import (
    ARMY,
    COAST_COUNT,
    COASTS,
    CODES,
    FLEET,
    PLACE_NUMBER,
    PLACES,
    PROVINCE,
    REACH,
    STEP,
)
from ludex.games.diplomacy.moves import Build, Convoy, MoveTo, MoveVia, Retreat, SupportHold, SupportMove, UnitOrder
from ludex.games.diplomacy.notation.names import unit_name
from ludex.games.diplomacy.notation.parser import Written
from ludex.games.diplomacy.settings import Coasts
from ludex.games.diplomacy.state import State, is_retreats


def complete(s: State, order: Move, coasts: Coasts = "normal", bare: bool = False) -> Move:
    """Complete an order where its meaning is clear, and otherwise return it unchanged.

    If its unit is `bare`, written without its kind, the unit in that province is meant.
    """
    retreating = is_retreats(s.phase)
    if retreating and isinstance(order, MoveTo | MoveVia):
        order = Retreat(order.unit, order.to)
    if isinstance(order, Build):
        return Build(_build_place(order.unit, coasts))
    if not isinstance(order, UnitOrder):
        return order
    order = msgspec.structs.replace(order, unit=_own_unit(s, order.unit, retreating, coasts, bare))
    kind, place = _unit_there(s, order.unit, retreating)
    match order:
        case MoveTo(unit, to) | MoveVia(unit, to) | Retreat(unit, to):
            to = _destination(kind, place, to, coasts)
            if (
                isinstance(order, MoveVia)
                and kind == ARMY
                and "/" not in to
                and not REACH[ARMY, place, PROVINCE[PLACE_NUMBER[to]]]
            ):
                return MoveTo(unit, to)
            return msgspec.structs.replace(order, to=to)
        case SupportHold(unit, other):
            return SupportHold(unit, _other_unit(s, other))
        case SupportMove(unit, other, to):
            other = _other_unit(s, other)
            return SupportMove(unit, other, _supported_place(other, to, coasts))
        case Convoy(unit, other, to):
            return Convoy(unit, _other_unit(s, other), to[:3] if coasts != "strict" else to)
    return order


def slip_of(s: Any, powers: Sequence[str], written: Written, meant: Move) -> str | None:
    """Note that an order was written with the wrong kind or power of the unit it supports or convoys.

    A badly written order that can have only one meaning is followed, and only one unit can be in a province.
    """
    other: str | None = getattr(meant, "other", None)
    if other is None or (not written.other_power and written.other_kind in ("", other[0])):
        return None
    p = CODES.index(other[2:5])
    power = powers[s.power[p]] if s.kind[p] else ""
    if not power or (written.other_kind in ("", other[0]) and written.other_power in ("", power)):
        return None
    place = f"{written.other_kind} {other[2:]}".strip()
    named, there = (f"{written.other_power}'s {place}", f"{power}'s {other}") if written.other_power else (place, other)
    return f"{meant} was written for {named}: {there} is there, and is meant."


def _unit_there(s: State, unit: str, retreating: bool) -> tuple[int, int]:
    p = PROVINCE[PLACE_NUMBER[unit[2:]]]
    return (s.beaten_kind[p], s.beaten_place[p]) if retreating else (s.kind[p], s.place[p])


def _own_unit(s: State, unit: str, retreating: bool, coasts: Coasts, bare: bool) -> str:
    """Complete a missing coast, and correct a wrong one unless judges are strict."""
    kind, place = _unit_there(s, unit, retreating)
    if kind == 0 or (" AF"[kind] != unit[0] and coasts != "lenient" and not bare):
        return unit
    wrong = "/" in unit and PLACES[place] != unit[2:]
    return unit if wrong and coasts == "strict" else unit_name(kind, place)


def _other_unit(s: State, unit: str) -> str:
    """Return the unit in that province, regardless of the kind and coast that were written."""
    p = PROVINCE[PLACE_NUMBER[unit[2:]]]
    return unit_name(s.kind[p], s.place[p]) if s.kind[p] else unit


def _destination(kind: int, place: int, to: str, coasts: Coasts) -> str:
    if kind == ARMY:
        return to if coasts == "strict" else to[:3]
    if kind != FLEET or coasts == "strict":
        return to
    p = CODES.index(to[:3])
    reachable = [PLACES[COASTS[p, c]] for c in range(COAST_COUNT[p]) if STEP[FLEET, place, COASTS[p, c]]]
    if to in reachable or not reachable:
        return to
    if coasts == "lenient" or ("/" not in to and len(reachable) == 1):
        return str(reachable[0])
    return to


def _supported_place(other: str, to: str, coasts: Coasts) -> str:
    """Ignore an army's coast unless judges are strict, and a fleet's too if they are lenient."""
    if coasts == "lenient" or (other[0] == "A" and coasts != "strict"):
        return to[:3]
    return to


def lacks_coast(order: Move, coasts: Coasts) -> bool:
    """Return whether strict judges void an order for supporting a fleet into a province without naming the coast."""
    if coasts != "strict" or not isinstance(order, SupportMove):
        return False
    return order.other[0] == "F" and "/" not in order.to and bool(COAST_COUNT[CODES.index(order.to)])


def _build_place(unit: str, coasts: Coasts) -> str:
    """Return the place of a build: an army has no coast, and lenient judges give a fleet without a coast the first
    one."""
    p = CODES.index(unit[2:5])
    if unit[0] == "A" and coasts != "strict":
        return unit[:5]
    if unit[0] == "F" and coasts == "lenient" and "/" not in unit and COAST_COUNT[p]:
        return f"F {PLACES[COASTS[p, 0]]}"
    return unit

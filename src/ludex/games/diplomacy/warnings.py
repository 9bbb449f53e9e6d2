"""Warnings that a power may need before its orders are final, though nothing they warn of is forbidden."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ludex.author import Move
from ludex.games.diplomacy.components import ARMY, PLACE_NUMBER, PROVINCE, PROVINCES, REACH
from ludex.games.diplomacy.moves import Build, Convoy, MoveTo, MoveVia, SupportHold, SupportMove, UnitOrder
from ludex.games.diplomacy.notation.names import unit_name
from ludex.games.diplomacy.rules.adjustments import free_homes
from ludex.games.diplomacy.rules.centres import surplus
from ludex.games.diplomacy.state import WINTER, State, is_moves, is_retreats


def warnings_about(s: State, seat: int, orders: list[Move]) -> Iterator[str]:
    """Warn of supports and convoys that match no order of the same power, armies without a convoy, units without an
    order, and too many or too few builds and removals."""
    yield from warnings_about_orders(s, seat, orders)
    if s.phase != WINTER:
        yield from _about_silence(s, seat, {order.unit for order in orders if isinstance(order, UnitOrder)})


def warnings_about_orders(s: State, seat: int, orders: list[Move]) -> Iterator[str]:
    """Yield the same without the units that have no order."""
    by_unit = {order.unit: order for order in orders if isinstance(order, UnitOrder)}
    if is_moves(s.phase):
        for order in orders:
            yield from _about_move(s, seat, order, by_unit)
    if s.phase == WINTER:
        yield from _about_winter(s, seat, orders)


def fate_of_the_silent(s: State) -> str:
    """Describe the fate of a unit without an order."""
    return "be destroyed" if is_retreats(s.phase) else "hold"


def _about_silence(s: State, seat: int, ordered: set[str]) -> Iterator[str]:
    for p in range(PROVINCES):
        kind, place, power = s.kind[p], s.place[p], s.power[p]
        if is_retreats(s.phase):
            kind, place, power = s.beaten_kind[p], s.beaten_place[p], s.beaten_power[p]
        if kind and power == seat and unit_name(kind, place) not in ordered:
            yield f"{unit_name(kind, place)} has no order: it will {fate_of_the_silent(s)}."


def _about_move(s: State, seat: int, order: Move, by_unit: Mapping[str, Move]) -> Iterator[str]:
    match order:
        case SupportMove(_, other, to) | Convoy(_, other, to) if _is_own(s, seat, other):
            goes = by_unit.get(other)
            if not (isinstance(goes, MoveTo | MoveVia) and goes.to[:3] == to[:3]):
                yield f"{order} matches no order: {other} is not ordered to {to}."
        case SupportHold(_, other) if _is_own(s, seat, other):
            if isinstance(by_unit.get(other), MoveTo | MoveVia):
                yield f"{order} matches no order: {other} is ordered to move."
        case MoveTo(unit, to) | MoveVia(unit, to) if unit[0] == "A":
            place, target = PLACE_NUMBER[unit[2:]], PROVINCE[PLACE_NUMBER[to]]
            by_sea = isinstance(order, MoveVia) or not REACH[ARMY, place, target]
            carried = any(isinstance(o, Convoy) and o.other == unit and o.to == to for o in by_unit.values())
            if by_sea and not carried:
                yield f"{order} needs a convoy, and none of your fleets is ordered to carry it."


def _is_own(s: State, seat: int, unit: str) -> bool:
    p = PROVINCE[PLACE_NUMBER[unit[2:]]]
    return bool(s.kind[p] and s.power[p] == seat)


def _about_winter(s: State, seat: int, orders: list[Move]) -> Iterator[str]:
    spare = surplus(s, seat)
    due = min(spare, free_homes(s, seat)) if spare > 0 else -spare
    what = "builds" if spare > 0 else "removals"
    given = sum(isinstance(order, Build) for order in orders) if spare > 0 else len(orders)
    if given > due:
        yield f"{given} {what} are ordered, but only {due} {'is' if due == 1 else 'are'} due."
    elif given < due:
        rest = "will be waived" if spare > 0 else "will be chosen by civil disorder"
        yield f"{given} of {due} {what} are ordered: the others {rest}."

"""Reasons that several chapters of the rules share, and the values that their sentences quote.

A reason that belongs to one kind of order is next to its rule.
"""

from __future__ import annotations

from typing import Any

from ludex.author import reason
from ludex.games.diplomacy.components import COAST_COUNT, COASTS, CODES, MAP_NAMES, MAPS, PLACES, PROVINCES
from ludex.games.diplomacy.notation.names import unit_name
from ludex.games.diplomacy.state import State, is_retreats


def powers(s: State) -> tuple[str, ...]:
    """Return the names of the powers on the map that is played."""
    return MAPS[MAP_NAMES[s.map]].power_names


def standing(s: State, p: int) -> str:
    """Return the unit in a province, with its power."""
    return f"{powers(s)[s.power[p]]}'s {unit_name(s.kind[p], s.place[p])}" if s.kind[p] else "nobody"


def units_of(s: State, seat: int) -> list[str]:
    """List the units of a seat."""
    return [unit_name(s.kind[p], s.place[p]) for p in range(PROVINCES) if s.kind[p] and s.power[p] == seat]


def own_units(s: State, seat: int) -> str:
    """Return all units of a seat."""
    return ", ".join(units_of(s, seat)) or "no units"


def unit_province(order: Any) -> int:
    """Return the province of the unit that is ordered."""
    return CODES.index(order.unit[2:5])


def _fleet_place(s: State, seat: int, order: Any) -> str:
    p = unit_province(order)
    return PLACES[s.beaten_place[p] if is_retreats(s.phase) else s.place[p]]


def _coasts(s: State, seat: int, order: Any) -> str:
    """List the coasts of the province where the order leads, or of the unit's province."""
    p = CODES.index(getattr(order, "to", order.unit[2:])[:3])
    return " or ".join(PLACES[COASTS[p, c]] for c in range(COAST_COUNT[p]))


NO_SUCH_UNIT = reason(
    "no-such-unit",
    "there is no {unit}: {standing} is in {province}. You have {own_units}.",
    standing=lambda s, seat, order: standing(s, unit_province(order)),
    province=lambda s, seat, order: order.unit[2:5],
    own_units=own_units,
)
NOT_YOURS = reason("not-yours", "{unit} belongs to another power. You have {own_units}.", own_units=own_units)
OTHER_COAST = reason("other-coast", "the fleet is at {place}: write F {place}.", place=_fleet_place)
NAME_THE_COAST = reason("name-the-coast", "name the coast: {coasts}.", coasts=_coasts)

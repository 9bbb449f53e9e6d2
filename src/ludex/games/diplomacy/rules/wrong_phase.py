"""The refusal of orders that belong to another phase, with those that the power can give in this one."""

from __future__ import annotations

from typing import Any

from ludex.author import reason
from ludex.games.diplomacy.components import PROVINCES
from ludex.games.diplomacy.moves import Build, Disband, Retreat, Waive
from ludex.games.diplomacy.notation.names import phase_name, unit_name
from ludex.games.diplomacy.reasons import units_of
from ludex.games.diplomacy.rules.centres import free_home_codes, surplus
from ludex.games.diplomacy.rules.retreat_places import places_to_retreat
from ludex.games.diplomacy.state import WINTER, State, is_retreats


def _orders(s: State, seat: int, order: Any) -> str:
    names: dict[Any, str] = {Retreat: "retreats", Build: "builds", Disband: "removals", Waive: "waived builds"}
    return names.get(type(order), "such orders")


def _expected(s: State, seat: int) -> str:
    """Describe the orders that the power can give in this phase, with examples."""
    if s.phase == WINTER:
        spare, homes = surplus(s, seat), free_home_codes(s, seat)
        if spare > 0:
            return f"builds (BUILD A {homes[0]}) or WAIVE" if homes else "builds, for which no home centre is free"
        return f"removals (DESTROY {units_of(s, seat)[0]})" if spare < 0 else "builds or removals, of which none is due"
    if not is_retreats(s.phase):
        return "holds, moves, supports or convoys"
    for p in range(PROVINCES):
        if s.beaten_kind[p] and s.beaten_power[p] == seat:
            unit, places = unit_name(s.beaten_kind[p], s.beaten_place[p]), places_to_retreat(s, p)
            return f"retreats ({unit} R {places[0]}) or DESTROY {unit}" if places else f"DESTROY {unit}"
    return "retreats, and none of the power's units is dislodged"


WRONG_PHASE = reason(
    "wrong-phase",
    "{orders} are not allowed in the {phase}: expected {expected}.",
    orders=_orders,
    phase=lambda s, seat: phase_name(s),
    expected=_expected,
)

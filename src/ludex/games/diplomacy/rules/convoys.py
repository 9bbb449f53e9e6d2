"""Convoys: a fleet at sea carries an army from coast to coast, alone or as part of a route of fleets."""

from __future__ import annotations

from typing import Any

from ludex.author import Log, Rows, effect, offer, reason, refusal, rule
from ludex.games.diplomacy.components import (
    ARMY,
    COAST,
    CODES,
    FLEET,
    PROVINCE,
    SEA,
    SEA_NUMBER,
    SHORE_AT,
    TYPE,
)
from ludex.games.diplomacy.moves import Convoy
from ludex.games.diplomacy.reasons import unit_province
from ludex.games.diplomacy.rules.orders import give, province_of, unit_number, why_not_now, why_not_order
from ludex.games.diplomacy.rules.reach import can_carry, lowest_bit, shores_carried
from ludex.games.diplomacy.rules.supports import other_fault, other_province
from ludex.games.diplomacy.state import CONVOY, State


def _carried(s: State, seat: int, order: Any) -> str:
    """Return a sentence with the provinces to which the fleet could help to carry the army, if there are any."""
    p, q = unit_province(order), other_province(order)
    if TYPE[q] != COAST or TYPE[p] != SEA or s.kind[p] != FLEET:
        return ""
    shores = shores_carried(s, q, p)
    names = ", ".join(CODES[shore] for n, shore in enumerate(SHORE_AT) if shores >> n & 1)
    if names:
        return f" With the fleets now at sea it can help to carry {order.other} to {names}."
    return f" No route of fleets leads from {CODES[q]} through {CODES[p]}."


NOT_A_FLEET_AT_SEA = reason("not-a-fleet-at-sea", "only a fleet at sea can convoy, and {unit} is not one.")
NOT_AN_ARMY = reason("not-an-army", "only an army can be convoyed, and {other} is a fleet.")
NOT_ON_A_ROUTE = reason("not-on-a-route", "{unit} cannot help to carry {other} to {to}.{carried}", carried=_carried)


@refusal(Convoy)
def why_not_convoy(s: State, seat: int, unit: int, other: int, to: int) -> int:
    fault = why_not_order(s, seat, unit)
    if fault == 0:
        fault = other_fault(s, other)
    if fault == 0:
        fault = convoy_fault(s, province_of(unit), province_of(other), to)
    return fault if fault else why_not_now(s, seat, unit)


@rule
def convoy_fault(s: State, p: int, q: int, to: int) -> int:
    """A fleet at sea carries an army from coast to coast, as part of a route of fleets that are there."""
    if s.kind[p] != FLEET or TYPE[p] != SEA:
        return NOT_A_FLEET_AT_SEA
    if s.kind[q] != ARMY:
        return NOT_AN_ARMY
    if to != PROVINCE[to] or not can_carry(s, p, q, to):
        return NOT_ON_A_ROUTE
    return 0


@effect(Convoy)
def convoy(s: State, seat: int, unit: int, other: int, to: int, log: Log) -> None:
    give(s, seat, CONVOY, unit, province_of(other), to, log)


@rule
def offer_convoys(s: State, p: int, unit: int, out: Rows, count: int) -> int:
    """Offer all convoys that a fleet at sea could take part in."""
    armies = s.sea_shores[SEA_NUMBER[p]] & s.armies_ashore
    while armies:
        q = SHORE_AT[lowest_bit(armies)]
        armies &= armies - 1
        shores = shores_carried(s, q, p)
        other = unit_number(ARMY, q)
        while shores:
            count = offer(out, count, Convoy, unit, other, SHORE_AT[lowest_bit(shores)])
            shores &= shores - 1
    return count

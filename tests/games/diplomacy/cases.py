"""The adjudication cases after DATC 3.0 (L. B. Kruijswijk), and how a case is put to the adjudicator."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ludex.games.diplomacy import Ruling, adjudicate

CASES: dict[str, dict[str, Any]] = {
    case["id"]: case for case in json.loads(Path(__file__).with_name("datc.json").read_text(encoding="utf-8"))
}


def unit_text(unit: dict[str, Any]) -> str:
    coast = f"/{unit['coast']}" if unit.get("coast") else ""
    return f"{unit['type']} {unit['province']}{coast}"


def by_power(units: list[dict[str, Any]], star: str = "") -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for unit in units:
        found.setdefault(unit["power"], []).append(star + unit_text(unit))
    return {power: sorted(texts) for power, texts in found.items()}


def rule_on(part: dict[str, Any], **rules: Any) -> Ruling:
    """Adjudicate a case, or the movement phase before it, with some switches."""
    return adjudicate(position_of(part, **rules))


def position_of(part: dict[str, Any], **rules: Any) -> dict[str, Any]:
    pre = part["pre"]
    units = by_power(pre["units"])
    for power, gone in by_power(pre["dislodged"], "*").items():
        units.setdefault(power, []).extend(gone)
    orders: dict[str, list[str]] = {}
    for order in part["orders"]:
        orders.setdefault(order["power"], []).append(order["order"])
    return {
        "phase": pre["phase"],
        "units": units,
        "orders": orders,
        "centers": pre["supply_centers"],
        "contested": pre["contested"],
        "dislodged_from": {
            unit_text(gone): None if gone["dislodged_by_convoy"] else gone["dislodged_from"]
            for gone in pre["dislodged"]
        },
        "rules": rules,
    }


def outcomes(ruling: Ruling) -> dict[str, str]:
    """Outcomes by power and order, a repeated order with #2."""
    found: dict[str, str] = {}
    for result in ruling.results:
        key = f"{result.power}: {result.given}"
        found[f"{key} #2" if key in found else key] = result.outcome
    return found


def outcome_of(ruling: Ruling, order: str) -> str:
    return next(result.outcome for result in ruling.results if result.given == order)

"""All adjudication cases with the default rules, and the answers that other rulebooks give with their switches."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.diplomacy.cases import CASES, by_power, outcome_of, outcomes, position_of, rule_on, unit_text

from ludex.core.compile.program import interpreting
from ludex.games.diplomacy import adjudicate_all

STANDOFF_OF_A_VOID_ORDER = {"6.B.1"}
"""The file calls the province of a move without a coast contested, though the order is void and no unit went there."""


def check(part: dict[str, Any], contested: bool) -> None:
    expected = part["expected"]
    ruling = rule_on(part)
    units = {power: [unit for unit in units if unit[0] != "*"] for power, units in ruling.units.items()}
    assert {power: units for power, units in units.items() if units} == by_power(expected["units_after"])
    results = outcomes(ruling)
    assert {order: results[order] for order in expected["order_results"]} == expected["order_results"]
    assert {(gone.power, gone.unit, gone.dislodged_from[:3], *gone.retreats) for gone in ruling.dislodged} == {
        (gone["power"], unit_text(gone), gone["dislodged_from"], *sorted(gone["retreats"]))
        for gone in expected["dislodged_after"]
    }
    if contested and "contested" in expected:
        assert ruling.contested == sorted(expected["contested"])
    assert all(result.reason.endswith(".") for result in ruling.results)


def test_all_cases_are_there() -> None:
    assert len(CASES) == 165


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_case_with_default_rules(case: dict[str, Any]) -> None:
    check(case, contested=case["id"] not in STANDOFF_OF_A_VOID_ORDER)


@pytest.mark.parametrize("case", [c for c in CASES.values() if "preceding_movement" in c], ids=lambda c: c["id"])
def test_movement_phase_before_a_retreat_case(case: dict[str, Any]) -> None:
    check(case["preceding_movement"], contested=True)


ALTERNATIVES: list[tuple[str, dict[str, Any], dict[str, str]]] = [
    ("6.B.2", {"coasts": "strict"}, {"F GAS - SPA": "fails"}),
    ("6.B.3", {"coasts": "lenient"}, {"F GAS - SPA/SC": "succeeds"}),
    ("6.B.7", {"coasts": "strict"}, {"F MAO - SPA/NC": "fails", "F WES - SPA/SC": "succeeds"}),
    ("6.B.8", {"coasts": "strict"}, {"F GAS - SPA/NC": "fails", "F WES - SPA/SC": "succeeds"}),
    ("6.B.9", {"coasts": "lenient"}, {"F POR S F MAO - SPA/NC": "succeeds", "F WES - SPA/SC": "fails"}),
    ("6.B.10", {"coasts": "strict"}, {"F SPA/NC - LYO": "fails"}),
    ("6.B.12", {"coasts": "strict"}, {"A GAS - SPA/NC": "fails"}),
    ("6.B.14", {"coasts": "lenient"}, {"F STP B": "succeeds"}),
    ("6.B.15", {"coasts": "strict"}, {"F POR S F MAO - SPA": "fails", "F WES - SPA/SC": "succeeds"}),
    ("6.D.30", {"coasts": "lenient"}, {"F BLA - CON": "succeeds"}),
    ("6.F.9", {"any_fleet_disrupts": True}, {"A LON - BEL": "fails"}),
    ("6.F.10", {"any_fleet_disrupts": True}, {"A LON - BEL": "fails"}),
    ("6.F.11", {"any_fleet_disrupts": True}, {"A LON - BEL": "fails"}),
    ("6.F.17", {"paradox": "1982"}, {"A BRE - LON": "succeeds"}),
    ("6.F.17", {"paradox": "2000"}, {"A BRE - LON": "succeeds"}),
    ("6.F.18", {"paradox": "1982"}, {"A LON - BEL": "succeeds"}),
    ("6.F.19", {"paradox": "1982"}, {"F ROM - TYS": "succeeds"}),
    ("6.F.19", {"paradox": "2000"}, {"F ROM - TYS": "fails"}),
    ("6.F.20", {"paradox": "1982"}, {"F EAS - ION": "fails"}),
    ("6.F.20", {"paradox": "2000"}, {"F EAS - ION": "succeeds"}),
    ("6.F.21", {"paradox": "1982"}, {"F MAO - NAO": "fails"}),
    ("6.F.22", {"paradox": "1982"}, {"F EDI - NTH": "succeeds", "F PIC - ENG": "succeeds"}),
    ("6.F.22", {"paradox": "all-hold"}, {"F EDI - NTH": "fails", "F PIC - ENG": "fails", "A BRE - LON": "fails"}),
    ("6.F.23", {"paradox": "1982"}, {"F EDI - NTH": "fails", "F MAO - ENG": "fails"}),
    ("6.F.24", {"paradox": "1982"}, {"F EDI - NTH": "succeeds", "F IRI - ENG": "fails"}),
    ("6.G.1", {"convoy_intent": "explicit"}, {"A NWY - SWE": "fails", "A SWE - NWY": "fails"}),
    ("6.G.2", {"convoy_intent": "any-fleet"}, {"A NWY - SWE": "succeeds", "F SWE - NWY": "succeeds"}),
    ("6.G.3", {"convoy_intent": "any-fleet"}, {"A PIC - BEL": "fails"}),
    ("6.G.4", {"convoy_intent": "any-fleet"}, {"A PIC - BEL": "fails"}),
    ("6.G.5", {"convoy_intent": "explicit"}, {"A ROM - APU": "fails", "A APU - ROM": "fails"}),
    ("6.G.6", {"convoy_intent": "explicit"}, {"A LVP - EDI": "fails", "A EDI - LVP": "fails"}),
    ("6.G.7", {"convoy_intent": "any-fleet"}, {"F NWY - SWE": "succeeds", "A SWE - NWY": "succeeds"}),
    ("6.G.8", {"via_fallback": True}, {"A BEL - HOL VIA": "succeeds"}),
    ("6.G.9", {"convoy_intent": "explicit"}, {"A NWY - SWE": "succeeds", "A SWE - NWY": "fails"}),
    ("6.G.10", {"dislodged_never_blocks": True}, {"F NWG - NWY": "succeeds"}),
    ("6.G.11", {"convoy_intent": "explicit"}, {"A SWE - NWY": "succeeds", "F NTH - SKA": "fails"}),
    ("6.G.14", {"dislodged_never_blocks": True}, {"F NWG - NWY": "succeeds"}),
    ("6.G.15", {"dislodged_never_blocks": True}, {"A YOR - LON": "succeeds"}),
    ("6.G.19", {"convoy_intent": "any-fleet"}, {"A MAR - SPA": "succeeds", "A SPA - MAR": "succeeds"}),
    ("6.G.20", {"via_fallback": True}, {"A PIC - BEL VIA": "succeeds"}),
]


@pytest.mark.parametrize(("case", "switches", "expected"), ALTERNATIVES, ids=lambda value: str(value)[:40])
def test_noted_alternative_with_its_switch(case: str, switches: dict[str, Any], expected: dict[str, str]) -> None:
    ruling = rule_on(CASES[case], **switches)
    assert {order: outcome_of(ruling, order) for order in expected} == expected


@pytest.mark.parametrize("case", ["6.H.11", "6.H.12"])
def test_older_judges_forbid_the_retreat_to_where_a_convoyed_attacker_came_from(case: str) -> None:
    movement = CASES[case]["preceding_movement"]
    allowed = {gone.unit: set(gone.retreats) for gone in rule_on(movement).dislodged}
    for gone in rule_on(movement, retreat_to_convoy_origin=False).dislodged:
        assert gone.dislodged_from not in gone.retreats
        allowed[gone.unit] -= set(gone.retreats)
    assert [len(more) for more in allowed.values() if more] == [1]


@pytest.mark.parametrize(
    ("case", "power", "left"),
    [("6.J.6", "RUSSIA", "F BOT"), ("6.J.10", "ITALY", "A PIE"), ("6.J.11", "ITALY", "A TUS")],
)
def test_civil_disorder_by_home_centres_as_before_2023(case: str, power: str, left: str) -> None:
    assert rule_on(CASES[case], disorder="home").units == {power: [left]}
    assert rule_on(CASES[case]).units != {power: [left]}


@pytest.mark.parametrize("rule", ["szykman", "1982", "2000", "all-hold"])
def test_every_paradox_rule_settles_every_case(rule: str) -> None:
    for case in CASES.values():
        if case["pre"]["phase"].endswith("M"):
            assert all(result.outcome in ("succeeds", "fails") for result in rule_on(case, paradox=rule).results)


@pytest.mark.skipif(interpreting(), reason="rules are interpreted")
def test_compiled_rules_rule_as_interpreted_ones() -> None:
    positions = [position_of(case) for case in CASES.values()]
    assert list(adjudicate_all(positions, compiled=True)) == list(adjudicate_all(positions, compiled=False))

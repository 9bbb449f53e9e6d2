"""Refusals and results give the true reason."""

from __future__ import annotations

import pytest

from ludex.games.diplomacy import OrderParser, adjudicate


@pytest.mark.parametrize(
    ("order", "units", "told"),
    [
        (
            "A BUD S A VIE - PAR",
            {"AUSTRIA": ["A BUD", "A VIE"]},
            "it is not adjacent to BUD. From BUD an army can reach",
        ),
        ("F TRI S A VIE - BUD", {"AUSTRIA": ["F TRI", "A VIE"]}, "it is inland"),
        ("A BUD S F TRI - ADR", {"AUSTRIA": ["A BUD", "F TRI"]}, "it is a sea"),
        ("F ROM S A TUS - VEN", {"ITALY": ["F ROM", "A TUS"]}, "no coast joins ROM and VEN"),
        ("F ROM - VEN", {"ITALY": ["F ROM"]}, "no coast joins ROM and VEN"),
        ("F ROM - MAR", {"ITALY": ["F ROM"]}, "it is not adjacent to ROM"),
        ("A LON S A YOR - BEL", {"ENGLAND": ["A LON", "A YOR", "F NTH"]}, "From LON an army can reach WAL, YOR."),
    ],
)
def test_a_refusal_gives_the_true_reason(order: str, units: dict[str, list[str]], told: str) -> None:
    valid, reason = OrderParser().validate(order, {"phase": "S1901M", "units": units})
    assert not valid
    assert told in reason


def test_a_convoyed_army_bounces_off_the_unit_in_the_province_not_from_it() -> None:
    ruling = adjudicate(
        {
            "phase": "S1901M",
            "units": {"FRANCE": ["A PIC", "F ENG"], "GERMANY": ["A BEL"]},
            "orders": {"FRANCE": ["A PIC - BEL VIA", "F ENG C A PIC - BEL"], "GERMANY": "A BEL H"},
        }
    )
    assert ruling.results[0].reason == "bounced: strength 1 against strength 1 of the unit in BEL."

"""Promises of the order module of Diplomacy about phases, validation and civil disorder, sentence by sentence."""

from __future__ import annotations

import re
from typing import Any

import pytest

from ludex import UnreadableMove
from ludex.games.diplomacy import Diplomacy, Order, OrderParser, adjudicate

PARSER = OrderParser()
UNITS = {"FRANCE": ["A PAR", "F BRE"], "GERMANY": ["A MUN"]}
CENTERS = {"FRANCE": ["PAR", "BRE", "MAR"], "GERMANY": []}
MOVES: dict[str, Any] = {"phase": "S1902M", "units": UNITS, "centers": CENTERS}
RETREATS: dict[str, Any] = {"phase": "S1902R", "units": {"FRANCE": ["*A PAR"], "GERMANY": ["A PAR"]}}
BUILDS: dict[str, Any] = {"phase": "W1902A", "units": UNITS, "centers": CENTERS}
PHASES = {"movement": MOVES, "retreats": RETREATS, "builds": BUILDS}


@pytest.mark.parametrize(
    ("text", "allowed"),
    [
        ("A PAR H", "movement"),
        ("A PAR - BUR", "movement retreats"),
        ("F BRE S A PAR - GAS", "movement"),
        ("A PAR S F BRE", "movement"),
        ("A PAR R GAS", "retreats"),
        ("DESTROY A PAR", "retreats"),
        ("BUILD A MAR", "builds"),
        ("GERMANY: DESTROY A MUN", "builds"),
    ],
)
def test_every_kind_of_order_belongs_to_its_phases(text: str, allowed: str) -> None:
    """Movement: no retreats, builds and destroys. Retreats: only retreats and destroys. Builds: builds and destroys."""
    found = []
    for name, position in PHASES.items():
        order = text if name != "retreats" else text.replace("A PAR - BUR", "A PAR R BUR")
        valid, error = PARSER.validate(order, position)
        assert valid == (error == ""), "an order that is refused comes with its reason"
        found += [name] * valid
    assert found == allowed.split()


def test_a_dislodged_unit_may_be_destroyed_instead_of_retreating() -> None:
    """Players may choose to destroy a unit instead of retreating."""
    for order, units in (("DESTROY A PAR", {}), ("A PAR - GAS", {"FRANCE": ["A GAS"]})):
        ruling = adjudicate({**RETREATS, "orders": {"FRANCE": order}})
        assert {power: held for power, held in ruling.units.items() if power == "FRANCE"} == units


def test_retreats_are_neither_convoyed_nor_supported() -> None:
    """In a retreat phase there are no supports and no convoys, and a retreat goes only to a neighbouring province."""
    position = {"phase": "S1902R", "units": {"ENGLAND": ["*A LON", "F NTH"], "FRANCE": ["A LON"]}}
    assert PARSER.validate("A LON - BEL", position)[0] is False
    assert PARSER.validate("F NTH C A LON - BEL", position)[0] is False
    assert PARSER.validate("F NTH S A LON - YOR", position)[0] is False
    assert PARSER.validate("A LON - YOR", position)[0] is True


def test_builds_and_destroys_are_processed_at_the_same_time() -> None:
    """Builds and removals are hidden from others until all are in, and all take place at once."""
    units = {"FRANCE": ["A GAS"], "GERMANY": ["A MUN", "A BUR"]}
    table = Diplomacy().position(
        {"phase": "W1901A", "units": units, "centers": {"FRANCE": ["PAR", "BRE"], "GERMANY": ["MUN"]}}
    )
    table.give("GERMANY", "DESTROY A BUR")
    assert len(table.view(2).units) == 3
    assert table.view(2).orders == ()
    table.give("FRANCE", "BUILD A PAR")
    assert sorted(unit.unit for unit in table.view().units) == ["A GAS", "A MUN", "A PAR"]


def test_a_power_whose_home_centres_are_occupied_or_lost_cannot_build() -> None:
    """A power cannot build if all home supply centres are occupied or owned by others."""
    lost = {
        "phase": "W1901A",
        "units": {"FRANCE": ["A PAR", "F BRE"], "ITALY": ["A MAR"]},
        "centers": {"FRANCE": ["PAR", "BRE", "SPA", "POR"], "ITALY": ["MAR"]},
    }
    for order in ("BUILD A PAR", "BUILD F BRE", "FRANCE: BUILD A MAR"):
        assert PARSER.validate(order, lost)[0] is False
    assert adjudicate(lost).notes == []


def test_civil_disorder_counts_from_home_as_the_document_says_or_from_owned_centres() -> None:
    """The document removes the unit farthest from home, the rules of 2023 the one farthest from any centre owned."""
    position: dict[str, Any] = {
        "phase": "W1905A",
        "units": {"FRANCE": ["A SEV", "A PIC", "A TUS"]},
        "centers": {"FRANCE": ["SEV", "PAR"]},
    }
    owned = adjudicate(position)
    home = adjudicate({**position, "rules": {"disorder": "home"}})
    assert owned.units["FRANCE"] == ["A PIC", "A SEV"]
    assert home.units["FRANCE"] == ["A PIC", "A TUS"]


def test_phases_follow_each_other() -> None:
    """Spring and autumn moves, retreats only if units are dislodged, builds after autumn."""
    table = Diplomacy().new(seed=1)
    seen = [table.view().phase]
    while len(seen) < 3:
        for seat in table.waiting:
            table.give(seat, "A VIE - TYR" if seat == 0 and len(seen) == 1 else "A TYR - MUN" if seat == 0 else "")
        seen.append(table.view().phase)
    assert seen == ["S1901M", "F1901M", "S1902M"], "nobody took a centre, so there was nothing to build"
    beaten = adjudicate(
        {"phase": "S1901M", "units": {"FRANCE": ["A BUR"], "GERMANY": ["A MUN", "A RUH"]},
         "orders": {"GERMANY": "A MUN - BUR, A RUH S A MUN - BUR"}}
    )  # fmt: skip
    assert beaten.next_phase == "S1901R"


def test_validate_tells_whether_and_why_and_is_valid_tells_whether() -> None:
    """The document gives two types for `validate`: the later one, a tuple, holds; `is_valid` is the boolean."""
    valid, error = PARSER.validate(Order("A PAR - LON"), MOVES)
    assert valid is False
    assert error.startswith("A PAR cannot reach LON")
    assert Order("A PAR - LON").is_valid(MOVES) is False
    assert Order("A PAR - BUR").is_valid(MOVES) is True


def test_a_supported_move_ends_with_its_place() -> None:
    """By the document's grammar an H could follow a supported move; no rule gives that a meaning, so it is refused."""
    with pytest.raises(UnreadableMove):
        PARSER.parse("A VEN S A ROM - TUS H")
    assert str(PARSER.parse("A VEN S A ROM - TUS")) == "A VEN S A ROM - TUS"


BOUNDARY = re.compile(r"\b([AF])\s+([A-Z]{3})\b|(?:^|\s)(BUILD|DESTROY)\b")


@pytest.mark.parametrize(
    "text", ["A ROM - TUS A VEN H", "BUILD A PAR DESTROY A ROM", "F LON - NTH A PAR H A MAR - SPA"]
)
def test_orders_begin_where_the_documents_pattern_finds_a_beginning(text: str) -> None:
    """Every order of a text begins at a match of the document's regular expression."""
    orders = [str(order) for order in PARSER.parse_many(text)]
    begins = [match.end() - len(match[0].strip()) for match in BOUNDARY.finditer(text)]
    assert all(text.index(order) in begins for order in orders)
    assert " ".join(orders) == text


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("FRANCE: A MUN - BUR", "A MUN belongs to another power"),
        ("A KIE H", "no A KIE"),
        ("NARNIA: A PAR H", "NARNIA"),
        ("A PAR X BUR", "X"),
    ],
)
def test_validation_checks_power_owner_and_action(text: str, fault: str) -> None:
    """The power must exist and own the unit, and the action must be one that there is; the error names the fault."""
    valid, error = PARSER.validate(text, MOVES)
    assert valid is False
    assert fault in error

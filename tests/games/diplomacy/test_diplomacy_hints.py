"""Hints and examples are of the map that is played, and of what the power can do in its phase."""

from __future__ import annotations

import re

import pytest

from ludex.core.language.errors import IllegalMove, UnreadableMove
from ludex.core.play.reading import read_moves
from ludex.games.diplomacy import Diplomacy, OrderParser, adjudicate, lagoon
from ludex.games.diplomacy.components import MAPS, MapName
from ludex.games.diplomacy.moves import EXAMPLES
from ludex.games.diplomacy.notation.lexer import Guide
from ludex.games.diplomacy.notation.parser import read_order, read_orders
from ludex.games.diplomacy.table import DiplomacyTable

CODES = re.compile(r"\b[A-Z]{3}\b")


def winter(**units: list[str]) -> DiplomacyTable:
    centers = {"AUSTRIA": ["VIE", "BUD", "TRI", "SER"], "RUSSIA": ["MOS", "STP", "WAR"]}
    return Diplomacy().position({"phase": "W1901A", "units": units, "centers": centers})


def refusal(table: DiplomacyTable, power: str, order: str) -> str:
    with pytest.raises((UnreadableMove, IllegalMove)) as refused:
        table.play(table.seat_of(power), order)
    return str(refused.value)


@pytest.mark.parametrize("name", MAPS)
def test_every_maps_examples_are_of_that_map_and_can_be_ordered(name: MapName) -> None:
    for kind, text in EXAMPLES[name].items():
        order = read_order(text)
        assert (type(order), str(order)) == (kind, text)
        assert {*CODES.findall(text)} <= {*MAPS[name].codes, "VIA"}
    units = {"standard": {"FRANCE": ["A PAR", "A BUR", "A PIC", "A LON", "F NTH", "F ENG"]}}
    units["lagoon"] = {"ALDER": ["A ASK", "A ARD", "A CRA", "F NBA"]}
    first = MAPS[name].first_year
    for text in [*EXAMPLES[name].values()][:6]:
        position = {
            "map": name,
            "phase": f"S{first}M",
            "units": units[name],
            "orders": dict.fromkeys(units[name], text),
        }
        assert adjudicate(position).results[0].result != "void"


@pytest.mark.parametrize("text", ["", "A", "ASK -", "A ASK VIA", "vote"])
def test_a_text_that_is_no_order_is_answered_with_orders_that_the_power_can_give_now(text: str) -> None:
    table = lagoon().new(seed=1)
    with pytest.raises(UnreadableMove) as refused:
        table.read(0, text)
    examples = str(refused.value).split("Orders are: ")[1].split("; ")
    assert len(examples) >= 3
    for example in examples:
        assert table.branch().draft(0).take([read_order(example)]) in (True, False)
        table.branch().give(0, example)


def test_in_winter_the_examples_are_builds_or_removals_of_the_power() -> None:
    table = winter(AUSTRIA=["A SER"], RUSSIA=["A GAL", "A RUM", "A UKR", "A SIL"])
    assert refusal(table, "AUSTRIA", "A -").split("Orders are: ")[1] == "BUILD A BUD; WAIVE"
    assert refusal(table, "RUSSIA", "A -").split("Orders are: ")[1] == "DESTROY A GAL"


def test_an_order_of_another_phase_is_answered_with_what_this_power_can_order() -> None:
    table = winter(AUSTRIA=["A SER"], RUSSIA=["A GAL", "A RUM", "A UKR", "A SIL"])
    assert refusal(table, "AUSTRIA", "A SER - BUL").endswith("expected builds (BUILD A BUD) or WAIVE.")
    assert refusal(table, "RUSSIA", "A GAL - BUD").endswith("expected removals (DESTROY A GAL).")
    units = {"AUSTRIA": ["*A SER", "A BUD"], "RUSSIA": ["A SER"]}
    table = Diplomacy().position({"phase": "S1902R", "units": units, "dislodged_from": {"SER": "BUL"}})
    assert refusal(table, "AUSTRIA", "BUILD A VIE").endswith("expected retreats (A SER R ALB) or DESTROY A SER.")


def test_build_hints_name_places_for_this_kind_of_unit_that_are_still_free() -> None:
    table = winter(AUSTRIA=["A SER"], RUSSIA=[])
    assert refusal(table, "AUSTRIA", "BUILD A SER").endswith("It can build an army in BUD, TRI, VIE.")
    assert refusal(table, "AUSTRIA", "BUILD F VIE").endswith("a fleet cannot be in VIE. It can build a fleet in TRI.")
    table.play(0, "BUILD A TRI")
    assert refusal(table, "AUSTRIA", "BUILD A TRI").endswith("It can build an army in BUD, VIE.")
    assert refusal(table, "AUSTRIA", "BUILD F SER").endswith("It can build no fleet now, but an army in BUD, VIE.")
    assert refusal(table, "RUSSIA", "BUILD F MOS").endswith("It can build a fleet in STP/NC, STP/SC.")


@pytest.mark.parametrize(
    ("board", "text", "meant"),
    [
        ("standard", "A PAR - BURR", "BUR"),
        ("standard", "A PAR - GASO", "GAS"),
        ("standard", "A MUN - TYRX", "TYR"),  # Tyrolia is next to Munich, the Tyrrhenian Sea is not
        ("standard", "F ROM - TYRX", "TYS"),
        ("standard", "A PAR supprts A MAR", "support"),
        ("standard", "CONCEDE TO Frnace", "FRANCE"),
        ("lagoon", "A ASK - HUBB", "HUB"),
        ("lagoon", "F ARD - Conve", "COV"),
    ],
)
def test_a_suggestion_is_on_the_map_and_fits_where_it_is_to_stand(board: MapName, text: str, meant: str) -> None:
    with pytest.raises(UnreadableMove, match=rf"Did you mean {meant} \("):
        read_orders(text, Guide(board))


@pytest.mark.parametrize(
    ("board", "text"),
    [
        ("standard", "A PAR - HUBB"),
        ("lagoon", "A ASK - BURGUNDYY"),
        ("standard", "A PAR - supprts"),
        ("lagoon", "FRNACE: A ASK H"),
    ],
)
def test_nothing_is_suggested_that_is_not_on_the_map_or_cannot_stand_there(board: MapName, text: str) -> None:
    with pytest.raises(UnreadableMove) as refused:
        read_orders(text, Guide(board))
    assert "Did you mean" not in str(refused.value)


def test_hints_of_rulings_and_of_validate_are_of_their_map_and_phase() -> None:
    position = {"map": "lagoon", "phase": "W1A", "units": {"ALDER": ["A HUB"]}, "orders": {"ALDER": "BUILD"}}
    reason = adjudicate(position).results[0].reason
    assert reason.endswith("Orders are: BUILD F ARD; DESTROY A ASK; WAIVE")
    assert OrderParser().validate("BUILD", position)[1] == reason
    assert "Did you mean" not in OrderParser().validate("A HUB - BURGUNDYY", position)[1]


def test_what_is_typed_at_a_terminal_is_compared_with_the_units_of_its_map() -> None:
    for game, typed in ((lagoon(), "A BUDD"), (Diplomacy(), "F ARDD")):
        table = game.new(seed=1)
        with pytest.raises(UnreadableMove) as refused:
            read_moves(table, 0, typed)
        here = {*MAPS[game.map].codes, *MAPS[game.map].power_names}
        suggested = re.findall(r"Did you mean '(?:[AF] )?(\w+)", str(refused.value))
        assert {*suggested} <= here


def test_the_sheet_shows_how_one_of_its_own_orders_is_erased() -> None:
    sheet = lagoon().new(seed=1).draft("ALDER")
    sheet.write("A ASK - HUB")
    assert str(sheet).endswith("erase it: erase A ASK.")

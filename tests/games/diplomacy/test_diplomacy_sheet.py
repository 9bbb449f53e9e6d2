"""Orders before they are final: in any sequence, replaceable, with warnings."""

from __future__ import annotations

import pytest
from tests.commands import Run

from ludex import IllegalMove, UnreadableMove
from ludex.games.diplomacy import Diplomacy, OrderSheet
from ludex.games.diplomacy.reference_api import OrdersPlayer
from ludex.games.diplomacy.views import View


def test_orders_are_written_in_any_sequence_and_replaced_until_they_are_handed_in() -> None:
    table = Diplomacy().new(seed=1)
    sheet = OrderSheet(table, "FRANCE")
    sheet.write("A PAR - GAS")
    sheet.write("F BRE - ENG; A PAR - BUR")
    sheet.write("A MAR - SPA")
    sheet.erase("MAR")
    assert table.view(2).orders == ()
    assert sheet.missing == ("A MAR",)
    with pytest.raises(UnreadableMove, match="no order for MAR on the sheet"):
        sheet.erase("MAR")
    sheet.hand_in()
    assert table.view(2).orders == ("F BRE - ENG", "A MAR H", "A PAR - BUR")
    assert 2 not in table.waiting


def test_an_order_that_is_not_allowed_is_refused_with_its_reason_and_changes_nothing() -> None:
    sheet = OrderSheet(Diplomacy().new(seed=1), "FRANCE")
    with pytest.raises(IllegalMove, match="A PAR cannot reach MOS: it is not adjacent to PAR"):
        sheet.write("F BRE - MAO; A PAR - MOS")
    assert sheet.orders == ()


FRANCE = "random,random,person:Ann,random,random,random,random"


def at_terminal(run: Run, *typed: str) -> str:
    return run("play", "diplomacy", "--players", FRANCE, "--seed", "3", typed=(*typed, "quit"))[1]


def test_at_the_terminal_any_unit_is_ordered_first_and_orders_are_replaced_until_done(run: Run) -> None:
    text = at_terminal(run, "a par - gas", "f bre - mao", "a par - bur", "a mar s a par - bur", "done")
    assert "Your orders: A PAR - GAS." in text
    assert "Without an order they will hold: F BRE, A MAR." in text
    assert "Your orders: A PAR - BUR; F BRE - MAO; A MAR S A PAR - BUR." in text
    assert "not-next" not in text
    told = text.rpartition("Type done to hand the orders in")[0]
    results = told[told.index("Your orders: A PAR - BUR; F BRE - MAO; A MAR") :]
    assert "A PAR - BUR" in results
    assert "A PAR - GAS" not in results


def test_warnings_reach_a_person_before_the_orders_are_final(run: Run) -> None:
    text = at_terminal(run, "A MAR S A PAR - GAS, F BRE - MAO", "a par - gas", "done")
    before, _, after = text.partition("Your orders: A MAR S A PAR - GAS; F BRE - MAO; A PAR - GAS.")
    assert "Note: A MAR S A PAR - GAS matches no order: A PAR is not ordered to GAS." in before
    assert "Without an order they will hold: A PAR." in before
    assert "Note:" not in after.partition("Type done")[0]


def test_all_orders_in_one_line_are_final_at_once_if_there_is_nothing_to_warn_of() -> None:
    table = Diplomacy().new(seed=1)
    sheet = table.draft("AUSTRIA")
    assert sheet.take(table.read_line(0, "A BUD - SER, A VIE - TRI, F TRI - ALB"))
    assert [str(order) for order in sheet.final()] == ["A BUD - SER", "F TRI - ALB", "A VIE - TRI"]
    other = table.draft("FRANCE")
    assert not other.take(table.read_line(2, "A MAR S A PAR - GAS, F BRE - MAO, A PAR H")), "a warning"
    assert not table.draft("ITALY").take(table.read_line(4, "A ROM - APU")), "two units are missing"


def test_options_on_the_sheet_are_those_of_the_first_unit_without_an_order(run: Run) -> None:
    table = Diplomacy().new(seed=1)
    sheet = table.draft("FRANCE")
    assert {str(order)[:5] for order in sheet.options} == {"F BRE", "VOTE ", "CONCE"}
    sheet.write("F BRE - MAO")
    assert {str(order)[:5] for order in sheet.options} == {"A MAR", "VOTE ", "CONCE"}
    sheet.write("A PAR H; A MAR H; VOTE DRAW")
    assert len(sheet.options) == 0
    text = at_terminal(run, "F BRE H", "A MAR H", "A PAR H", "done")
    assert "Your orders: F BRE H; A MAR H; A PAR H." in text


def test_all_writes_the_same_for_every_unit_that_is_missing(run: Run) -> None:
    text = at_terminal(run, "a par - bur", "all h", "erase mar", "all h", "done")
    assert "Your orders: A PAR - BUR; F BRE H; A MAR H." in text
    assert "Without an order they will hold: A MAR." in text


def test_a_sheet_is_begun_again_when_the_table_went_on() -> None:
    table = Diplomacy().new(seed=1)
    table.draft("FRANCE").write("A PAR - BUR")
    table.play(2, "F BRE H")
    assert table.draft("FRANCE").orders == (), "the table has an order that did not come from the sheet"
    table.undo(2)
    table.draft("FRANCE").write("A PAR - BUR")
    table.draft("FRANCE").hand_in()
    assert table.draft("FRANCE").orders == ()


def test_in_winter_builds_are_replaced_and_missing_ones_waived() -> None:
    units = {"FRANCE": ["A SPA"], "GERMANY": ["A MUN"]}
    centers = {"FRANCE": ["SPA", "PAR", "BRE", "MAR"], "GERMANY": ["MUN"]}
    table = Diplomacy().position({"phase": "W1901A", "units": units, "centers": centers})
    sheet = table.draft("FRANCE")
    assert "waived" in str(sheet)
    sheet.write("BUILD A BRE")
    sheet.write("BUILD F BRE; BUILD A PAR")
    assert [str(order) for order in sheet.orders] == ["BUILD F BRE", "BUILD A PAR"]
    assert "Note: 2 of 3 builds are ordered: the others will be waived." in str(sheet)
    assert {str(order) for order in sheet.options} == {"BUILD A MAR", "BUILD F MAR", "WAIVE"}
    sheet.hand_in()
    assert sorted(unit.unit for unit in table.view().units if unit.power == "FRANCE") == ["A PAR", "A SPA", "F BRE"]


def test_a_player_that_gives_lists_is_read_with_the_coasts_of_the_table() -> None:
    class Sailing(OrdersPlayer):
        def orders(self, view: View) -> str:
            return "F MAO - SPA" if view.power == "FRANCE" else ""

    units = {"FRANCE": ["F MAO"], "ENGLAND": ["A LON"]}
    centers = {"FRANCE": ["BRE"], "ENGLAND": ["LON"]}
    position = {"phase": "S1901M", "units": units, "centers": centers, "rules": {"coasts": "lenient"}}
    table = Diplomacy().position(position)
    assert table.view().coasts == "lenient"
    assert str(Sailing().decide(table.request(2))) == "F MAO - SPA/NC"

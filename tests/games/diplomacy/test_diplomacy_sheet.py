"""Orders before they are final: in any sequence, replaceable, with warnings."""

from __future__ import annotations

import pytest

from ludex import IllegalMove, UnreadableMove
from ludex.games.diplomacy import Diplomacy, OrderSheet
from ludex.games.diplomacy.document import OrdersPlayer
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
    sheet.hand_in()
    assert table.view(2).orders == ("F BRE - ENG", "A MAR H", "A PAR - BUR")
    assert 2 not in table.waiting


def test_an_order_that_is_not_allowed_is_refused_with_its_reason_and_changes_nothing() -> None:
    sheet = OrderSheet(Diplomacy().new(seed=1), "FRANCE")
    with pytest.raises(IllegalMove, match="A PAR cannot reach MOS: it is not adjacent to PAR"):
        sheet.write("F BRE - MAO; A PAR - MOS")
    assert sheet.orders == ()


def test_warnings_come_before_a_typed_list_is_final_and_the_same_list_again_is_meant() -> None:
    table = Diplomacy().new(seed=1)
    typed = "A MAR S A PAR - GAS, F BRE - MAO"
    with pytest.raises(UnreadableMove, match=r"A MAR S A PAR - GAS matches no order.*A PAR has no order"):
        table.read_line(2, typed)
    assert len(table.read_line(2, typed)) == 3
    assert len(table.read_line(0, "A BUD - SER, A VIE - TRI, F TRI - ALB")) == 3


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

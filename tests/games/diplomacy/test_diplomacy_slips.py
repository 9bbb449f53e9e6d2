"""The wrong kind or nation of another unit in an order: one unit can be meant, so the order is followed and noted."""

from __future__ import annotations

import io
import json

import pytest

from ludex.cli import main
from ludex.games.diplomacy import Diplomacy, Order, OrderParser, adjudicate
from ludex.games.diplomacy.table import DiplomacyTable

UNITS = {"FRANCE": ["A PAR", "A MAR", "F BRE", "A PIC"], "ENGLAND": ["A LON", "F NTH"]}
CASES = [
    ("A PAR S F MAR - BUR", "A PAR S A MAR - BUR was written for F MAR: A MAR is there, and is meant."),
    ("F BRE S Italian A PIC", "F BRE S A PIC was written for ITALY's A PIC: FRANCE's A PIC is there, and is meant."),
    ("F BRE S Italian F PIC", "F BRE S A PIC was written for ITALY's F PIC: FRANCE's A PIC is there, and is meant."),
    (
        "A PAR S Italian MAR - BUR",
        "A PAR S A MAR - BUR was written for ITALY's MAR: FRANCE's A MAR is there, and is meant.",
    ),
]
RIGHT = ["A PAR S A MAR - BUR", "F BRE S French A PIC", "A PAR S MAR - BUR", "A PAR supports PIC", "A PAR H"]


def new_table() -> DiplomacyTable:
    centers = {"FRANCE": ["PAR", "MAR", "BRE", "SPA"], "ENGLAND": ["LON", "EDI"]}
    return Diplomacy().position({"phase": "S1902M", "units": UNITS, "centers": centers})


@pytest.mark.parametrize(("order", "note"), CASES)
def test_a_ruling_follows_the_order_and_notes_it(order: str, note: str) -> None:
    ruling = adjudicate({"phase": "S1901M", "units": UNITS, "orders": {"FRANCE": [order]}})
    assert ruling.results[0].order == note.split(" was")[0]
    assert ruling.results[0].result != "void"
    assert ruling.notes[0] == note


@pytest.mark.parametrize("order", RIGHT)
def test_what_is_right_or_left_out_is_not_noted(order: str) -> None:
    ruling = adjudicate({"phase": "S1901M", "units": UNITS, "orders": {"FRANCE": [order]}})
    assert not any("is meant" in note for note in ruling.notes)
    assert not any("is meant" in warning for warning in new_table().warnings("FRANCE", order))


def test_a_convoy_for_the_wrong_unit_is_noted_too() -> None:
    orders = {"ENGLAND": ["F NTH C French A LON - BEL", "A LON - BEL"]}
    ruling = adjudicate({"phase": "S1901M", "units": UNITS, "orders": orders})
    assert [result.outcome for result in ruling.results] == ["succeeds", "succeeds"]
    assert ruling.notes[0].startswith("F NTH C A LON - BEL was written for FRANCE's A LON: ENGLAND's A LON is there")


def test_a_unit_that_is_not_there_is_refused_and_not_noted() -> None:
    ruling = adjudicate({"phase": "S1901M", "units": UNITS, "orders": {"FRANCE": ["A PAR S F GAS"]}})
    assert (ruling.results[0].result, ruling.results[0].reason) == ("void", "there is no F GAS: nobody is in GAS.")
    assert not any("is meant" in note for note in ruling.notes)


@pytest.mark.parametrize(("order", "note"), CASES)
def test_a_table_warns_and_its_sheet_keeps_the_warning_until_the_order_is_replaced(order: str, note: str) -> None:
    table = new_table()
    assert note in table.warnings("FRANCE", order)
    sheet = table.draft("FRANCE")
    sheet.write(order)
    assert note in sheet.warnings
    assert f"Note: {note}" in str(sheet)
    sheet.write(note.split(" was")[0])
    assert note not in sheet.warnings


def test_a_line_typed_at_a_terminal_or_page_is_warned_about_and_not_final_at_once() -> None:
    table = new_table()
    line = "A PAR S F MAR - BUR; A MAR - BUR; F BRE H; A PIC H"
    sheet = table.draft("FRANCE")
    assert not sheet.take(table.read_line(2, line))
    assert sheet.warnings == (CASES[0][1],)
    sheet.erase("all")  # as the online table does, which writes its orders down again
    sheet.take(table.read_line(2, "A MAR - BUR"))
    assert not any("is meant" in warning for warning in sheet.warnings)
    assert sheet.take(table.read_line(2, line.replace("F MAR", "A MAR"))) is False
    assert len(sheet.warnings) == 0


def test_validate_allows_the_order_and_tells_what_is_meant() -> None:
    state = {"phase": "S1901M", "units": UNITS}
    assert OrderParser().validate(CASES[0][0], state) == (True, CASES[0][1])
    assert OrderParser().validate(RIGHT[0], state) == (True, "")
    assert Order(CASES[0][0]).is_valid(state)


def test_the_command_prints_the_note(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    position = {"phase": "S1901M", "units": UNITS, "orders": {"FRANCE": [CASES[1][0]]}}
    for more in ([], ["--json"]):
        monkeypatch.setattr("sys.argv", ["ludex", "adjudicate", "-", *more])
        monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(position)))
        with pytest.raises(SystemExit):
            main()
        assert CASES[1][1] in " ".join(capsys.readouterr().out.split())

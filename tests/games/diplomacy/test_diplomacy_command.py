"""`ludex adjudicate` and the drawn map."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from tests.games.diplomacy.cases import CASES, position_of, unit_text

from ludex.cli import main
from ludex.core.play.history import History
from ludex.games.diplomacy import Diplomacy, Position, adjudicate, draw_ruling, export_game, lagoon
from ludex.games.diplomacy.board.picture import UNIT_COLOURS, draw_svg, shapes
from ludex.games.diplomacy.commands import adjudicate as command
from ludex.games.diplomacy.components import CODES, MAPS, PLACES, map_of

POSITION = {
    "phase": "S1901M",
    "units": {"FRANCE": ["A PAR", "A MAR"], "GERMANY": ["A BUR"]},
    "orders": {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"], "GERMANY": ["A BUR H", "A BUR - LON"]},
}


def write(folder: Path, name: str, *positions: object) -> Path:
    file = folder / name
    file.write_text("\n".join(json.dumps(position) for position in positions))
    return file


@pytest.fixture
def told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Told:
    """Runs the command as a person does; gives what it printed, what it complained of, and its exit code."""

    def run(*args: object, stdin: str = "") -> tuple[str, str, int]:
        monkeypatch.setattr("sys.argv", ["ludex", "adjudicate", *map(str, args)])
        monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
        with pytest.raises(SystemExit) as stopped:
            main()
        printed = capsys.readouterr()
        return printed.out, printed.err, int(stopped.value.code or 0)

    return run


Told = Callable[..., tuple[str, str, int]]


def test_json_has_what_the_issue_promises(tmp_path: Path, told: Told) -> None:
    answer = json.loads(told(write(tmp_path, "p.json", POSITION), "--json")[0])
    assert answer["units"] == {"FRANCE": ["A BUR", "A MAR"], "GERMANY": ["*A BUR"]}
    (gone,) = answer["dislodged"]
    assert gone["retreats"] == ["BEL", "GAS", "MUN", "PIC", "RUH"]
    assert (gone["dislodged_from"], gone["by_convoy"]) == ("PAR", False)
    assert {result["outcome"] for result in answer["results"]} == {"succeeds", "fails"}
    assert answer["next_phase"] == "S1901R"
    assert answer["centers"] == {}


def every_part() -> list[dict[str, Any]]:
    """Return all cases, and the movement phases before the retreat cases."""
    parts = list(CASES.values())
    return parts + [case["preceding_movement"] for case in parts if "preceding_movement" in case]


def test_all_cases_in_one_file_are_judged_as_their_source_says(tmp_path: Path, told: Told) -> None:
    parts = every_part()
    out, complaint, code = told(write(tmp_path, "all.jsonl", *map(position_of, parts)), "--json")
    assert (complaint, code) == ("", 0)
    for part, line in zip(parts, out.splitlines(), strict=True):
        answer, expected = json.loads(line), part["expected"]
        units = {(power, unit) for power, units in answer["units"].items() for unit in units if unit[0] != "*"}
        assert units == {(unit["power"], unit_text(unit)) for unit in expected["units_after"]}
        assert [
            (gone["power"], gone["unit"], gone["dislodged_from"], gone["by_convoy"], gone["retreats"])
            for gone in answer["dislodged"]
        ] == [
            (g["power"], unit_text(g), g["dislodged_from"], g["dislodged_by_convoy"], sorted(g["retreats"]))
            for g in sorted(expected["dislodged_after"], key=lambda g: CODES.index(g["province"]))
        ]
        results = [(f"{result['power']}: {result['given']}", result["outcome"]) for result in answer["results"]]
        assert set(results) >= {(order.removesuffix(" #2"), end) for order, end in expected["order_results"].items()}
        going_on = {("S", "M"): "S1901R F1901M", ("F", "M"): "F1901R W1901A S1902M", ("S", "R"): "F1901M"}
        phase = part["pre"]["phase"]
        allowed = going_on.get((phase[0], phase[-1]), "W1901A S1902M").split()
        assert answer["next_phase"] in allowed


@pytest.mark.parametrize(("rule", "end"), [("szykman", "fails"), ("1982", "succeeds")])
def test_rules_choose_the_answer(tmp_path: Path, told: Told, rule: str, end: str) -> None:
    out, _, _ = told(write(tmp_path, "p.json", position_of(CASES["6.F.17"], paradox=rule)), "--json")
    assert [r["outcome"] for r in json.loads(out)["results"] if r["order"] == "A BRE - LON"] == [end]


def test_the_answer_of_a_phase_is_the_question_of_the_next(tmp_path: Path, told: Told) -> None:
    answer = json.loads(told(write(tmp_path, "p.json", POSITION), "--json")[0])
    names = ("units", "centers", "contested", "dislodged_from")
    following = {"phase": answer["next_phase"], "orders": {"GERMANY": "A BUR R PAR"}, **{n: answer[n] for n in names}}
    out, _, _ = told(write(tmp_path, "q.json", following), "--json")
    assert "attacker came from PAR" in json.loads(out)["results"][0]["reason"]


def test_text_tells_reasons(tmp_path: Path, told: Told) -> None:
    out, _, code = told(write(tmp_path, "p.json", POSITION))
    text = " ".join(out.split())
    assert code == 0
    assert "S1901M → S1901R" in text
    assert "✗ GERMANY A BUR H dislodged by the attack from PAR." in text
    assert "A BUR is dislodged by the unit from PAR and can retreat to BEL, GAS, MUN, PIC, RUH." in text


def test_standard_input_holds_one_position_or_one_a_line(told: Told) -> None:
    line = json.dumps(POSITION)
    assert len(told("--json", stdin=line)[0].splitlines()) == 1
    assert len(told("-", "--json", stdin=json.dumps(POSITION, indent=2))[0].splitlines()) == 1
    assert len(told("-", "--json", stdin=f"{line}\n\n{line}\n")[0].splitlines()) == 2


def test_the_example_in_the_help_runs(told: Told) -> None:
    assert command.__doc__ is not None
    example = " ".join(command.__doc__.split("`")[1].split())
    position, given = example.removeprefix("echo '").split("' | ludex adjudicate ")
    out, complaint, code = told(given, stdin=position)
    assert (complaint, code) == ("", 0)
    assert "A PAR - BUR" in out


def test_winter_builds_waives_and_civil_disorder(tmp_path: Path, told: Told) -> None:
    position = {
        "phase": "W1901A",
        "units": {"FRANCE": ["A GAS"], "TURKEY": ["F AEG", "A ANK", "A ARM"]},
        "centers": {"FRANCE": ["PAR", "MAR", "BRE", "SPA"], "TURKEY": ["ANK"]},
        "orders": {"FRANCE": ["BUILD F MAR", "WAIVE", "BUILD A SPA"]},
    }
    answer = json.loads(told(write(tmp_path, "w.json", position), "--json")[0])
    assert answer["units"] == {"FRANCE": ["A GAS", "F MAR"], "TURKEY": ["A ANK"]}
    assert [result["outcome"] for result in answer["results"]] == ["succeeds", "succeeds", "fails"]
    assert answer["notes"] == [
        "FRANCE waives 1 build.",
        "civil disorder: F AEG is removed.",
        "civil disorder: A ARM is removed.",
    ]
    assert answer["next_phase"] == "S1902M"


@pytest.mark.parametrize(
    ("phase", "units", "centers", "following", "owned"),
    [
        ("S1901M", ["A BEL"], [], "F1901M", []),
        ("F1901M", ["A BEL"], [], "S1902M", ["BEL"]),
        ("F1901M", ["A BEL", "A PIC"], [], "W1901A", ["BEL"]),
        ("F1901M", ["A GAS"], ["PAR", "MAR"], "W1901A", ["MAR", "PAR"]),
        ("F1901M", ["A GAS"], ["BEL", "HOL"], "S1902M", ["BEL", "HOL"]),
        ("F1901R", ["*A BEL", "A PAR"], [], "S1902M", ["PAR"]),
    ],
)
def test_centres_change_after_fall_and_phases_without_a_decision_are_left_out(
    tmp_path: Path, told: Told, phase: str, units: list[str], centers: list[str], following: str, owned: list[str]
) -> None:
    position = {"phase": phase, "units": {"FRANCE": units}, "centers": {"FRANCE": centers}}
    answer = json.loads(told(write(tmp_path, "p.json", position), "--json")[0])
    assert (answer["next_phase"], answer["centers"].get("FRANCE", [])) == (following, owned)


def test_an_order_for_a_foreign_unit_fails_and_changes_nothing(tmp_path: Path, told: Told) -> None:
    position = {**POSITION, "orders": {"GERMANY": ["A PAR - PIC"]}}
    answer = json.loads(told(write(tmp_path, "p.json", position), "--json")[0])
    assert answer["results"][0]["reason"] == "A PAR belongs to another power. You have A BUR."
    assert answer["units"] == {"FRANCE": ["A MAR", "A PAR"], "GERMANY": ["A BUR"]}


def test_one_position_a_line(tmp_path: Path, told: Told) -> None:
    assert len(told(write(tmp_path, "p.jsonl", POSITION, POSITION), "--json")[0].splitlines()) == 2
    for bad, reason in (
        ({"phase": "S1901M"}, "this is not a position"),
        ({**POSITION, "phase": "X"}, "'X' is not a phase"),
    ):
        out, complaint, code = told(write(tmp_path, "q.jsonl", POSITION, bad), "--json")
        assert (out, code) == ("", 2)
        assert f"q.jsonl, line 2: {reason}" in complaint


RETREAT = {"phase": "S1901R", "orders": {}}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"phase": "X1"}, "'X1' is not a phase"),
        ({"phase": "W1901M"}, "'W1901M' is not a phase"),
        ({"phase": 1901}, "Expected `str`, got `int`"),
        ({"units": ["A PAR"]}, "Expected `object`, got `array`"),
        ({"units": {"FRANCE": "A PAR"}}, "Expected `array`, got `str`"),
        ({"units": {"FRANCE": ["F PAR"]}}, "'F PAR' cannot be there: PAR is inland"),
        ({"units": {"FRANCE": ["A NTH"]}}, "'A NTH' cannot be there: NTH is a sea"),
        ({"units": {"FRANCE": ["F SPA"]}}, "write F SPA/NC or F SPA/SC"),
        ({"units": {"FRANCE": ["F SPA/EC"]}}, "not a unit on this map"),
        ({"units": {"FRANCE": ["A XXX"]}}, "'A XXX' is not a unit on this map"),
        ({"units": {"FRANCE": ["A HUB"]}}, "'A HUB' is not a unit on this map"),
        ({"units": {"FRANCE": ["PAR"]}}, "'PAR' is not a unit on this map"),
        ({"units": {"FRANCE": [""]}}, "'' is not a unit on this map"),
        ({"units": {"SPAIN": ["A PAR"]}}, "'SPAIN' is not a power on this map: expected one of AUSTRIA, ENGLAND"),
        ({"units": {"Xanadu": ["A PAR"]}}, "'Xanadu' is not a power on this map"),
        ({"units": {"FRANCE": ["A PAR"], "ITALY": ["A PAR"]}}, "two units in PAR"),
        ({**RETREAT, "units": {"FRANCE": ["*A PAR", "*A PAR"]}}, "two dislodged units in PAR"),
        ({"units": {"FRANCE": ["A PAR", "*A BUR"]}}, "'*A BUR' is dislodged, but S1901M is not a retreat phase"),
        ({"orders": {"XANADU": ["A PAR H"]}}, "'XANADU' is not a power"),
        ({"orders": {"FRANCE": [3]}}, "Expected `str`, got `int`"),
        ({"centers": {"FRANCE": ["GAS"]}}, "GAS is not a supply centre"),
        ({"centers": {"FRANCE": ["PAR"], "ITALY": ["PAR"]}}, "PAR has two owners: FRANCE and ITALY"),
        ({"contested": ["XXX"]}, "'XXX' is not a province on this map"),
        ({"dislodged_from": {"PAR": "BUR"}}, "no such unit is dislodged"),
        ({**RETREAT, "units": {"FRANCE": ["*A PAR"]}, "dislodged_from": {"PAR": "?"}}, "'?' is not a province"),
        ({"rules": {"parodox": "1982"}}, "the switches are paradox (szykman, 1982, 2000, all-hold)"),
        ({"rules": {"paradox": "1983"}}, "Invalid enum value '1983'"),
        ({"rules": {"via_fallback": "yes"}}, "via_fallback (true, false)"),
        ({"map": "mars"}, "Invalid enum value 'mars'"),
        ({"ordres": {}}, "unknown field `ordres`; expected phase, units, orders"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_impossible_positions_are_refused_in_a_sentence(
    tmp_path: Path, told: Told, change: dict[str, object], reason: str
) -> None:
    out, complaint, code = told(write(tmp_path, "p.json", {**POSITION, **change}), "--json")
    assert (out, code, complaint.count("\n")) == ("", 2, 1)
    assert reason in complaint


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "is empty"),
        (b" \n", "is empty"),
        (b"hello", "JSON is malformed"),
        (b"[]", "Expected `object`, got `array`"),
        (b"3", "Expected `object`, got `int`"),
        (b"{}", "missing required field `phase`"),
        (b"\xff\xfe", "is not text"),
        (b"[" * 100_000, "Expected `object`"),
    ],
    ids=["empty", "blank", "no json", "list", "number", "no field", "no text", "deep"],
)
def test_files_that_hold_no_position_are_refused_in_a_sentence(
    tmp_path: Path, told: Told, content: bytes, reason: str
) -> None:
    for name in ("p.json", "p.jsonl"):
        (tmp_path / name).write_bytes(content)
        out, complaint, code = told(tmp_path / name)
        assert (out, code, complaint.count("\n")) == ("", 2, 1)
        assert reason in complaint


def test_files_that_cannot_be_read_or_written_are_told(tmp_path: Path, told: Told) -> None:
    assert told(tmp_path / "none.json") == ("", f"Error: {tmp_path}/none.json: No such file or directory\n", 2)
    assert told(stdin="")[1:] == ("Error: standard input is empty: expected a position as JSON\n", 2)
    file = write(tmp_path, "p.json", POSITION)
    assert told(file, "--svg", tmp_path / "none" / "map.svg")[::2] == ("", 2)
    assert "draw one position" in told(write(tmp_path, "p.jsonl", POSITION, POSITION), "--svg", "x.svg")[1]


def test_an_attacker_by_convoy_bars_its_origin_only_for_older_judges(tmp_path: Path, told: Told) -> None:
    position = {**RETREAT, "units": {"FRANCE": ["*A PIC"]}, "dislodged_from": {"A PIC": "BEL VIA"}}
    for rules, end in (({}, "succeeds"), ({"retreat_to_convoy_origin": False}, "fails")):
        question = {**position, "orders": {"FRANCE": "A PIC R BEL"}, "rules": rules}
        out, _, _ = told(write(tmp_path, "p.json", question), "--json")
        assert json.loads(out)["results"][0]["outcome"] == end


def arrows(text: str) -> int:
    """Return the number of arrows, besides those of the legend."""
    return text.count("<polygon") - text.count("<polygon", text.index('<g transform="translate('))


def test_the_map_is_drawn_with_orders_and_results(tmp_path: Path, told: Told) -> None:
    told(write(tmp_path, "p.json", POSITION), "--svg", tmp_path / "map.svg")
    text = (tmp_path / "map.svg").read_text()
    ElementTree.fromstring(text)
    assert arrows(text) == 2, "the move, and the void move beside the hold"
    assert text.count('class="void"') == 1
    assert text.count(">dislodged<") == 2, "its ground and itself"
    assert "A BUR H, dislodged by the attack from PAR." in text


def test_every_place_has_a_point_and_every_province_a_shape() -> None:
    for name, board in MAPS.items():
        points = shapes(name)["places"]
        assert {place for place in PLACES if map_of(PLACES.index(place)) == name} <= set(points)
        assert set(board.codes) <= set(shapes(name)["paths"])
        width, height = shapes(name)["width"], shapes(name)["height"]
        assert all(10 < x < width - 10 and 10 < y < height - 20 for x, y in points.values()), "a unit would be cut off"
        assert shapes(name)["source"]


def test_views_are_drawn_on_both_maps() -> None:
    for game in (Diplomacy(), lagoon()):
        table = game.new(seed=1)
        assert draw_svg(table.view(0)).startswith("<svg")


def test_the_orders_of_the_phase_before_are_drawn_but_for_holds() -> None:
    table = Diplomacy().new(seed=1)
    for seat in range(7):
        table.give(seat, "F KIE - HOL" if seat == 3 else "")
    text = draw_svg(table.view(0))
    assert arrows(text) == 1
    assert ">convoy<" not in draw_svg(Diplomacy().new(seed=1).view(0))


@pytest.mark.parametrize("word", ["filter", "marker", "paint-order", "url(", "feDropShadow"])
def test_a_picture_needs_nothing_that_only_some_programs_draw(word: str) -> None:
    position = Position.read(POSITION)
    assert word not in draw_ruling(position, adjudicate(POSITION))


def test_arrows_have_the_colour_of_their_power() -> None:
    text = draw_ruling(Position.read(POSITION), adjudicate(POSITION))
    france = UNIT_COLOURS[MAPS["standard"].power_names.index("FRANCE")]
    assert f'stroke="{france}" stroke-width="2.4"/><polygon' in text


def test_a_convoyed_army_is_drawn_along_its_fleets() -> None:
    position = {
        "phase": "S1901M",
        "units": {"ENGLAND": ["A LON", "F ENG", "F MAO"]},
        "orders": {"ENGLAND": ["A LON - POR", "F ENG C A LON - POR", "F MAO C A LON - POR"]},
    }
    text = draw_ruling(Position.read(position), adjudicate(position))
    lines = r'<path d="(M[^"]*)" fill="none" stroke-linejoin="round" stroke="#[^"]*" stroke-width="2.4"'
    (way,) = re.findall(lines, text.split("<g transform")[0])
    assert way.count("L") == 3
    for sea in ("ENG", "MAO"):
        x, y = shapes("standard")["places"][sea]
        assert f"L{x:.1f},{y + 7:.1f}" in way


def test_the_position_after_is_drawn(tmp_path: Path, told: Told) -> None:
    told(write(tmp_path, "p.json", POSITION), "--after", tmp_path / "after.svg")
    text = (tmp_path / "after.svg").read_text()
    ElementTree.fromstring(text)
    assert "S1901R" in text
    assert "FRANCE A BUR" in text
    assert arrows(text) == 0


def test_a_saved_game_is_replayed_from_the_command_line(tmp_path: Path, told: Told) -> None:
    table = Diplomacy().new(seed=1, last_year=1901, votes=False)
    table.give("FRANCE", "A PAR - BUR")
    for seat in table.waiting:
        table.give(seat, "")
    file = write(tmp_path, "game.json", export_game(table))
    out, _, code = told(file, "--rules", "webdiplomacy", "--history", tmp_path / "history.json")
    assert code == 0
    assert "FRANCE A PAR - BUR" in " ".join(out.split())
    assert History.from_json((tmp_path / "history.json").read_bytes()).verify().view().phase == "F1901M"
    assert json.loads(told(file, "--json")[0])["phases"][0]["orders"]["FRANCE"] == ["F BRE H", "A MAR H", "A PAR - BUR"]
    assert (
        "--rules, --no-strict and --history are for saved games"
        in told(write(tmp_path, "p.json", POSITION), "--rules", "x")[1]
    )
    assert "there is no preset 'x'" in told(file, "--rules", "x")[1]

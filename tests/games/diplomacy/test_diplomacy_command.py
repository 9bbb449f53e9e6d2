"""`ludex adjudicate` and the drawn map."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ludex.cli.adjudicate import adjudicate
from ludex.games.diplomacy import Diplomacy, lagoon
from ludex.games.diplomacy.drawing import draw_svg, shapes
from ludex.games.diplomacy.map import MAPS, PLACES, map_of
from ludex.games.diplomacy.position import BadPosition

POSITION = {
    "phase": "S1901M",
    "units": {"FRANCE": ["A PAR", "A MAR"], "GERMANY": ["A BUR"]},
    "orders": {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"], "GERMANY": ["A BUR H", "A BUR - LON"]},
}


def write(folder: Path, name: str, *positions: object) -> Path:
    file = folder / name
    file.write_text("\n".join(json.dumps(position) for position in positions))
    return file


def test_json_has_what_the_issue_promises(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    adjudicate(write(tmp_path, "p.json", POSITION), json=True)
    told = json.loads(capsys.readouterr().out)
    assert told["units"]["FRANCE"] == ["A BUR", "A MAR"]
    assert told["dislodged"][0]["retreats"] == ["BEL", "GAS", "MUN", "PIC", "RUH"]
    assert {result["outcome"] for result in told["results"]} == {"succeeds", "fails"}
    assert told["next_phase"] == "S1901R"
    assert "centers" in told


def test_the_answer_of_a_phase_is_the_question_of_the_next(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    adjudicate(write(tmp_path, "p.json", POSITION), json=True)
    told = json.loads(capsys.readouterr().out)
    names = ("units", "centers", "contested", "dislodged_from")
    following = {"phase": told["next_phase"], "orders": {"GERMANY": "A BUR R PAR"}, **{n: told[n] for n in names}}
    adjudicate(write(tmp_path, "q.json", following), json=True)
    assert "attacker came from PAR" in json.loads(capsys.readouterr().out)["results"][0]["reason"]


def test_text_tells_reasons(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    adjudicate(write(tmp_path, "p.json", POSITION))
    told = " ".join(capsys.readouterr().out.split())
    assert "S1901M → S1901R" in told
    assert "dislodged by the attack from PAR" in told


def test_one_position_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    adjudicate(write(tmp_path, "p.jsonl", POSITION, POSITION), json=True)
    assert len(capsys.readouterr().out.splitlines()) == 2
    bad = write(tmp_path, "q.jsonl", POSITION, {"phase": "S1901M"})
    with pytest.raises(BadPosition, match=r"q\.jsonl, line 2: this is no position"):
        adjudicate(bad)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"phase": "X1"}, "phase 'X1' is none"),
        ({"units": {"FRANCE": ["F PAR"]}}, "cannot be there"),
        ({"units": {"SPAIN": ["A PAR"]}}, "no power"),
        ({"units": {"FRANCE": ["A PAR", "F PAR"]}}, "cannot be there"),
        ({"centers": {"FRANCE": ["GAS"]}}, "no supply centre"),
        ({"dislodged_from": {"PAR": "BUR"}}, "no dislodged unit"),
    ],
)
def test_impossible_positions_are_refused(tmp_path: Path, change: dict[str, object], told: str):
    with pytest.raises(ValueError, match=told):
        adjudicate(write(tmp_path, "p.json", {**POSITION, **change}))


def test_the_map_is_drawn_with_orders_and_results(tmp_path: Path):
    adjudicate(write(tmp_path, "p.json", POSITION), svg=tmp_path / "map.svg")
    text = (tmp_path / "map.svg").read_text()
    ElementTree.fromstring(text)
    assert text.count("url(#done)") == 1
    assert "A BUR H, dislodged by the attack from PAR." in text


def test_every_place_has_a_point_and_every_province_of_europe_a_shape():
    for name, board in MAPS.items():
        points = shapes(name)["places"]
        assert {place for place in PLACES if map_of(PLACES.index(place)) == name} <= set(points)
        if name == "standard":
            assert set(board.codes) <= set(shapes(name)["paths"])
        assert shapes(name)["source"]


def test_views_are_drawn_on_both_maps():
    for game in (Diplomacy(), lagoon()):
        table = game.new(seed=1)
        assert draw_svg(table.view(0)).startswith("<svg")

"""`ludex review` as a person or a program uses it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ludex
from ludex.players.review import Review
from tests.commands import Run


@pytest.fixture
def history(tmp_path: Path) -> Path:
    """A finished game of Automation."""
    table = ludex.game("automation").new(2, seed=4, players=["Ann", "Bob"])
    while table.waiting:
        table.play(table.waiting[0], table.options(table.waiting[0])[0])
    path = tmp_path / "game.json"
    path.write_text(table.history.to_json(), encoding="utf-8")
    return path


def test_the_curves_and_the_moments_are_shown(history: Path, run: Run) -> None:
    code, text, _ = run("review", str(history), "--seconds", "1", columns=100)
    assert code == 0
    assert "Automation: The Game: won by" in text
    assert "100 % |" in text
    assert "0: Ann, score" in text
    assert "move 1" in text


def test_json_is_a_review_and_the_report_a_page(history: Path, tmp_path: Path, run: Run) -> None:
    page = tmp_path / "review.html"
    given = (str(history), "--seconds", "1", "--json", "--report", str(page), "--cores", "1")
    code, text, _ = run("review", *given, columns=100)
    assert code == 0
    assert Review.from_json(text).players == ("Ann", "Bob")
    assert json.loads(text)["game"] == "automation"
    assert "<svg" in page.read_text(encoding="utf-8")


def test_bad_input_gets_a_sentence(history: Path, tmp_path: Path, run: Run) -> None:
    unfinished = tmp_path / "unfinished.json"
    unfinished.write_text(ludex.game("automation").new(2, seed=1).history.to_json(), encoding="utf-8")
    changed = tmp_path / "changed.json"
    changed.write_text(history.read_text(encoding="utf-8").replace('"Ann"', '"Eve"'), encoding="utf-8")
    for file, words in (
        (unfinished, "this game is not over"),
        (tmp_path / "none.json", "No such file"),
        (Path(__file__), "not a Ludex history"),
        (changed, "tampered"),
    ):
        code, text, error = run("review", str(file), columns=100)
        assert (code, text) == (2, "")
        assert words in error
        assert "Traceback" not in error
    code, _, error = run("review", str(history), "--seconds", "0", columns=100)
    assert code == 2
    assert "--seconds" in error

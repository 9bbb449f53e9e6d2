"""`ludex review` as a person or a program uses it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

import ludex
from ludex.cli import main
from ludex.players.review import Review


@pytest.fixture
def history(tmp_path: Path) -> Path:
    """A finished game of Automation."""
    table = ludex.game("automation").new(2, seed=4, players=["Ann", "Bob"])
    while table.waiting:
        table.play(table.waiting[0], table.options(table.waiting[0])[0])
    path = tmp_path / "game.json"
    path.write_text(table.history.to_json(), encoding="utf-8")
    return path


def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *given: str) -> tuple[int, str, str]:
    """Run the command in this process."""
    monkeypatch.setattr(sys, "argv", ["ludex", "review", *given])
    monkeypatch.setenv("COLUMNS", "100")
    try:
        main()
        code = 0
    except SystemExit as leave:
        code = int(leave.code or 0)
    told = capsys.readouterr()
    return code, told.out, told.err


def test_the_curves_and_the_moments_are_shown(
    history: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, text, _ = run(monkeypatch, capsys, str(history), "--seconds", "1")
    assert code == 0
    assert "Automation: The Game: won by" in text
    assert "100 % |" in text
    assert "0: Ann, score" in text
    assert "move 1" in text


def test_json_is_a_review_and_the_report_a_page(
    history: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "review.html"
    given = (str(history), "--seconds", "1", "--json", "--report", str(page), "--cores", "1")
    code, text, _ = run(monkeypatch, capsys, *given)
    assert code == 0
    assert Review.from_json(text).players == ("Ann", "Bob")
    assert json.loads(text)["game"] == "automation"
    assert "<svg" in page.read_text(encoding="utf-8")


def test_bad_input_gets_a_sentence(
    history: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
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
        code, text, error = run(monkeypatch, capsys, str(file))
        assert (code, text) == (2, "")
        assert words in error
        assert "Traceback" not in error
    code, _, error = run(monkeypatch, capsys, str(history), "--seconds", "0")
    assert code == 2
    assert "--seconds" in error

"""Games that a file describes: played, simulated and replayed like any other."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import ludex
from ludex import BadHistory, History, UnknownGame
from tests.commands import Run


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A genome of one's own."""
    genome = dict(ludex.game("whist").definition or {}, name="short-whist", title="Short Whist", match={"hands": 1})
    path = tmp_path / "short-whist.json"
    path.write_text(json.dumps(genome))
    return path


def test_a_history_is_replayed_without_the_file(run: Run, file: Path, tmp_path: Path) -> None:
    saved = tmp_path / "history.json"
    code, text, _ = run("play", str(file), "--players", "random,random,random,random", "--save", str(saved))
    assert code == 0
    assert re.match(r"Short Whist: \w+ \(random\), ", text)
    file.unlink()
    code, text, _ = run("replay", str(saved), "--verify")
    assert code == 0
    assert "moves of Short Whist" in text


def test_files_are_simulated_and_told_about(run: Run, file: Path) -> None:
    _, text, _ = run("simulate", str(file), "--games", "50", "--json")
    assert json.loads(text)["games"] == 50
    assert "Short Whist" in run("games", str(file))[1]


def test_a_file_that_describes_no_game_is_refused_with_its_name(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text('{"name": "bad"}')
    code, _, told = run("simulate", str(path))
    assert code == 2
    assert told.startswith(f"Error: {path}: not a genome")
    assert f"'{path}': not a genome" in run("genome", "diff", "spades", str(path))[2]
    with pytest.raises(UnknownGame, match="there is no file"):
        ludex.game(str(tmp_path / "missing.json"))


def test_a_history_with_a_broken_definition_is_refused(file: Path) -> None:
    history = ludex.game(str(file)).new(4, seed=1).history
    text = history.to_json().replace('"title": "Short Whist"', '"titel": "Short Whist"')
    with pytest.raises(BadHistory, match="the game of this history is not available: not a genome"):
        History.from_json(text).replay()

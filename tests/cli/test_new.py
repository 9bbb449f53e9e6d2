"""`ludex new`: what it creates works at once, and names that would not work are refused."""

from __future__ import annotations

import json
import os
import runpy
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands import Run
from tests.core.process import environment_of


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, in which the commands are run."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def call(folder: Path, *command: str | Path, **environment: str) -> str:
    """Run a command in a folder, with interpreted rules, and return what it prints."""
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment_of(LUDEX_INTERPRET="1", COLUMNS="200", **environment) | {"PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=200,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def ludex(folder: Path, line: str, **environment: str) -> str:
    """Run a `ludex` command as it is printed."""
    words = shlex.split(line)
    assert words[0] == "ludex"
    return call(folder, sys.executable, "-m", *words, **environment)


@pytest.mark.parametrize("game", ["automation", "modern-art", "diplomacy-lagoon"])
def test_a_new_bot_plays_by_the_printed_lines_and_passes_its_test(
    run: Run, here: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    code, text, error = run("new", "bot", "Big-Spender", "--game", game, "--json")
    assert code == 0, error
    told = json.loads(text)
    assert told["folder"] == "big-spender"
    assert told["files"] == ["big_spender.py", "test_big_spender.py"]
    monkeypatch.chdir(here / told["folder"])
    play, simulate, _, _ = (shlex.split(line)[1:] for line in told["usage"])
    assert "The game is over" in run(*(word.replace("person", "random") for word in play), "--seed", "1")[1]
    assert f"2 games of {game}" in run(*simulate[:-1], "2", "--cores", "1")[1]
    monkeypatch.syspath_prepend(here / told["folder"])
    tests = runpy.run_path("test_big_spender.py")
    tests["test_it_plays_a_whole_game_and_no_answer_is_rejected"]()
    del sys.modules["big_spender"]  # the next game's bot has the same name


def test_a_new_bot_of_automation_beats_chance(run: Run, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = json.loads(run("new", "bot", "ann", "--json")[1])
    monkeypatch.chdir(here / "ann")
    arena = shlex.split(told["usage"][2])[1:-1]
    assert json.loads(run(*arena, "4", "--cores", "1", "--json")[1])["players"][0]["win_rate"] == 1.0


def test_a_new_game_is_installed_listed_played_and_passes_the_kit(run: Run, here: Path) -> None:
    code, text, _ = run("new", "game", "my-stones")
    assert code == 0
    assert "pip install -e ." in text
    package, target = here / "my-stones", here / "installed"
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    call(here, *install, "--disable-pip-version-check", "--root-user-action=ignore", "--target", target, package)
    path = {"PYTHONPATH": os.pathsep.join([str(target), environment_of()["PYTHONPATH"]])}
    assert "For 2 players" in ludex(here, "ludex games my-stones", **path)
    played = ludex(here, "ludex play my-stones --players clever,random --seed 1", **path)
    assert "takes 3, and leaves 12." in played
    tested = call(here, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", package, **path)
    assert "3 passed" in tested


def test_the_words_of_the_template_are_those_of_the_new_game(run: Run, here: Path) -> None:
    run("new", "game", "TwoTowers", "games")
    texts = {path.name: path.read_text() for path in (here / "games/two-towers").iterdir()}
    assert 'two-towers = "two_towers:TwoTowersGame"' in texts["pyproject.toml"]
    assert 'name, title, seats = "two-towers", "Two Towers", range(2, 3)' in texts["two_towers.py"]
    assert not [text for text in texts.values() if "PebblesGame" in text or "from pebbles" in text]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("bot", "2nd"), "'2nd' is not a name: expected e.g. my-bot, letters and digits joined by hyphens"),
        (("bot", "a/b"), "'a/b' is not a name"),
        (("game", "my game"), "'my game' is not a name"),
        (("game", "größe"), "'größe' is not a name"),
        (("game", "x" * 41), "is too long for a name: expected at most 40 characters"),
        (("game", "class"), "'class' is a word of Python: expected another name, e.g. my-class"),
        (("bot", "none"), "'none' is a word of Python"),
        (("game", "knockout-whist"), "there is already a game 'knockout-whist': expected another name"),
        (("game", "KnockoutWhist"), "there is already a game 'knockout-whist'"),
        (("bot", "random"), "there is already a Python module 'random': expected another name"),
        (("bot", "numpy"), "there is already a Python module 'numpy'"),
        (("bot", "taken"), "taken exists already, and is not overwritten"),
        (("bot", "ann", "file"), "file is a file: expected a folder"),
        (("bot", "ann", "--game", "automaton"), "Did you mean 'automation'?"),
    ],
)
def test_a_name_that_would_not_work_is_refused_in_a_sentence(
    run: Run, here: Path, arguments: tuple[str, ...], told: str
) -> None:
    (here / "taken").mkdir()
    (here / "file").write_text("")
    code, _, error = run("new", *arguments)
    assert code == 2
    assert told in error
    assert "Traceback" not in error
    assert sorted(path.name for path in here.iterdir()) == ["file", "taken"]


def test_the_help_of_both_has_examples(run: Run) -> None:
    for what in ("bot", "game"):
        assert f"Example: ludex new {what}" in run("new", what, "--help")[1]

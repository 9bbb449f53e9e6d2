"""Resigning at the terminal: the others play on, and the replay tells it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commands import Run

PEOPLE = ("--players", "person:Ann,person:Bob,random", "--seed", "3")
TURN = ("end", "buy bitcoin")


def test_one_of_two_people_resigns_and_a_bot_plays_on(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    typed = ("resign", "", *TURN, "quit")
    _, text, _ = run("play", "automation", *PEOPLE, "--save", str(file), typed=typed)
    assert "Ann has left, and a bot plays on." in text
    history = json.loads(file.read_text())
    assert history["leavings"] == [{"after": 0, "seat": 0, "then": "bot", "why": "resigned"}]
    _, text, _ = run("play", "--resume", str(file), typed=("quit",))
    assert "Ann has left, and a bot plays on." in text


def test_a_person_alone_against_bots_ends_the_game_by_resigning(run: Run) -> None:
    _, text, _ = run("play", "automation", "--players", "person:Ann,random,random", "--seed", "3", typed=("resign",))
    assert "The game is over: Ann forfeited: resigned." in text
    assert "3. Ann" in text


def test_another_person_at_the_keyboard_takes_an_open_seat(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    typed = ("resign", "Dan", "", *TURN, "", "resign", "")
    _, text, _ = run("play", "automation", *PEOPLE, "--on-leave", "open-seat", "--save", str(file), typed=typed)
    assert "Who takes the seat of Ann?" in text
    assert "Dan, it is your turn." in text
    _, text, _ = run("replay", str(file))
    assert "Ann left after move 0: resigned, and the seat was open." in text
    assert "Dan took the seat of Ann after move 0." in text
    assert "The game is over: Bob forfeited: resigned; Ann left" in " ".join(text.split())
    code, text, _ = run("replay", str(file), "--verify")
    assert code == 0
    assert "Verified" in text
    _, text, _ = run("replay", str(file), "--json")
    assert [one["then"] for one in json.loads(text)["leavings"]] == ["open-seat", "person"]


@pytest.mark.parametrize("command", ["play", "simulate", "arena"])
def test_a_choice_that_the_game_does_not_know_is_refused(run: Run, command: str) -> None:
    code, _, error = run(command, "modern-art", "--on-leave", "civil-disorder")
    assert code == 2
    assert "Modern Art has no civil disorder: expected 'bot', 'open-seat' or 'end'" in " ".join(error.split())


def test_no_one_comes_to_a_simulation(run: Run) -> None:
    code, _, error = run("simulate", "modern-art", "--on-leave", "open-seat")
    assert code == 2
    assert "no one comes to a simulation" in error

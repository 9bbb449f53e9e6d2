"""The `ludex` command as a person or a program uses it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import ludex
from ludex.cli.games import describe
from ludex.core.game.registry import game_names
from tests.commands import Run


def test_games_lists_every_installed_game(run: Run) -> None:
    code, text, _ = run("games")
    assert code == 0
    assert all(name in text for name in game_names())


def test_games_as_json_has_seats_bots_and_settings(run: Run) -> None:
    found = {entry["name"]: entry for entry in json.loads(run("games", "--json")[1])}
    automation = found["automation"]
    assert automation["seats"] == "1-4"
    assert automation["bots"][:2] == ["random", "first"]
    assert automation["settings"]["edition"] == "base"


def test_games_tells_all_about_one(run: Run) -> None:
    code, text, _ = run("games", "power-grid")
    assert code == 0
    assert "original, recharged" in text
    assert "`round_limit`: the game ends" in text
    assert json.loads(run("games", "modern-art", "--json")[1])["choices"]["closing"] == "passes, hammer"
    code, _, told = run("games", "nonsense")
    assert code == 2
    assert "there is no game 'nonsense'" in told


@pytest.mark.parametrize("name", game_names())
def test_the_values_of_every_setting_are_told_in_words(name: str) -> None:
    assert not any("class" in words or "|" in words for words in describe(ludex.game(name))["choices"].values())


def test_simulate_json_has_what_a_program_reads(run: Run) -> None:
    code, text, _ = run(
        "simulate", "automation", "--players", "big-money,random", "--games", "300", "--seed", "5", "--json"
    )
    result = json.loads(text)
    assert code == 0
    promised = {
        "game",
        "settings",
        "games",
        "moves",
        "seconds",
        "games_per_s",
        "moves_per_s",
        "cores",
        "seats",
        "digest",
    }
    assert promised <= set(result)
    assert {"player", "wins", "win_rate", "low", "high", "mean_score"} <= set(result["seats"][0])
    assert result["games"] == 300
    assert sum(seat["wins"] for seat in result["seats"]) == pytest.approx(300)


def test_simulate_is_the_same_bit_for_bit_whatever_the_cores(run: Run) -> None:
    def digest(*more: str) -> str:
        players = "architect,random,big-money"
        text = run("simulate", "automation", "--players", players, "--games", "1000", "--json", *more)[1]
        result = json.loads(text)
        return str([result["digest"], result["moves"], result["seats"]])

    assert digest("--seed", "9", "--cores", "1") == digest("--seed", "9", "--cores", "2")
    assert digest("--seed", "9") != digest("--seed", "10")


def test_simulate_shows_win_rates_intervals_and_speed(run: Run) -> None:
    _, text, _ = run("simulate", "automation", "--games", "200", "--rotate")
    for word in ("win rate", "95 % interval", "architect", "games/s", "moves/s", "digest", "seats rotated"):
        assert word in text


def test_simulate_with_a_player_from_a_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "class Last:\n    name = 'last'\n    def decide(self, request):\n        return request.options[-1]\n"
    )
    arguments = ("simulate", "automation", "--players", f"{file}:Last,big-money", "--games", "6", "--json")
    first, second = (json.loads(run(*arguments, "--cores", cores)[1]) for cores in ("1", "2"))
    assert first["digest"] == second["digest"]
    assert first["seats"][1]["wins"] == 6


def test_warm_says_where_compiled_rules_are_kept(run: Run) -> None:
    code, text, _ = run("warm", "--basic", "automation")
    assert code == 0
    assert "automation: " in text
    assert "do not belong to the game" in " ".join(run("warm", "--help")[1].split())
    assert "Stored in" in text


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("play", "automatoin"), "Did you mean 'automation'?"),
        (("simulate", "automation", "--players", "big_money,random"), "Its bots are random, first, big-money"),
        (("simulate", "automation", "--players", "nowhere:Mine"), "cannot make player 'nowhere:Mine'"),
        (("simulate", "automation", "--players", "random,random,random,random,random"), "1 to 4 seats, not 5"),
        (("simulate", "automation", "-s", "edition=third"), "expected one of base, expanded"),
        (("simulate", "automation", "-s", "turnlimit=3"), "has no setting 'turnlimit'"),
        (("simulate", "automation", "-s", "edition"), "expected NAME=VALUE"),
        (("simulate", "automation", "-s", "turn_limit=0"), "expected 1 to 10000"),
        (("replay", "no-such-file.json"), "No such file or directory"),
        (("play", "automation", "--players", "person:random"), "a name that is not a bot's"),
    ],
)
def test_bad_input_is_told_in_a_sentence(run: Run, arguments: tuple[str, ...], told: str) -> None:
    code, _, error = run(*arguments)
    assert code == 2
    assert told in error
    assert "Traceback" not in error


def test_every_command_has_help_with_an_example(run: Run) -> None:
    for command in ("games", "play", "simulate", "arena", "replay", "examples", "new", "db", "warm"):
        code, text, _ = run(command, "--help")
        assert code == 0
        assert f"Example: ludex {command}" in text


def test_a_reader_that_goes_away_gets_no_traceback() -> None:
    command = f"{sys.executable} -m ludex games | true"
    result = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert "Traceback" not in result.stderr

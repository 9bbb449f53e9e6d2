"""`ludex fit`: weights that win more games, accepted only if tests on new deals say so."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

import ludex.cli.fit
from ludex.arena.fitting import Fit, Progress, fit, seatings, sides_of
from ludex.author import BadSetting, BrokenRule, Rows, Weights, bot, field_of, is_a, rule
from ludex.core.game.template import template_of
from ludex.core.language.weights import WeightFile
from tests.commands import Run
from tests.core.process import load_tictactoe
from tests.interpreting import interpreted as interpreted

TIC_TAC_TOE: Any = load_tictactoe()
Mark: Any = TIC_TAC_TOE.Mark
RANGES = {f"cell {cell}": (0, 9) for cell in range(1, 10)} | {"unused": (0, 9)}


@rule
def prefer(s: Any, seat: int, options: Rows, count: int, dice: Any, weights: Any) -> int:
    """Marks the free cell of the highest weight."""
    best, most = options[0, 0], -1
    for row in range(count):
        if is_a(options[row, 0], Mark) and weights[field_of(options[row, 0], Mark) - 1] > most:
            best, most = options[row, 0], weights[field_of(options[row, 0], Mark) - 1]
    return int(best)


SIDES_FIRST = {f"cell {cell}": 9 for cell in (2, 4, 6, 8)}


class Preferring(TIC_TAC_TOE.TicTacToe):  # type: ignore[misc]  # loaded from a file
    """Tic-tac-toe with a bot that has weights, and one that nothing may be tuned on."""

    rules = TIC_TAC_TOE
    bots = {
        "rival": bot(prefer, weights=Weights(RANGES, start={"cell 5": 9}), held_out=True),
        "prefers": bot(prefer, weights=Weights(RANGES, start=SIDES_FIRST)),
    }


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the command find the game."""
    monkeypatch.setattr(ludex.cli.fit, "find_game", lambda _: Preferring())


def small(**changed: Any) -> Fit:
    given = {"generations": 3, "population": 8, "deals": 6, "against": ["random"], "seed": 3, "cores": 1, "margin": 0.1}
    return fit(Preferring(), "prefers", **{**given, **changed})


def test_it_finds_weights_that_win_against_the_old_ones_and_a_held_out_bot() -> None:
    found = small()
    assert found.accepted
    assert [test.against for test in found.tests] == ["old weights", "rival"]
    assert found.changed
    assert found.tests[0].rate > 0.55


def test_partners_play_with_the_same_weights() -> None:
    game = ludex.game("partnership-spades")
    sides = sides_of(game, template_of(game, 4, game.read_settings({})), 4)
    assert seatings(-1, 5, sides).tolist() == [[-1, 5, -1, 5], [5, -1, 5, -1]]


def test_the_same_seed_finds_the_same_weights_on_any_number_of_cores() -> None:
    first, second = small(generations=1), small(generations=1, cores=2)
    assert (first.weights, first.values) == (second.weights, second.values)
    assert small(generations=1, seed=5).values != first.values


def test_only_matching_weights_are_varied_and_useless_ones_are_not_accepted() -> None:
    found = small(only="unused", generations=1)
    assert set(found.changed) <= {"unused"}
    assert not found.accepted


def test_progress_is_told_for_generations_and_tests() -> None:
    told: list[Progress] = []
    small(generations=2, progress=told.append)
    assert [(step.stage, step.done) for step in told] == [
        ("generation", 1),
        ("generation", 2),
        ("test", 0),
        ("test", 1),
    ]


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"only": "centre*"}, "no weight of prefers is called 'centre*'"),
        ({"against": ["rival"]}, "rival is held out: nothing may be tuned on it"),
        ({"against": ["nobody"]}, "tic-tac-toe has no bot 'nobody'"),
        ({"population": 3}, "population 3: expected at least 4"),
        ({"margin": 0.7}, "margin 0.7"),
        ({"seats": 5}, "tic-tac-toe is for 2 seats, not 5"),
    ],
)
def test_bad_arguments_are_refused_with_a_sentence(changed: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadSetting, match=sentence.replace("*", r"\*")):
        small(**changed)


def test_a_bot_without_weights_cannot_be_fitted() -> None:
    with pytest.raises(BadSetting, match="no bot 'random' with weights; those with weights: rival, prefers"):
        fit(Preferring(), "random")


def test_weights_are_read_from_their_file_and_others_from_the_start(tmp_path: Path) -> None:
    file = tmp_path / "weights.json"
    file.write_text(WeightFile({"b": 7}).to_json())
    assert Weights({"a": (0, 9), "b": (0, 9), "c": (2, 9)}, file, start={"a": 1, "b": 2}).values.tolist() == [1, 7, 2]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"weights": {"z": 1}}', "weights.json: there is no weight 'z'"),
        ('{"weights": {"a": 10}}', "weights.json: a is 10, expected 0 to 9"),
        ('{"weights": ', "weights.json: "),
    ],
)
def test_a_bad_file_of_weights_is_refused(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "weights.json"
    file.write_text(text)
    with pytest.raises(BrokenRule, match=sentence):
        Weights({"a": (0, 9)}, file)


ARGUMENTS = ("fit", "tic-tac-toe", "--against", "random", "--generations", "3", "--population", "8", "--deals", "6")


@pytest.mark.usefixtures("installed")
def test_the_command_writes_accepted_weights_with_command_and_seed(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "found.json"
    code, out, err = run(*ARGUMENTS, "--seed", "3", "--margin", "0.1", "--cores", "1", "--out", str(file))
    assert (code, err) == (0, "")
    assert f"Written to {file}." in out
    stored = msgspec.json.decode(file.read_bytes(), type=WeightFile)
    assert stored.fitted[-1]["seed"] == "3"
    assert stored.fitted[-1]["command"] == " ".join(["ludex", *sys.argv[1:]])
    assert Weights(RANGES, file).values.tolist() == list(stored.weights.values())


@pytest.mark.usefixtures("installed")
def test_the_command_writes_nothing_that_was_not_accepted(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "found.json"
    code, out, _ = run(*ARGUMENTS[:4], "--generations", "1", "--only", "unused", "--out", str(file), "--json")
    assert code == 0
    assert not msgspec.json.decode(out)["tests"][0]["accepted"]
    assert not file.exists()


@pytest.mark.usefixtures("installed")
def test_writing_into_the_games_folder_needs_a_file_there(run: Run) -> None:
    code, _, err = run(*ARGUMENTS, "--write")
    assert (code, err) == (2, "Error: tic-tac-toe stores no weights of prefers: name a file with --out\n")


@pytest.mark.usefixtures("installed")
def test_a_folder_that_does_not_exist_is_refused_before_any_game(run: Run, tmp_path: Path) -> None:
    code, _, err = run(*ARGUMENTS, "--out", str(tmp_path / "none" / "found.json"))
    assert code == 2
    assert "there is no folder" in err

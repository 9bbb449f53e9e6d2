"""A third-party package adds a game in at most sixty lines, without a change to Ludex."""

from __future__ import annotations

import ast
import importlib.util
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

import ludex
import ludex.author
from ludex import Game, IllegalMove, Table
from ludex.testing import check_game, playthrough
from tests.typed import not_none

from .process import TICTACTOE, load_tictactoe, run, run_text

SOURCE = (TICTACTOE / "ludex_tictactoe.py").read_text()


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder the package is installed into, by pip or uv, with nothing fetched from anywhere."""
    package = shutil.copytree(TICTACTOE, tmp_path_factory.mktemp("package") / "tictactoe")
    target = tmp_path_factory.mktemp("installed")
    arguments: list[str | Path] = [
        "install",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "--target",
        target,
        package,
    ]
    if importlib.util.find_spec("pip"):
        command = [sys.executable, "-m", "pip", "--disable-pip-version-check", *arguments, "--root-user-action=ignore"]
    elif uv := shutil.which("uv"):
        command = [uv, "pip", *arguments, "--python", sys.executable]
    else:
        pytest.fail("neither pip nor uv is here to install a package with")
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return target


@pytest.fixture(scope="module")
def tictactoe() -> Game:
    game: Game = load_tictactoe().TicTacToe()
    return game


def played(game: Game, *cells: int) -> Table:
    table: Table = game.new(2, seed=1)
    for number, cell in enumerate(cells):
        table.play(number % 2, f"mark {cell}")
    return table


# --- the package


def test_the_game_has_at_most_sixty_lines_of_code() -> None:
    imports = [node for node in ast.walk(ast.parse(SOURCE)) if isinstance(node, ast.ImportFrom)]
    lines = [line.strip() for line in SOURCE.splitlines()]
    imported = sum(not_none(node.end_lineno) - node.lineno + 1 for node in imports)
    assert len([line for line in lines if line and not line.startswith("#")]) - imported <= 60


def test_the_game_uses_only_the_public_names_of_ludex() -> None:
    nodes = list(ast.walk(ast.parse(SOURCE)))
    assert not any(isinstance(node, ast.Import) for node in nodes)
    imports = [node for node in nodes if isinstance(node, ast.ImportFrom)]
    assert {node.module for node in imports} == {"typing", "ludex.author"}
    used = {alias.name for node in imports if node.module == "ludex.author" for alias in node.names}
    assert used <= set(ludex.author.__all__)


def test_an_installed_game_is_listed_among_the_others(installed: Path) -> None:
    names = run("import json, ludex; print(json.dumps(ludex.game_names()))", installed)
    assert "tic-tac-toe" in names
    assert set(ludex.game_names()) <= set(names)


def test_an_installed_game_is_played_verified_and_simulated_by_name(installed: Path, tmp_path: Path) -> None:
    code = """
import json, ludex
from ludex.arena import simulate
table = ludex.game("tic-tac-toe").new(seed=1)
first = lambda request: request.options[0]
outcome = ludex.Referee(table, [first, first]).play()
again = ludex.History.from_json(table.history.to_json()).verify()
result = simulate("tic-tac-toe", ["random", "first"], 600, seed=1, rotate=True)
print(json.dumps([outcome.winners, outcome.reason, again.digest == table.digest, result.games, result.endings]))
"""
    winners, reason, verified, games, endings = run(code, installed, LUDEX_CACHE=tmp_path)
    assert (winners, reason, verified, games) == ([0], "three in a line", True, 600)
    assert set(endings) == {"three in a line", "the board is full"}
    assert sum(endings.values()) == 600


def test_without_the_package_the_game_is_not_there() -> None:
    assert "tic-tac-toe" not in run("import json, ludex; print(json.dumps(ludex.game_names()))")


def test_the_command_shows_an_installed_game(installed: Path) -> None:
    done = run_text("import sys; sys.argv = ['ludex', 'games']; from ludex.cli import main; main()", installed)
    assert "tic-tac-toe" in done.stdout


# --- the game


def test_the_game_passes_the_conformance_kit(tictactoe: Game) -> None:
    report = check_game(tictactoe, games=20, thin=1)
    assert report.full_checks == report.moves > 100


def test_a_rejection_has_the_numbers_in_it(tictactoe: Game) -> None:
    table = played(tictactoe, 5, 1)
    with pytest.raises(IllegalMove) as refused:
        table.play(0, "mark 1")
    assert refused.value.rejection.code == "taken"
    assert str(refused.value) == ("mark 1 rejected: cell 1 is marked already. Free cells are 2, 3, 4, 6, 7, 8, 9.")


@pytest.mark.parametrize(
    "line", [(1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 4, 7), (2, 5, 8), (3, 6, 9), (1, 5, 9), (3, 5, 7)]
)
@pytest.mark.parametrize("winner", [0, 1])
def test_three_in_a_line_win_for_either_seat(tictactoe: Game, line: tuple[int, int, int], winner: int) -> None:
    others = [cell for cell in range(1, 10) if cell not in line]
    elsewhere = next(
        trio for trio in ((a, b, c) for a in others for b in others for c in others if a < b < c) if not is_line(trio)
    )
    pairs = zip(line, elsewhere, strict=True) if winner == 0 else zip(elsewhere, line, strict=True)
    cells = [cell for pair in pairs for cell in pair]
    table = played(tictactoe, *(cells[:5] if winner == 0 else cells))
    assert not_none(table.outcome).winners == (winner,)
    assert not_none(table.outcome).reason == "three in a line"
    assert table.waiting == ()


def is_line(cells: Iterable[int]) -> bool:
    return tuple(cell - 1 for cell in cells) in load_tictactoe().LINES


def test_a_full_board_without_a_line_is_won_by_nobody_alone(tictactoe: Game) -> None:
    table = played(tictactoe, 5, 1, 9, 3, 2, 8, 4, 6, 7)
    assert not_none(table.outcome).reason == "the board is full"
    assert not_none(table.outcome).ranks == (1, 1)


def test_the_last_cell_can_still_win(tictactoe: Game) -> None:
    table = played(tictactoe, 1, 2, 3, 4, 5, 6, 8, 7, 9)
    assert len(table.played) == 9
    assert not_none(table.outcome).winners == (0,)


def test_the_board_is_drawn(tictactoe: Game) -> None:
    assert tictactoe.look.draw(played(tictactoe, 5, 1, 9).view()) == "O · ·\n· X ·\n· · X"


def test_what_happens_is_told_to_everyone(tictactoe: Game) -> None:
    assert [str(event) for event in played(tictactoe, 5, 1).events()] == [
        "seat 0 marks cell 5.",
        "seat 1 marks cell 1.",
    ]


def test_a_whole_game_can_be_read(tictactoe: Game) -> None:
    assert "> mark " in playthrough(tictactoe, 2, seed=1)

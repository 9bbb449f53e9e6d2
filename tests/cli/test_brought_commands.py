"""Commands that games bring with them, by entry point."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.commands import Run

COMMANDS = '''
import typer

def score(game: str) -> None:
    """Score a game of somebody else.

    Example: `ludex score mine`
    """
    print(f"scored {game}")

family = typer.Typer(help="Two commands in one.")

@family.command()
def one() -> None:
    print("one")

@family.command()
def two() -> None:
    print("two")

def play() -> None:
    print("not the generic command")

not_a_command = 3
'''

Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Installs a package with these entry points, each a command and where it is."""

    def write(**commands: str) -> None:
        """Two underscores in a name stand for a dot."""
        (tmp_path / "somebody_else.py").write_text(COMMANDS)
        metadata = tmp_path / "somebody_else-1.0.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: somebody-else\nVersion: 1.0\n")
        lines = [f"{name.replace('__', '.')} = {where}" for name, where in commands.items()]
        (metadata / "entry_points.txt").write_text("\n".join(["[ludex.commands]", *lines]) + "\n")
        monkeypatch.syspath_prepend(tmp_path)
        monkeypatch.delitem(__import__("sys").modules, "somebody_else", raising=False)

    return write


def test_a_package_brings_a_command_of_its_own(run: Run, install: Install) -> None:
    install(score="somebody_else:score")
    assert run("score", "mine")[:2] == (0, "scored mine\n")
    assert "Example: ludex score mine" in run("score", "--help")[1]
    assert "Score a game of somebody else." in run("--help")[1]


def test_a_package_brings_a_family_of_commands(run: Run, install: Install) -> None:
    install(family="somebody_else:family")
    assert run("family", "two")[:2] == (0, "two\n")


def test_a_package_adds_a_command_below_one_of_another(run: Run, install: Install) -> None:
    install(genome__score="somebody_else:score", genome__rules="somebody_else:score", genome__gone="no_such_module:it")
    assert run("genome", "score", "mine")[:2] == (0, "scored mine\n")
    listed = run("genome", "--help")[1]
    assert "Score a game of somebody else." in listed
    assert "genome.score" not in run("--help")[1]
    assert run("genome", "rules", "hearts")[1].startswith("# Hearts")  # what is there cannot be replaced
    code, _, told = run("genome", "gone")
    assert code == 2
    assert "command 'genome.gone' of no_such_module:it cannot be loaded" in told


def test_the_games_of_ludex_bring_theirs_the_same_way(run: Run) -> None:
    assert "adjudicate" in run("--help")[1]
    assert run("genome", "rules", "hearts")[1].startswith("# Hearts")


def test_a_package_cannot_replace_a_generic_command(run: Run, install: Install) -> None:
    install(play="somebody_else:play")
    assert "not the generic command" not in run("play", "--help")[1]


@pytest.mark.parametrize(
    ("where", "why"),
    [
        ("no_such_module:score", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("somebody_else:missing", "AttributeError: module 'somebody_else' has no attribute 'missing'"),
        ("somebody_else:not_a_command", "TypeError: expected a function or a typer.Typer, not 3"),
    ],
)
def test_a_broken_command_is_named_and_the_others_work(run: Run, install: Install, where: str, why: str) -> None:
    install(broken=where, score="somebody_else:score")
    for arguments in (("broken",), ("broken", "now", "--fast")):
        code, _, told = run(*arguments)
        assert (code, told) == (2, f"Error: command 'broken' of {where} cannot be loaded: {why}\n")
    code, listed, _ = run("--help")
    assert code == 0
    assert "Cannot be loaded" in listed
    assert run("score", "mine")[0] == 0

"""The first result comes at once: with an empty cache, few games do not wait for the compiler."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import ludex
from ludex.arena import batches
from ludex.arena.batches import FEW, begins_at_once
from ludex.arena.simulate import new_task
from ludex.core.compile.cache import ENDING
from ludex.core.game.machine import Machine
from ludex.core.game.starting_rules import StartingKernel

FIRST = """
class First:
    def decide(self, request):
        return request.options[0]
"""


def run(folder: Path, *arguments: str) -> tuple[dict[str, Any], str]:
    """Run a command with an empty cache, and return its result and what it wrote to the error output."""
    cache = folder / "cache"
    known = {name: value for name, value in os.environ.items() if name not in ("LUDEX_COMPILE", "LUDEX_INTERPRET")}
    where = {"LUDEX_CACHE": str(cache), "PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path))}
    # A compiler that is imported ends the command: nothing that is compiled may be needed.
    (folder / "numba.py").write_text("raise SystemExit('the compiler was needed')")
    where["PYTHONPATH"] = f"{folder}{os.pathsep}{where['PYTHONPATH']}"
    done = subprocess.run(
        [sys.executable, "-c", "from ludex.cli import main; main()", *arguments, "--json"],
        capture_output=True,
        text=True,
        cwd=folder,
        env={**known, **where},
    )
    assert done.returncode == 0, done.stderr
    assert not list(cache.rglob(f"*{ENDING}")), "something was compiled"
    return json.loads(done.stdout), done.stderr


@pytest.mark.parametrize("command", ["arena", "simulate"])
def test_few_games_of_bots_begin_interpreted(tmp_path: Path, command: str) -> None:
    found, told = run(tmp_path, command, "automation", "--players", "architect,big-money", "--games", "20")
    assert found["games"] == 20
    assert "Compiling" not in told


def test_few_games_of_ones_own_player_begin_interpreted(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(FIRST)
    found, told = run(tmp_path, "arena", "automation", "--players", "mine.py:First,big-money", "--games", "4")
    assert (found["games"], found["violations"]) == (4, 0)
    assert "Compiling" not in told


def test_the_games_are_the_same_whether_they_began_interpreted_or_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whenever the patience ends, results and digests are those of compiled rules."""
    game = ludex.game("automation")
    task = new_task(game, ["architect", "big-money"], None, 3, ((0, 1), (1, 0)), same_deal=True)
    compiled = batches.play_compiled(game, task, 2, 7)
    monkeypatch.setattr(type(game.machine.compiled.program), "is_cached", lambda program, entry: False)
    at_once = task._replace(at_once=True)
    for limit in (0, 1, 3, 100):
        monkeypatch.setattr(batches, "time", Clock(limit))
        found = batches.play_compiled(game, at_once, 2, 7)
        assert found.digest == compiled.digest
        assert (found.results == compiled.results).all()


class Clock:
    """A clock whose patience ends after a number of games."""

    def __init__(self, games: int) -> None:
        self.left = games + 1

    def monotonic(self) -> float:
        self.left -= 1
        return 0.0 if self.left >= 0 else 2 * batches.PATIENCE


def test_who_begins_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ludex.game("automation")
    monkeypatch.setattr(Machine, "kernel", property(lambda machine: StartingKernel(machine._game)))
    assert begins_at_once(game, ["random", "big-money"], FEW)
    assert not begins_at_once(game, ["random", "big-money"], FEW + 1)
    assert not begins_at_once(game, ["search-100", "big-money"], 1)
    monkeypatch.setattr(Machine, "kernel", property(lambda machine: machine.compiled))
    assert not begins_at_once(game, ["random", "big-money"], 1)

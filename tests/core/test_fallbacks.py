"""Compiled games without the private parts of Numba that Ludex uses, and with many threads that compile at once."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ludex.core.compile.cache import ENDING, RuleCache
from ludex.core.compile.program import Program
from ludex.core.language.rule import rule

from .process import TICTACTOE, run

PLAY = """
import json, logging, sys
logging.basicConfig(stream=sys.stderr)
import ludex
from ludex.core.compile.program import can_be_cached, import_compiler
from ludex.core.game.warm import warm
from ludex_tictactoe import TicTacToe
game = TicTacToe()
told = []
names = list(warm(game, "setup", "turn", "look", "choose", tell=lambda step: told.append(str(step))))
table = game.new(2, seed=1)
ludex.Referee(table, [ludex.Bot(game, seed=1), ludex.Bot(game, seed=2)]).play()
print(json.dumps([table.digest, "pipeline_class" in import_compiler()[1], can_be_cached(), len(told)]))
"""
STARTS = """
import json, time
import ludex
from ludex_tictactoe import TicTacToe
game = TicTacToe()
table = game.new(2, seed=1)
until = time.monotonic() + 200
while game.machine.kernel.compiles() and time.monotonic() < until:
    time.sleep(0.1)
compiled = not game.machine.kernel.compiles() and hasattr(game.machine.kernel.look, "signatures")
ludex.Referee(table, [ludex.Bot(game, seed=1), ludex.Bot(game, seed=2)]).play()
print(json.dumps(compiled))
"""


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    played: list[Any] = run(PLAY, TICTACTOE, LUDEX_CACHE=tmp_path_factory.mktemp("usual"))
    return played


def test_with_this_numba_nothing_is_missing(usual: list[Any]) -> None:
    _, parts, cached, told = usual
    assert (parts, cached) == (True, True)
    assert told > 4


ALONE = [pytest.param(missing, marks=pytest.mark.deep) for missing in ("parts", "cache", "events")]


@pytest.mark.parametrize("missing", [*ALONE, "parts,cache,events"])
def test_a_game_is_the_same_without_private_parts(usual: list[Any], tmp_path: Path, missing: str) -> None:
    digest, parts, cached, told = run(PLAY, TICTACTOE, LUDEX_CACHE=tmp_path, LUDEX_WITHOUT=missing)
    assert digest == usual[0]
    assert (parts, cached, told > 0) == ("parts" not in missing, "cache" not in missing, "events" not in missing)
    assert any(tmp_path.rglob(f"*{ENDING}")) == cached


def test_a_game_that_starts_interpreted_compiles_here_if_nothing_can_be_stored(tmp_path: Path) -> None:
    assert run(STARTS, TICTACTOE, LUDEX_CACHE=tmp_path, LUDEX_WITHOUT="cache", LUDEX_COMPILE="0") is True


def test_an_entry_that_cannot_be_stored_is_reported_and_used(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    def reduce() -> Any:
        raise RuntimeError("no compiled object yet for <Library>")

    codegen = SimpleNamespace(magic_tuple=lambda: ())
    compiled = SimpleNamespace(library=SimpleNamespace(has_dynamic_globals=False), codegen=codegen, _reduce=reduce)
    with caplog.at_level(logging.WARNING):
        RuleCache(tmp_path / "entry-1").save_overload("()", compiled)
    assert "could not be stored" in caplog.text
    assert "no compiled object yet" in caplog.text


@rule
def double(x: int) -> int:
    return 2 * x


@rule
def add_one(x: int) -> int:
    return double(x) + 1


@rule
def add_two(x: int) -> int:
    return add_one(x) + 1


def test_entries_that_many_threads_compile_at_once_are_all_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Four programs share parts, and every entry is first called by two threads at the same time."""
    monkeypatch.setenv("LUDEX_CACHE", str(tmp_path))
    programs = [Program(f"hammer-{number}", {}) for number in range(4)]
    barrier, found = threading.Barrier(16), []

    def use(program: Program, entry: Callable[[int], int]) -> None:
        barrier.wait()
        found.append(program.compile(entry)(5))

    jobs = [(program, entry) for program in programs for entry in (add_one, add_two)] * 2
    threads = [threading.Thread(target=use, args=job) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == [11] * 8 + [12] * 8
    assert all(program.is_cached(entry) for program in programs for entry in (add_one, add_two))
    assert "could not be stored" not in caplog.text

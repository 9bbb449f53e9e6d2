"""Instant start: no call waits for the compiler, and tables switch to compiled rules between two moves."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import ludex
from ludex.core.compile.compiled_rules import CompiledKernel, InterpretedKernel
from ludex.core.compile.shared_files import is_locked, wait_for_lock
from ludex.core.game.background_compiler import game_at
from ludex.core.game.starting_rules import BUSY, StartingKernel, address_of
from ludex.games.cards import CardGame, library_game

from .process import TICTACTOE, environment_of, load_tictactoe, run, run_text

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="locks need fcntl")

START = """
import json, os, sys, time
import ludex_tictactoe
game = ludex_tictactoe.TicTacToe()
table = game.new(2, seed=1)
table.play(0, "mark 5")
kernel = game.machine.kernel
numba = "numba" in sys.modules
assert type(kernel).__name__ == "StartingKernel"
def kinds():
    return sorted({type(getattr(kernel, name)).__name__ for name in ("setup", "look", "turn")})
"""

LEAVE = (
    START
    + """
first = kinds()
until = time.monotonic() + 240
while kernel.process is None and time.monotonic() < until:
    time.sleep(0.01)
print(json.dumps([first, numba]))
"""
)

GO_OVER = (
    START
    + """
own = []
until = time.monotonic() + 240
while kernel.compiles() and time.monotonic() < until:
    time.sleep(0.1)
    own.append(kernel.process)
after = kinds()
for number, cell in enumerate((1, 9, 3, 2, 8, 4, 6, 7), 1):
    table.play(number % 2, f"mark {cell}")
print(json.dumps([after, table.digest, any(own), table.history.to_json()]))
"""
)


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, list[Any], bool]]:
    """Return a cache folder that one process left as soon as it had made a move, its output, and whether the background
    process continued."""
    folder = tmp_path_factory.mktemp("started")
    left = run(LEAVE, TICTACTOE, LUDEX_CACHE=folder, LUDEX_COMPILE="0")
    lock = folder / "TicTacToe" / "background.lock"
    yield folder, left, wait_until(lambda: is_locked(lock) or any(folder.rglob("*.rules")))
    assert wait_until(lambda: not is_locked(lock))  # it ends without being stopped


def wait_until(true: Callable[[], bool]) -> bool:
    until = time.monotonic() + 240
    while not true() and time.monotonic() < until:
        time.sleep(0.1)
    return true()


def test_the_first_move_waits_for_no_compiler(started: tuple[Path, list[Any], bool]) -> None:
    assert started[1] == [["function"], False]


def test_the_process_beside_goes_on_when_its_parent_has_ended(started: tuple[Path, list[Any], bool]) -> None:
    assert started[2]


def test_a_table_goes_over_to_compiled_rules_and_its_digests_do_not_change(
    started: tuple[Path, list[Any], bool],
) -> None:
    """The first process is still compiling: a second one does not compile too, and gets what the first has made."""
    after, digest, own, history = run(GO_OVER, TICTACTOE, LUDEX_CACHE=started[0], LUDEX_COMPILE="0")
    assert after == ["CPUDispatcher"]
    assert own is False
    game = load_tictactoe().TicTacToe()
    game.machine.kernel = game.machine.interpreted
    table = ludex.History.from_json(history).verify(game=game)
    assert table.digest == digest


def test_what_was_compiled_before_is_compiled_from_the_start(started: tuple[Path, list[Any], bool]) -> None:
    assert wait_until(lambda: not is_locked(started[0] / "TicTacToe" / "background.lock"))
    code = START + "print(json.dumps([kinds(), kernel.compiles()]))"
    assert run(code, TICTACTOE, LUDEX_CACHE=started[0], LUDEX_COMPILE="0") == [["CPUDispatcher"], False]


EVERYTHING = """
import json
import ludex, ludex_tictactoe
from ludex.players import Bot
game = ludex_tictactoe.TicTacToe()
table = game.new(2, seed=1)
table.play(0, "mark 5")
assert table.check(1, "mark 5") is not None
try:
    table.undo(0)
except ludex.UndoRefused:
    table.undo(agreed=range(2))
assert table.check(0, "mark 1") is None and table.engine.broken_law() is None
for seat in (None, 0, 1):
    table.view(seat)
ludex.Referee(table, [Bot(game, "random"), Bot(game, "first")]).play()
used = {name: entry.stats for name, entry in vars(game.machine.kernel).items() if hasattr(entry, "stats")}
print(json.dumps([sorted(used), {name: sum(s.cache_misses.values()) for name, s in used.items()}]))
"""


def test_nothing_that_a_table_uses_is_left_out(started: tuple[Path, list[Any], bool]) -> None:
    """With a table's types, nothing is compiled when everything that the background process compiles is there."""
    assert wait_until(lambda: not is_locked(started[0] / "TicTacToe" / "background.lock"))
    used, misses = run(EVERYTHING, TICTACTOE, LUDEX_CACHE=started[0], LUDEX_COMPILE="0")
    assert set(used) >= {"setup", "look", "turn", "choose", "hide", "scores", "why_not", "play", "audit"}
    assert set(misses.values()) == {0}


def test_there_is_one_process_beside_for_a_game(tmp_path: Path) -> None:
    lock = wait_for_lock(tmp_path / "TicTacToe" / "background.lock")
    assert lock is not None
    with lock:
        code = START + "time.sleep(1); print(json.dumps([kinds(), kernel.process]))"
        assert run(code, TICTACTOE, LUDEX_CACHE=tmp_path, LUDEX_COMPILE="0") == [["function"], None]
        second = subprocess.run(
            [sys.executable, "-m", "ludex.core.game.background_compiler", "class ludex_tictactoe:TicTacToe"],
            env=environment_of(TICTACTOE, LUDEX_CACHE=tmp_path),
            check=False,
            timeout=240,
        )
        assert second.returncode == BUSY
    assert not list(tmp_path.rglob("*.rules"))


CANNOT_COMPILE = """
from ludex.author import rule
import ludex_tictactoe, odd_rules

class Odd(ludex_tictactoe.TicTacToe):
    rules = odd_rules
"""

ODD_RULES = """
from ludex_tictactoe import *
from ludex.author import rule

@rule
def setup(s):
    s.marks = int("0")
    s.marks = len({"a": {"b": [set()]}}) - 1
"""

STAY = """
import json, os, time
import odd
game = odd.Odd()
table = game.new(2, seed=1)
until = time.monotonic() + 240
while game.machine.kernel.compiles() and time.monotonic() < until:
    time.sleep(0.1)
table.play(0, "mark 5")
try:
    left = os.waitpid(-1, os.WNOHANG)
except ChildProcessError:
    left = None
print(json.dumps([type(game.machine.kernel.setup).__name__, left]))
"""


def test_rules_that_cannot_be_compiled_stay_interpreted_with_a_notice_and_leave_no_zombie(tmp_path: Path) -> None:
    (tmp_path / "odd.py").write_text(CANNOT_COMPILE)
    (tmp_path / "odd_rules.py").write_text(ODD_RULES)
    done = run_text(STAY, tmp_path, TICTACTOE, LUDEX_CACHE=tmp_path / "cache", LUDEX_COMPILE="0")
    assert json.loads(done.stdout) == ["function", None]
    assert "stay interpreted" in done.stderr
    assert done.stderr.count("could not be compiled") == 1


@pytest.mark.parametrize("game", ["automation", "modern-art", "power-grid", "diplomacy", "partnership-spades"])
def test_every_game_comes_to_its_first_prompt_without_the_compiler(game: str, tmp_path: Path) -> None:
    lock = wait_for_lock(tmp_path / type(ludex.game(game)).__name__ / "background.lock")
    assert lock is not None
    code = (
        "import sys, ludex.cli; sys.argv = ['ludex', 'play', sys.argv[1], '--seed', '1']\n"
        "try:\n    ludex.cli.main()\nfinally:\n    print('numba' in sys.modules)"
    )
    with lock:  # as if another process were compiling
        done = subprocess.run(
            [sys.executable, "-c", code, game],
            env=environment_of(LUDEX_CACHE=tmp_path, LUDEX_COMPILE="0"),
            input="",
            capture_output=True,
            text=True,
            check=False,
            timeout=240,
        )
    assert "Guest> " in done.stdout, done.stderr
    assert done.stdout.strip().endswith("False")


def test_the_environment_chooses_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = load_tictactoe().TicTacToe
    monkeypatch.setenv("LUDEX_COMPILE", "1")
    assert isinstance(kind().machine.kernel, CompiledKernel)
    monkeypatch.setenv("LUDEX_INTERPRET", "1")
    assert isinstance(kind().machine.kernel, InterpretedKernel)
    monkeypatch.delenv("LUDEX_COMPILE")
    assert isinstance(kind().machine.kernel, InterpretedKernel)
    monkeypatch.setenv("LUDEX_INTERPRET", "0")
    assert isinstance(kind().machine.kernel, StartingKernel)


def test_another_process_finds_the_game() -> None:
    from_a_file = CardGame.of_bytecode(library_game("hearts").code, name="mine")
    games = [ludex.game("diplomacy-lagoon"), from_a_file, load_tictactoe().TicTacToe()]
    kinds = []
    for game in games:
        address = address_of(game)
        assert address is not None
        assert type(game_at(address)) is type(game)
        kinds.append(address.split()[0])
    assert kinds == ["game", "definition", "class"]


def test_a_game_that_no_other_process_can_find_is_compiled_when_it_is_used() -> None:
    class Hidden(load_tictactoe().TicTacToe):  # type: ignore[misc]  # a class from a file
        rules = load_tictactoe()

    assert address_of(Hidden()) is None
    assert StartingKernel(Hidden()).address is None

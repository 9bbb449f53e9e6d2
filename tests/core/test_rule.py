"""`@rule`: one source, interpreted or compiled; compiled once, found again, never stale."""

from __future__ import annotations

import importlib
import logging
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ludex import BrokenRule
from ludex.author import i8, rule
from ludex.core.compile.cache import cache_root
from ludex.core.compile.compiled_rules import InterpretedKernel
from ludex.core.compile.program import Program, interpreting
from ludex.core.language.record import record
from ludex.core.language.rule import loop

from .process import TICTACTOE, load_tictactoe, run, run_text
from .tiny import Cards, variant
from .tiny import legal as cards_legal

PLAY_A_GAME = """
import json, sys
import ludex_tictactoe
game = ludex_tictactoe.TicTacToe()
table = game.new(2, seed=1)
for number, cell in enumerate((5, 1, 9, 3, 2, 8, 4, 6, 7)):
    table.play(number % 2, f"mark {cell}")
assert table.outcome is not None
made = {name: entry.stats for name, entry in vars(game.kernel).items() if hasattr(entry, "stats")}
print(json.dumps({
    "hits": {name: sum(stats.cache_hits.values()) for name, stats in made.items()},
    "misses": {name: sum(stats.cache_misses.values()) for name, stats in made.items()},
    "digest": table.digest,
    "numba": "numba" in sys.modules,
}))
"""


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of this test's own."""
    monkeypatch.setattr(sys.modules["ludex.core.compile.program"], "cache_root", lambda: tmp_path / "cache")
    return tmp_path / "cache"


# --- the cache


def test_a_second_process_finds_everything_the_first_has_compiled(tmp_path: Path) -> None:
    first = run(PLAY_A_GAME, TICTACTOE, LUDEX_CACHE=tmp_path)
    second = run(PLAY_A_GAME, TICTACTOE, LUDEX_CACHE=tmp_path)
    assert set(first["hits"].values()) == {0}
    assert set(second["misses"].values()) == {0}
    assert {"setup", "look", "turn", "scores"} <= set(second["hits"])
    assert all(hits > 0 for hits in second["hits"].values())
    assert first["digest"] == second["digest"]


SHOP = """
from ludex.author import rule
from elsewhere import *

@rule
def total(n):
    return price(n)
"""

PLAIN = """
from ludex.author import rule
import numpy as np

@rule
def price(n):
    return 3 * n
"""

CHANGES = {
    "rule": (PLAIN, "3 * n", "5 * n"),
    "number": (PLAIN.replace("3 * n", "TAX * n") + "TAX = 3", "TAX = 3", "TAX = 5"),
    "array": (PLAIN.replace("3 * n", "TAX[0] * n") + "TAX = np.array([3])", "[3]", "[5]"),
    "array-inside": (
        PLAIN.replace("3 * n", "TAX[2_500] * n") + "TAX = np.zeros(5_000, np.int64); TAX[2_500] = 3",
        "] = 3",
        "] = 5",
    ),
    "tuple": (PLAIN.replace("3 * n", "TAX[0] * n") + "TAX = (3, 4)", "(3,", "(5,"),
    "array-in-a-tuple": (
        PLAIN.replace("3 * n", "TAX[0][2_500] * n") + "T = np.zeros(5_000, np.int64); T[2_500] = 3; TAX = (T,)",
        "] = 3",
        "] = 5",
    ),
    "default": (PLAIN.replace("price(n)", "price(n, tax=3)").replace("3 * n", "tax * n"), "tax=3", "tax=5"),
    "two-rules-deep": (
        PLAIN.replace("3 * n", "more(n)") + "@rule\ndef more(n):\n    return 3 * n\n",
        "3 * n",
        "5 * n",
    ),
    "compiled-source": (
        PLAIN.replace("@rule", "def other(n):\n    return 3 * n\n\n@rule(compiled=other)"),
        "return 3 * n\n\n@",
        "return 5 * n\n\n@",
    ),
    # What follows may also be refused: only a stale answer is wrong.
    "module": (PLAIN.replace("3 * n", "prices.TAX * n") + "import prices", "", ""),
    "enum": (
        PLAIN.replace("3 * n", "Tax.LOW * n") + "from enum import IntEnum\nclass Tax(IntEnum):\n    LOW = 3\n",
        "LOW = 3",
        "LOW = 5",
    ),
}


def total_of_seven(folder: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """Compiled by a fresh import of the files, as a second process would."""
    (folder / "elsewhere.py").write_text(text)
    (folder / "shop.py").write_text(SHOP)
    monkeypatch.syspath_prepend(folder)
    for name in ("shop", "elsewhere", "prices"):
        sys.modules.pop(name, None)
    importlib.invalidate_caches()
    shop = importlib.import_module("shop")
    try:
        return int(Program("test-shop", {}).compile(shop.total)(7))
    finally:
        for name in ("shop", "elsewhere", "prices"):
            sys.modules.pop(name, None)


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_in_another_file_is_never_served_stale(
    change: str, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    before, old, new = CHANGES[change]
    refusable = change in ("module", "enum")
    try:
        (tmp_path / "prices.py").write_text("TAX = 3")
        assert total_of_seven(tmp_path, before, monkeypatch) == 21
        (tmp_path / "prices.py").write_text("TAX = 5")
        assert total_of_seven(tmp_path, before.replace(old, new), monkeypatch) == 35
    except BrokenRule:
        assert refusable


def test_a_second_process_does_not_run_rules_that_were_changed_in_another_file(tmp_path: Path) -> None:
    """The same over two processes: another rule's body and a table of numbers, both outside the game's own file."""
    code = "import json, shop; from ludex.core.compile.program import Program;"
    code += "f = Program('shop', {}).compile(shop.total);"
    code += "print(json.dumps([f(7), sum(f.stats.cache_hits.values())]))"
    (tmp_path / "shop.py").write_text(SHOP)
    text = PLAIN.replace("3 * n", "TAX[0] * n + 1") + "TAX = np.array([3])\n"
    found = []
    for version in (text, text.replace("[3]", "[5]"), text.replace("+ 1", "+ 2"), text):
        (tmp_path / "elsewhere.py").write_text(version)
        found.append(run(code, tmp_path, LUDEX_CACHE=tmp_path / "cache", PYTHONDONTWRITEBYTECODE="1"))
    assert found == [[22, 0], [36, 0], [23, 0], [22, 1]]


def test_the_cache_knows_what_was_compiled(cache: Path) -> None:
    program = Program("test-known", {})
    assert not program.is_cached(thrice)
    assert program.compile(thrice)(2) == 6
    assert program.is_cached(thrice)
    assert Program("test-known", {}).is_cached(thrice)
    assert not program.is_cached(fourfold)


def test_compiling_leaves_numbas_own_cache_folder_alone(cache: Path) -> None:
    from numba import config

    settings: Any = config
    before = settings.CACHE_DIR
    Program("test-config", {}).compile(thrice)(2)
    assert before == settings.CACHE_DIR


def test_a_folder_that_cannot_be_written_falls_back_to_a_temporary_one_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("LUDEX_CACHE", str(tmp_path / "file" / "below"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))
    (tmp_path / "tmp").mkdir()
    with caplog.at_level(logging.WARNING, "ludex.rules"):
        folder = cache_root.__wrapped__()
    assert folder.is_dir()
    assert folder.parent == tmp_path / "tmp"
    (message,) = caplog.messages
    assert str(tmp_path / "file" / "below") in message
    assert str(folder) in message
    assert "Set LUDEX_CACHE to a folder that belongs to you" in message
    assert cache_root.__wrapped__() == folder  # and the next process finds it there


def test_a_game_is_played_even_where_no_cache_can_be_kept(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = run_text(PLAY_A_GAME, TICTACTOE, LUDEX_CACHE=tmp_path / "file" / "below", TMPDIR=tmp_path)
    assert '"digest"' in done.stdout
    assert "Compiled rules cannot be stored in" in done.stderr
    assert list(tmp_path.glob("ludex-*"))


def test_the_cache_is_where_the_user_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDEX_CACHE", str(tmp_path / "mine"))
    assert cache_root.__wrapped__() == tmp_path / "mine"
    monkeypatch.delenv("LUDEX_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "theirs"))
    assert cache_root.__wrapped__() == tmp_path / "theirs" / "ludex"


# --- interpreted runs


def test_interpreted_runs_never_import_numba_and_play_the_same(tmp_path: Path) -> None:
    simulated = (
        "from ludex.arena import simulate\nassert simulate(game, ['random', 'first'], 20, cores=1).games == 20\n"
    )
    code = PLAY_A_GAME.replace("made =", simulated + "made =")
    interpreted = run(code, TICTACTOE, LUDEX_INTERPRET="1", LUDEX_CACHE=tmp_path)
    assert interpreted["numba"] is False
    assert list(tmp_path.iterdir()) == []
    module = load_tictactoe()
    table = module.TicTacToe().new(2, seed=1)
    for number, cell in enumerate((5, 1, 9, 3, 2, 8, 4, 6, 7)):
        table.play(number % 2, f"mark {cell}")
    assert table.digest == interpreted["digest"]


def test_importing_ludex_and_listing_games_never_imports_numba() -> None:
    code = "import json, sys, ludex, ludex.arena, ludex.testing; games = [ludex.game(n) for n in ludex.game_names()]"
    assert run(code + "; print(json.dumps('numba' in sys.modules))") is False


@pytest.mark.parametrize(("value", "meant"), [("1", True), ("yes", True), ("0", False), ("", False)])
def test_interpreting_is_switched_by_the_environment(monkeypatch: pytest.MonkeyPatch, value: str, meant: bool) -> None:
    monkeypatch.setenv("LUDEX_INTERPRET", value)
    assert interpreting() is meant


# --- what a rule may be


@rule
def thrice(n: int) -> int:
    return 3 * n


@rule
def fourfold(n: int) -> int:
    return thrice(n) + n


def no_rule(n: int) -> int:
    return n


@rule
def calls_no_rule(n: int) -> int:
    return no_rule(n)


@rule
def ping(n: int) -> int:
    return pong(n - 1) if n else 0


@rule
def pong(n: int) -> int:
    return ping(n - 1) if n else 1


NAMES = {"a": 1}


@rule
def uses_a_dict(n: int) -> int:
    return NAMES["a"]


def test_a_rule_stays_a_plain_function() -> None:
    assert fourfold(5) == 20
    assert thrice.__name__ == "thrice"
    assert type(thrice) is type(no_rule)


def test_a_rule_gives_the_same_compiled() -> None:
    compiled = Program("test-same", {}).compile(fourfold)
    assert [compiled(n) for n in range(10)] == [fourfold(n) for n in range(10)]


def test_compiling_twice_gives_the_same_function() -> None:
    program = Program("test-same", {})
    assert program.compile(fourfold) is program.compile(fourfold)


def test_a_function_that_is_no_rule_cannot_be_called_from_a_rule() -> None:
    with pytest.raises(BrokenRule, match="rule calls_no_rule uses 'no_rule', a function") as refused:
        Program("test-broken", {}).compile(calls_no_rule)
    assert "marked @rule" in str(refused.value)


def test_a_dictionary_cannot_be_used_in_a_rule() -> None:
    with pytest.raises(BrokenRule, match="rule uses_a_dict uses 'NAMES', a dict"):
        Program("test-broken", {}).compile(uses_a_dict)


def test_a_closure_cannot_be_a_rule_since_its_values_are_not_in_its_source() -> None:
    def priced(tax: int) -> Callable[[int], int]:
        @rule
        def price(n: int) -> int:
            return tax * n

        return price

    with pytest.raises(BrokenRule, match="price is a closure"):
        Program("test-broken", {}).compile(priced(3))


def test_rules_that_call_each_other_in_a_circle_are_refused_with_the_circle() -> None:
    with pytest.raises(BrokenRule, match="in a circle: ping -> pong -> ping"):
        Program("test-broken", {}).compile(ping)


def test_a_circle_is_refused_interpreted_too() -> None:
    game = variant(legal=circular_legal)
    with pytest.raises(BrokenRule, match="circle"):
        game.interpreted.legal(game.layout.new(), 0, 0, np.zeros((9, 2), np.int64))


@rule
def circular_legal(s: Any, seat: int, out: Any) -> int:
    return ping(seat)


@rule
def next_seat(s: Any) -> int:
    """A name that the generic loops use, too."""
    return int(s.turn)


@rule
def waiting_for_next_seat(s: Any) -> int:
    return 0 if s.left == 0 else 1 << next_seat(s)


def test_two_rules_of_the_same_name_are_no_circle() -> None:
    """`play_games` calls its own `next_seat`, which asks the game's `waiting`, which asks the game's `next_seat`."""
    game = variant(waiting=waiting_for_next_seat)
    game.compiled.program.compile(importlib.import_module("ludex.core.compile.playout").play_games)


def other_source(n: int) -> int:
    return n + 1_000


@rule(compiled=other_source)
def plus_one(n: int) -> int:
    return n + 1


@rule
def plus_one_twice(n: int) -> int:
    return plus_one(plus_one(n))


def test_a_primitive_may_have_another_source_to_compile() -> None:
    assert plus_one_twice(0) == 2
    assert Program("test-primitive", {}).compile(plus_one_twice)(0) == 2_000


legal: Any = None  # filled in


@loop
def count_legal(states: Any, seat: int, out: Any) -> int:
    return int(legal(states[0], seat, out))


@rule
def asks_a_loop(states: Any, seat: int, out: Any) -> int:
    return count_legal(states, seat, out)


def test_a_rule_may_call_a_loop_which_calls_the_games_rules() -> None:
    """As a search bot does."""
    table = Cards().new(2, seed=1)
    out = np.zeros((8, 2), np.int64)
    interpreted = InterpretedKernel({"legal": cards_legal}).make(asks_a_loop)
    compiled = Program("test-loop", {"legal": cards_legal}).compile(asks_a_loop)
    assert interpreted(table.engine.record_in_full(), 0, out) == compiled(table.engine.record_in_full(), 0, out) == 4


# --- bounds


ROW = record(at=i8, row=(i8, 3))


@rule
def read_at(s: Any) -> int:
    return int(s.row[s.at])


@rule
def read_there(states: Any) -> int:
    return read_at(states[0])


@pytest.mark.parametrize("index", [-1, 3])
def test_an_interpreted_rule_that_leaves_the_bounds_raises(index: int) -> None:
    states = ROW.new()
    states["at"] = index
    with pytest.raises(IndexError):
        InterpretedKernel({}).make(read_there)(states)


def test_a_compiled_rule_that_leaves_the_bounds_raises_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LUDEX_BOUNDSCHECK", raising=False)
    states = ROW.new()
    states["at"] = 3
    with pytest.raises(IndexError):
        Program("test-bounds", {}).compile(read_there)(states)


@pytest.mark.parametrize(("switch", "checked"), [(None, True), ("1", True), ("0", False)])
def test_only_a_documented_switch_leaves_the_checks_out(
    monkeypatch: pytest.MonkeyPatch, switch: str | None, checked: bool
) -> None:
    monkeypatch.delenv("LUDEX_BOUNDSCHECK", raising=False)
    if switch is not None:
        monkeypatch.setenv("LUDEX_BOUNDSCHECK", switch)
    assert Program("test-switch", {}).bounds is checked


@rule
def count_up(states: Any) -> None:
    states[0].at += 1


def test_an_interpreted_number_that_outgrows_its_field_is_a_broken_rule() -> None:
    states = ROW.new()
    states["at"] = 127
    with pytest.raises(BrokenRule, match="'at' of type int8 cannot hold 128"):
        InterpretedKernel({}).make(count_up)(states)
    assert states["at"][0] == 127


def test_two_threads_may_need_the_compiler_at_the_same_moment() -> None:
    """Numba's modules import each other in circles: found half there, they broke a server's first table."""
    code = (
        "import sys, threading\n"
        "from ludex.core.compile.program import import_compiler\n"
        "sys.setswitchinterval(0.0001)\n"
        "failed = []\n"
        "threading.excepthook = failed.append\n"
        "threads = [threading.Thread(target=import_compiler) for _ in range(3)]\n"
        "[thread.start() for thread in threads], import_compiler(), [thread.join() for thread in threads]\n"
        "assert not failed, failed\n"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False).stderr == ""

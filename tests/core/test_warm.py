"""Compiling ahead: says what is to be compiled, compiles it, and then there is nothing left to do."""

from __future__ import annotations

from pathlib import Path

from .process import TICTACTOE, run

WARM = """
import json
import ludex_tictactoe
from ludex.core.warm import entries_to_compile, warm
game = ludex_tictactoe.TicTacToe()
before = entries_to_compile(game)
done = list(warm(game, "setup", "over"))
print(json.dumps([before, done, entries_to_compile(game), entries_to_compile(game, "over")]))
"""


def test_what_was_warmed_needs_no_compiling_any_more(tmp_path: Path) -> None:
    before, done, after, wanted = run(WARM, TICTACTOE, LUDEX_CACHE=tmp_path)
    assert {"setup", "over", "play", "play_games"} <= set(before)
    assert done == ["setup", "over"]
    assert set(after) == set(before) - {"setup", "over"}
    assert wanted == []
    assert run(WARM, TICTACTOE, LUDEX_CACHE=tmp_path)[0] == after


def test_where_rules_are_interpreted_nothing_needs_compiling(tmp_path: Path) -> None:
    assert run(WARM, TICTACTOE, LUDEX_CACHE=tmp_path, LUDEX_INTERPRET="1")[0] == []

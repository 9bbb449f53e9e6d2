"""Compiling ahead: says what is to be compiled, compiles it, and then there is nothing left to do."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludex
from ludex.cli.play import table_entries
from ludex.cli.simulate import needed_entries
from ludex.cli.warm import load_loops
from ludex.core.compile.compiled_rules import ENTRIES
from ludex.core.game.warm import TABLE, entries_of, use_once, warm
from ludex.players.search.playouts import play_on

from .process import TICTACTOE, run, run_text

WARM = """
import json
import ludex_tictactoe
from ludex.core.game.warm import entries_to_compile, warm
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


STEPS = """
import json
import ludex_tictactoe
from ludex.core.game.warm import warm
steps = []
game = ludex_tictactoe.TicTacToe()
for name in warm(game, "setup", "look", tell=steps.append):
    pass
print(json.dumps([[*step, str(step)] for step in steps]))
"""


def test_compiling_tells_what_is_compiled_and_how_far_it_has_come(tmp_path: Path) -> None:
    steps = run(STEPS, TICTACTOE, LUDEX_CACHE=tmp_path)
    assert [step[:3] for step in steps[:1]] == [["setup", 1, 2]]
    looks = [step for step in steps if step[0] == "look"]
    assert all(number == 2 for _, number, *_ in looks)
    counted = [rules for *_, rules, _, _ in looks]
    assert counted == sorted(counted)
    assert 1 < counted[-1] <= looks[-1][4]
    assert looks[-1][5] == f"look (2 of 2), rule {counted[-1]} of {looks[-1][4]}"
    assert run(STEPS, TICTACTOE, LUDEX_CACHE=tmp_path) == []


NOTICE = """
import ludex_tictactoe
from ludex.console import get_ready
get_ready(ludex_tictactoe.TicTacToe(), "setup", "over")
"""


def test_a_command_says_what_it_compiles_and_nothing_when_all_is_there(tmp_path: Path) -> None:
    lines = run_text(NOTICE, TICTACTOE, LUDEX_CACHE=tmp_path).stderr.splitlines()
    assert [line.rpartition(": ")[2] for line in lines] == ["setup (1 of 2)", "over (2 of 2)"]
    assert "Compiling the rules of Tic-tac-toe" in lines[0]
    assert run_text(NOTICE, TICTACTOE, LUDEX_CACHE=tmp_path).stderr == ""


def test_everything_that_the_command_can_need_is_warmed() -> None:
    load_loops()
    loops = {name: set(entries_of(ludex.game(name))) - set(ENTRIES) for name in ("automation", "diplomacy", "hearts")}
    generic = {"play_on", "step_games", "pick_moves", "read_actions", "settle_game", "write_features"}
    assert loops["automation"] == generic
    assert loops["diplomacy"] == {*generic, "enter_offers", "enter_hearing", "enter_advance"}
    assert loops["hearts"] == {*generic, "play_hands", "watch_games"}
    assert set(ENTRIES) == {*TABLE, "play_games"}


@pytest.mark.parametrize("name", ["automation", "diplomacy", "hearts", "modern-art", "power-grid"])
def test_every_entry_of_every_game_can_be_used_once(name: str) -> None:
    game = ludex.game(name)
    for entry in (*(ENTRIES[entry] for entry in TABLE), play_on):
        use_once(game, game.machine.interpreted, entry)


def test_an_entry_that_does_not_exist_is_refused_with_those_that_do() -> None:
    with pytest.raises(ValueError, match=r"has no entries shuffle; it has setup, look, turn"):
        next(warm(ludex.game("automation"), "shuffle"))


def test_a_simulation_needs_what_its_players_use() -> None:
    game = ludex.game("automation")
    assert needed_entries(game, ["random", "big-money"]) == ["play_games"]
    assert needed_entries(game, ["random", "my_bots:Mine"]) == [*TABLE]
    assert needed_entries(game, ["random", "search-50"]) == [*TABLE, "play_on"]


@pytest.mark.parametrize(("name", "own"), [("automation", []), ("spades", []), ("diplomacy", ["enter_offers"])])
def test_a_table_needs_no_loop_of_simulations_and_that_of_searches_only_for_a_search(name: str, own: list[str]) -> None:
    load_loops()
    game = ludex.game(name)
    assert table_entries(game, ["Ann", "Olga (random)"]) == [*TABLE, *own]
    assert set(table_entries(game, ["Ann", "Olga (search-50)"])) == {*TABLE, *own, "play_on"}

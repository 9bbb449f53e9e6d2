"""Bots of OpenSpiel at Ludex tables and in the arena, and the examples of the OpenSpiel door."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import ludex
from ludex.arena import simulate
from ludex.core.game.request import Request
from ludex.doors.openspiel import BotPlayer, InformationSetSearch, TreeSearch, Uniform
from ludex.players import make_player

from ..core.process import load_tictactoe
from ..core.sealed import Sealed
from ..core.tiny import Cards
from ..interpreting import interpreted as interpreted

EXAMPLES = Path(__file__).parents[2] / "src/ludex/examples/openspiel"


class FirstBot:
    """A bot that plays the first legal action, and remembers the states that it was given."""

    def __init__(self) -> None:
        self.states: list[Any] = []

    def step(self, state: Any) -> int:
        self.states.append(state)
        return int(state.legal_actions()[0])


def test_a_bot_sees_a_state_that_its_seat_cannot_tell_from_the_real_one() -> None:
    bot = FirstBot()
    table = ludex.game("spades").new(4, seed=3)
    for _ in range(6):
        seat = table.waiting[0]
        move = BotPlayer(lambda game, seat: bot).decide(table.request(seat))
        (state,) = bot.states
        assert state.current_player() == seat
        assert state.view(seat) == table.view(seat)
        assert any(state.view(other) != table.view(other) for other in range(4) if other != seat)
        assert state.history() == []
        bot.states.clear()
        table.play(seat, move)


@pytest.mark.parametrize("game", ["knockout-whist", Cards(), Sealed()], ids=str)
def test_bots_of_openspiel_play_whole_games_under_a_referee(game: Any) -> None:
    found = ludex.game(game) if isinstance(game, str) else game
    table = found.new(found.seats[0], seed=2)
    ludex.Referee(table, [Uniform(seed=seat) for seat in range(table.seats)]).play()
    assert table.outcome is not None


def test_a_bot_is_made_once_for_each_seat_and_not_asked_where_there_is_no_choice() -> None:
    made: list[int] = []
    bot = FirstBot()

    def make(game: Any, seat: int) -> FirstBot:
        made.append(seat)
        return bot

    table = ludex.game("knockout-whist").new(2, seed=1)
    player = BotPlayer(make, "first")
    ludex.Referee(table, [player, player]).play()
    assert sorted(made) == [0, 1]
    assert all(len(state.legal_actions()) > 1 for state in bot.states)


def test_what_is_not_a_bot_is_refused() -> None:
    request = ludex.game("spades").new(4, seed=1).request(0)
    with pytest.raises(ludex.BadSetting, match="expected an object with a method step"):
        BotPlayer(lambda game, seat: "bot").decide(request)
    with pytest.raises(ludex.BadSetting, match="chose action -1, which is not legal"):
        BotPlayer(lambda game, seat: WrongBot(), "wrong").decide(request)
    with pytest.raises(ludex.BadSetting, match="needs a request that a table made"):
        Uniform().decide(Request(0, None, request.options))


class WrongBot:
    def step(self, state: Any) -> int:
        return -1


def test_mcts_takes_a_win_at_tic_tac_toe() -> None:
    game = load_tictactoe().TicTacToe()
    table = game.new(2, seed=1)
    squares = [str(move) for move in table.options(0)]
    for square in (0, 3, 1, 4):
        table.play(table.waiting[0], squares[square])
    move = TreeSearch(60, seed=1).decide(table.request(0))
    assert str(move) == squares[2]


def test_searches_repeat_their_decisions() -> None:
    request = ludex.game("knockout-whist").new(2, seed=1).request(0)
    for kind in (TreeSearch, InformationSetSearch):
        assert len({str(kind(6, seed=3).decide(request)) for _ in range(3)}) == 1


def test_a_bot_of_openspiel_is_named_in_the_arena_like_any_class() -> None:
    name = "ludex.doors.openspiel:Uniform"
    player = make_player(ludex.game("knockout-whist"), name)
    assert (type(player), player.name) == (Uniform, "uniform")
    result = simulate("knockout-whist", [name, "careful"], 2, seed=1)
    assert result.games == 2


def test_the_examples_do_nothing_when_they_are_imported(capsys: pytest.CaptureFixture[str]) -> None:
    for path in sorted(EXAMPLES.glob("[a-z]*.py")):
        assert callable(runpy.run_path(str(path))["main"])
    assert capsys.readouterr().out == ""


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("file", "told"),
    [("cfr_on_a_genome.py", "Exploitability"), ("is_mcts_at_spades.py", "IS-MCTS")],
)
def test_an_example_runs(file: str, told: str) -> None:
    done = subprocess.run([sys.executable, EXAMPLES / file], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert told in done.stdout

"""The search player: it finds what is there to be found, and knows only what its seat knows."""

from __future__ import annotations

import numpy as np
import pytest

import ludex
from ludex import Request, Table, UnknownPlayer
from ludex.players import Bot, Search, make_player
from tests.core.process import load_tictactoe


@pytest.fixture(scope="module")
def tictactoe() -> ludex.Game:
    game: ludex.Game = load_tictactoe().TicTacToe()
    return game


def asked(table: Table, seat: int) -> Request:
    return Request(seat, table.view(seat), table.options(seat), record=table.record(seat))


def after(game: ludex.Game, *moves: str) -> Table:
    table: Table = game.new(2, seed=1)
    for number, move in enumerate(moves):
        table.play(number % 2, move)
    return table


def test_it_takes_a_win_and_blocks_a_loss(tictactoe: ludex.Game) -> None:
    squares = [str(move) for move in tictactoe.new(2, seed=1).options(0)]
    win = after(tictactoe, squares[0], squares[3], squares[1], squares[4])
    assert str(Search(tictactoe, 300, seed=1).decide(asked(win, 0))) == squares[2]
    block = after(tictactoe, squares[0], squares[4], squares[1])
    assert str(Search(tictactoe, 600, seed=1).decide(asked(block, 1))) == squares[2]


def test_it_never_loses_tic_tac_toe_to_chance(tictactoe: ludex.Game) -> None:
    for seed in range(20):
        players = [Search(tictactoe, 300, seed=seed), Bot(tictactoe, "random", seed=seed)]
        outcome = ludex.Referee(tictactoe.new(2, seed=seed), players).play()
        assert 0 in outcome.winners


def test_compiled_and_interpreted_searches_agree(tictactoe: ludex.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    table = after(tictactoe, *[str(move) for move in tictactoe.new(2, seed=1).options(0)][:1])
    compiled = Search(tictactoe, 60, seed=3)
    interpreted = Search(tictactoe, 60, seed=3)
    monkeypatch.setattr(compiled, "_game", _with_kernel(tictactoe, tictactoe.compiled))
    monkeypatch.setattr(interpreted, "_game", _with_kernel(tictactoe, tictactoe.interpreted))
    assert compiled.decide(asked(table, 1)) == interpreted.decide(asked(table, 1))
    np.testing.assert_array_equal(compiled._tree, interpreted._tree)
    np.testing.assert_allclose(compiled._worth, interpreted._worth)


def _with_kernel(game: ludex.Game, kernel: object) -> ludex.Game:
    other = type(game)()
    other.__dict__["kernel"] = kernel
    return other


def test_the_same_seed_decides_alike(tictactoe: ludex.Game) -> None:
    table = tictactoe.new(2, seed=1)
    decided = [Search(tictactoe, 50, seed=9).decide(asked(table, 0)) for _ in range(2)]
    assert decided[0] == decided[1]


def test_it_is_found_by_name(tictactoe: ludex.Game) -> None:
    assert make_player(tictactoe, "search").name == "search-400"
    assert make_player(tictactoe, "search-50").name == "search-50"
    with pytest.raises(UnknownPlayer, match="looks ahead"):
        make_player(tictactoe, "search-0")
    with pytest.raises(UnknownPlayer, match="has no bot 'nobody'"):
        Search(tictactoe, bot="nobody")
    with pytest.raises(UnknownPlayer, match="0 moves deep"):
        Search(tictactoe, horizon=0)


def test_it_needs_the_record(tictactoe: ludex.Game) -> None:
    table = tictactoe.new(2, seed=1)
    with pytest.raises(ValueError, match="needs the request's record"):
        Search(tictactoe).decide(Request(0, table.view(0), table.options(0)))

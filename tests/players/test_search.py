"""The search player: it finds what is there to be found, and knows only what its seat knows."""

from __future__ import annotations

import numpy as np
import pytest

import ludex
from ludex import Table, UnknownPlayer
from ludex.players import Bot, Search, make_player
from ludex.players.search.playouts import OWN, RANK, WON
from tests.core.process import load_tictactoe


@pytest.fixture(scope="module")
def tictactoe() -> ludex.Game:
    game: ludex.Game = load_tictactoe().TicTacToe()
    return game


def after(game: ludex.Game, *moves: str) -> Table:
    table: Table = game.new(2, seed=1)
    for number, move in enumerate(moves):
        table.play(number % 2, move)
    return table


def test_it_takes_a_win_and_blocks_a_loss(tictactoe: ludex.Game) -> None:
    squares = [str(move) for move in tictactoe.new(2, seed=1).options(0)]
    win = after(tictactoe, squares[0], squares[3], squares[1], squares[4])
    assert str(Search(tictactoe, 300, seed=1).decide(win.request(0))) == squares[2]
    block = after(tictactoe, squares[0], squares[4], squares[1])
    assert str(Search(tictactoe, 600, seed=1).decide(block.request(1))) == squares[2]


def test_it_never_loses_tic_tac_toe_to_chance(tictactoe: ludex.Game) -> None:
    for seed in range(20):
        players = [Search(tictactoe, 300, seed=seed), Bot(tictactoe, "random", seed=seed)]
        outcome = ludex.Referee(tictactoe.new(2, seed=seed), players).play()
        assert 0 in outcome.winners


def test_a_tree_finds_the_reply_that_single_playouts_miss(tictactoe: ludex.Game) -> None:
    """Against two opposite corners only a side square holds the draw."""
    squares = [str(move) for move in tictactoe.new(2, seed=1).options(0)]
    table = after(tictactoe, squares[0], squares[4], squares[8])
    reply = str(Search(tictactoe, 4000, seed=2, tree="all", horizon=9).decide(table.request(1)))
    assert reply in {squares[at] for at in (1, 3, 5, 7)}


@pytest.mark.parametrize("tree", ["none", "own", "all"])
def test_compiled_and_interpreted_searches_agree(tictactoe: ludex.Game, tree: str) -> None:
    request = after(tictactoe, *[str(move) for move in tictactoe.new(2, seed=1).options(0)][:1]).request(1)
    assert request.record is not None
    looks = [
        Search(tictactoe, 60, seed=3, tree=tree)._look(kernel, request.record.copy(), 1)
        for kernel in (tictactoe.machine.compiled, tictactoe.machine.interpreted)
    ]
    np.testing.assert_array_equal(looks[0].outcomes, looks[1].outcomes)
    assert looks[0].chosen == looks[1].chosen


def test_the_same_seed_decides_alike_on_any_number_of_cores(tictactoe: ludex.Game) -> None:
    request = tictactoe.new(2, seed=1).request(0)
    found = [Search(tictactoe, 90, seed=9, cores=cores, tree="none").evaluate(request) for cores in (1, 1, 3)]
    assert found[0] == found[1] == found[2]


def test_it_explains_every_option_it_compared(tictactoe: ludex.Game) -> None:
    found = Search(tictactoe, 180, seed=1).evaluate(tictactoe.new(2, seed=1).request(0))
    assert len(found) == len({tried.move for tried in found}) == 9
    assert sum(tried.visits for tried in found) <= 180
    assert all(0 <= tried.value <= 1 and tried.spread >= 0 and tried.visits > 0 for tried in found)


def test_an_option_that_was_dropped_early_is_not_said_to_be_worth_more(tictactoe: ludex.Game) -> None:
    """The first worlds were lucky ones: what was played only there is compared with the chosen option there."""
    request = tictactoe.new(2, seed=1).request(0)
    assert request.record is not None
    look = Search(tictactoe, 90, seed=1, tree="none")._look(tictactoe.machine.interpreted, request.record.copy(), 0)
    look.outcomes[:, :, [WON, RANK]] = 0.0
    look.outcomes[:4, :, [WON, RANK]] = 1.0
    look.outcomes[:, :, OWN] = -np.arange(9)
    look.visits[:], look.worlds, look.alive, look.chosen = [40] * 2 + [4] * 7, 40, np.arange(2), 0
    visits, values, _ = zip(*map(look.judge, range(9)), strict=True)
    assert visits == (40, 40, *[4] * 7)
    assert values[0] < 0.5
    assert max(values) == values[0]


def test_a_budget_in_milliseconds_is_enough_to_decide(tictactoe: ludex.Game) -> None:
    found = Search(tictactoe, milliseconds=5, seed=1).evaluate(tictactoe.new(2, seed=1).request(0))
    assert len(found) == 9
    assert min(tried.visits for tried in found) >= 2


def test_it_is_found_by_name(tictactoe: ludex.Game) -> None:
    assert make_player(tictactoe, "search").name == "search-400"
    assert make_player(tictactoe, "search-50").name == "search-50"
    assert make_player(tictactoe, "search-2s:tree=own:caution=1").name == "search-2000ms:tree=own:caution=1.0"
    assert make_player(tictactoe, "search-200ms").name == "search-200ms"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("search-0", "search looks ahead"),
        ("search-5m", "search-200ms and search-1s"),
        ("search:bot=nobody", "has no bot 'nobody'"),
        ("search:tree=oak", "no tree 'oak'; expected none, own, all"),
        ("search:wit=3", "'wit=3' is not a setting"),
        ("search:horizon=x", "horizon"),
        ("search:horizon=-1", "nothing less than 0"),
        ("search:options=1", "at least 2 options"),
    ],
)
def test_a_name_that_is_not_a_search_says_how_to_write_one(tictactoe: ludex.Game, name: str, sentence: str) -> None:
    with pytest.raises(UnknownPlayer, match=sentence):
        make_player(tictactoe, name)


def test_it_needs_the_record(tictactoe: ludex.Game) -> None:
    table = tictactoe.new(2, seed=1)
    with pytest.raises(ValueError, match="needs the request's record"):
        Search(tictactoe).decide(ludex.Request(0, table.view(0), table.options(0)))

"""The plain tree search, `ismcts`: it finds what is there to be found, and knows nothing of a game but its rules."""

from __future__ import annotations

from typing import Any

import pytest

import ludex
from ludex import UnknownPlayer
from ludex.author import bot, rule
from ludex.players import Search, make_player
from ludex.players.search.settings import is_search
from ludex.players.search.tree import MOVE
from tests.core.process import load_tictactoe
from tests.core.tiny import Cards, CardsState, variant


@pytest.fixture(scope="module")
def tictactoe() -> ludex.Game:
    game: ludex.Game = load_tictactoe().TicTacToe()
    return game


def after(game: ludex.Game, *squares: int) -> Any:
    table = game.new(2, seed=1)
    names = [str(move) for move in table.options(0)]
    for number, square in enumerate(squares):
        table.play(number % 2, names[square])
    return table.request(len(squares) % 2), names


def look(game: Cards, playouts: int = 200, **settings: Any) -> Any:
    record = game.new(2, seed=5).request(0).record
    assert record is not None
    return Search(game, playouts, seed=1, plain=True, **settings)._look(game.machine.interpreted, record.copy(), 0)


def test_it_takes_a_win_blocks_a_loss_and_finds_the_only_draw(tictactoe: ludex.Game) -> None:
    player = Search(tictactoe, 2000, seed=1, plain=True)
    for squares, answers in (((0, 3, 1, 4), {2}), ((0, 4, 1), {2}), ((0, 4, 8), {1, 3, 5, 7})):
        request, names = after(tictactoe, *squares)
        assert str(player.decide(request)) in {names[answer] for answer in answers}


def test_every_playout_goes_down_one_tree_and_the_most_visited_move_is_chosen(tictactoe: ludex.Game) -> None:
    request, _ = after(tictactoe, 4)
    found = Search(tictactoe, 300, seed=1, plain=True).evaluate(request)
    assert len(found) == len({tried.move for tried in found}) == 8
    assert sum(tried.visits for tried in found) == 300
    assert found[0].visits == max(tried.visits for tried in found)
    assert all(0 <= tried.value <= 1 for tried in found)


def test_compiled_and_interpreted_rules_grow_the_same_tree(tictactoe: ludex.Game) -> None:
    request, _ = after(tictactoe, 0)
    assert request.record is not None
    trees = []
    for kernel in (tictactoe.machine.compiled, tictactoe.machine.interpreted):
        found = Search(tictactoe, 80, seed=3, plain=True)._look(kernel, request.record.copy(), 1)
        trees.append(found.parts[0].tree[1:80].tolist())
    assert trees[0] == trees[1]
    assert any(node[MOVE] for node in trees[0])


def test_it_considers_every_move_and_not_only_those_of_bots() -> None:
    game = Cards()
    options = game.new(2, seed=5).options(0)
    assert {game.moves.unpack(move) for move in look(game, 600).moves} == set(options)
    assert len(options) > 2


@rule
def no_use(s: CardsState, *_: Any) -> int:
    raise AssertionError("a plain search asks the rules alone")


def test_it_neither_asks_bots_nor_infers_anything_from_moves() -> None:
    blind = variant(bots={"oracle": bot(no_use)}, suppose=no_use, likelihood=no_use, sensible=no_use)
    assert look(blind).moves
    with pytest.raises(AssertionError, match="the rules alone"):
        Search(blind, 20).decide(blind.new(2, seed=5).request(0))


def test_cores_add_up_their_trees(tictactoe: ludex.Game) -> None:
    request, _ = after(tictactoe, 4)
    found = Search(tictactoe, 301, seed=1, plain=True, cores=3).evaluate(request)
    assert sum(tried.visits for tried in found) == 301


def test_it_knows_no_more_than_its_seat() -> None:
    game = Cards()
    position = game.new(2, seed=5).position()
    tables = [game.position(position.but(card=[3, card])) for card in range(6)]
    assert len({Search(game, 60, seed=1, plain=True).decide(table.request(0)) for table in tables}) == 1


def test_it_is_found_by_name_and_says_what_cannot_be_set(tictactoe: ludex.Game) -> None:
    assert is_search("ismcts-400")
    for name in ("ismcts-400", "ismcts-200ms", "ismcts-50:horizon=9"):
        assert make_player(tictactoe, name).name == name
    with pytest.raises(UnknownPlayer, match="ismcts has no setting 'bot'"):
        make_player(tictactoe, "ismcts-50:bot=random")
    with pytest.raises(UnknownPlayer, match="'plain=true' is not a setting"):
        make_player(tictactoe, "search-50:plain=true")

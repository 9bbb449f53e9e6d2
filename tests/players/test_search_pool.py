"""The pool of a search: several bots stand for the other players, drawn world by world, and all moves meet the same."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ludex
from ludex import UnknownPlayer
from ludex.author import bot, packed, rule
from ludex.players import Search, make_player
from ludex.players.search.playouts import BEST, OWN
from ludex.players.search.settings import SearchSettings, read_pool
from tests.core.tiny import MONEY, Cards, CardsState, Keep, Stake, variant


@rule
def stakes_all(s: CardsState, seat: int, options: Any, count: int, dice: Any) -> int:
    return packed(Stake, s.money[seat]) if s.money[seat] else packed(Keep)


@rule
def keeps(s: CardsState, seat: int, options: Any, count: int, dice: Any) -> int:
    return packed(Keep)


BOTS = {"miser": bot(keeps), "spender": bot(stakes_all), "strongest": bot(keeps)}


def pooled(**models: int) -> Cards:
    return variant(bots=BOTS, models=models)


def look(game: Cards, playouts: int = 60, **settings: Any) -> Any:
    record = game.new(2, seed=5).request(0).record
    assert record is not None
    return Search(game, playouts, seed=1, horizon=2, **settings)._look(game.machine.interpreted, record.copy(), 0)


def spent(made: Any) -> set[float]:
    """The other seat's scores after one move of each, in all playouts of the first candidate."""
    return set((made.outcomes[: made.worlds, 0, BEST] + 0).tolist())


def test_the_others_are_played_by_the_bots_of_the_pool() -> None:
    misers, spenders = look(pooled(miser=1)), look(pooled(spender=1))
    both = look(pooled(miser=1, spender=1))
    assert spent(misers).isdisjoint(spent(spenders))
    assert spent(both) & spent(misers)
    assert spent(both) & spent(spenders)


def test_weights_say_how_often_a_bot_is_drawn() -> None:
    rare = look(pooled(miser=9, spender=1), 400)
    misers = spent(look(pooled(miser=1), 400))
    share = np.mean([value in misers for value in rare.outcomes[: rare.worlds, 0, BEST].tolist()])
    assert 0.8 < share < 0.99


def test_every_move_of_a_world_meets_the_same_bots() -> None:
    made = look(pooled(miser=1, spender=1), 400)
    misers = spent(look(pooled(miser=1), 400))
    few = int(made.visits.min())
    kinds = np.isin(made.outcomes[:few, :, BEST], list(misers))
    assert (kinds == kinds[:, :1]).all()
    assert 0 < kinds[:, 0].sum() < few


def test_the_seat_itself_is_played_by_the_strongest_bot() -> None:
    """Its third move in a playout is its own: it stakes nothing."""
    record = pooled(spender=1).new(2, seed=5).request(0).record
    assert record is not None
    game = pooled(spender=1)
    made = Search(game, 40, seed=1, horizon=3)._look(game.machine.interpreted, record.copy(), 0)
    keep = made.moves.index(Cards.moves.pack(Keep()))
    assert set(made.outcomes[: made.visits[keep], keep, OWN].tolist()) == spent_by_keeping(game)


def spent_by_keeping(game: Cards) -> set[float]:
    table = game.new(2, seed=5)
    for move in ("keep", f"stake {MONEY}", "keep"):
        table.play(table.waiting[0], move)
    results = np.zeros((3, 2), np.int64)
    game.machine.interpreted.scores(table.engine.record_in_full(), 0, results)
    return {float(results[0, 0])}


def test_a_bot_that_is_set_plays_all_seats_unless_others_are_set_too() -> None:
    game = pooled(spender=1)
    assert spent(look(game, bot="miser")) == spent(look(pooled(miser=1)))
    assert spent(look(game, bot="miser", others="spender")) == spent(look(pooled(spender=1)))


def test_a_pool_is_read_and_written_in_a_name() -> None:
    assert read_pool("a+b*2") == ["a", "b", "b"]
    assert SearchSettings(others="careful*3+greedy").name == "search-400:others=careful*3+greedy"
    hearts = ludex.game("hearts")
    assert make_player(hearts, "search-50:others=careful*3+greedy").name == "search-50:others=careful*3+greedy"
    for wrong, told in (("careful+", "not a list of bots"), ("careful*0", "weights up to 99"), ("ann", "no bot 'ann'")):
        with pytest.raises(UnknownPlayer, match=told):
            make_player(hearts, f"search-50:others={wrong}")

"""Simulations: the same whatever the cores, and counted right."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludex
from ludex import BadSetting, Outcome, Request, UnknownPlayer
from ludex.arena import contest, simulate
from ludex.arena.batches import FORFEIT, play_compiled
from ludex.arena.counting import ranks_of
from ludex.arena.simulate import new_task, rotations
from ludex.arena.statistics import wilson


@pytest.mark.parametrize("games", [1, 255, 256, 257, 1000])
def test_any_number_of_games_is_played_and_counted(games: int) -> None:
    seen: list[int] = []
    result = simulate("automation", ["big-money", "random"], games, seed=3, progress=seen.append)
    assert result.games == sum(seen) == games
    assert sum(result.endings.values()) == games
    assert sum(seat.wins for seat in result.seats) == pytest.approx(games)


def test_more_games_begin_with_the_same_games() -> None:
    game = ludex.game("automation")
    task = new_task(game, ("random", "architect"), {}, 4)
    few, many = play_compiled(game, task, 0, 10).results, play_compiled(game, task, 0, 50).results
    assert np.array_equal(few, many[:10])


def test_compiled_and_interpreted_simulations_give_the_same_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ludex.game("automation")
    task = new_task(game, ("random", "architect"), {"edition": "expanded"}, 4, rotations(2))
    compiled = play_compiled(game, task, 0, 3)
    monkeypatch.setattr(game.machine, "kernel", game.machine.interpreted)
    interpreted = play_compiled(game, task, 0, 3)
    assert np.array_equal(compiled.results, interpreted.results)
    assert compiled.digest == interpreted.digest


def test_rotation_gives_every_player_every_seat_and_keeps_results_with_the_player() -> None:
    result = simulate("automation", ["random", "big-money", "first"], 300, rotate=True)
    assert [seat.player for seat in result.seats] == ["random", "big-money", "first"]
    assert result.seats[1].win_rate == 1


def test_equal_players_with_rotation_are_equally_good() -> None:
    result = simulate("automation", ["big-money", "big-money"], 4000, rotate=True)
    assert result.seats[0].low < 0.5 < result.seats[0].high


def test_nonsense_is_refused() -> None:
    with pytest.raises(BadSetting, match="0 games"):
        simulate("automation", ["random"], 0)
    with pytest.raises(UnknownPlayer, match="no player 'clever'"):
        simulate("automation", ["clever"], 1)


class Mine:
    def decide(self, request: Request) -> Any:
        return request.options[0]


NOT_NAMES = {
    "class": (["random", Mine], "player 1 is the class Mine: name it 'tests.arena.test_simulate:Mine', as a text"),
    "player": ([Mine(), "random"], "player 0 is <.*>: expected a name: a bot of the game, module:Class"),
    "text": ("random", "players is the text 'random': expected a list of names"),
}


@pytest.mark.parametrize("play", [partial(simulate, games=1), contest], ids=["simulate", "contest"])
@pytest.mark.parametrize("given", NOT_NAMES)
def test_players_are_given_by_name(play: Callable[..., Any], given: str) -> None:
    players, told = NOT_NAMES[given]
    with pytest.raises(BadSetting, match=told):
        play("automation", players)


def test_a_class_is_played_by_the_name_that_was_proposed() -> None:
    assert simulate("automation", ["tests.arena.test_simulate:Mine"] * 2, 1, cores=1).games == 1


@given(st.lists(st.tuples(st.integers(-5, 5), st.integers(-3, 3)), min_size=1, max_size=6))
def test_ranks_of_a_simulation_are_those_of_an_outcome(scored: list[tuple[int, int]]) -> None:
    scores, ties = zip(*scored, strict=True)
    ranks = ranks_of(np.array([[(1, 1), *scored]], np.int64))[0]
    assert tuple(ranks.tolist()) == Outcome.of(scores, ties, "").ranks


def test_after_a_forfeit_the_referees_ranks_count_and_not_the_scores() -> None:
    results = np.array([[(1, FORFEIT), (30, -2), (10, -1)]], np.int64)
    assert ranks_of(results).tolist() == [[2, 1]]


@given(st.integers(1, 10_000), st.floats(0, 1))
def test_the_interval_holds_the_rate_and_narrows_with_more_games(games: int, rate: float) -> None:
    low, high = wilson(rate * games, games)
    assert 0 <= low <= rate + 1e-9
    assert rate - 1e-9 <= high <= 1
    wide = wilson(rate * games, games)
    narrow = wilson(rate * games * 4, games * 4)
    assert narrow[1] - narrow[0] <= wide[1] - wide[0] + 1e-12

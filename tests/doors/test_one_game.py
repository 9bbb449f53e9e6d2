"""One game on a bare record: the same games as at a table."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

import ludex
from ludex.core.kit.sources import chance_shown
from ludex.core.language.rule import OWN_LOOPS
from ludex.doors.one_game import OVER, OneGame, next_seat

from ..core.outcry import Outcry
from ..core.sealed import Sealed
from ..core.tiny import Cards
from ..interpreting import interpreted as interpreted

SYSTEMS = ("automation", "spades", "modern-art", "power-grid", "diplomacy-lagoon")
SMALL = (Cards(), Sealed(), Outcry())


def random_move(game: OneGame, random: Random) -> int:
    return random.randint(*random.choice(game.rows(game.turn)))


@pytest.mark.parametrize("game", [*SMALL, *SYSTEMS], ids=str)
def test_it_shows_every_seat_what_a_table_in_the_same_state_shows(game: Any) -> None:
    one, random = OneGame(game), Random(1)
    one.begin(7)
    table = one.game.new(one.seats, seed=7)
    low, high = one.features.limits
    for _ in range(6):
        assert one.owes(one.turn)
        assert [seat for seat in range(one.seats) if one.owes(seat)] == list(table.waiting)
        for seat in range(one.seats):
            row = one.observation(seat)
            assert np.array_equal(row, one.features.of(table.record(seat), seat))
            assert (low <= row).all()
            assert (row <= high).all()
            assert bool(one.mask(seat).any()) == (seat in table.waiting)
            assert one.rows(seat) == (tuple(table.options(seat).rows) if seat in table.waiting else ())
        move, seat = random_move(one, random), one.turn
        assert one.play(move)
        table.play(seat, one.game.moves.unpack(move))
        if one.turn == OVER:
            break


def test_an_illegal_move_changes_nothing_and_is_explained() -> None:
    game = OneGame("automation", 2)
    game.begin(1)
    before = game.observation(0)
    for wrong in (-1, 10**9, 20, "x", None):
        assert not game.play(game.packed(0, wrong))
    assert not game.play(game.rows(0)[0][0], 1)  # the other seat owes no decision
    assert np.array_equal(game.observation(0), before)
    assert "MONEY phase" in str(game.refusal(0, 20))
    assert "expected a number from 0 to 102" in str(game.refusal(0, 500))


def test_rows_and_places_are_actions_of_large_games() -> None:
    game = OneGame("modern-art", 3)
    game.begin(1)
    first, last = game.rows(game.turn)[-1]
    row, places = len(game.rows(game.turn)) - 1, game.places(game.turn)
    assert game.packed(game.turn, (row, last - first)) == last
    assert places[row] == last - first + 1
    assert not places[row + 1 :].any()
    for wrong in ((row, last - first + 1), (row + 1, 0), (-1, 0), 3, (1, 2, 3)):
        assert game.packed(game.turn, wrong) == -1
    assert "expected a row from 0 to" in str(game.refusal(game.turn, (99, 0)))


def rewards_of_a_game(game: OneGame) -> list[float]:
    random, given = Random(5), np.zeros(game.seats)
    game.begin(5)
    while game.turn != OVER:
        assert game.play(random_move(game, random))
        assert game.paid or not game.rewards.any()
        given += game.rewards
        game.clear_rewards()
    return list(given.tolist())


@pytest.mark.parametrize(("rewards", "total"), [("share", 1), ("rank", 1.5)])
def test_rewards_follow_from_the_result(rewards: Any, total: float) -> None:
    game = OneGame(Cards(), 3, {"length": 6}, rewards)
    given = rewards_of_a_game(game)
    assert sum(given) == pytest.approx(total)
    assert max(given) == given[game.scores.index(max(game.scores))]


def test_differences_of_scores_sum_to_the_final_lead() -> None:
    game = OneGame("oh-hell", 3, rewards="score")
    given = rewards_of_a_game(game)
    lead = [game.scores[seat] - np.delete(game.scores, seat).mean() for seat in range(3)]
    assert given == pytest.approx(lead)


def test_the_next_seat_is_the_next_one_in_order_that_owes_a_decision() -> None:
    for owing in range(1, 16):
        for last in range(4):
            order = [(last + step) % 4 for step in range(1, 5)]
            assert next_seat(owing, last, 4) == next(seat for seat in order if owing >> seat & 1)


def test_loops_of_the_doors_are_warmed_and_show_no_chance() -> None:
    own = [loop for loop in OWN_LOOPS if loop.__module__.startswith("ludex.doors")]
    assert len(own) == 2
    game = Cards()
    for loop in own:
        OWN_LOOPS[loop].use(game, game.machine.interpreted)
    assert chance_shown(ludex.game("spades").machine.rules, own) == ""


@pytest.mark.deep
@pytest.mark.compiled
@pytest.mark.parametrize("name", ludex.game_names())
def test_features_stay_within_their_limits(name: str) -> None:
    game, random = OneGame(name), Random(1)
    low, high = game.features.limits
    for seed in range(3):
        game.begin(seed)
        while game.turn != OVER:
            row = game.observation(game.turn)
            outside = ((row < low) | (row > high)).nonzero()[0]
            assert [game.features.names[column] for column in outside] == []
            assert game.play(random_move(game, random))

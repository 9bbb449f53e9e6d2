"""Batches: the same games as at a table, as arrays."""

from __future__ import annotations

import os
from collections.abc import Iterator
from copy import copy
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import ludex
from ludex.author import Game
from ludex.batch import Batch
from ludex.batch.batch import step_once
from ludex.core.kit.sources import chance_shown
from ludex.core.language.rule import OWN_LOOPS
from ludex.games.cards import CardGame
from ludex.games.cards.genome.generator import random_genome

from ..core.outcry import Outcry
from ..core.sealed import Sealed
from ..core.tiny import Cards, variant
from ..interpreting import interpreted as interpreted

ARRAYS = (
    *("turn", "rows", "counts", "masks", "observations", "final_observations", "rewards", "scores", "done", "states"),
)


def arrays(batch: Batch) -> dict[str, npt.NDArray[Any]]:
    return {name: getattr(batch, name).copy() for name in ARRAYS}


def play(batch: Batch, steps: int) -> Iterator[npt.NDArray[np.int64]]:
    """Play random actions, and yield them."""
    for _ in range(steps):
        actions = batch.random_actions()
        yield actions
        batch.step(actions)


def expect_legal(batch: Batch) -> None:
    """Check rows, counts and masks against the options of a table in the same state."""
    for i in range(batch.n):
        table = batch.table(i)
        seat = int(batch.turn[i])
        assert seat in table.waiting
        rows = [tuple(row) for row in batch.rows[i, : batch.counts[i]].tolist()]
        assert rows == list(table.options(seat).rows)
        if batch.actions.flat:
            legal = {number for first, last in rows for number in range(first, last + 1)}
            assert set(batch.masks[i].nonzero()[0].tolist()) == legal
        else:
            assert batch.masks[i].tolist() == [row < len(rows) for row in range(batch.masks.shape[1])]
        assert np.array_equal(batch.observations[i], batch.features.of(table.record(seat), seat))


SMALL: list[Game] = [Cards(), Sealed(), Outcry()]


@pytest.mark.parametrize("game", SMALL, ids=repr)
def test_a_batch_shows_what_a_table_shows(game: Game) -> None:
    batch = Batch(game, 3, seed=5)
    expect_legal(batch)
    for _ in play(batch, 12):
        expect_legal(batch)


@pytest.mark.parametrize("name", ["automation", "spades", "modern-art", "power-grid"])
def test_a_step_is_the_move_of_a_table(name: str) -> None:
    """After a move that needs no chance, the table and the environment are in the same state, byte for byte."""
    batch = Batch(name, 2, seed=3)
    compared = 0
    for _ in range(12):
        actions, tables, before = batch.random_actions(), [batch.table(0), batch.table(1)], batch.states.copy()
        moves = [batch.actions.to_move(actions[i].tolist(), batch.rows[i]) for i in range(2)]
        seats = batch.turn.copy()
        batch.step(actions)
        for i, table in enumerate(tables):
            table.play(int(seats[i]), moves[i])
            if not batch.done[i] and np.array_equal(before["rng"][i], batch.states["rng"][i]):
                after = batch.states[i : i + 1].copy()
                after["rng"] = 0
                assert table.engine.record_in_full().tobytes() == after.tobytes()
                compared += 1
    assert compared > 0


@pytest.mark.parametrize("name", [name for name in ludex.game_names() if not name.startswith("diplomacy")])
def test_every_game_of_the_library_steps(name: str) -> None:
    batch = Batch(name, 2, seed=1)
    for _ in play(batch, 6):
        assert batch.masks.any(axis=1).all()
        assert np.isfinite(batch.observations).all()
    expect_legal(batch)


def test_diplomacy_steps_and_asks_the_powers_in_their_order() -> None:
    batch = Batch("diplomacy-lagoon", 1, seed=1)
    asked = [int(batch.turn[0]) for _ in play(batch, 6)]
    assert set(asked[:3]) == {0, 1, 2}


@pytest.mark.parametrize("seed", range(6))
def test_random_genomes_step(seed: int) -> None:
    batch = Batch(CardGame(random_genome(Random(seed), f"random-{seed}")), 2, seed=seed)
    for _ in play(batch, 12):
        assert batch.counts.min() > 0
    expect_legal(batch)


# --- the end of a game


def test_a_game_that_ends_is_replaced_and_leaves_its_last_observation() -> None:
    batch = Batch(Cards(), 2, seats=3, settings={"length": 4}, seed=2)
    ends = 0
    for step in range(12):
        before, seats = batch.states.copy(), batch.turn.copy()
        actions = batch.random_actions()
        batch.step(actions)
        assert batch.done.tolist() == [step % 4 == 3] * 2
        for i in batch.done.nonzero()[0].tolist():
            ends += 1
            kernel, log = batch.game.machine.interpreted, np.zeros((1, 8), np.int64)
            kernel.play(before, i, int(seats[i]), int(actions[i]), log)
            assert kernel.over(before, i)
            last = batch.features.of(before[i : i + 1], int(seats[i]))
            assert np.array_equal(batch.final_observations[i], last)
            scores = np.zeros((3, 2), np.int64)
            kernel.scores(before, i, scores)
            assert batch.scores[i].tolist() == scores[:, 0].tolist()
            assert batch.states["left"][i] == 4  # a new game
    assert ends == 6


@pytest.mark.parametrize("name", ["knockout-whist", "whist"])
def test_the_shares_of_a_win_sum_to_one_over_sides(name: str) -> None:
    batch = Batch(name, 2, seats=4, seed=4)
    teams = ludex.game(name).genome.teams or ((0,), (1,), (2,), (3,))  # type: ignore[attr-defined]  # a card game
    ended = 0
    while ended < 2:
        batch.step(batch.random_actions())
        assert not batch.rewards[~batch.done].any()
        for rewards in batch.rewards[batch.done].tolist():
            ended += 1
            assert sum(rewards[team[0]] for team in teams) == pytest.approx(1)
            assert all(rewards[seat] == rewards[team[0]] for team in teams for seat in team)


def test_ranks_are_the_share_of_the_others_behind() -> None:
    batch = Batch(Cards(), 4, seats=3, settings={"length": 3}, seed=9, rewards="rank")
    for _ in play(batch, 3):
        pass
    assert batch.done.all()
    for rewards, scores in zip(batch.rewards.tolist(), batch.scores.tolist(), strict=True):
        for seat in range(3):
            others = [scores[other] for other in range(3) if other != seat]
            behind, level = (sum(score < scores[seat] for score in others), others.count(scores[seat]))
            assert behind / 2 <= rewards[seat] <= (behind + level) / 2  # a tie-break may decide between those level
        assert sum(rewards) == pytest.approx(1.5)


def test_differences_of_scores_sum_to_the_final_lead() -> None:
    batch = Batch("oh-hell", 1, seats=3, seed=1, rewards="score")
    total, paid = np.zeros(3), 0
    while not batch.done[0]:
        batch.step(batch.random_actions())
        total += batch.rewards[0]
        paid += bool(batch.rewards[0].any())
    assert paid > 1  # at milestones, and not only at the end
    scores = batch.scores[0]
    expected = [scores[seat] - np.delete(scores, seat).mean() for seat in range(3)]
    assert total.tolist() == pytest.approx(expected, abs=1e-3)


# --- bots


def test_bots_play_their_seats_and_only_the_learner_is_asked() -> None:
    batch = Batch("automation", 3, seats=2, seed=6, bots={1: "big-money"})
    turns = batch.states["turns"].copy()
    for _ in play(batch, 60):
        assert (batch.turn == 0).all()
    assert (batch.states["turns"][:, 1] > turns[:, 1]).all()


def test_a_bot_in_a_batch_plays_as_in_a_simulation() -> None:
    """A learner that copies the bot of a seat plays the same game as if the bot sat there."""
    both = Batch(Cards(), 4, seats=2, seed=1, bots={1: "first"})
    alone = Batch(Cards(), 4, seats=2, seed=1)
    for _ in range(10):
        actions = both.rows[:, 0, 0].copy()
        both.step(actions)
        alone.step(alone.rows[:, 0, 0].copy())
        alone.step(alone.rows[:, 0, 0].copy())
        assert both.states.tobytes() == alone.states.tobytes()


def test_an_illegal_bot_is_named() -> None:
    from ..core.faults import cheating_bot

    batch = Batch(variant(bots={"cheat": cheating_bot}), 2, seats=2, bots={1: "cheat"})
    with pytest.raises(ludex.BrokenRule, match="environment 0: the bot 'cheat' at seat 1 chose an illegal move"):
        for _ in play(batch, 20):
            pass


# --- actions


@pytest.mark.parametrize("name", ["automation", "spades", "modern-art", "power-grid", "diplomacy-lagoon"])
def test_actions_are_moves_and_moves_are_actions(name: str) -> None:
    batch = Batch(name, 1, seed=1)
    actions = batch.game.actions
    assert actions.flat == (name in ("automation", "spades"))
    for action in play(batch, 4):
        chosen = action[0].tolist()
        move = actions.to_move(chosen, batch.rows[0])
        back = actions.of_move(move, batch.rows[0])
        assert back == chosen if actions.flat else list(back) == chosen  # type: ignore[arg-type]  # a pair
    assert len(actions.names) == (actions.size if actions.flat else len(batch.game.moves.kinds))


def test_actions_that_are_not_there_are_refused() -> None:
    actions = ludex.game("modern-art").actions
    rows = [(0, 3)]
    for wrong, told in (((0, 4), "expected 0 to 3"), (7, "expected a row and a place")):
        with pytest.raises(ludex.UnreadableMove, match=told):
            actions.to_move(wrong, rows)
    with pytest.raises(ludex.UnreadableMove, match="pass them as `rows`"):
        actions.to_move((0, 0))
    with pytest.raises(ludex.UnreadableMove, match="is not in these rows"):
        actions.of_move(ludex.game("modern-art").moves.unpack(9), rows)


def test_an_illegal_action_names_environment_and_reason_and_changes_nothing() -> None:
    batch = Batch("automation", 3, seed=1)
    before = arrays(batch)
    actions = batch.random_actions()
    actions[1] = batch.game.moves.pack(batch.game.moves.parse("buy Framework"))
    with pytest.raises(ludex.IllegalMove, match=r"environment 1, seat 0, action \d+: .*MONEY phase"):
        batch.step(actions)
    actions[1] = 103
    with pytest.raises(ludex.IllegalMove, match="environment 1, seat 0, action 103: expected a number from 0 to 102"):
        batch.step(actions)
    actions[1] = -1
    with pytest.raises(ludex.IllegalMove, match="action -1"):
        batch.step(actions)
    for wrong in (actions[:2], actions.astype(float), np.stack([actions, actions], 1)):
        with pytest.raises(ludex.UnreadableMove, match=r"expected whole numbers of shape \(3,\)"):
            batch.step(wrong)
    after = arrays(batch)
    assert all(np.array_equal(before[name], after[name]) for name in ARRAYS)


@pytest.mark.parametrize(
    ("action", "told"),
    [
        ((99, 0), "expected a row from 0 to"),
        ((0, 10**9), "expected a place from 0"),
        ((-1, 0), "expected a row from 0"),
    ],
)
def test_illegal_rows_and_places_are_refused(action: tuple[int, int], told: str) -> None:
    batch = Batch("modern-art", 2, seed=1)
    actions = batch.random_actions()
    actions[1] = action
    before = batch.states.tobytes()
    with pytest.raises(ludex.IllegalMove, match=f"environment 1, seat ., action .*: {told}"):
        batch.step(actions)
    assert batch.states.tobytes() == before


def test_no_legal_move_is_lost_silently() -> None:
    with pytest.raises(ludex.BrokenRule, match="environment 0: more than 2 rows of legal moves: raise `max_options`"):
        Batch(variant(max_options=2), 2)


# --- seeds, settings, threads


def test_the_same_seed_gives_the_same_games_and_another_does_not() -> None:
    first, second, other = (Batch(Cards(), 5, seed=seed) for seed in (1, 1, 2))
    for _ in range(20):
        for batch in (first, second, other):
            batch.step(batch.random_actions())
        assert all(np.array_equal(a, b) for a, b in zip(arrays(first).values(), arrays(second).values(), strict=True))
    assert first.states.tobytes() != other.states.tobytes()
    first.reset(2)
    fresh = Batch(Cards(), 5, seed=2)
    assert first.states.tobytes() == fresh.states.tobytes()
    first.reset()
    assert first.states.tobytes() != fresh.states.tobytes()
    assert not first.done.any()


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"n": 0}, "0 environments: expected at least 1"),
        ({"seats": 9}, "automation is for 1 to 4 seats, not 9"),
        ({"bots": {5: "random"}}, "a bot for seat 5: expected 0 to 1"),
        ({"bots": {1: "nobody"}}, "automation has no bot 'nobody'"),
        ({"bots": {0: "random", 1: "random"}}, "every seat has a bot"),
        ({"rewards": "fun"}, "rewards 'fun': expected one of share, rank, score"),
        ({"settings": {"edition": "none"}}, "edition"),
    ],
)
def test_what_cannot_be_is_refused(wrong: dict[str, Any], told: str) -> None:
    with pytest.raises(ludex.BadSetting, match=told):
        Batch("automation", **{"n": 2, **wrong})


def test_the_loops_of_a_batch_are_warmed_and_show_no_chance() -> None:
    own = [loop for loop, known in OWN_LOOPS.items() if loop.__module__.startswith("ludex.batch")]
    assert len(own) == 3
    assert all(OWN_LOOPS[loop].of == "" and OWN_LOOPS[loop].bulk for loop in own)
    assert chance_shown(ludex.game("spades").machine.rules, own) == ""
    game = Cards()
    step_once(game, game.machine.interpreted)


@pytest.mark.compiled
def test_compiled_and_interpreted_batches_are_equal() -> None:
    """On two cores and on none."""
    quick, slow = Cards(), Cards()
    quick.machine.__dict__["kernel"] = quick.machine.compiled
    compiled = Batch(quick, 200, seats=3, seed=1, bots={2: "random"}, cores=2)
    interpreted = Batch(slow, 200, seats=3, seed=1, bots={2: "random"})
    assert (compiled.cores, interpreted.cores) == (2, 1)
    for _ in range(15):
        ours, theirs = arrays(compiled), arrays(interpreted)
        assert [name for name in ARRAYS if not np.array_equal(ours[name], theirs[name])] == []
        for batch in (compiled, interpreted):
            batch.step(batch.random_actions())
    compiled.close()


@pytest.mark.deep
@pytest.mark.compiled
@pytest.mark.parametrize("name", ["automation", "spades", "modern-art", "power-grid", "diplomacy-lagoon"])
@pytest.mark.parametrize("rewards", ["share", "score"])
def test_every_kind_of_game_is_equal_compiled_and_interpreted(name: str, rewards: Any) -> None:
    assert os.environ.get("LUDEX_INTERPRET", "0") == "0"
    compiled = Batch(name, 6, seed=1, rewards=rewards)
    slow = copy(compiled.game)
    slow.machine.__dict__["kernel"] = slow.machine.interpreted
    interpreted = Batch(slow, 6, seed=1, rewards=rewards)
    for _ in range(60):
        ours, theirs = arrays(compiled), arrays(interpreted)
        assert [key for key in ARRAYS if not np.array_equal(ours[key], theirs[key])] == []
        for batch in (compiled, interpreted):
            batch.step(batch.random_actions())

"""The PettingZoo door: its own tests, turns, simultaneous decisions, rewards, secrets and illegal actions."""

from __future__ import annotations

import pickle
from functools import partial
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

import ludex
from ludex.core.language.chance import new_dice, secret_seed
from ludex.doors.pettingzoo import AEC, Parallel, env, parallel_env
from ludex.games.cards import CardGame
from ludex.games.cards.genome.generator import random_genome

from ..core.outcry import Outcry
from ..core.sealed import Sealed
from ..core.tiny import Cards
from ..interpreting import interpreted as interpreted
from .test_gymnasium import no_warnings_but
from .test_one_game import SYSTEMS

GAMES = (*SYSTEMS, CardGame(random_genome(Random(2), "random-2")), Cards(), Sealed(), Outcry())
SIMULTANEOUS = ("diplomacy-lagoon", "hearts", Sealed(), Outcry())
DICTIONARIES = ("Observation is not a NumPy array", "Observation space for each agent probably should be")
"""Warnings for every environment with dictionaries that is not PettingZoo's own."""
ROWS = ("Action space for each agent probably should be",)
AT_THE_END = ("Action mask numpy array is all zeros",)


def sample(game: Any, agent: str, observation: dict[str, Any]) -> Any:
    return game.action_space(agent).sample(observation["action_mask"])


def play_game(game: AEC, seed: int | None = None) -> dict[str, float]:
    """Play a game of random legal actions, and return the sum of every agent's rewards."""
    game.reset(seed=seed)
    total = dict.fromkeys(game.agents, 0.0)
    for agent in game.agent_iter():
        observation, reward, terminated, _, _ = game.last()
        assert observation is not None
        total[agent] += reward
        game.step(None if terminated else sample(game, agent, observation))
    return total


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_turn_by_turn_passes_the_tests_of_pettingzoo(game: Any) -> None:
    with no_warnings_but(*DICTIONARIES, *ROWS, *AT_THE_END):
        api_test(env(game), num_cycles=4)
    seed_test(partial(env, game), num_cycles=4)


@pytest.mark.parametrize("game", [*SIMULTANEOUS, "automation", "spades", "modern-art", "power-grid"], ids=str)
def test_all_at_once_passes_the_tests_of_pettingzoo(game: Any) -> None:
    with no_warnings_but():
        parallel_api_test(parallel_env(game), num_cycles=4)
    parallel_seed_test(partial(parallel_env, game), num_cycles=4)


@pytest.mark.deep
@pytest.mark.compiled
@pytest.mark.parametrize("name", ludex.game_names())
def test_every_game_passes_the_tests_of_pettingzoo(name: str) -> None:
    with no_warnings_but(*DICTIONARIES, *ROWS, *AT_THE_END):
        api_test(env(name), num_cycles=1000)
        parallel_api_test(parallel_env(name), num_cycles=1000)
    seed_test(partial(env, name), num_cycles=500)
    parallel_seed_test(partial(parallel_env, name), num_cycles=500)


def test_a_game_is_played_to_its_end_and_the_shares_sum_to_one() -> None:
    game = env("knockout-whist", 3)
    total = play_game(game, 4)
    assert sum(total.values()) == pytest.approx(1)
    assert game.agents == []
    with pytest.raises(gymnasium.error.ResetNeeded, match="call `reset`"):
        game.step(None)
    assert sum(play_game(game).values()) == pytest.approx(1)


def test_rewards_at_milestones_are_handed_out_once() -> None:
    game = env("oh-hell", 3, rewards="score")
    total = play_game(game, 4)
    scores = game.game.scores
    expected = [scores[seat] - np.delete(scores, seat).mean() for seat in range(3)]
    assert list(total.values()) == pytest.approx(expected)


def test_settings_and_seats_are_those_of_the_game() -> None:
    game = env("automation", seats=3, edition="base")
    assert game.possible_agents == ["seat_0", "seat_1", "seat_2"]
    with pytest.raises(ludex.BadSetting, match="edition"):
        env("automation", edition="none")
    with pytest.raises(ludex.BadSetting, match="automation is for 1 to 4 seats, not 9"):
        env("automation", seats=9)
    with pytest.raises(ludex.UnknownGame, match="there is no game 'chess'"):
        env("chess")


def test_only_the_selected_agent_has_legal_actions() -> None:
    game = env("spades")
    game.reset(seed=1)
    masks = {agent: game.observe(agent)["action_mask"] for agent in game.agents}
    assert [agent for agent in game.agents if masks[agent].any()] == [game.agent_selection]


@pytest.mark.parametrize("name", ["spades", "gin-rummy"])
def test_observations_do_not_depend_on_what_is_hidden(name: str) -> None:
    """Two deals that a seat cannot tell apart give it the same observation, and other seats different ones."""
    game = env(name)
    game.reset(seed=1)
    seat, one = 0, game.game
    states = one.game.machine.layout.load(one._memory)
    before = one.observation(seat), one.observation(1)
    one.game.machine.interpreted.redeal(states, 0, seat, new_dice(secret_seed(3)))
    states["rng"] = 0
    one._memory = states.tobytes()
    one._looks.clear()
    assert np.array_equal(one.observation(seat), before[0])
    assert not np.array_equal(one.observation(1), before[1])


def test_an_illegal_action_ends_the_game_with_a_reward_for_the_agent_alone() -> None:
    game = env("automation", 2)
    game.reset(seed=1)
    game.step(20)
    assert game.terminations == {"seat_0": True, "seat_1": True}
    assert game.rewards == {"seat_0": -1.0, "seat_1": 0.0}
    assert "MONEY phase" in game.infos["seat_0"]["illegal"]
    for _ in range(2):
        game.step(None)
    assert game.agents == []
    strict = env("automation", 2, illegal_reward=None)
    strict.reset(seed=1)
    before = strict.observe("seat_0")["observation"]
    with pytest.raises(ludex.IllegalMove, match="MONEY phase"):
        strict.step(20)
    assert np.array_equal(strict.observe("seat_0")["observation"], before)


@pytest.mark.parametrize("kind", [AEC, Parallel])
def test_a_copy_by_pickle_plays_the_same_game(kind: Any) -> None:
    game = kind(Cards(), 3, length=4)
    twin = pickle.loads(pickle.dumps(game))
    game.reset(seed=3)
    twin.reset(seed=3)
    assert np.array_equal(game.observe("seat_1")["observation"], twin.observe("seat_1")["observation"])


def test_the_game_is_drawn_as_text() -> None:
    game = env("automation", 2, render_mode="ansi")
    game.reset(seed=1)
    assert "Bitcoin" in str(game.render())
    assert env("automation", 2).render() is None
    game.close()


# --- all at once


@pytest.mark.parametrize("game", SIMULTANEOUS, ids=str)
def test_all_seats_that_owe_a_decision_are_asked_at_once(game: Any) -> None:
    together = parallel_env(game)
    observations, _ = together.reset(seed=1)
    asked = [agent for agent in together.agents if observations[agent]["action_mask"].any()]
    assert len(asked) > 1
    steps = 0
    while together.agents and steps < 30:
        actions = {agent: sample(together, agent, observations[agent]) for agent in together.agents}
        observations, *_ = together.step(actions)
        steps += 1


def test_cards_passed_at_once_are_those_passed_one_after_the_other() -> None:
    """Hearts: cards that are passed stay hidden until all seats have chosen."""
    together, in_turn = parallel_env("hearts"), env("hearts")
    observations, _ = together.reset(seed=5)
    in_turn.reset(seed=5)
    for _ in range(3):
        actions = {agent: int(observations[agent]["action_mask"].argmax()) for agent in together.agents}
        observations, *_ = together.step(actions)
        for _ in range(4):
            in_turn.step(actions[in_turn.agent_selection])
    for agent in together.agents:
        assert np.array_equal(observations[agent]["observation"], in_turn.observe(agent)["observation"])


def test_an_action_that_an_earlier_one_made_impossible_is_left_out() -> None:
    game = parallel_env(Outcry())
    observations, _ = game.reset(seed=1)
    for _ in range(60):
        if not game.agents:
            break
        actions = {agent: sample(game, agent, observations[agent]) for agent in game.agents}
        observations, rewards, *_, infos = game.step(actions)
        assert min(rewards.values()) >= 0  # none is punished
        assert not any("illegal" in info for info in infos.values())
    assert not game.agents


def test_a_missing_action_is_named() -> None:
    game = parallel_env("hearts")
    game.reset(seed=1)
    with pytest.raises(ludex.UnreadableMove, match="no action of seat_0, seat_1, seat_2, seat_3"):
        game.step({})


def test_illegal_actions_end_the_game_for_all() -> None:
    game = parallel_env("hearts")
    observations, _ = game.reset(seed=1)
    actions = {agent: int(observations[agent]["action_mask"].argmax()) for agent in game.agents}
    actions["seat_2"] = int(observations["seat_2"]["action_mask"].argmin())
    before = observations["seat_0"]["observation"]
    observations, rewards, terminations, _, infos = game.step(actions)
    assert rewards == {"seat_0": 0, "seat_1": 0, "seat_2": -1, "seat_3": 0}
    assert all(terminations.values())
    assert "illegal" in infos["seat_2"]
    assert np.array_equal(observations["seat_0"]["observation"], before)
    with pytest.raises(gymnasium.error.ResetNeeded, match="call `reset`"):
        game.step(actions)
    strict = parallel_env("hearts", illegal_reward=None)
    strict.reset(seed=1)
    with pytest.raises(ludex.IllegalMove, match="seat 2"):
        strict.step(actions)

"""The Gymnasium door: registered games, Gymnasium's own checks, opponents, masks, rewards and illegal actions."""

from __future__ import annotations

import pickle
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import RecordEpisodeStatistics
from gymnasium.wrappers.vector import DictInfoToList
from gymnasium.wrappers.vector import RecordEpisodeStatistics as RecordVectorStatistics

import ludex
from ludex.doors.gymnasium import Env, VectorEnv
from ludex.doors.spaces import Rows
from ludex.games.cards import CardGame
from ludex.games.cards.genome.generator import random_genome

from ..core.sealed import Sealed
from ..core.tiny import Cards
from ..interpreting import interpreted as interpreted
from .test_one_game import SYSTEMS


def sample(env: Any, info: dict[str, Any]) -> Any:
    return env.action_space.sample(info["action_mask"])


def play_game(env: Any, seed: int | None = None) -> tuple[float, int, dict[str, Any]]:
    """Play a game of random legal actions; return the sum of rewards, the number of steps, and the last info."""
    _, info = env.reset(seed=seed)
    total, steps, terminated = 0.0, 0, False
    while not terminated:
        observation, reward, terminated, truncated, info = env.step(sample(env, info))
        assert observation in env.observation_space
        assert not truncated
        total, steps = total + reward, steps + 1
    return total, steps, info


@contextmanager
def no_warnings_but(*allowed: str) -> Iterator[None]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield
    told = [str(warning.message) for warning in caught]
    assert [text for text in told if not any(part in text for part in allowed)] == []


def test_every_game_is_registered() -> None:
    for name in ludex.game_names():
        spec = gymnasium.spec(f"ludex/{name}-v1")
        assert spec.kwargs == {"game": name}
        assert spec.vector_entry_point == "ludex.doors.gymnasium:VectorEnv"


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_environment_passes_the_checks_of_gymnasium(name: str) -> None:
    env = gymnasium.make(f"ludex/{name}-v1")
    with no_warnings_but():
        check_env(env.unwrapped)


@pytest.mark.parametrize("game", [CardGame(random_genome(Random(2), "random-2")), Cards(), Sealed()], ids=repr)
def test_games_that_are_not_installed_are_made_too(game: Any) -> None:
    env = gymnasium.make("ludex/game-v1", game=game)
    with no_warnings_but():
        check_env(env.unwrapped)
    envs = gymnasium.make_vec("ludex/game-v1", num_envs=2, game=game)
    assert envs.reset(seed=1)[0] in envs.observation_space


@pytest.mark.deep
@pytest.mark.compiled
@pytest.mark.parametrize("name", ludex.game_names())
def test_every_game_passes_the_checks_and_is_played_to_its_end(name: str) -> None:
    env = gymnasium.make(f"ludex/{name}-v1")
    with no_warnings_but():
        check_env(env.unwrapped)
    play_game(env, 1)


def test_a_game_is_recorded() -> None:
    env = RecordEpisodeStatistics(gymnasium.make("ludex/knockout-whist-v1", seats=3))
    total, steps, info = play_game(env, 3)
    assert (info["episode"]["r"], info["episode"]["l"]) == (total, steps)
    assert total == info["rewards"][0]
    assert info["scores"].shape == (3,)
    assert not info["action_mask"].any()


def test_the_same_seed_gives_the_same_game() -> None:
    played = []
    for _ in range(2):
        env = Env("knockout-whist", 3, opponents="random")
        env.action_space.seed(1)
        played.append([play_game(env, 5)[:2], play_game(env)[:2]])
    assert played[0] == played[1]


def test_a_copy_by_pickle_plays_the_same_game() -> None:
    env = Env("automation", 2, opponents="big-money", edition="base")
    twin = pickle.loads(pickle.dumps(env))
    assert np.array_equal(env.reset(seed=1)[0], twin.reset(seed=1)[0])


@pytest.mark.parametrize("seat", [0, 1])
def test_opponents_play_the_other_seats(seat: int) -> None:
    env = Env("automation", 2, seat=seat, opponents="big-money")
    _, info = env.reset(seed=2)
    for _ in range(40):
        assert info["turn"] == seat
        observation, *_, info = env.step(sample(env, info))
        assert observation[seat] == 1  # the first columns are the number of the seat


def test_players_of_every_kind_are_opponents() -> None:
    class First(ludex.Player[Any]):
        def decide(self, request: ludex.Request[Any]) -> ludex.Move:
            asked.append(request.seat)
            return request.options[0]

    asked: list[int] = []
    env = Env("knockout-whist", 4, opponents={1: First(), 2: lambda request: str(request.options[0]), 3: "first"})
    play_game(env, 1)
    assert set(asked) == {1}


class Counted(ludex.Player[Any]):
    """Made by name: counts how often it was made."""

    made = 0

    def __init__(self) -> None:
        super().__init__()
        Counted.made += 1

    def decide(self, request: ludex.Request[Any]) -> ludex.Move:
        return request.options[0]


def test_players_by_name_are_made_once() -> None:
    env = Env("knockout-whist", 2, opponents=f"{__name__}:Counted")
    for _ in range(2):
        play_game(env)
    assert Counted.made == 1
    with pytest.raises(ludex.BadSetting, match=r"'program:\./bot' runs in another process"):
        Env("knockout-whist", 2, opponents="program:./bot")


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (lambda request: 7, "answered 7: expected a move"),
        (lambda request: "buy Framework", "chose an illegal move: buy Framework"),
    ],
)
def test_an_opponent_that_answers_nonsense_is_named(answer: Any, told: str) -> None:
    env = Env("automation", 2, seat=1, opponents=answer)
    with pytest.raises(ludex.LudexError, match=told):
        env.reset(seed=1)


def test_without_opponents_the_learner_decides_for_every_seat() -> None:
    env = Env("knockout-whist", 3, opponents=None)
    _, info = env.reset(seed=1)
    seats = set()
    for _ in range(9):
        seats.add(info["turn"])
        *_, info = env.step(sample(env, info))
    assert seats == {0, 1, 2}


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"seat": 5}, "the learner's seat is 5: expected 0 to 1"),
        ({"opponents": {7: "random"}}, "an opponent for seat 7: expected 0 to 1"),
        ({"opponents": {0: "random", 1: "random"}}, "every seat has an opponent"),
        ({"opponents": "nobody"}, "nobody"),
        ({"rewards": "fun"}, "rewards 'fun'"),
        ({"edition": "none"}, "edition"),
        ({"colour": "red"}, "colour"),
    ],
)
@pytest.mark.parametrize("kind", [Env, VectorEnv])
def test_what_cannot_be_is_refused(kind: Any, wrong: dict[str, Any], told: str) -> None:
    with pytest.raises(ludex.LudexError, match=told):
        kind("automation", seats=2, **wrong)


def test_an_illegal_action_ends_the_game_or_raises_an_error() -> None:
    env = Env("automation", 2)
    env.reset(seed=1)
    _, reward, terminated, _, info = env.step(20)
    assert (reward, terminated) == (-1.0, True)
    assert "MONEY phase" in info["illegal"]
    with pytest.raises(gymnasium.error.ResetNeeded, match="call `reset`"):
        env.step(0)
    strict = Env("automation", 2, illegal_reward=None)
    before, _ = strict.reset(seed=1)
    with pytest.raises(ludex.IllegalMove, match="MONEY phase"):
        strict.step(20)
    assert np.array_equal(strict.game.observation(0), before)


def test_masks_are_those_that_maskable_policies_ask_for() -> None:
    env = Env("automation", 2)
    _, info = env.reset(seed=1)
    assert env.action_masks().dtype == np.bool_
    assert env.action_masks().tolist() == info["action_mask"].astype(bool).tolist()


def test_the_game_is_drawn_as_text() -> None:
    env = gymnasium.make("ludex/automation-v1", seats=2, render_mode="ansi")
    env.reset(seed=1)
    assert "Bitcoin" in str(env.render())
    assert Env("automation").render() is None


def test_large_games_have_rows_and_places() -> None:
    env = Env("modern-art", 3)
    assert isinstance(env.action_space, Rows)
    _, info = env.reset(seed=1)
    for _ in range(12):
        action = sample(env, info)
        assert action in env.action_space
        assert action[1] < info["places"][action[0]]
        *_, terminated, _, info = env.step(action)
        if terminated:
            break


# --- many games as arrays


def steps_of(envs: Any, steps: int, seed: int = 1) -> Iterator[tuple[Any, ...]]:
    envs.reset(seed=seed)
    for _ in range(steps):
        yield envs.step(envs.unwrapped.random_actions())


def test_a_vector_environment_is_recorded() -> None:
    envs = RecordVectorStatistics(gymnasium.make_vec("ludex/game-v1", num_envs=3, game=Cards(), seats=2, length=6))
    ended = 0
    for observations, rewards, done, truncations, infos in steps_of(envs, 12):
        assert observations in envs.observation_space
        assert not truncations.any()
        assert ("final_obs" in infos) == done.any()
        for i in done.nonzero()[0]:
            ended += 1
            assert infos["_final_obs"][i]
            assert infos["final_obs"][i] in envs.unwrapped.single_observation_space
            assert infos["episode"]["r"][i] == rewards[i] == infos["rewards"][i, 0]
            assert infos["_scores"][i]
    assert ended == envs.episode_count > 3
    assert envs.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.SAME_STEP


def test_information_can_be_had_as_a_list() -> None:
    envs = DictInfoToList(VectorEnv(Cards(), 2, 2))
    _, infos = envs.reset(seed=1)
    assert [sorted(info) for info in infos] == [["action_mask", "rewards", "turn"]] * 2


def test_arrays_are_copies_unless_they_need_not_be() -> None:
    for copy in (True, False):
        envs = VectorEnv(Cards(), 2, 2, copy=copy)
        first, info = envs.reset(seed=1)
        kept, masks = first.copy(), info["action_mask"].copy()
        envs.step(envs.random_actions())
        assert np.array_equal(first, kept) == copy
        assert np.array_equal(info["action_mask"], masks) or not copy


@pytest.mark.parametrize("part", [slice(None), 1], ids=["whole", "a row"])
def test_observations_that_someone_holds_are_never_overwritten(part: Any) -> None:
    """Arrays that no one holds are used again, so that observations need not be copied."""
    envs, twin = VectorEnv(Cards(), 2, 2), VectorEnv(Cards(), 2, 2, copy=False)
    held, copies, used = [envs.reset(seed=1)[0][part]], [twin.reset(seed=1)[0][part].copy()], set()
    for step in range(40):
        actions = envs.random_actions()
        assert (actions == twin.random_actions()).all()
        observations, seen = envs.step(actions)[0], twin.step(actions)[0]
        used.add(observations.ctypes.data)
        if step % 3 == 0:
            held.append(observations[part])
            copies.append(seen[part].copy())
    assert all(np.array_equal(one, copy) for one, copy in zip(held, copies, strict=True))
    assert len(used) < 40


def test_final_observations_are_those_of_the_games_that_are_over() -> None:
    envs, twin = VectorEnv(Cards(), 8, 2), VectorEnv(Cards(), 8, 2, copy=False)
    envs.reset(seed=1), twin.reset(seed=1)
    ended = 0
    for _ in range(60):
        actions = envs.random_actions()
        _ = twin.random_actions()
        done, _, info = envs.step(actions)[2:]
        last = twin.step(actions)[4]
        if done.any():
            assert np.array_equal(info["final_obs"][done], last["final_obs"][done])
            assert not info["final_obs"][~done].any()
        ended += done.sum()
    assert ended > 0


def test_the_same_seed_gives_the_same_games_and_resets_continue() -> None:
    first, second = VectorEnv(Cards(), 2), VectorEnv(Cards(), 2)
    assert np.array_equal(first.reset(seed=4)[0], second.reset(seed=4)[0])
    later = first.reset()[0]
    assert np.array_equal(later, second.reset()[0])
    assert not np.array_equal(later, first.reset(seed=4)[0])
    with pytest.raises(ludex.BadSetting, match="reset_mask"):
        first.reset(options={"reset_mask": np.ones(2, bool)})


def test_the_reward_is_that_of_the_seat_that_moved() -> None:
    envs = VectorEnv(Cards(), 2, 3, opponents=None, length=4)
    turns, paid = [], 0
    _, infos = envs.reset(seed=1)
    for _ in range(12):
        turns = infos["turn"]
        _, rewards, done, _, infos = envs.step(envs.random_actions())
        assert rewards.tolist() == [infos["rewards"][i, turns[i]] for i in range(2)]
        paid += done.sum()
    assert paid


def test_an_illegal_action_ends_its_game_only() -> None:
    envs = VectorEnv("automation", 3, 2)
    envs.reset(seed=1)
    before = envs.batch.observations.copy()
    actions = envs.random_actions()
    actions[1] = 20
    _, rewards, done, _, infos = envs.step(actions)
    assert done.tolist() == infos["illegal"].tolist() == [False, True, False]
    assert rewards.tolist() == [0, -1, 0]
    assert np.array_equal(infos["final_obs"][1], before[1])
    assert not infos["_scores"].any()
    assert envs.batch.legal(envs.random_actions()).all()
    strict = VectorEnv("automation", 3, 2, illegal_reward=None)
    strict.reset(seed=1)
    with pytest.raises(ludex.IllegalMove, match="environment 1, seat 0, action 20"):
        strict.step(actions)


def test_vectors_of_large_games_have_rows_and_places() -> None:
    envs = VectorEnv("modern-art", 2, 3, cores=1)
    for *_, infos in steps_of(envs, 5):
        places = infos["places"]
        assert ((places > 0) == infos["action_mask"]).all()
    assert envs.random_actions() in envs.action_space
    envs.close()

"""Ludex games as Gymnasium environments: importing this module registers `ludex/automation-v1` and all other games.

`Env` is one game against opponents, and `VectorEnv` many games as arrays, on a `ludex.batch.Batch`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ludex.batch import Batch, Rewards
from ludex.core.game.game import Game
from ludex.core.game.registry import game_names
from ludex.core.game.request import RemotePlayer
from ludex.core.language.errors import BadSetting, IllegalMove
from ludex.doors import needs
from ludex.doors.one_game import OVER, Mask, Observation, OneGame
from ludex.doors.opponents import Opponent, ask, name_of, seat_opponents
from ludex.doors.spaces import Rows, action_space, observation_space
from ludex.players import make_player

with needs("Gymnasium", "rl"):
    import gymnasium
    from gymnasium.utils import EzPickle
    from gymnasium.vector.utils import batch_space

__all__ = ["Env", "VectorEnv", "register_games"]

Info: TypeAlias = dict[str, Any]
Step: TypeAlias = tuple[Observation, float, bool, bool, Info]
Steps: TypeAlias = tuple[
    npt.NDArray[np.float32], npt.NDArray[np.float64], npt.NDArray[np.bool_], npt.NDArray[np.bool_], Info
]
MOST_GAMES = 1_000
"""The most games in a row that may end before the learner has anything to decide."""
MOST_SEEDS = 1 << 62


class Env(gymnasium.Env[Observation, Any], EzPickle):
    """One game against opponents. A learner decides at every seat without an opponent, which is usually one seat.

    `opponents` are the players of the other seats: the name of a bot or of any other player (`search-100`) for all of
    them, a player for all of them, or a mapping from seats to names and players. With `None` the learner decides for
    every seat. An illegal action ends the game with `illegal_reward`; if that is None, it raises `IllegalMove`.

    >>> import gymnasium, ludex.doors.gymnasium
    >>> env = gymnasium.make("ludex/automation-v1", seats=2, opponents="big-money")
    >>> observation, info = env.reset(seed=7)
    >>> observation.shape, env.action_space
    ((161,), Discrete(103))
    >>> action = env.action_space.sample(info["action_mask"])
    >>> observation, reward, terminated, truncated, info = env.step(action)
    >>> reward, terminated
    (0.0, False)
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        game: Game | str,
        seats: int | None = None,
        *,
        seat: int = 0,
        opponents: Opponent | Mapping[int, Opponent] | None = "random",
        rewards: Rewards = "share",
        illegal_reward: float | None = -1.0,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        EzPickle.__init__(
            self,
            game,
            seats,
            seat=seat,
            opponents=opponents,
            rewards=rewards,
            illegal_reward=illegal_reward,
            render_mode=render_mode,
            **settings,
        )
        self.game = OneGame(game, seats, settings, rewards)
        """The game in progress."""
        self.render_mode = render_mode
        self.observation_space = observation_space(self.game.features)
        self.action_space = action_space(self.game.game)
        self._illegal = illegal_reward
        self._named = seat_opponents(self.game.seats, seat, opponents)
        self._opponents = {other: self._player(player, other) for other, player in self._named.items()}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Info]:
        """Begin a new game, and play it up to the learner's first decision."""
        super().reset(seed=seed)
        for _ in range(MOST_GAMES):
            chance = int(self.np_random.integers(MOST_SEEDS))
            self._seed_opponents(chance)
            self.game.begin(chance)
            self._play_opponents()
            if self.game.turn != OVER:
                return self.game.observation(self.game.turn), self._info()
        raise BadSetting(f"{self.game.game.name}: game after game ended before the learner had anything to decide")

    def step(self, action: Any) -> Step:
        """Play an action, and then the opponents' moves up to the learner's next decision."""
        game, seat = self.game, self.game.turn
        if seat == OVER:
            raise gymnasium.error.ResetNeeded("the game is over: call `reset` before the next step")
        if not game.play(game.packed(seat, action)):
            return self._end_illegally(seat, action)
        self._play_opponents()
        reward, over = float(game.rewards[seat]), game.turn == OVER
        info = self._info()
        game.clear_rewards()
        return game.observation(seat if over else game.turn), reward, over, False, info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return which actions are legal, in the form that `MaskablePPO` of sb3-contrib asks for."""
        return self._mask().astype(np.bool_)

    def render(self) -> Any:
        """Return the game as text, as the learner sees it. None without the render mode "ansi"."""
        if self.render_mode != "ansi":
            return None
        return self.game.draw(max(self.game.turn, 0))

    def _player(self, opponent: Any, seed: int) -> Any:
        player = make_player(self.game.game, opponent, seed) if isinstance(opponent, str) else opponent
        if isinstance(player, RemotePlayer):
            raise BadSetting(f"{name_of(player)} runs in another process, and such players play at tables only")
        return player

    def _seed_opponents(self, seed: int) -> None:
        """Make bots and searches again, so that they follow from the seed. Your own players stay."""
        for seat, opponent in self._named.items():
            if isinstance(opponent, str) and ":" not in opponent:
                self._opponents[seat] = self._player(opponent, seed + seat)

    def _play_opponents(self) -> None:
        while (seat := self.game.turn) in self._opponents:
            ask(self._opponents[seat], self.game, seat)

    def _end_illegally(self, seat: int, action: Any) -> Step:
        error = self.game.refusal(seat, action)
        if self._illegal is None:
            raise error
        observation = self.game.observation(seat)
        self.game.end()
        return observation, float(self._illegal), True, False, self._info() | {"illegal": str(error)}

    def _mask(self) -> Mask:
        return self.game.mask(self.game.turn) if self.game.turn != OVER else np.zeros(self.game.actions.size, np.int8)

    def _info(self) -> Info:
        game = self.game
        info: Info = {"action_mask": self._mask(), "turn": game.turn, "rewards": game.rewards.copy()}
        if isinstance(self.action_space, Rows):
            self.action_space.offered = game.places(max(game.turn, 0))
            info["places"] = self.action_space.offered
        if game.turn == OVER:
            info["scores"] = np.array(game.scores)
        return info


class VectorEnv(gymnasium.vector.VectorEnv[npt.NDArray[np.float32], npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Many games as arrays. Games that end are replaced in the same step (`AutoresetMode.SAME_STEP`).

    The parameters are those of `Env`, but opponents are compiled bots, given by their names. With `copy=False` the
    arrays that are returned are overwritten by the next step.

    >>> import gymnasium, ludex.doors.gymnasium
    >>> envs = gymnasium.make_vec("ludex/automation-v1", num_envs=8, seats=2, opponents="big-money")
    >>> observations, infos = envs.reset(seed=7)
    >>> observations.shape, infos["action_mask"].shape
    ((8, 161), (8, 103))
    >>> actions = envs.random_actions()  # yours: one legal action for each game
    >>> observations, rewards, terminations, truncations, infos = envs.step(actions)
    >>> rewards.shape, terminations.any().item()
    ((8,), False)
    """

    metadata = {"autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP, "render_modes": []}

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        seats: int | None = None,
        *,
        seat: int = 0,
        opponents: str | Mapping[int, str] | None = "random",
        rewards: Rewards = "share",
        illegal_reward: float | None = -1.0,
        cores: int | None = None,
        copy: bool = True,
        **settings: Any,
    ) -> None:
        found = Batch(game, 1, seats=seats, settings=settings, cores=1)
        bots = seat_opponents(found.seats, seat, opponents)
        self.batch = Batch(
            found.game, num_envs, seats=found.seats, settings=settings, bots=bots, rewards=rewards, cores=cores
        )
        """The games, as arrays."""
        self.batch.renews_observations = copy
        self.num_envs = num_envs
        self.single_observation_space = observation_space(self.batch.features)
        self.single_action_space = action_space(self.batch.game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        learners = [seat for seat in range(self.batch.seats) if seat not in bots]
        self._learner = learners[0] if len(learners) == 1 else None
        self._illegal, self._copy = illegal_reward, copy
        self._masks = self.batch.masks.view(np.int8)
        self._everywhere, self._nowhere = np.ones(num_envs, np.bool_), np.zeros(num_envs, np.bool_)
        self._places = np.arange(num_envs)
        self._begun = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.float32], Info]:
        """Begin new games everywhere. With a seed, all games from now on follow from it."""
        if options and "reset_mask" in options:
            raise BadSetting("options['reset_mask']: games are replaced when they end, so there is nothing to reset")
        super().reset(seed=seed)
        chance = int(self.np_random.integers(MOST_SEEDS)) if seed is not None or not self._begun else None
        self._begun = True
        self.batch.reset(chance)
        return self.batch.observations, self._info()

    def step(self, actions: npt.NDArray[np.int64]) -> Steps:
        """Play an action in every game, and continue to the learner's next decisions."""
        batch = self.batch
        mover = self._learner if self._learner is not None else batch.turn.copy()
        refused = self._nowhere
        try:
            batch.step(actions)
        except IllegalMove:
            if self._illegal is None:
                raise
            refused = ~batch.legal(actions)
            before = batch.observations[refused]
            batch.step(actions, afresh=refused)
            batch.done |= refused
            batch.final_observations[refused] = before
        where = slice(None) if self._learner is not None else self._places
        rewards = batch.rewards[where, mover].astype(np.float64)
        info = self._info()
        if refused is not self._nowhere:
            rewards[refused] = self._illegal
            info["illegal"], info["_illegal"] = refused, refused
        done = batch.done.copy()
        if done.any():
            info["final_obs"], info["_final_obs"] = self._final(done), done
            info["scores"], info["_scores"] = batch.scores.copy(), done & ~refused
        return batch.observations, rewards, done, self._nowhere.copy(), info

    def random_actions(self) -> npt.NDArray[np.int64]:
        """Return a legal action for every game, each move equally likely."""
        return self.batch.random_actions()

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads of the batch."""
        self.batch.close()

    def _final(self, done: npt.NDArray[np.bool_]) -> npt.NDArray[np.float32]:
        """Return the last observations of the games that are over. Few are: the rows of the others are 0 in a copy."""
        found = self.batch.final_observations
        if not self._copy:
            return found
        copied = np.zeros_like(found)
        copied[done] = found[done]
        return copied

    def _given(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return array.copy() if self._copy else array

    def _info(self) -> Info:
        batch, everywhere = self.batch, self._everywhere
        info: Info = {"action_mask": self._given(self._masks), "_action_mask": everywhere}
        info |= {"turn": self._given(batch.turn), "_turn": everywhere}
        info |= {"rewards": self._given(batch.rewards), "_rewards": everywhere}
        if not batch.actions.flat:
            info |= {"places": self._row_places(), "_places": everywhere}
        return info

    def _row_places(self) -> npt.NDArray[np.int64]:
        """Return how many places there are in each row of legal moves."""
        batch = self.batch
        places: npt.NDArray[np.int64] = (batch.rows[:, :, 1] - batch.rows[:, :, 0] + 1) * batch.masks
        return places


def register_games() -> None:
    """Register every installed game in Gymnasium as `ludex/NAME-v1`. Importing the module does this.

    `ludex/game-v1` is for games that are not installed: its parameter `game` is a game, or a file that describes one.

    >>> register_games()
    >>> "ludex/spades-v1" in gymnasium.registry, "ludex/game-v1" in gymnasium.registry
    (True, True)
    """
    for name in (*game_names(), "game"):
        known = f"ludex/{name}-v1"
        if known not in gymnasium.registry:
            gymnasium.register(
                known,
                entry_point=f"{__name__}:Env",
                vector_entry_point=f"{__name__}:VectorEnv",
                kwargs={} if name == "game" else {"game": name},
            )


register_games()

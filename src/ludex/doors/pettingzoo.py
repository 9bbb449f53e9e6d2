"""Ludex games as PettingZoo environments: `env` asks one seat at a time, `parallel_env` all that owe a decision.

Agents are named after seats, from `seat_0` on. An observation is a dictionary with the features of the seat
(`observation`) and its legal actions (`action_mask`); in games with many moves also the `places` in each row.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from ludex.batch import Rewards
from ludex.core.game.game import Game
from ludex.core.language.errors import UnreadableMove
from ludex.doors import needs
from ludex.doors.one_game import OVER, OneGame
from ludex.doors.spaces import Actions, action_space, observation_space

with needs("PettingZoo", "rl"):
    import pettingzoo
    from gymnasium import error, spaces
    from gymnasium.utils import EzPickle, seeding

__all__ = ["AEC", "Parallel", "env", "parallel_env"]

Observations: TypeAlias = dict[str, Any]
ByAgent: TypeAlias = dict[str, Any]
MOST_SEEDS = 1 << 62


def env(
    game: Game | str,
    seats: int | None = None,
    *,
    rewards: Rewards = "share",
    illegal_reward: float | None = -1.0,
    render_mode: str | None = None,
    **settings: Any,
) -> AEC:
    """Return a game as an environment that asks one seat at a time. `game` is a name, a file or a game.

    >>> spades = env("spades", seats=4)
    >>> spades.reset(seed=7)
    >>> for agent in spades.agent_iter():
    ...     observation, reward, terminated, truncated, info = spades.last()
    ...     if terminated or truncated:
    ...         break
    ...     spades.step(spades.action_space(agent).sample(observation["action_mask"]))
    >>> agent in spades.possible_agents, terminated
    (True, True)
    """
    return AEC(game, seats, rewards=rewards, illegal_reward=illegal_reward, render_mode=render_mode, **settings)


def parallel_env(
    game: Game | str,
    seats: int | None = None,
    *,
    rewards: Rewards = "share",
    illegal_reward: float | None = -1.0,
    render_mode: str | None = None,
    **settings: Any,
) -> Parallel:
    """Return a game as an environment that asks all seats that owe a decision at once. The others have empty masks.

    >>> hearts = parallel_env("hearts")
    >>> observations, infos = hearts.reset(seed=7)
    >>> [int(observations[agent]["action_mask"].sum()) for agent in hearts.agents]
    [13, 13, 13, 13]
    """
    return Parallel(game, seats, rewards=rewards, illegal_reward=illegal_reward, render_mode=render_mode, **settings)


class Seats(EzPickle):
    """Common parts of both environments: the game, its agents and their spaces."""

    def __init__(
        self,
        game: Game | str,
        seats: int | None = None,
        *,
        rewards: Rewards = "share",
        illegal_reward: float | None = -1.0,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        EzPickle.__init__(
            self,
            game,
            seats,
            rewards=rewards,
            illegal_reward=illegal_reward,
            render_mode=render_mode,
            **settings,
        )
        self.game = OneGame(game, seats, settings, rewards)
        """The game in progress."""
        self.metadata = {"name": self.game.game.name, "render_modes": ["ansi"], "render_fps": 1}
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.seats)]
        self.agents: list[str] = []
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        """The seat of every agent."""
        self._illegal = illegal_reward
        self.action_spaces: dict[str, Any] = {agent: action_space(self.game.game) for agent in self.possible_agents}
        self.observation_spaces: dict[str, Any] = {agent: self._space() for agent in self.possible_agents}
        self._flat = self.game.actions.flat
        self._chance: np.random.Generator | None = None

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observations."""
        space: spaces.Dict = self.observation_spaces[agent]
        return space

    def action_space(self, agent: str) -> Actions:
        """Return the space of an agent's actions."""
        space: Actions = self.action_spaces[agent]
        return space

    def observe(self, agent: str) -> Observations:
        """Return the features of an agent and its legal actions. There are none if it owes no decision."""
        game, seat = self.game, self.seat_of[agent]
        found: Observations = {"observation": game.observation(seat), "action_mask": game.mask(seat)}
        if not self._flat:
            found["places"] = self.action_spaces[agent].offered = game.places(seat)
        return found

    def render(self) -> str | None:
        """Return the game as text, as the seat to move sees it. None without the render mode "ansi"."""
        return self.game.draw(max(self.game.turn, 0)) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _space(self) -> spaces.Dict:
        game = self.game
        parts: dict[str, Any] = {
            "observation": observation_space(game.features),
            "action_mask": spaces.Box(0, 1, (game.actions.size,), np.int8),
        }
        if not game.actions.flat:
            parts["places"] = spaces.Box(0, game.game.moves.size, (game.actions.size,), np.int64)
        return spaces.Dict(parts)

    def _begin(self, seed: int | None) -> None:
        """Begin a game. Without a seed, its chance follows from that of the last reset with one."""
        if seed is not None or self._chance is None:
            self._chance, _ = seeding.np_random(seed)
        self.game.begin(int(self._chance.integers(MOST_SEEDS)))
        self.agents = list(self.possible_agents)

    def _result(self) -> dict[str, Any]:
        """Return the information for all agents at the end of the game."""
        return {"scores": self.game.scores}


class AEC(Seats, pettingzoo.AECEnv[str, Observations, Any]):  # type: ignore[misc]  # PettingZoo has no types
    """A game that asks one seat at a time (`env`).

    >>> game = AEC("automation", 2)
    >>> game.reset(seed=7)
    >>> game.agent_selection, game.observe("seat_0")["observation"].shape
    ('seat_0', (161,))
    """

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game."""
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: ByAgent = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._paid = False
        self._select()

    def step(self, action: Any) -> None:
        """Play an action of the selected agent."""
        agent, game = self.agent_selection, self.game
        if not self.agents:
            raise error.ResetNeeded("the game is over: call `reset` before the next step")
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        if not game.play(game.packed(game.turn, action)):
            self._end_illegally(agent, action)
            return
        if self._paid or game.paid:
            self._pay()
        if game.turn == OVER:
            self._end(self._result())
        self._select()

    def _select(self) -> None:
        self.agent_selection = self.possible_agents[max(self.game.turn, 0)]

    def _pay(self) -> None:
        """Hand out the rewards of the last step, or clear them."""
        self.rewards = dict(zip(self.agents, self.game.rewards.tolist(), strict=True))
        self._accumulate_rewards()
        self._paid = self.game.paid
        self.game.clear_rewards()

    def _end(self, info: dict[str, Any]) -> None:
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos = {agent: dict(info) for agent in self.agents}

    def _end_illegally(self, agent: str, action: Any) -> None:
        refusal = self.game.refusal(self.game.turn, action)
        if self._illegal is None:
            raise refusal
        self.rewards = dict.fromkeys(self.agents, 0.0) | {agent: float(self._illegal)}
        self._accumulate_rewards()
        self._end({})
        self.infos[agent]["illegal"] = str(refusal)
        self.game.end()
        self._select()


class Parallel(Seats, pettingzoo.ParallelEnv[str, Observations, Any]):  # type: ignore[misc]  # PettingZoo has no types
    """A game that asks all seats that owe a decision at once (`parallel_env`).

    Agents that owe none have empty masks, and their actions are ignored. An action that another one of the same step
    has made impossible, such as a bid below a higher one, is left out: the agent is asked again.

    >>> game = Parallel("diplomacy-lagoon")
    >>> observations, infos = game.reset(seed=7)
    >>> [bool(observations[agent]["action_mask"].any()) for agent in game.agents]
    [True, True, True]
    """

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[ByAgent, ByAgent]:
        """Begin a new game, and return observations and information by agent."""
        self._begin(seed)
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: ByAgent) -> tuple[ByAgent, ByAgent, ByAgent, ByAgent, ByAgent]:
        """Play the actions of all agents that owe a decision."""
        if not self.agents:
            raise error.ResetNeeded("the game is over: call `reset` before the next step")
        game = self.game
        asked = [agent for agent in self.agents if game.owes(self.seat_of[agent])]
        if missing := [agent for agent in asked if agent not in actions]:
            raise UnreadableMove(f"no action of {', '.join(missing)}: expected one of each of {', '.join(asked)}")
        moves = {agent: game.packed(self.seat_of[agent], actions[agent]) for agent in asked}
        guilty = [agent for agent, move in moves.items() if not game.offers(self.seat_of[agent], move)]
        for agent, move in moves.items() if not guilty else ():
            game.play(move, self.seat_of[agent])
        return self._results(guilty, actions)

    def _results(self, guilty: list[str], actions: ByAgent) -> tuple[ByAgent, ByAgent, ByAgent, ByAgent, ByAgent]:
        game, agents = self.game, self.agents
        infos: ByAgent = {agent: {} for agent in agents}
        rewards = dict(zip(agents, game.rewards.tolist(), strict=True))
        game.clear_rewards()
        for agent in guilty:
            refusal = game.refusal(self.seat_of[agent], actions[agent])
            if self._illegal is None:
                raise refusal
            rewards[agent], infos[agent]["illegal"] = float(self._illegal), str(refusal)
        if guilty:
            game.end()
        elif game.turn == OVER:
            infos = {agent: self._result() for agent in agents}
        over = game.turn == OVER
        observations = self._observations()
        self.agents = [] if over else agents
        return observations, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, False), infos

    def _observations(self) -> ByAgent:
        return {agent: self.observe(agent) for agent in self.agents}

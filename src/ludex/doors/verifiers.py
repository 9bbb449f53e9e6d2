"""Games as environments of `verifiers`, from version 0.4: needs the extra `pip install 'ludex[verifiers]'`.

A model has one seat, in a conversation of many turns with the referee; the reward comes with the end. `verifiers` finds
an environment as a module with a short name. Write one that exports these two classes:

    from ludex.doors.verifiers import GameEnv, GameTaskset

    __all__ = ["GameEnv", "GameTaskset"]
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import verifiers.v1 as vf  # pyright: ignore[reportMissingImports]  # an extra, too large for `dev`

from ludex.core.show.briefing import RULES_LENGTH
from ludex.doors.conversation import ATTEMPTS, Conversation
from ludex.shipped import game as find_game


class GameConfig(vf.TasksetConfig):
    """The settings of the environment: the game, who plays, and how many deals there are."""

    game: str = "automation"
    players: list[str] = ["model", "random"]
    """The names of players, one for every seat. The entry of the model's own seat is only a name."""
    seat: int = 0
    settings: dict[str, Any] = {}
    games: int = 100
    """The number of deals. The number of a deal is its seed."""
    attempts: int = ATTEMPTS
    rules: int = RULES_LENGTH
    """Largest number of characters of the rules in the system prompt."""

    def begin(self, seed: int) -> Conversation:
        """Deal a game."""
        return Conversation(
            find_game(self.game),
            self.players,
            self.seat,
            seed=seed,
            settings=self.settings,
            attempts=self.attempts,
            rules=self.rules,
        )


class GameData(vf.TaskData):
    """The data of a task: the deal."""

    seed: int = 0


class GameTask(vf.Task[GameData, vf.State, vf.TaskConfig]):
    """One deal. Its prompt is the first decision."""


class GameTaskset(vf.Taskset[GameTask, GameConfig]):
    """The deals of a game, numbered from 0."""

    def load(self) -> Iterator[GameTask]:
        """Yield the deals."""
        for seed in range(self.config.games):
            talk = self.config.begin(seed)
            talk.close()
            yield GameTask(
                GameData(
                    name=f"{self.config.game}#{seed}",
                    system_prompt=talk.opening.rules,
                    prompt=talk.opening.situation,
                    seed=seed,
                ),
                self.config.task,
            )


class GameEnvConfig(vf.EnvConfig):
    """The one role: the model, with no tools."""

    player: vf.AgentConfig = vf.AgentConfig(harness={"id": "null"}, runtime={"type": "subprocess"})


class GameEnv(vf.Env[GameEnvConfig]):
    """Plays a deal: the referee and the other players answer the model."""

    async def run(self, task: Any, agents: Any) -> None:
        """Play one deal to its end, and record the reward (`win_share`) and the first answers that were legal."""
        talk = await asyncio.to_thread(self.taskset.config.begin, task.data.seed)
        try:
            async with agents.player.interaction(task) as interaction:
                segment = await interaction.turn()
                while not segment.terminated and not talk.over:
                    told = await asyncio.to_thread(talk.answer, segment.last_reply)
                    if told:
                        segment = await interaction.turn(told)
            trace = interaction.trace
            trace.record_reward("win_share", talk.reward, 1.0)
            trace.record_metric("first_try", talk.first_try / max(talk.decisions, 1))
            trace.record_metric("forfeited", float(talk.forfeited))
        finally:
            talk.close()

"""A game as an environment of `verifiers`, run by the package itself with a scripted model."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ludex.core.game.machine import Machine
from tests.players.chat_endpoint import Handler, serving

vf = pytest.importorskip("verifiers.v1", reason="needs ludex[verifiers]")


def stream(handler: Handler, text: str) -> None:
    """Answer in pieces, as the package requests it."""
    pieces: list[tuple[dict[str, str], str | None]] = [({"role": "assistant", "content": text}, None), ({}, "stop")]
    events = [
        {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "some-model",
         "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}
        for delta, finish in pieces
    ]  # fmt: skip
    told = "".join(f"data: {json.dumps(event)}\n\n" for event in events)
    handler.say(200, f"{told}data: [DONE]\n\n".encode(), "text/event-stream")


MODULE = 'from ludex.doors.verifiers import GameEnv, GameTaskset\n\n__all__ = ["GameEnv", "GameTaskset"]\n'


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A module as a user writes it."""
    (tmp_path / "our_games.py").write_text(MODULE)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(Machine, "kernel", property(lambda machine: machine.interpreted))
    yield "our-games"
    sys.modules.pop("our_games", None)


def load(module: str, **config: Any) -> Any:
    """Return the environment, as the package's own loader makes it."""
    taskset = {"id": module, "players": ["model", "random"], "settings": {"turn_limit": 2}, "games": 3, **config}
    return vf.load_environment(vf.resolve_env_config({"taskset": taskset}))


def test_the_tasks_are_deals(module: str) -> None:
    tasks = list(load(module).taskset)
    assert [task.data.name for task in tasks] == ["automation#0", "automation#1", "automation#2"]
    assert "Your options:" in tasks[0].data.prompt
    assert "How to answer" in tasks[0].data.system_prompt


@pytest.mark.skipif(shutil.which("uv") is None, reason="verifiers runs its agents with uv")
def test_the_package_plays_a_whole_game(module: str) -> None:
    """The first answer is nonsense, and the reason is in the next request."""

    def by_prompt(handler: Handler) -> None:
        if len(handler.server.bodies) == 1:
            stream(handler, "I have no idea.")
            return
        options = re.findall(r"^- (.+)$", handler.prompt.partition("Your options:")[2], re.M)
        stream(handler, f"Move: {options[-1]}")

    env = load(module)
    with serving(by_prompt) as server:
        context = vf.ModelContext(
            client=vf.EvalClientConfig(base_url=server.url), model="some-model", sampling=vf.SamplingConfig()
        )
        episode = asyncio.run(run(env, context))
        prompts = server.prompts
    assert episode.ok, episode.errors
    (trace,) = episode.traces
    assert set(trace.rewards) == {"win_share"}
    assert trace.metrics["forfeited"] == 0
    assert 0 < trace.metrics["first_try"] < 1
    assert "found no move" in prompts[1] or "is not one of the options" in prompts[1]


async def run(env: Any, context: Any) -> Any:
    async with env.serving():
        return await env.run_episode(next(iter(env.taskset)), context)

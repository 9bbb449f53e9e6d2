"""A game as an OpenEnv server, played by the package's own client."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest
import uvicorn

from ludex.core.game.machine import Machine
from ludex.table.app.serving import listen

core = pytest.importorskip("openenv.core", reason="needs ludex[openenv]")


@pytest.fixture
def address(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A server of Automation on this machine."""
    from ludex.doors.openenv import make_app

    monkeypatch.setattr(Machine, "kernel", property(lambda machine: machine.interpreted))
    app = make_app("automation", ["model", "random"], turn_limit=3)
    listening = listen("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    server.should_exit = True
    thread.join()


def test_the_packages_own_client_plays_a_whole_game(address: str) -> None:
    with core.GenericEnvClient(base_url=address).sync() as client:
        result = client.reset(seed=7)
        assert "- end phase" in result.observation["text"]
        refused = client.step({"move": "buy Module"})
        assert refused.observation["refused"]
        assert "this is the MONEY phase" in refused.observation["text"]
        assert client.state()["step_count"] == 0
        for _ in range(100):
            if result.done:
                break
            result = client.step({"move": "end phase"})
        assert result.done
        assert result.reward in (0, 0.5, 1)
        assert "The game is over" in result.observation["text"]
        assert client.state()["step_count"] > 1

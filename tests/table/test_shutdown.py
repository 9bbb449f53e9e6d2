"""A server stops within seconds, regardless of what its bots are thinking about."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from typing import Any

import httpx
import pytest

from ludex.core.game.request import Player, Request
from ludex.table.server import table_server
from ludex.table.server.table_server import STOP_WITHIN
from tests.table.house import make_house

pytestmark = pytest.mark.anyio
LONG = 10 * STOP_WITHIN
"""Seconds after which a server that has not stopped has failed. Machines are slow at times; a bot here never ends."""

SERVE = """
from ludex.core.game.request import Player
from ludex.table.app.serving import address_of, listen, run
from ludex.table.server import table_server
from ludex.table.store import open_store

class Endless(Player):
    def decide(self, request):
        print("thinking", flush=True)
        while True:
            sum(range(1000))

table_server.make_bot = lambda game, name, seed: Endless()
listening = listen("127.0.0.1", 0)
run(table_server.TableServer(open_store("memory:")), listening, lambda: print(address_of(listening), flush=True))
"""


class Stuck(Player[Any]):
    """A bot that decides only when it is allowed to."""

    def __init__(self) -> None:
        self.begun, self.may_end = threading.Event(), threading.Event()

    def decide(self, request: Request[Any]) -> Any:
        self.begun.set()
        self.may_end.wait()
        return request.options[0]


async def test_a_server_stops_while_a_bot_still_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = Stuck()
    monkeypatch.setattr(table_server, "make_bot", lambda *_: bot)
    house = await make_house()
    table = await house.make("spades", people=0, bots=4)
    await table.line()  # with a viewer, bots think at once
    while not bot.begun.is_set():
        await asyncio.sleep(0.01)
        house.clock.advance(0)
    began = time.monotonic()
    await house.close()
    assert time.monotonic() - began < LONG
    assert not bot.may_end.is_set()
    bot.may_end.set()


async def test_a_process_ends_on_sigterm_while_a_bot_thinks_for_ever() -> None:
    environment = {**os.environ, "LUDEX_INTERPRET": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", SERVE]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().strip()
            body = {"game": "spades", "seats": [{"kind": "bot"}] * 4, "pace": "instant"}
            async with httpx.AsyncClient(base_url=address) as http:
                assert (await http.post("/api/tables", json=body)).status_code == 201
                assert process.stdout.readline() == "thinking\n"
            process.send_signal(signal.SIGTERM)
            assert process.wait(LONG) in (0, -signal.SIGTERM)
        finally:
            process.kill()

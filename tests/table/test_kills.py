"""kill -9 under load: every acknowledged move is there, no table is damaged, clients resume where they were."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest
from websockets.exceptions import WebSocketException

from ludex.table.client import Client, Refusal
from ludex.table.server.table_server import TableServer
from ludex.table.store import open_store
from tests.table.house import first_of

pytestmark = pytest.mark.anyio

TABLES = 4
PATIENCE = 200
"""Seconds after which a server that has not ended has failed."""


class Process:
    """A server in a separate process, always at the same port."""

    def __init__(self, url: str, log: Path, *more: str) -> None:
        self.url = url
        self.log = log
        self.more = more
        self.port = 0
        self.process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        return f"http://localhost:{self.port}"

    def start(self) -> None:
        """Start, and wait until it says that it is ready."""
        environment = {**os.environ, "LUDEX_INTERPRET": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
        command = [sys.executable, "-m", "ludex", "serve", "--db", self.url, "--port", str(self.port), "--no-limits"]
        command += self.more
        with self.log.open("a") as errors:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True, env=environment)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "The table is open at" in line, f"{line!r} {self.log.read_text()}"
        self.port = int(line.rsplit(":", 1)[1])

    def end(self, how: signal.Signals) -> int:
        """Send a signal, and wait until the process is gone."""
        assert self.process is not None
        assert self.process.stdout is not None
        self.process.send_signal(how)
        code = self.process.wait(PATIENCE)
        self.process.stdout.close()
        return code


class Playing:
    """A client that plays one seat through all kills, and remembers what it was promised."""

    def __init__(self, server: Process, token: str) -> None:
        self.server = server
        self.token = token
        self.client: Client | None = None
        self.promised: list[str] = []
        self.last: dict[str, Any] = {}
        self.logged: list[int] = []
        self.stop = False
        self._count = 0

    async def play(self) -> None:
        """Play until told to stop. When the line is lost, come back."""
        sent: tuple[Any, int, str] | None = None
        since: int | None = None
        while not self.stop:
            try:
                client = Client(self.server.address, self.token)
                client._since = since
                async with client:
                    if sent is not None:
                        await self._answer(client, *sent)
                        sent = None
                    async for state in client.states():
                        self.last, since = state, state["log"]
                        self.logged += [event["n"] for event in state["events"]]
                        if self.stop:
                            break
                        if state["options"]:
                            self._count += 1
                            sent = first_of(state["options"]), state["number"], f"{self.token[-6:]}-{self._count}"
                            await self._answer(client, *sent)
                            sent = None
            except (OSError, WebSocketException, TimeoutError):
                await asyncio.sleep(0.05)

    async def _answer(self, client: Client, move: Any, number: int, identity: str) -> None:
        """Send an answer; once it is promised or refused there is nothing more to send."""
        try:
            await client.move(move, number, identity)
            self.promised.append(identity)
        except Refusal as refusal:
            if refusal.code not in ("stale", "not-your-turn", "over"):
                raise


async def kill_under_load(tmp_path: Path, kills: int, url: str | None = None) -> None:
    """Let clients play at several tables while the server is killed again and again."""
    dice = Random(kills)
    where = url or f"sqlite:///{tmp_path}/tables.db"
    server = Process(where, tmp_path / "errors.txt")
    await asyncio.to_thread(server.start)
    players: list[Playing] = []
    made = []
    async with httpx.AsyncClient(base_url=server.address) as http:
        for _ in range(TABLES):
            body = {"game": "automation", "seats": [{}, {}], "pace": "instant"}
            table = (await http.post("/api/tables", json=body)).json()
            made.append(table)
            for seat in table["seats"]:
                headers = {"authorization": f"Bearer {seat['token']}"}
                entropy = {"entropy": "ab" * 16, "seat": seat["seat"]}
                sat = await http.post(f"/api/tables/{table['id']}/seats", json=entropy, headers=headers)
                assert sat.status_code == 201
                players.append(Playing(server, seat["token"]))
    tasks = [asyncio.create_task(player.play()) for player in players]
    for _ in range(kills):
        await played_on(players, tasks, 20)
        await asyncio.sleep(dice.random() * 0.1)
        server.end(signal.SIGKILL)
        await asyncio.to_thread(server.start)
    await played_on(players, tasks, 10)
    while not all(player.promised for player in players):  # or one that was never served shows nothing
        await played_on(players, tasks, 1)
    for player in players:
        player.stop = True
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    server.end(signal.SIGTERM)
    await check(where, made, players)


async def played_on(players: list[Playing], tasks: list[asyncio.Task[None]], moves: int) -> None:
    """Wait until the players together were promised `moves` more moves. If a player fails, raise its exception."""
    enough = sum(len(player.promised) for player in players) + moves
    while sum(len(player.promised) for player in players) < enough:
        await asyncio.sleep(0.05)
        for task in tasks:
            if task.done():
                task.result()


async def check(url: str, made: list[dict[str, Any]], players: list[Playing]) -> None:
    """Check that every promised move is stored once, every table is whole, and no player missed a line of the log."""
    server = TableServer(open_store(url))
    await server.open(sweep=False)
    stored: list[str] = []
    for table in made:
        rows = await server.store.rows(table["id"])
        assert [row.number for row in rows] == list(range(1, len(rows) + 1))
        stored += [msgspec.json.decode(row.data).get("id", "") for row in rows if row.kind == "move"]
        state = await server.load(table["id"])
        assert state is not None
        assert state.table is not None
        history = state.table.history
        assert history.replay().digest == state.table.digest
    for player in players:
        for identity in player.promised:
            assert stored.count(identity) == 1, identity
        lines = [n for at, n in enumerate(player.logged) if n not in player.logged[:at]]
        assert lines == list(range(1, len(lines) + 1)), "no line is missing"
    await server.close()


async def test_two_kills_lose_nothing(tmp_path: Path) -> None:
    await kill_under_load(tmp_path, 2)


@pytest.mark.deep
async def test_twenty_kills_lose_nothing(tmp_path: Path) -> None:
    await kill_under_load(tmp_path, 20)


async def test_a_server_that_is_stopped_ends_cleanly_and_goes_on(tmp_path: Path) -> None:
    server = Process(f"sqlite:///{tmp_path}/tables.db", tmp_path / "errors.txt")
    await asyncio.to_thread(server.start)
    async with httpx.AsyncClient(base_url=server.address) as http:
        body = {"game": "automation", "seats": [{"name": "Ann"}, {"kind": "bot"}]}
        table = (await http.post("/api/tables", json=body)).json()
        token = table["seats"][0]["token"]
        async with Client(server.address, token) as client:
            await client.sit("Ann")
            async for state in client.states():
                if state["options"]:
                    await client.move(first_of(state["options"]), state["number"])
                    break
            await asyncio.to_thread(server.end, signal.SIGTERM)
    assert server.process is not None
    assert server.process.returncode in (0, -signal.SIGTERM)
    assert "Traceback" not in server.log.read_text()
    assert token not in server.log.read_text()
    await asyncio.to_thread(server.start)
    async with Client(server.address, token) as client:
        async for state in client.states():
            assert state["number"] >= 1
            break
    server.end(signal.SIGTERM)

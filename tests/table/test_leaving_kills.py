"""kill -9 while players resign and others take their seats: what was acknowledged is there, nothing is half done."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from ludex.table.server.table_server import TableServer
from ludex.table.store import open_store
from tests.table.house import first_of
from tests.table.test_kills import Process

pytestmark = pytest.mark.anyio

LOST = (OSError, WebSocketException, TimeoutError, httpx.TransportError, KeyError)


class Newcomers:
    """Players who resign one after the other, and those who take their seats, through kills at every step."""

    def __init__(self, server: Process, made: dict[str, Any], dice: Random) -> None:
        self.server = server
        self.table: str = made["id"]
        self.tokens: list[str] = [seat["token"] for seat in made["seats"]]
        self.dice = dice
        self.left: list[int] = []
        self.taken: list[int] = []
        self.moved: list[str] = []

    async def killed(self, step: Any) -> Any:
        """Run a step while the server is killed at a random moment, and start the server again. None: no answer."""
        task = asyncio.create_task(step)
        await asyncio.sleep(self.dice.random() * 0.06)
        await asyncio.to_thread(self.server.end, signal.SIGKILL)
        try:
            return await task
        except LOST:
            return None
        finally:
            await asyncio.to_thread(self.server.start)

    async def say(self, token: str, message: dict[str, Any]) -> dict[str, Any]:
        """Send a message from a seat, and return the answer."""
        address = f"ws://localhost:{self.server.port}/tables/{self.table}/live"
        async with connect(address, max_size=2**24) as socket:
            for one in ({"type": "hello", "token": token}, message):
                await socket.send(msgspec.json.encode(one).decode())
            async for data in socket:
                found: dict[str, Any] = msgspec.json.decode(data)
                if found["type"] in ("done", "refused", "accepted"):
                    return found
        raise ConnectionError("the socket was closed before the answer")

    async def state(self, token: str | None = None) -> dict[str, Any]:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        async with httpx.AsyncClient(base_url=self.server.address) as http:
            found: dict[str, Any] = (await http.get(f"/api/tables/{self.table}", headers=headers)).json()
            return found

    async def depart(self, seat: int, how: str) -> None:
        """Leave a seat. An acknowledged departure is there after the kill; any other one is there or not."""
        message = {"type": how, "seat": seat}
        answer = await self.killed(self.say(self.tokens[seat], message))
        free = (await self.state())["seats"][seat]["free"]
        assert free or answer is None, "an acknowledged departure was lost"
        if not free:
            assert (await self.say(self.tokens[seat], message))["type"] == "done"
        self.left.append(seat)
        refused = await self.state(self.tokens[seat])
        assert refused["code"] == "not-yours", "the leaver has no seat any more"

    async def take(self, seat: int, name: str) -> None:
        """Take a seat, and again with the same secret if the answer was lost."""
        secret = f"{self.dice.getrandbits(128):032x}"
        body = {"name": name, "seat": seat, "secret": secret}
        answer = await self.killed(self.sit(body))
        if answer is None:
            answer = await self.sit(body)
        assert answer["token"] == f"{self.table}.{secret}"
        self.tokens[seat] = answer["token"]
        self.taken.append(seat)
        state = await self.state(answer["token"])
        assert (state["you"], state["seats"][seat]["name"], state["seats"][seat]["free"]) == (seat, name, False)

    async def sit(self, body: dict[str, Any]) -> dict[str, Any]:
        async with httpx.AsyncClient(base_url=self.server.address) as http:
            answer = await http.post(f"/api/tables/{self.table}/seats", json=body)
            found: dict[str, Any] = answer.json()
            return found

    async def move(self) -> None:
        """Let the player who has to decide choose the first option, twice if the answer was lost."""
        for seat, token in enumerate(self.tokens):
            state = await self.state(token)
            if state.get("options"):
                identity = f"{seat}-{len(self.moved)}"
                message = {"type": "move", "move": first_of(state["options"]), "number": state["number"]}
                message |= {"id": identity, "seat": seat}
                answer = await self.killed(self.say(token, message)) or await self.say(token, message)
                assert answer["type"] == "accepted", answer
                self.moved.append(identity)
                return


async def leave_under_kills(tmp_path: Path, url: str, choice: str, rounds: int) -> None:
    dice = Random(f"{choice} {rounds}")
    server = Process(url, tmp_path / "errors.txt")
    await asyncio.to_thread(server.start)
    try:
        async with httpx.AsyncClient(base_url=server.address) as http:
            body = {"game": "modern-art", "seats": [{}, {}, {}], "pace": "instant", "on_leave": choice}
            made = (await http.post("/api/tables", json=body)).json()
            for seat in made["seats"]:
                headers = {"authorization": f"Bearer {seat['token']}"}
                sat = {"name": f"P{seat['seat']}", "seat": seat["seat"]}
                answer = await http.post(f"/api/tables/{made['id']}/seats", json=sat, headers=headers)
                assert answer.status_code == 201
        game = Newcomers(server, made, dice)
        for number in range(rounds):
            await game.move()
            seat = dice.randrange(3)
            await game.depart(seat, dice.choice(["resign", "leave"]))
            await game.take(seat, f"New {number}")
        await game.depart(2, "resign")
    finally:
        await asyncio.to_thread(server.end, signal.SIGTERM)
    await check(url, game)


async def check(url: str, game: Newcomers) -> None:
    """Every departure, arrival and move is stored once, and the history tells them in their order."""
    server = TableServer(open_store(url))
    await server.open(sweep=False)
    rows = await server.store.rows(game.table)
    assert [row.number for row in rows] == list(range(1, len(rows) + 1))
    data = [(row.kind, msgspec.json.decode(row.data)) for row in rows]
    assert [one["seat"] for kind, one in data if kind == "leave"] == game.left
    assert [one["seat"] for kind, one in data if kind == "sit"][3:] == game.taken
    stored = [one.get("id") for kind, one in data if kind == "move"]
    assert all(stored.count(identity) == 1 for identity in game.moved)
    state = await server.load(game.table)
    assert state is not None
    assert state.table is not None
    changes = [(one.seat, one.then == "person") for one in state.table.leavings]
    pairs = zip(game.left[:-1], game.taken, strict=True)
    expected = [change for left, taken in pairs for change in ((left, False), (taken, True))]
    assert changes == [*expected, (2, False)]
    again = state.table.history.replay()
    assert (again.digest, again.leavings) == (state.table.digest, state.table.leavings)
    await server.close()


@pytest.mark.parametrize("choice", ["bot", "open-seat"])
async def test_kills_during_departures_and_arrivals_lose_nothing(tmp_path: Path, choice: str) -> None:
    await leave_under_kills(tmp_path, f"sqlite:///{tmp_path}/tables.db", choice, 2)


@pytest.mark.deep
@pytest.mark.parametrize("choice", ["bot", "open-seat"])
async def test_many_kills_during_departures_and_arrivals_lose_nothing(tmp_path: Path, choice: str) -> None:
    await leave_under_kills(tmp_path, f"sqlite:///{tmp_path}/tables.db", choice, 12)

"""A whole server in the test's own process: a clock that tests advance, HTTP and sockets without a network."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import httpx
import msgspec
from starlette.applications import Starlette

from ludex.table.app.application import make_app
from ludex.table.room.clock import ManualClock
from ludex.table.room.room import Room
from ludex.table.server.limits import Limits
from ludex.table.server.table_server import TableServer
from ludex.table.store import MemoryStore, Store

ENTROPY = "5a" * 16
PATIENCE = 200.0
"""Seconds after which a test that waits for a message has failed."""


class Closed(Exception):
    """The server closed the socket."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(f"{code} {reason}")
        self.code = code
        self.reason = reason


class Line:
    """A socket to a table."""

    def __init__(self, app: Starlette, table: str, headers: Sequence[tuple[str, str]] = (), root: str = "") -> None:
        self.heard: list[dict[str, Any]] = []
        self.raw: list[bytes] = []
        self._to_app: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._to_us: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0"},
            "scheme": "ws",
            "path": f"{root}/tables/{table}/live",
            "raw_path": b"",
            "query_string": b"",
            "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in (("host", "table.test"), *headers)],
            "client": ("127.0.0.1", 50000),
            "server": ("table.test", 80),
            "subprotocols": [],
            "state": {},
        }
        self._to_app.put_nowait({"type": "websocket.connect"})

        async def receive() -> dict[str, Any]:
            return await self._to_app.get()

        async def send(message: Any) -> None:
            self._to_us.put_nowait(message)

        self.task = asyncio.create_task(app(scope, receive, send))

    async def hello(self, token: str | None = None, **more: Any) -> Line:
        """Say hello."""
        await self.opened()
        self.say("hello", token=token, **more)
        return self

    async def opened(self) -> None:
        """Wait until the server lets us in."""
        message = await asyncio.wait_for(self._to_us.get(), PATIENCE)
        if message["type"] == "websocket.close":
            raise Closed(message.get("code", 1000), message.get("reason", ""))
        assert message["type"] == "websocket.accept"

    def say(self, kind: str, **message: Any) -> None:
        """Send a message."""
        self.send(msgspec.json.encode({"type": kind, **message}))

    def send(self, data: bytes | str) -> None:
        """Send anything."""
        text = data.decode() if isinstance(data, bytes) else data
        self._to_app.put_nowait({"type": "websocket.receive", "text": text})

    def send_bytes(self, data: bytes) -> None:
        """Send a binary message."""
        self._to_app.put_nowait({"type": "websocket.receive", "bytes": data})

    async def next(self) -> dict[str, Any]:
        """The next message."""
        message = await asyncio.wait_for(self._to_us.get(), PATIENCE)
        if message["type"] == "websocket.close":
            raise Closed(message.get("code", 1000), message.get("reason", ""))
        self.raw.append(message["text"].encode())
        found: dict[str, Any] = msgspec.json.decode(message["text"])
        self.heard.append(found)
        return found

    async def hear(self, kind: str, **fields: Any) -> dict[str, Any]:
        """The next message of a kind, with these fields."""
        while True:
            message = await self.next()
            if message["type"] == kind and all(message.get(name) == value for name, value in fields.items()):
                return message

    async def state(self, until: Callable[[dict[str, Any]], bool] = lambda state: True) -> dict[str, Any]:
        """The next state that is as it should be."""
        while True:
            found = await self.hear("state")
            if until(found):
                return found

    async def drain(self) -> list[dict[str, Any]]:
        """Everything that the server has to say now."""
        await settled()
        found = []
        while not self._to_us.empty():
            found.append(await self.next())
        return found

    async def answer(self, kind: str, **message: Any) -> dict[str, Any]:
        """Send a message, and wait until it was carried out or refused."""
        self.say(kind, **message)
        while True:
            found = await self.next()
            if found["type"] in ("done", "refused", "accepted", "hint", "pong"):
                return found

    async def close(self) -> None:
        """Hang up."""
        self._to_app.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await asyncio.wait_for(self.task, PATIENCE)


async def settled() -> None:
    """Let all tasks do what they can do without waiting for a thread."""
    for _ in range(60):
        await asyncio.sleep(0)


class House:
    """A server, and everything a test does with it."""

    def __init__(self, server: TableServer, clock: ManualClock) -> None:
        self.server = server
        self.clock = clock
        self.app = make_app(server, sweep=False)
        transport = httpx.ASGITransport(app=self.app)
        self.http = httpx.AsyncClient(transport=transport, base_url="http://table.test")
        self.lines: list[Line] = []

    async def close(self) -> None:
        """Stop the server."""
        for line in self.lines:
            if not line.task.done():
                await line.close()
        await self.http.aclose()
        await self.server.close()

    async def make(self, game: str = "spades", people: int = 1, bots: int | None = None, **more: Any) -> Made:
        """Make a table with people first, then bots. By default bots fill what the game needs."""
        fewest = (await self.server.find_game(game)).seats[0]
        bots = max(0, fewest - people) if bots is None else bots
        seats = [{"name": f"P{n}"} for n in range(people)] + [{"kind": "bot", "bot": "random"}] * bots
        body = {"game": game, "seats": seats, "pace": "instant", **more}
        answer = await self.http.post("/api/tables", json=body)
        assert answer.status_code == 201, answer.text
        return Made(self, answer.json())

    async def line(self, table: str, token: str | None = None, **more: Any) -> Line:
        """A socket to a table, after hello."""
        line = Line(self.app, table)
        self.lines.append(line)
        return await line.hello(token, **more)

    async def pass_time(self, seconds: float, step: float = 0.5) -> None:
        """Let time pass, with everything that happens automatically meanwhile."""
        for _ in range(max(1, round(seconds / step))):
            self.clock.advance(min(step, seconds))
            await self.quiet()

    async def quiet(self) -> None:
        """Wait until no bot thinks and nothing is due now."""
        while True:
            await settled()
            rooms = list(self.server.rooms.values())
            for room in rooms:
                await room.settle()
            self.clock.advance(0)
            await settled()
            if not any(room.busy for room in rooms) and not self.due_now():
                return

    def due_now(self) -> bool:
        """Return whether something is due that has not happened."""
        when = self.clock.next()
        return when is not None and when <= self.clock.now()


class Made:
    """A table that a test has made."""

    def __init__(self, house: House, made: dict[str, Any]) -> None:
        self.house = house
        self.made = made
        self.id: str = made["id"]
        self.tokens: list[str | None] = [seat.get("token") for seat in made["seats"]]

    @property
    def room(self) -> Room:
        """The live table."""
        return self.house.server.rooms[self.id]

    async def sit(self, *seats: int) -> None:
        """Let people sit down: by default all."""
        for seat in seats or [n for n, token in enumerate(self.tokens) if token]:
            answer = await self.post("seats", seat, {"name": f"P{seat}", "entropy": ENTROPY, "seat": seat})
            assert answer.status_code == 201, answer.text

    async def post(self, what: str, seat: int | None, body: Any, method: str = "POST") -> httpx.Response:
        """Ask something of the table over HTTP, as a seat."""
        headers = {} if seat is None else {"authorization": f"Bearer {self.tokens[seat]}"}
        return await self.house.http.request(method, f"/api/tables/{self.id}/{what}", json=body, headers=headers)

    async def state(self, seat: int | None = None, **query: Any) -> dict[str, Any]:
        """The state as a seat may know it."""
        headers = {} if seat is None else {"authorization": f"Bearer {self.tokens[seat]}"}
        query |= {"seat": seat} if seat is not None else {}
        answer = await self.house.http.get(f"/api/tables/{self.id}", headers=headers, params=query)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    async def line(self, seat: int | None = None, **more: Any) -> Line:
        """A socket from a seat."""
        if seat is not None and self.tokens.count(self.tokens[seat]) > 1:
            more["seat"] = seat
        return await self.house.line(self.id, None if seat is None else self.tokens[seat], **more)

    async def move(self, seat: int, move: Any = None, **more: Any) -> httpx.Response:
        """Make a move: by default the first option."""
        state = await self.state(seat)
        chosen = first_of(state["options"]) if move is None else move
        return await self.post("moves", seat, {"move": chosen, "number": state["number"], "seat": seat, **more})


def first_of(options: list[dict[str, Any]] | None) -> dict[str, Any]:
    """The first option as a move: the lowest of a range."""
    assert options, "there are no options"
    return {
        name: value["low"] if isinstance(value, dict) and "low" in value else value
        for name, value in options[0].items()
    }


async def make_house(
    store: Store | None = None, clock: ManualClock | None = None, limits: Limits | None = None
) -> House:
    """A server that is open."""
    turned = clock or ManualClock()
    server = TableServer(store or MemoryStore(clock=turned.now), turned, limits)
    await server.open(sweep=False)
    return House(server, turned)


async def two_houses() -> tuple[House, House]:
    """Two servers that share their tables."""
    clock = ManualClock()
    store = MemoryStore(clock=clock.now)
    return await make_house(store, clock), await make_house(store.another(), clock)

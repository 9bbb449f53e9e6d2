"""A client program at a table: the protocol in fifty lines, as an example and for tests.

async with Client("http://localhost:8000", token) as client:
    await client.sit("Robby")
    async for state in client.states():
        if state["options"]:
            await client.move(my_choice(state), state["number"])
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator
from typing import Any, Self

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed


class Refusal(Exception):
    """The table refused a request: `code` is the reason for programs, and the text the reason for people."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class Client:
    """A connection to one table, from a seat or (without a token) as a spectator."""

    def __init__(self, server: str, token: str | None = None, table: str | None = None) -> None:
        self.table = table or (token or "").partition(".")[0]
        self.token = token
        self.url = f"{server.replace('http', 'ws', 1)}/tables/{self.table}/live"
        self.state: dict[str, Any] = {}
        self.chat: list[dict[str, Any]] = []
        self._socket: ClientConnection | None = None
        self._since: int | None = None
        self._answers: dict[str, asyncio.Future[int]] = {}
        self._states: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
        self._reader: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._socket = await connect(self.url, max_size=2**24)
        self._answers, self._states = {}, asyncio.Queue()
        await self.send(type="hello", token=self.token, since=self._since, **{"as": "program"})
        self._reader = asyncio.create_task(self._read(self._socket))
        return self

    async def __aexit__(self, *error: object) -> None:
        assert self._socket is not None
        assert self._reader is not None
        await self._socket.close()
        await self._reader

    async def send(self, **message: Any) -> None:
        """Send a message."""
        assert self._socket is not None
        await self._socket.send(msgspec.json.encode(message).decode())

    async def sit(self, name: str = "") -> None:
        """Take the seat, with random bytes for the table's chance."""
        await self.send(type="sit", name=name, entropy=secrets.token_hex(16))

    async def move(self, move: str | dict[str, Any], number: int, identity: str = "") -> int:
        """Answer a decision, and wait until it is saved. Sent again with the same identity, it is made only once."""
        identity = identity or secrets.token_hex(8)
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._answers[identity] = answer
        try:
            await self.send(type="move", move=move, number=number, id=identity)
            return await answer
        finally:
            self._answers.pop(identity, None)

    async def states(self) -> AsyncIterator[dict[str, Any]]:
        """Yield every state that arrives, until the game is over or the connection ends."""
        while (state := await self._states.get()) is not None:
            yield state
            if state["outcome"]:
                return

    async def _read(self, socket: ClientConnection) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for data in socket:
                self._hear(msgspec.json.decode(data))
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(ConnectionError("the connection ended before the table answered"))
                answer.exception()  # read once, so that asyncio does not complain if the move could not even be sent
        self._states.put_nowait(None)

    def _hear(self, message: dict[str, Any]) -> None:
        answer = self._answers.pop(message["id"], None) if message.get("id") else None
        if message["type"] == "state":
            self.state, self._since = message, message["log"]
            self._states.put_nowait(message)
        elif message["type"] == "chat":
            self.chat.append(message)
        elif answer is None or answer.done():
            pass  # no call waits for it, or no longer
        elif message["type"] == "accepted":
            answer.set_result(message["number"])
        else:
            answer.set_exception(Refusal(message["code"], message["sentence"]))

"""The client that programs use: what it does when the line is lost."""

from __future__ import annotations

import asyncio
import gc
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection, serve

from ludex.table.client import Client

pytestmark = pytest.mark.anyio


async def silent(connection: ServerConnection) -> None:
    """Hear everything, answer nothing, and hang up when told to."""
    async for message in connection:
        if "hang up" in str(message):
            return


async def test_a_move_that_waits_is_told_that_the_line_is_lost() -> None:
    async with serve(silent, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        async with Client(f"http://127.0.0.1:{port}", "table.token") as client:
            with pytest.raises(ConnectionError, match="ended before the table answered"):
                await client.move("hang up", 0)


async def lose_a_move(first: str) -> None:
    """Make a move whose sending fails, before or after the reader has noticed that the line is lost."""
    async with serve(silent, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        async with Client(f"http://127.0.0.1:{port}", "table.token") as client:
            really_send = client.send

            async def lost(**message: Any) -> None:
                if first == "the reader":
                    await really_send(type="hang up")
                    assert client._reader is not None
                    await client._reader
                raise ConnectionError("the line is lost")

            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(client, "send", lost)
                with pytest.raises(ConnectionError, match="the line is lost"):
                    await client.move("p", 0)


@pytest.mark.parametrize("first", ["the move", "the reader"])
async def test_a_move_that_could_not_be_sent_leaves_nothing_behind(first: str) -> None:
    """The move raises, and no unretrieved exception is logged, whichever side notices the lost connection first."""
    complaints: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context))
    await lose_a_move(first)
    gc.collect()
    await asyncio.sleep(0)
    assert complaints == []


@pytest.mark.parametrize(
    "answer", [{"type": "accepted", "number": 1}, {"type": "refused", "code": "stale", "sentence": "too late"}]
)
async def test_the_answer_to_a_move_that_was_given_up_disturbs_nobody(answer: dict[str, Any]) -> None:
    """It may be heard before the move has noticed that it was given up."""
    async with serve(silent, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        async with Client(f"http://127.0.0.1:{port}", "table.token") as client:
            move = asyncio.create_task(client.move("p", 0, "m"))
            while "m" not in client._answers:
                await asyncio.sleep(0)
            move.cancel()
            client._hear({"id": "m", **answer})
            with pytest.raises(asyncio.CancelledError):
                await move

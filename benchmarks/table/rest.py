"""Tables at rest: the cost of sleeping and live ones, the time of a restart, and the losses of a kill."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import signal
import time
from pathlib import Path

import httpx
import msgspec
import uvloop

from benchmarks.table.clients import Player, make_tables
from benchmarks.table.servers import Server, ludex, running
from ludex.table.store import Listing, Row, open_store

AGAIN = 0.05


def fill(url: str, template: str, count: int) -> list[str]:
    """Make many copies of a table: its rows under other ids."""
    return uvloop.run(_fill(url, template, count))


async def _fill(url: str, template: str, count: int) -> list[str]:
    store = open_store(url)
    await store.open()
    saved = await store.load(template)
    rows = await store.rows(template)
    assert saved is not None
    ids = ["".join(secrets.choice("abcdefghjkmnpqrstuvwxyz23456789") for _ in template) for _ in range(count)]
    for start in range(0, count, 1000):
        await asyncio.gather(
            *(
                store.create(
                    msgspec.structs.replace(saved.header, id=one),
                    [Row(one, row.number, row.kind, row.data, row.at) for row in rows],
                    Listing("playing", b"{}", None),
                )
                for one in ids[start : start + 1000]
            )
        )
    await store.close()
    return ids


def play_some(server: str, tables: int, moves: int, stay: float = 0.0) -> list[str]:
    """Make tables and play a few moves at each. All stay connected for some seconds."""
    return uvloop.run(_play_some(server, tables, moves, stay))


async def _play_some(server: str, tables: int, moves: int, stay: float) -> list[str]:
    def asked(player: Player) -> None:
        if player.number < moves:
            player.table.play(player)

    made = await make_tables("ludex", server, tables, asked)
    while any(min(player.number for player in table.players) < moves for table in made):
        await asyncio.sleep(AGAIN)
    await asyncio.sleep(stay)
    for table in made:
        for player in table.players:
            assert player.socket is not None
            player.socket.close()
    return [table.id for table in made]


class Memory(msgspec.Struct, frozen=True):
    """Megabytes of one server process."""

    empty: float
    """Memory after one table has been played, so that the game and the compiled rules are loaded."""
    live: float
    sleeping: float
    started: float
    """Memory after a start with few tables, of which one was opened."""


def memory(folder: Path, live: int, sleeping: int) -> tuple[Memory, float]:
    """Return the cost of tables, and the seconds from the start with many tables to the first answer."""
    server = ludex(folder)
    with running(server):
        template = play_some(server.address, 1, 20)[0]
        time.sleep(1)
        empty = server.memory
        full = uvloop.run(_live(server, live))
    with running(server):
        httpx.get(f"{server.address}/api/tables/{template}", timeout=60).raise_for_status()
        time.sleep(5)
        started = server.memory
    ids = fill(f"sqlite:///{folder}/ludex.db", template, sleeping)
    begun = time.perf_counter()
    with running(server):
        answer = httpx.get(f"{server.address}/api/tables/{ids[sleeping // 2]}", timeout=60)
        answered = time.perf_counter() - begun
        answer.raise_for_status()
        time.sleep(5)  # two rounds of the sweeper
        asleep = server.memory
    return Memory(empty, full, asleep, started), answered


async def _live(server: Server, tables: int) -> float:
    """Return the server's memory with a number of live tables, with two clients each."""
    task = asyncio.create_task(_play_some(server.address, tables, 10, 3.0))
    most = 0.0
    while not task.done():
        await asyncio.sleep(0.5)
        most = max(most, server.memory)
    await task
    return most


class Kills(msgspec.Struct, frozen=True):
    """The losses of kills."""

    kills: int
    seen: int
    """Number of moves that a client had received."""
    lost: int
    """Number of those that were missing after the restart."""
    damaged: int
    """Number of tables that could not be read at all."""


def kills(kind: str, server: Server, tables: int, times: int) -> Kills:
    """Kill a server under load repeatedly, and compare it with what clients had received."""
    found = [0, 0, 0]
    for _ in range(times):
        server.start()
        try:
            one = uvloop.run(_kill(kind, server, tables))
        finally:
            server.end(signal.SIGKILL)
        found = [a + b for a, b in zip(found, one, strict=True)]
    return Kills(times, *found)


async def _kill(kind: str, server: Server, tables: int) -> tuple[int, int, int]:
    going = True

    def asked(player: Player) -> None:
        if going:
            player.table.play(player)

    made = await make_tables(kind, server.address, tables, asked)
    await asyncio.sleep(1.5 + secrets.randbelow(100) / 100)
    server.end(signal.SIGKILL)
    await asyncio.sleep(0.1)
    going = False
    seen = {table.id: max(player.number for player in table.players) for table in made}
    await asyncio.to_thread(server.start)
    for table in made:
        for player in table.players:
            player.number = -1
            with contextlib.suppress(OSError):  # a server that cannot read the table may close the connection
                await player.connect()
    until = time.perf_counter() + 5
    while time.perf_counter() < until and any(min(p.number for p in t.players) < 0 for t in made):
        await asyncio.sleep(AGAIN)
    after = {table.id: max(player.number for player in table.players) for table in made}
    damaged = sum(number < 0 for number in after.values())
    lost = sum(max(0, seen[table] - max(0, number)) for table, number in after.items())
    return sum(seen.values()), lost, damaged

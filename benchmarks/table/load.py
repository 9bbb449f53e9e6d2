"""The load: many tables at once, in a separate process that prints its results as JSON."""

from __future__ import annotations

import asyncio
import gc
import json
import resource
import subprocess
import sys
import time
from collections import deque

import msgspec
import uvloop

from benchmarks.table.clients import Player, make_tables
from benchmarks.table.servers import processor_seconds


class Load(msgspec.Struct, frozen=True):
    """The number of tables and seconds, at full speed or with `rate` moves per second in all."""

    kind: str
    server: str
    tables: int
    seconds: float
    rate: float = 0.0
    warm_up: float = 2.0
    pid: int = 0
    """The server's process, for measuring its cost."""


class Found(msgspec.Struct, frozen=True):
    """The results. Waits are in milliseconds, from a move to the other player's screen."""

    moves: float
    """Moves per second."""
    median: float
    p99: float
    worst: float
    cost: float
    """Microseconds of processor time that the server needed for a move."""
    busy: float
    """The share of one core that the load itself needed: near 1, the load was the limit and not the server."""


class Generator:
    """All tables of a load."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.ready: deque[Player] = deque()
        self.playing = False

    def asked(self, player: Player) -> None:
        """Play at once when a player is asked, or queue the move for the pace of the load."""
        if self.load.rate or not self.playing:
            self.ready.append(player)
        else:
            player.table.play(player)

    async def run(self) -> Found:
        """Make the tables, warm up, measure."""
        load = self.load
        tables = await make_tables(load.kind, load.server, load.tables, self.asked)
        self.playing = True
        while self.ready and not load.rate:
            self.asked(self.ready.popleft())
        pacer = asyncio.create_task(self.pace()) if load.rate else None
        gc.freeze()
        await asyncio.sleep(load.warm_up)
        for table in tables:
            table.waits.clear()
        begun, worked, served = time.perf_counter(), time.process_time(), processor_seconds(load.pid)
        print("begun", file=sys.stderr, flush=True)
        await asyncio.sleep(load.seconds)
        took, work = time.perf_counter() - begun, time.process_time() - worked
        served = processor_seconds(load.pid) - served
        self.playing = False
        if pacer is not None:
            pacer.cancel()
        if any(table.lost for table in tables):
            raise RuntimeError("the server closed connections under load")
        return summary([wait for table in tables for wait in table.waits], took, work, served)

    async def pace(self) -> None:
        """Send `rate` moves per second, evenly."""
        begun, sent = time.perf_counter(), 0
        while True:
            await asyncio.sleep(0.001)
            due = int((time.perf_counter() - begun) * self.load.rate)
            while sent < due:
                sent += 1
                if self.ready:
                    player = self.ready.popleft()
                    player.table.play(player)


def summary(waits: list[float], took: float, work: float, served: float) -> Found:
    """Summarise the waits."""
    waits.sort()
    if not waits:
        raise RuntimeError("no client received a move")
    median, p99 = waits[len(waits) // 2], waits[int(len(waits) * 0.99)]
    return Found(len(waits) / took, median * 1e3, p99 * 1e3, waits[-1] * 1e3, served / len(waits) * 1e6, work / took)


def measure(load: Load) -> Found:
    """Run a load in a separate process."""
    command = [sys.executable, "-m", "benchmarks.table.load", json.dumps(msgspec.to_builtins(load))]
    done = subprocess.run(command, capture_output=True, text=True, timeout=load.seconds + load.warm_up + 90)
    if done.returncode:
        raise RuntimeError(done.stderr[-2000:])
    return msgspec.json.decode(done.stdout, type=Found)


def allow_many_sockets() -> None:
    """Allow the largest number of open files."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


if __name__ == "__main__":
    allow_many_sockets()
    generator = Generator(msgspec.json.decode(sys.argv[1], type=Load))
    print(msgspec.json.encode(uvloop.run(generator.run())).decode())

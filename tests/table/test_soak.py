"""An hour of load, round after round: memory, handles, tasks and latency stay where they were."""

from __future__ import annotations

import asyncio
import os
import signal
import statistics
import time
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from ludex.table.client import Client, Refusal
from tests.table.house import first_of
from tests.table.test_kills import Process

pytestmark = [pytest.mark.anyio, pytest.mark.deep]
SECONDS = float(os.environ.get("LUDEX_SOAK_SECONDS", "3600"))
TABLES, AT_ONCE = 40, 10
"""Tables of a round, and how many of them are played at the same time."""
GAMES = {"spades": 4, "modern-art": 3, "hearts": 4, "automation": 2}
MOVES = 6
TOKEN = "metrics-of-the-soak-test"


class Sample(msgspec.Struct, frozen=True):
    """The server after a round."""

    megabytes: float
    handles: int
    tasks: int
    live: int
    latency: float
    """Milliseconds of the median answer."""


async def play(http: httpx.AsyncClient, address: str, number: int) -> None:
    """Make a table with bots, play some moves, and leave."""
    game = list(GAMES)[number % len(GAMES)]
    bots = [{"kind": "bot"}] * (GAMES[game] - 1)
    body = {"game": game, "seats": [{"name": "Ann"}, *bots], "pace": "instant"}
    made = (await http.post("/api/tables", json=body)).json()
    async with Client(address, made["seats"][0]["token"]) as client:
        await client.sit("Ann")
        left = MOVES
        async for state in client.states():
            if not state["options"]:
                continue
            try:
                await client.move(first_of(state["options"]), state["number"])
            except Refusal as refusal:
                if refusal.code not in ("stale", "not-your-turn", "over"):
                    raise
            left -= 1
            if not left:
                return


async def load(http: httpx.AsyncClient, address: str) -> None:
    """Play one round."""
    queue = asyncio.Semaphore(AT_ONCE)

    async def one(number: int) -> None:
        async with queue:
            await play(http, address, number)

    await asyncio.gather(*(one(number) for number in range(TABLES)))


async def sample(http: httpx.AsyncClient, pid: int) -> Sample:
    """Look at the server."""
    taken = []
    for _ in range(20):
        began = time.perf_counter()
        (await http.get("/healthz")).raise_for_status()
        taken.append(time.perf_counter() - began)
    status = Path(f"/proc/{pid}/status").read_text()
    megabytes = int(status.partition("VmRSS:")[2].split()[0]) / 1024
    metrics = await http.get("/metrics", headers={"authorization": f"Bearer {TOKEN}"})
    gauges: dict[str, Any] = dict(line.split()[:2] for line in metrics.text.splitlines() if not line.startswith("#"))
    return Sample(
        round(megabytes, 1),
        len(list(Path(f"/proc/{pid}/fd").iterdir())),
        int(float(gauges["ludex_tasks"])),
        int(float(gauges["ludex_tables_live"])),
        round(statistics.median(taken) * 1000, 1),
    )


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory and handles are read from /proc")
@pytest.mark.timeout(SECONDS + 900)
async def test_memory_handles_tasks_and_latency_stay_flat(tmp_path: Path) -> None:
    server = Process(f"sqlite:///{tmp_path}/tables.db", tmp_path / "errors.txt", "--metrics-token", TOKEN)
    await asyncio.to_thread(server.start)
    assert server.process is not None
    found: list[Sample] = []
    try:
        async with httpx.AsyncClient(base_url=server.address, timeout=120) as http:
            end = time.monotonic() + SECONDS
            while time.monotonic() < end or len(found) < 6:
                await load(http, server.address)
                await asyncio.sleep(5)
                found.append(await sample(http, server.process.pid))
                print(found[-1], flush=True)
    finally:
        await asyncio.to_thread(server.end, signal.SIGTERM)
    third = len(found) // 3
    middle, last = found[third : 2 * third], found[-third:]
    assert _median(last, "megabytes") < 1.1 * _median(middle, "megabytes") + 5
    assert _median(last, "handles") <= _median(middle, "handles") + 5
    assert _median(last, "tasks") <= _median(middle, "tasks") + 20
    assert _median(last, "latency") < 3 * _median(middle, "latency") + 50
    assert "Traceback" not in server.log.read_text()


def _median(samples: list[Sample], field: str) -> float:
    found: float = statistics.median(getattr(one, field) for one in samples)
    return found

"""Two server processes on one PostgreSQL share the tables, and a killed one's tables go on at the other."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

import httpx
import pytest

from ludex.table.client import Client
from tests.table.house import first_of
from tests.table.store.places import MakeDatabase
from tests.table.test_kills import Process, kill_under_load
from tests.table.test_leaving_kills import leave_under_kills

pytestmark = pytest.mark.anyio


async def test_the_tables_of_a_killed_server_go_on_at_the_other(make_database: MakeDatabase, tmp_path: Path) -> None:
    url = make_database()
    one, other = [Process(url, tmp_path / f"errors{number}.txt") for number in range(2)]
    await asyncio.to_thread(one.start)
    await asyncio.to_thread(other.start)
    try:
        async with httpx.AsyncClient(base_url=one.address) as http:
            body = {"game": "spades", "seats": [{"name": "Ann"}, *[{"kind": "bot", "bot": "random"}] * 3]}
            table = (await http.post("/api/tables", json=body)).json()
        token = table["seats"][0]["token"]
        async with Client(one.address, token) as here, Client(other.address, table=table["id"]) as there:
            await here.sit("Ann")
            async for state in there.states():
                if state["status"] == "playing" and state["seats"][0]["here"]:  # as the other server has said
                    break
            await asyncio.to_thread(one.end, signal.SIGKILL)
        async with Client(other.address, token) as client:
            answered: set[int] = set()
            async for state in client.states():
                if state["options"] and state["number"] not in answered:
                    answered.add(state["number"])
                    await client.move(first_of(state["options"]), state["number"])
                if len(answered) == 2:  # so the bots of the killed server's table have played on at the other
                    break
    finally:
        for process in (one, other):
            if process.process is not None and process.process.poll() is None:
                process.end(signal.SIGTERM)
    for process in (one, other):
        assert "Traceback" not in process.log.read_text()


async def test_two_kills_lose_nothing_in_postgresql(make_database: MakeDatabase, tmp_path: Path) -> None:
    await kill_under_load(tmp_path, 2, make_database())


@pytest.mark.deep
async def test_twenty_kills_lose_nothing_in_postgresql(make_database: MakeDatabase, tmp_path: Path) -> None:
    await kill_under_load(tmp_path, 20, make_database())


async def test_kills_during_departures_and_arrivals_lose_nothing_in_postgresql(
    make_database: MakeDatabase, tmp_path: Path
) -> None:
    await leave_under_kills(tmp_path, make_database(), "open-seat", 2)


@pytest.mark.deep
@pytest.mark.parametrize("choice", ["bot", "open-seat"])
async def test_many_kills_during_departures_lose_nothing_in_postgresql(
    make_database: MakeDatabase, tmp_path: Path, choice: str
) -> None:
    await leave_under_kills(tmp_path, make_database(), choice, 12)

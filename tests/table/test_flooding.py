"""One address that sends requests and messages of every kind cannot keep the server busy or fill it."""

from __future__ import annotations

import asyncio

import httpx
import pytest

from ludex.table.app import application
from ludex.table.server.limits import Limits
from tests.table.house import House, Line, make_house

pytestmark = pytest.mark.anyio
FOR_EVER = 10_000.0


def browser(house: House, address: str) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app=house.app, client=(address, 1))
    return httpx.AsyncClient(transport=transport, base_url="http://table.test")


@pytest.mark.parametrize("path", ["/static/table.js", "/nothing", "/", "/api/games"])
async def test_requests_beyond_the_budget_of_an_address_wait_and_others_do_not(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(application, "BRAKE", FOR_EVER)
    house = await make_house(limits=Limits(arrivals=1, arrival_burst=3))
    async with browser(house, "203.0.113.1") as flooding, browser(house, "203.0.113.2") as other:
        for _ in range(3):
            await flooding.get(path)
        waiting = asyncio.create_task(flooding.get(path))
        assert (await other.get("/healthz")).status_code == 200
        assert (await other.get(path)).status_code in (200, 404)
        assert not waiting.done()
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
    await house.close()


async def test_a_socket_beyond_the_budget_of_an_address_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    house = await make_house(limits=Limits(arrivals=1, arrival_burst=3))
    table = await house.make("automation", people=1, bots=0)
    lines = [await table.line(0), await table.line(0)]
    monkeypatch.setattr(application, "BRAKE", FOR_EVER)
    late = Line(house.app, table.id)
    hello = asyncio.create_task(late.hello(table.tokens[0]))
    assert (await lines[0].answer("ping"))["type"] == "pong"
    assert not hello.done()
    hello.cancel()
    late.task.cancel()
    await asyncio.gather(hello, late.task, return_exceptions=True)
    await house.close()


async def test_a_refusal_for_too_many_requests_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(application, "BRAKE", FOR_EVER)
    house = await make_house(limits=Limits(requests=1, burst=1))
    async with browser(house, "203.0.113.1") as flooding, browser(house, "203.0.113.2") as other:
        assert (await flooding.get("/healthz")).status_code == 200
        waiting = asyncio.create_task(flooding.get("/healthz"))
        assert (await other.get("/healthz")).status_code == 200
        assert not waiting.done()
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
    await house.close()


async def test_all_addresses_of_one_ipv6_network_are_one_client() -> None:
    house = await make_house(limits=Limits(requests=1, burst=2))
    codes = []
    for address in ("2001:db8:0:7::1", "2001:db8:0:7:ffff::2", "2001:db8:0:7::3", "2001:db8:0:8::1"):
        async with browser(house, address) as visitor:
            codes.append((await visitor.get("/healthz")).status_code)
    assert codes == [200, 200, 429, 200]
    await house.close()


async def test_messages_over_many_sockets_of_one_address_are_counted_together() -> None:
    house = await make_house(limits=Limits(all_messages=1, all_messages_burst=4))
    table = await house.make("automation", people=1, bots=0)
    lines = [await table.line(0) for _ in range(3)]
    answers = [await line.answer("ping") for line in lines for _ in range(2)]
    assert [answer["type"] for answer in answers] == ["pong"] * 4 + ["refused"] * 2
    assert answers[-1]["code"] == "too-fast"
    await house.close()


async def test_rematches_count_as_tables() -> None:
    house = await make_house(limits=Limits(tables_per_hour=2))
    table = await house.make("automation", people=1, bots=1)
    await table.sit()
    line = await table.line(0)
    await line.answer("resign")
    assert (await line.answer("offer", what="rematch"))["type"] == "done"
    follower = (await table.state())["follower"]
    again = await house.line(follower, f"{follower}.{(table.tokens[0] or '').partition('.')[2]}")
    await again.answer("sit", name="Ann")
    await again.answer("resign")
    assert (await again.answer("offer", what="rematch"))["code"] == "too-fast"
    assert (await again.answer("ping"))["type"] == "pong"
    await house.close()

"""Webhooks: every delivery is a task with a time limit, and whatever goes wrong with one delays no other."""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from ludex.table.room.messages import encode
from ludex.table.room.refused import Refused
from ludex.table.server import notices as module
from ludex.table.server.notices import OF_A_HOST, OF_A_MAKER, check_url
from ludex.table.store import Notice, StoreFull
from tests.table.house import House, settled

pytestmark = pytest.mark.anyio

NOT_OK = [b"", b"SSH-2.0\r\n", b"HTTP/1.1 abc\r\n", b"HTTP/1.1 500 No\r\n\r\n", b"x" * 100_000]
OK = [b"HTTP/1.1 200 OK\r\n\r\n", b"HTTP/1.1 103 Early\r\nA: b\r\n\r\nHTTP/1.1 204 No\r\n\r\n"]


def notice(name: str, url: str, maker: str = "ann") -> Notice:
    return Notice(name, encode({"url": url, "body": {"text": name}, "maker": maker}), 0.0)


class Receiver:
    """A web server for tests, which sends the answer that the test sets."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self.answer = b"HTTP/1.1 204 No Content\r\n\r\n"
        self.drips = False
        self.connections = 0
        self.url = ""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
            self.heard.append(head + await reader.readexactly(length))
            while self.drips:
                writer.write(b"H")
                await writer.drain()
                await asyncio.sleep(0.01)
            writer.write(self.answer)
            await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()


@asynccontextmanager
async def receiving() -> AsyncIterator[Receiver]:
    receiver = Receiver()
    server = await asyncio.start_server(receiver.serve, "127.0.0.1", 0)
    receiver.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/hook?x=1"
    try:
        yield receiver
    finally:
        server.close()


@pytest.mark.parametrize(
    "answer", [b"HTTP/1.1 200 OK\r\n\r\n", b"HTTP/1.1 103 Early\r\nA: b\r\n\r\nHTTP/1.1 204 No\r\n\r\n"]
)
async def test_a_notice_is_posted_over_http(house: House, answer: bytes) -> None:
    house.server.local_webhooks = True
    async with receiving() as receiver:
        receiver.answer = answer
        await house.server.store.post([notice("n", receiver.url)])
        assert await house.server.notices.deliver() == 1
    (request,) = receiver.heard
    assert request.startswith(b"POST /hook?x=1 HTTP/1.1\r\nHost: 127.0.0.1:")
    assert b"\r\nIdempotency-Key: n\r\n" in request
    assert request.endswith(b'\r\n\r\n{"text":"n"}')


@pytest.mark.parametrize(
    "answer", [b"", b"SSH-2.0\r\n", b"HTTP/1.1 abc\r\n", b"HTTP/1.1 500 No\r\n\r\n", b"x" * 100_000]
)
async def test_every_failure_counts_as_a_try(house: House, answer: bytes) -> None:
    house.server.local_webhooks = True
    async with receiving() as receiver:
        receiver.answer = answer
        await house.server.store.post([notice("n", receiver.url)])
        assert await house.server.notices.deliver() == 0
    house.clock.advance(6)
    (again,) = await house.server.store.claim(house.clock.now(), 10)
    assert again.tries == 1


@pytest.mark.parametrize("host", ["a" * 64 + ".test", "x..test", "a." * 130 + "test", "-x.test", "::gg"])
async def test_a_malformed_address_fails_cleanly_and_delays_nobody(house: House, host: str) -> None:
    house.server.local_webhooks = True
    async with receiving() as receiver:
        posted = [notice("bad", f"http://{host}/"), notice("good", receiver.url)]
        await house.server.store.post(posted)
        assert await house.server.notices.deliver() == 1
    house.clock.advance(6)
    assert [one.tries for one in await house.server.store.claim(house.clock.now(), 10)] == [1]


@pytest.mark.parametrize(
    "url",
    [
        "http://" + "a" * 64 + ".test/",
        "http://a..b/",
        "http://x:0/",
        "http://x:99999/",
        "http://-a.test",
        "http://[::1",
    ],
)
def test_a_malformed_address_is_refused_when_it_is_set(url: str) -> None:
    with pytest.raises(Refused, match="A webhook is an address"):
        check_url(url)


@pytest.mark.parametrize(
    "url", ["https://xn--bcher-kva.example/x", "http://a.b:8080", "https://1.1.1.1/", "http://[2606:4700::1]:80/"]
)
def test_ordinary_addresses_are_taken(url: str) -> None:
    check_url(url)


async def test_a_dripping_receiver_is_given_up_and_stops_nobody(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.3)
    house.server.local_webhooks = True
    async with receiving() as slow, receiving() as quick:
        slow.drips = True
        await house.server.store.post([notice("slow", slow.url), notice("quick", quick.url)])
        assert sorted(await asyncio.gather(*await house.server.notices.begin())) == [False, True]
        assert len(quick.heard) == 1
        slow.drips = False
    house.clock.advance(6)
    assert [(one.id, one.tries) for one in await house.server.store.claim(house.clock.now(), 10)] == [("slow", 1)]


async def test_a_slow_host_slows_only_itself(house: House) -> None:
    gate, begun = asyncio.Event(), list[str]()

    async def send(url: str, body: bytes, identity: str) -> int:
        begun.append(identity)
        if "slow" in url:
            await gate.wait()
        return 200

    house.server.notices.send = send
    makers = [f"maker {number % 10}" for number in range(200)]
    await house.server.store.post([notice(f"s{n:03}", "https://slow.test/", maker) for n, maker in enumerate(makers)])
    first = await house.server.notices.begin()
    await settled()
    assert len(begun) == OF_A_HOST
    await house.server.store.post([notice("quick", "https://quick.test/")])
    (quick,) = await house.server.notices.begin()
    assert await quick
    gate.set()
    arrived = sum(await asyncio.gather(*first))
    assert arrived < 200, "what found no room in memory is back in the store"
    for _ in range(20):
        house.clock.advance(3)
        arrived += await house.server.notices.deliver()
    assert arrived == 200, "and waiting was not counted as a try"


async def test_the_maker_of_many_tables_slows_only_itself(house: House) -> None:
    gate, begun = asyncio.Event(), list[str]()

    async def send(url: str, body: bytes, identity: str) -> int:
        begun.append(identity)
        if identity != "other":
            await gate.wait()
        return 200

    house.server.notices.send = send
    await house.server.store.post([notice(f"n{n:03}", f"https://h{n}.test/", "greedy") for n in range(150)])
    first = await house.server.notices.begin()
    await settled()
    assert len(begun) == OF_A_MAKER
    await house.server.store.post([notice("other", "https://chat.test/", "modest")])
    assert await house.server.notices.deliver() == 1
    gate.set()
    await asyncio.gather(*first)


async def test_a_notice_is_given_up_after_eight_tries(house: House) -> None:
    async def send(url: str, body: bytes, identity: str) -> int:
        raise UnicodeError("label too long")

    house.server.notices.send = send
    await house.server.store.post([notice("n", "https://chat.test/")])
    for _ in range(8):
        (task,) = await house.server.notices.begin()
        assert not await task
        house.clock.advance(100_000)
    assert await house.server.notices.begin() == []


async def test_names_are_looked_up_in_threads_that_nothing_else_uses(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    used: list[str] = []

    def lookup(host: str, port: int, local: bool) -> tuple[str, int]:
        used.append(threading.current_thread().name)
        raise OSError("no such name")

    monkeypatch.setattr(module, "public_address", lookup)
    await house.server.store.post([notice("n", "https://chat.test/")])
    assert await house.server.notices.deliver() == 0
    assert used
    assert used[0].startswith("ludex-names")


async def test_a_store_that_fails_after_a_delivery_is_logged_like_other_background_work(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def send(url: str, body: bytes, identity: str) -> int:
        return 200

    async def full(ids: object) -> None:
        raise StoreFull("no room")

    house.server.notices.send = send
    monkeypatch.setattr(house.server.store, "delivered", full)
    await house.server.store.post([notice("n", "https://chat.test/")])
    await house.server.sweep()
    await settled()
    gc.collect()
    assert [(record.name, record.message) for record in caplog.records] == [
        ("ludex.table", "background work failed: StoreFull: no room")
    ]


async def test_a_notice_that_waits_for_its_turn_longer_than_it_is_claimed_is_sent_once(house: House) -> None:
    gate, begun = asyncio.Event(), list[str]()

    async def send(url: str, body: bytes, identity: str) -> int:
        begun.append(identity)
        await gate.wait()
        return 200

    house.server.notices.send = send
    await house.server.store.post([notice("n", "https://chat.test/")])
    first = await house.server.notices.begin()
    await settled()
    house.clock.advance(100)
    again = await house.server.notices.begin()
    await settled()
    gate.set()
    assert await asyncio.gather(*first, *again) == [True]
    assert begun == ["n"]

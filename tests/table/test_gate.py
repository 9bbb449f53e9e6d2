"""The gate: attackers that flood, do not read, or send half a request, while another person plays."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator

import pytest

from ludex.table.app import gate, request_body
from ludex.table.app.gate import Gate
from ludex.table.room.viewer import MOST_WAITING, MOST_WAITING_BYTES, Viewer
from ludex.table.server.limits import FAR, Limits
from tests.table.house import PATIENCE, House, Made, make_house
from tests.table.served import Wire, frame, saying, served

pytestmark = pytest.mark.anyio

BATCH, ENOUGH = 64 * 1024, 200
"""Bytes that an attacker sends at once, and how often: a server that has not acted until then does not act."""
FLOODS = {
    "pings": frame(b"", 0x89),
    "long pings": frame(b"x" * 125, 0x89),
    "pongs": frame(b"", 0x8A),
    "empty fragments": frame(b"", 0x00),
    "junk": frame(b"x"),
    "binary": frame(b"\xff\xff", 0x82),
    "messages": frame(saying("ping")),
    "long messages": frame(b"x" * 60_000),
}


@pytest.fixture(autouse=True)
def _short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a flood end in a moment."""
    monkeypatch.setattr(gate, "PAUSE", 0.05)


@pytest.fixture
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the server lose patience in a moment with those who send or read slowly."""
    monkeypatch.setattr(gate, "HEAD_WITHIN", 0.5)
    monkeypatch.setattr(gate, "STALLED", 0.3)
    monkeypatch.setattr(request_body, "BODY_WITHIN", 0.5)


@contextlib.asynccontextmanager
async def playing(limits: Limits | None = None) -> AsyncIterator[tuple[House, Made, str, Wire]]:
    """Serve a table at which a person plays."""
    house = await make_house(limits=limits)
    table = await house.make("gin-rummy", people=2)
    await table.sit()
    async with served(house) as address:
        ann = await Wire.open(address, table, 0)
        await ann.heard()
        yield house, table, address, ann
    await house.close()


async def answered(person: Wire) -> None:
    """Expect the server to answer a person who plays."""
    person.writer.write(frame(saying("ping")))
    while (await person.heard())["type"] != "pong":
        pass


async def answered_during(person: Wire, *attack: asyncio.Task[object]) -> None:
    """Expect answers until an attack has ended, and afterwards."""
    while not all(task.done() for task in attack):
        await answered(person)
        await asyncio.sleep(0.1)
    await answered(person)


async def flood(messages: Wire, data: bytes) -> bool:
    """Send the same again and again. Return whether the server ended the connection."""
    batch = data * max(1, BATCH // len(data))
    try:
        for _ in range(ENOUGH):
            messages.writer.write(batch)
            await messages.writer.drain()
    except ConnectionError:
        return True
    return False


# --- floods


@pytest.mark.parametrize("kind", FLOODS)
async def test_a_flood_of_frames_is_not_parsed_and_ends_with_1008(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: Counter[Gate] = Counter()
    count = Gate.count_frames

    def counted(self: Gate, frames: int) -> None:
        parsed[self] += frames
        count(self, frames)

    monkeypatch.setattr(Gate, "count_frames", counted)
    monkeypatch.setattr(gate, "GRACE", PATIENCE)
    async with playing() as (house, table, address, ann):
        begun = asyncio.get_running_loop().time()
        spectator = await Wire.open(address, table, None)
        spectator.writer.write(frame(b"", 0x01) if kind == "empty fragments" else b"")
        attack = asyncio.create_task(flood(spectator, FLOODS[kind]))
        closed = asyncio.create_task(spectator.closed_with())
        await answered_during(ann, closed)
        assert closed.result() == 1008
        assert 'code="flood"' in house.server.metrics.text({})
        limits, seconds = house.server.limits, asyncio.get_running_loop().time() - begun
        at_once = gate.SLICE / len(frame(b"")) + 1
        assert max(parsed.values()) <= limits.frame_burst + seconds * limits.frames + at_once
        attack.cancel()
        spectator.writer.close()
        while len(table.room.viewers) > 1:
            await asyncio.sleep(0.01)


async def test_nothing_is_done_with_a_connection_that_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "GRACE", 0.2)
    gone: list[asyncio.Transport] = []
    late: list[str] = []
    lost, made = Gate.connection_lost, Gate.connection_made

    def noted(self: Gate, exc: Exception | None) -> None:
        lost(self, exc)
        gone.append(self._transport)

    def watched(self: Gate, transport: asyncio.Transport) -> None:
        abort = transport.abort
        transport.abort = lambda: late.append("abort") if transport in gone else abort()  # type: ignore[method-assign]
        made(self, transport)

    monkeypatch.setattr(Gate, "connection_lost", noted)
    monkeypatch.setattr(Gate, "connection_made", watched)
    async with playing(Limits(frame_burst=20)) as (_, table, address, _):
        spectator = await Wire.open(address, table, None)
        spectator.writer.write(frame(b"x") * 2000)
        assert await spectator.closed_with() == 1008
        spectator.writer.close()
        while not gone:
            await asyncio.sleep(0.01)
        await asyncio.sleep(2 * gate.GRACE)
    assert late == []


async def test_a_client_that_pauses_now_and_then_is_never_closed() -> None:
    async with playing(Limits(frames=2000, frame_burst=20)) as (house, _, _, ann):
        for _ in range(12):
            ann.writer.write(frame(b"", 0x89) * 40)
            for _ in range(40):
                assert await ann.next() == (10, b"")
            await asyncio.sleep(0.1)
        assert "flood" not in house.server.metrics.text({})


async def test_a_read_is_parsed_in_slices_with_turns_of_others_between_them(monkeypatch: pytest.MonkeyPatch) -> None:
    ping, many, turn = frame(b"", 0x89), 6000, 0
    parsed: list[tuple[int, int]] = []
    monkeypatch.setattr(Gate, "count_frames", lambda _, frames: parsed.append((turn, frames)))
    loop = asyncio.get_running_loop()

    def next_turn() -> None:
        nonlocal turn
        turn += 1
        if sum(frames for _, frames in parsed) < many:
            loop.call_soon(next_turn)

    async with playing(Limits.none()) as (_, _, _, ann):
        parsed.clear()
        ann.writer.write(ping * many)
        next_turn()
        for _ in range(many):
            assert await ann.next() == (10, b"")
    assert max(frames for _, frames in parsed) <= gate.SLICE / len(ping) + 1
    assert len({turn for turn, _ in parsed}) == len(parsed)


# --- clients that do not read


async def test_a_client_that_asks_and_does_not_read_is_closed_with_a_bounded_outbox(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    most_bytes = most = 0
    send = Viewer.send

    def watched(self: Viewer, message: object) -> None:
        nonlocal most, most_bytes
        send(self, message)
        most, most_bytes = max(most, len(self.outbox)), max(most_bytes, sum(map(len, self.outbox)))

    monkeypatch.setattr(Viewer, "send", watched)
    async with playing(Limits.none()) as (house, table, address, ann):
        stubborn = await Wire.open(address, table, None)
        await stubborn.heard()
        attack = asyncio.create_task(flood(stubborn, frame(b"x")))
        while len(table.room.viewers) > 1:
            await answered(ann)
        await answered(ann)
        attack.cancel()
        assert 'code="slow-reader"' in house.server.metrics.text({})
        assert 0 < most <= MOST_WAITING + 1
        assert 0 < most_bytes <= MOST_WAITING_BYTES + 8192


async def test_pings_of_a_client_that_does_not_read_do_not_fill_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = [0]
    write = Gate.write

    def watched(self: Gate, data: bytes) -> None:
        write(self, data)
        sizes.append(self._transport.get_write_buffer_size())

    monkeypatch.setattr(Gate, "write", watched)
    async with playing(Limits.none()) as (_, table, address, ann):
        stubborn = await Wire.open(address, table, None)
        await stubborn.heard()
        attack = asyncio.create_task(flood(stubborn, frame(b"x" * 125, 0x89)))
        while len(table.room.viewers) > 1:
            await answered(ann)
        attack.cancel()
        assert gate.MOST_UNSENT < max(sizes) <= gate.MOST_UNSENT + 2 * gate.SLICE


@pytest.mark.usefixtures("_impatient")
async def test_a_client_that_does_not_read_an_answer_is_dropped() -> None:
    async with playing(Limits.none()) as (_, _, address, ann):
        lazy = await Wire.connect(address)
        asked = b"GET /openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        attack = asyncio.create_task(flood(lazy, asked))
        await answered_during(ann, attack)
        assert attack.result(), "the server ended it"


# --- half of a request


async def ending(address: str, *parts: bytes) -> bytes:
    """Send parts of a request, one after the other, for as long as the server takes them; return its answer."""
    messages = await Wire.connect(address)
    answer = asyncio.create_task(messages.rest())
    with contextlib.suppress(ConnectionError):
        for part in parts:
            if answer.done():
                break
            messages.writer.write(part)
            await messages.writer.drain()
            await asyncio.sleep(0.02)
    return await answer


@pytest.mark.usefixtures("_impatient")
async def test_half_sent_heads_end_with_408_and_one_address_has_only_some_connections(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    limits = Limits(connections=101)
    most, count = 0, Limits.open_connection

    def counted(limits: Limits, host: str) -> None:
        nonlocal most
        count(limits, host)
        most = max(most, limits._open[host])

    monkeypatch.setattr(Limits, "open_connection", counted)
    monkeypatch.setattr(gate, "HEAD_WITHIN", 3.0)  # all of them connect in that time
    async with playing(limits) as (_, _, address, ann):
        heads = [asyncio.create_task(ending(address, b"GET /healthz HTTP/1.1\r\nHost: x\r\n")) for _ in range(200)]
        await answered_during(ann, *heads)
        answers = Counter(task.result()[:12] for task in heads)
        assert set(answers) == {b"HTTP/1.1 408", b"HTTP/1.1 429"}
        assert most == 101


@pytest.mark.usefixtures("_impatient")
async def test_a_dripping_head_ends_with_408() -> None:
    async with playing() as (_, _, address, ann):
        drip = asyncio.create_task(ending(address, b"GET / HTTP/1.1\r\n", *[b"x: y\r\n"] * 2000))
        await answered_during(ann, drip)
        assert drip.result().startswith(b"HTTP/1.1 408 Request Timeout\r\n")


@pytest.mark.usefixtures("_impatient")
async def test_a_dripping_head_after_an_answer_ends_with_408() -> None:
    async with playing() as (_, _, address, ann):
        first = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
        drip = asyncio.create_task(ending(address, first, *[b"GET / HTTP/1.1\r\n", *[b"x: y\r\n"] * 2000]))
        await answered_during(ann, drip)
        assert drip.result().count(b"HTTP/1.1 200") == 1
        assert drip.result().count(b"HTTP/1.1 408") == 1


@pytest.mark.usefixtures("_impatient")
@pytest.mark.parametrize("path", ["/api/tables", "/nowhere"])
@pytest.mark.parametrize("chunked", [False, True])
async def test_a_dripping_body_ends_with_an_answer(path: str, chunked: bool) -> None:
    size, drop = (b"transfer-encoding: chunked", b"1\r\n \r\n") if chunked else (b"content-length: 5000", b" ")
    head = b"POST " + path.encode() + b" HTTP/1.1\r\nHost: x\r\n" + size + b"\r\n\r\n"
    async with playing() as (_, _, address, ann):
        drip = asyncio.create_task(ending(address, head, *[drop] * 4000))
        await answered_during(ann, drip)
        answer = drip.result()
        if path == "/api/tables":
            assert answer.startswith(b"HTTP/1.1 408")
            assert b'"code":"slow-body"' in answer
        else:
            assert answer.startswith(b"HTTP/1.1 404")


@pytest.mark.usefixtures("_impatient")
async def test_a_body_in_many_small_chunks_is_parsed_in_slices() -> None:
    async with playing() as (_, _, address, ann):
        head = b"POST /api/tables HTTP/1.1\r\nHost: x\r\ntransfer-encoding: chunked\r\n\r\n"
        chunks = asyncio.create_task(ending(address, head, *[b"1\r\n \r\n" * 10_000] * 200))
        await answered_during(ann, chunks)
        assert chunks.result().startswith((b"HTTP/1.1 408", b"HTTP/1.1 413"))


@pytest.mark.usefixtures("_impatient")
async def test_a_connection_without_a_request_is_closed_without_an_answer() -> None:
    async with playing() as (_, _, address, _):
        assert await ending(address) == b""


@pytest.mark.usefixtures("_impatient")
async def test_an_answer_that_takes_long_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    async def slow(*_: object) -> None:
        await asyncio.sleep(2 * gate.HEAD_WITHIN)

    async with playing() as (house, _, address, _):
        monkeypatch.setattr(house.server.store, "get", slow)
        answer = await ending(address, b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 200")


# --- too many connections


async def test_idle_connections_and_sockets_count_together_and_are_given_back() -> None:
    async with playing(Limits(connections=4)) as (_, table, address, _):
        for _ in range(2):
            await Wire.connect(address)
        watching = await Wire.open(address, table, None)
        await watching.heard()
        assert (await ending(address)).startswith(b"HTTP/1.1 429 Too Many Requests\r\n")
        watching.writer.close()
        while True:
            answer = await ending(address, b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            if not answer.startswith(b"HTTP/1.1 429"):
                break
        assert answer.startswith(b"HTTP/1.1 200")


async def test_a_full_server_answers_503_and_those_who_play_stay() -> None:
    async with playing(Limits(all_connections=2)) as (_, _, address, ann):
        await Wire.connect(address)
        assert (await ending(address)).startswith(b"HTTP/1.1 503 Service Unavailable\r\n")
        await answered(ann)


async def test_behind_a_proxy_sockets_are_counted_by_the_address_that_it_tells() -> None:
    house = await make_house(limits=Limits(connections=1))
    table = await house.make("gin-rummy", people=2)
    async with served(house, proxies=1) as address:
        wires = [await Wire.open(address, table, None, forwarded=f"10.0.0.{n}") for n in (1, 2)]
        for messages in wires:
            await messages.heard()
        refused = await Wire.connect(address)
        refused.writer.write(Wire.upgrade(table, forwarded="10.0.0.1"))
        assert (await refused.rest()).startswith(b"HTTP/1.1 403")
    await house.close()


def test_limits_fit_the_file_handles_of_the_process() -> None:
    few, many, none = Limits(), Limits(), Limits.none()
    few.fit(164)
    many.fit(1_000_000)
    none.fit(1024)
    assert (few.all_connections, few.connections) == (100, 50)
    assert (many.all_connections, many.connections) == (999_936, 200)
    assert (none.all_connections, none.connections) == (960, FAR)

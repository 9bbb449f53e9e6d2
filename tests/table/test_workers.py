"""Work off the event loop: fair turns for addresses, pools apart, hints that are refused, bots that are slowed down."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

import pytest

from ludex.table.room.refused import Refused
from ludex.table.server.fair_queue import FairQueue
from ludex.table.server.workers import BURST, Pool
from tests.table.house import House, settled

pytestmark = pytest.mark.anyio


class Gate:
    """Work that waits in its thread until the test lets it go."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self._open = threading.Event()

    def work(self, name: str) -> Callable[[], str]:
        def wait() -> str:
            self.begun.append(name)
            assert self._open.wait(60)
            return name

        return wait

    def open(self) -> None:
        self._open.set()


async def begun(gate: Gate, count: int) -> None:
    """Wait until so much work has begun."""
    while len(gate.begun) < count:
        await asyncio.sleep(0.01)


async def test_an_address_never_has_all_threads() -> None:
    pool, gate = Pool("test", 4), Gate()
    jobs = [asyncio.ensure_future(pool.run("greedy", gate.work("greedy"))) for _ in range(40)]
    await begun(gate, 3)
    other = asyncio.ensure_future(pool.run("modest", gate.work("modest")))
    await begun(gate, 4)
    assert gate.begun == ["greedy"] * 3 + ["modest"], "forty jobs of one address do not delay the first of another"
    gate.open()
    assert await other == "modest"
    await asyncio.gather(*jobs)
    pool.close()


async def test_addresses_take_turns() -> None:
    queue = FairQueue(1, share=1)
    order: list[str] = []

    async def work(who: str) -> None:
        await queue.acquire(who)
        order.append(who)
        await asyncio.sleep(0)
        queue.release(who)

    await asyncio.gather(*(work(who) for who in ["ann"] * 4 + ["bob"] * 2 + ["cid"]))
    assert order == ["ann", "ann", "bob", "cid", "ann", "bob", "ann"]


async def test_background_work_waits_for_everything_else() -> None:
    queue = FairQueue(2, share=2)
    await queue.acquire("ann")
    await queue.acquire("bob", background=True)
    behind = asyncio.ensure_future(queue.acquire("bob", background=True))
    await settled()
    queue.release("ann")
    await settled()
    assert not behind.done(), "background work has one slot, even if others are free"
    queue.release("bob", background=True)
    await behind


async def test_whoever_gives_up_waiting_blocks_nobody() -> None:
    queue = FairQueue(1, share=1)
    await queue.acquire("ann")
    first, second = (asyncio.ensure_future(queue.acquire(who)) for who in ("bob", "cid"))
    await settled()
    first.cancel()
    await settled()
    queue.release("ann")
    await second
    queue.release("cid")
    assert (queue.running, queue.queued()) == (0, 0)


async def test_too_much_that_waits_is_refused() -> None:
    queue = FairQueue(1, share=1, each=1, most=2)
    await queue.acquire("ann")
    waiting = [asyncio.ensure_future(queue.acquire(who)) for who in ("ann", "bob")]
    await settled()
    for who, status in (("ann", 429), ("cid", 503)):
        with pytest.raises(Refused) as refused:
            await queue.acquire(who)
        assert refused.value.status == status
    queue.close()
    assert all(isinstance(one, Refused) for one in await asyncio.gather(*waiting, return_exceptions=True))


async def test_work_that_gets_its_turn_as_the_queue_closes_is_refused() -> None:
    queue = FairQueue(1, share=1)
    await queue.acquire("ann")
    waiting = asyncio.create_task(queue.acquire("bob"))
    await asyncio.sleep(0)
    queue.release("ann")
    queue.close()
    with pytest.raises(Refused, match="about to stop"):
        await waiting
    assert queue.running == 0


async def test_work_that_takes_too_long_is_given_up_but_has_its_thread_until_it_ends() -> None:
    pool, gate = Pool("test", 2, within=0.05), Gate()
    with pytest.raises(Refused) as refused:
        await pool.run("ann", gate.work("slow"))
    assert (refused.value.status, refused.value.code) == (503, "too-long")
    assert pool.queue.running == 1
    gate.open()
    while pool.queue.running:
        await asyncio.sleep(0.01)
    pool.close()


async def test_an_address_that_has_used_up_its_time_works_in_the_background() -> None:
    now = [0.0]

    def think() -> None:
        now[0] += BURST + 1

    pool = Pool("test", 4, clock=lambda: now[0])
    await pool.run("ann", think)
    now[0] = 0.0  # as if several threads had thought at the same time
    gate = Gate()
    jobs = [asyncio.ensure_future(pool.run("ann", gate.work("ann"))) for _ in range(3)]
    await begun(gate, 1)
    jobs += [asyncio.ensure_future(pool.run("bob", gate.work("bob"))) for _ in range(3)]
    await begun(gate, 4)
    assert gate.begun == ["ann", "bob", "bob", "bob"]
    gate.open()
    await asyncio.gather(*jobs)
    now[0] += 2 * BURST
    pool.forget()
    assert not pool._budgets
    pool.close()


async def test_bots_hints_and_checks_have_threads_of_their_own(house: House) -> None:
    gate, thinking = Gate(), house.server.workers
    for pool in (thinking.bots, thinking.checks, thinking.tables):
        for who in ("ann", "bob", "cid", "dan"):
            for _ in range(2):
                house.server.start(pool.run(who, gate.work(who)))
    await begun(gate, 10)
    assert await thinking.hints.run("eve", lambda: threading.current_thread().name[:11]) == "ludex-hints"
    gate.open()


async def test_a_hint_that_cannot_be_served_soon_is_refused(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    gate = Gate()
    monkeypatch.setattr("ludex.table.app.session.hint", lambda game, request: gate.work("hint")())
    lines = []
    for _ in range(5):
        table = await house.make("spades", people=1, hints=True)
        await table.sit()
        await house.quiet()
        line = await table.line(0)
        await line.state(lambda state: state["options"])
        lines.append(line)
    for line in lines:
        line.say("hint")
    await begun(gate, 1)
    refused = await lines[-1].hear("refused")
    assert refused["code"] == "thinking"
    assert "Ask again" in refused["sentence"]
    gate.open()
    for line in lines[:3]:
        await line.hear("hint")


async def test_bots_of_one_address_do_not_delay_those_of_another(house: House) -> None:
    table = await house.make("spades", people=1)
    await table.sit()
    gate, pool = Gate(), house.server.workers.bots
    for _ in range(40):
        house.server.start(pool.run("elsewhere", gate.work("elsewhere")))
    await begun(gate, 3)
    line = await table.line(0)
    await line.state(lambda state: state["options"])  # the bots before this seat have played
    gate.open()


async def test_a_table_of_bots_alone_is_played_slowly_while_nobody_looks(house: House) -> None:
    table = await house.make("spades", people=0, bots=4)
    await house.quiet()
    assert table.room.scheduler.unwatched
    assert not table.room.state.movers, "an instant table waits all the same"
    await house.pass_time(3)
    assert len(table.room.state.movers) == 1
    await table.line()
    while len(table.room.state.movers) < 5:  # as soon as a spectator connects, the table has its own pace
        house.clock.advance(0)
        await asyncio.sleep(0.01)


async def test_a_table_with_a_person_is_never_slow(house: House) -> None:
    table = await house.make("spades", people=1)
    await table.sit()
    await house.quiet()
    assert not table.room.scheduler.unwatched
    assert table.room.state.waiting == (0,)

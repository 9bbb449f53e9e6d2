"""Clocks on the server: per move, per player with increment, long deadlines, and the hammer of an open auction."""

from __future__ import annotations

import time
from typing import Any

import pytest

from ludex.table.room.clock import ManualClock, SystemClock
from ludex.table.store import MemoryStore
from tests.table.house import House, Made, make_house
from tests.table.test_orders import auction

pytestmark = pytest.mark.anyio


async def timed(house: House, **clock: Any) -> Made:
    """A table for two people with a clock."""
    table = await house.make("automation", people=2, clock=clock)
    await table.sit()
    return table


def left(state: dict[str, Any], seat: int) -> float:
    """Return the time that a seat's clock shows."""
    found: float = state["seats"][seat]["clock"]["left"]
    return found


async def test_a_clock_per_move_starts_again_with_every_decision(house: House) -> None:
    table = await timed(house, per_move=30)
    assert left(await table.state(), 0) == 30
    await house.pass_time(10, 5)
    assert left(await table.state(), 0) == 20
    await table.move(0, "end phase")
    assert left(await table.state(), 0) == 30


async def test_a_clock_per_player_runs_down_and_gets_the_increment(house: House) -> None:
    table = await timed(house, per_player=60, increment=5)
    await house.pass_time(10, 5)
    await table.move(0, "end phase")
    assert left(await table.state(), 0) == 55
    state = await table.state()
    assert state["seats"][0]["clock"]["running"]
    assert not state["seats"][1]["clock"]["running"]
    assert left(state, 1) == 60


async def test_a_time_out_that_waits_is_told_and_nothing_else_happens(house: House) -> None:
    table = await timed(house, per_move=30, timeout="wait")
    eve = await table.line()
    await house.pass_time(40, 10)
    state = await table.state()
    assert state["status"] == "playing"
    assert left(state, 0) == 0
    said = [event["say"] for message in await eve.drain() for event in message.get("events", ())]
    assert said.count("P0 has run out of time. The game waits.") == 1
    assert (await table.move(0, "end phase")).status_code == 200


async def test_a_time_out_can_forfeit_the_game(house: House) -> None:
    table = await timed(house, per_player=30, timeout="forfeit")
    await house.pass_time(31, 1)
    state = await table.state()
    assert state["status"] == "over"
    assert state["outcome"]["winners"] == [1]
    assert "ran out of time" in state["outcome"]["reason"]


async def test_after_a_time_out_a_bot_plays_until_the_person_is_back(house: House) -> None:
    table = await timed(house, per_move=30, timeout="bot")
    await house.pass_time(31, 1)
    await house.quiet()
    state = await table.state()
    assert state["seats"][0]["deputy"]
    assert state["waiting"] == [1]
    ann = await table.line(0)
    back = await ann.state(lambda s: s["seats"][0]["deputy"] is None)
    assert "P0 is back." in [event["say"] for event in back["events"]]
    while (await table.state())["waiting"] == [1]:
        await table.move(1)
    await house.quiet()
    assert (await table.state())["waiting"] == [0], "the person is asked, not the bot"


async def test_a_person_who_stayed_says_so(house: House) -> None:
    table = await timed(house, per_move=30, timeout="bot")
    ann = await table.line(0)
    assert (await ann.answer("back"))["code"] == "not-away"
    await house.pass_time(31, 1)
    assert (await ann.answer("back"))["type"] == "done"
    assert (await table.state())["seats"][0]["deputy"] is None


async def test_every_time_out_is_a_row(house: House) -> None:
    for policy in ("wait", "forfeit", "bot"):
        table = await timed(house, per_move=30, timeout=policy)
        await house.pass_time(31, 31)
        kinds = [row for row in await house.server.store.rows(table.id) if row.kind == "clock"]
        assert len(kinds) == 1
        assert policy.encode() in kinds[0].data


async def test_a_table_that_cannot_be_woken_keeps_no_other_from_it(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first deadline is that of a table whose rules have changed, which cannot be loaded."""
    old = await timed(house, per_move=3000, timeout="forfeit")
    table = await house.make("gin-rummy", people=2, clock={"per_move": 4000, "timeout": "forfeit"})
    await table.sit()
    for made in (old, table):
        await house.server._put_away(made.room)
    monkeypatch.setattr(type(await house.server.find_game("automation")), "version", "99")
    house.clock.advance(5000)
    await house.server.sweep()
    await house.quiet()
    assert (await table.state())["status"] == "over"


async def test_long_deadlines_wake_a_table_that_sleeps() -> None:
    house = await make_house()
    table = await timed(house, per_move=3 * 24 * 3600, timeout="forfeit")
    await house.pass_time(100, 100)
    await house.server.sweep()
    assert table.id not in house.server.rooms, "nobody looks, and nothing is due for days"
    await house.pass_time(3 * 24 * 3600, 24 * 3600)
    await house.server.sweep()
    await house.pass_time(1)
    assert (await table.state())["status"] == "over"
    await house.close()


async def test_clocks_go_on_from_where_they_were_after_a_restart(house: House) -> None:
    table = await timed(house, per_player=60)
    await house.pass_time(10, 5)
    await table.move(0, "end phase")
    await house.pass_time(7, 7)
    await house.server._put_away(table.room)
    assert left(await table.state(), 0) == 43


@pytest.mark.parametrize("jump", [-86_400.0, 86_400.0])
def test_a_watch_does_not_follow_when_the_computers_clock_jumps(monkeypatch: pytest.MonkeyPatch, jump: float) -> None:
    clock = SystemClock()
    before = clock.now()
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + jump)
    assert 0 <= clock.now() - before < 3600


@pytest.mark.parametrize("snapshot", [False, True])
async def test_a_server_that_starts_with_a_clock_that_is_behind_gives_nobody_a_day_more(snapshot: bool) -> None:
    late = ManualClock(10_000_000.0)
    store = MemoryStore(clock=late.now)
    first = await make_house(store, late)
    table = await first.make("automation", people=2, clock={"per_move": 60, "timeout": "forfeit"})
    await table.sit()
    await first.pass_time(20, 10)
    await table.move(0, "end phase")
    if snapshot:
        await first.server.keep_snapshot(table.room)
    await first.close()
    early = ManualClock(10_000_000.0 - 86_400.0)
    second = await make_house(store.another(), early)
    again = Made(second, table.made)
    assert (await again.state(0))["seats"][0]["clock"]["left"] == 60
    await second.pass_time(30, 10)
    assert (await again.state(0))["seats"][0]["clock"]["left"] == 30
    assert (await again.state(0))["status"] == "playing"
    await second.pass_time(40, 10)
    assert (await again.state(0))["status"] == "over", "not a day later"
    rows = [row.at for row in await second.server.store.rows(table.id)]
    assert rows == sorted(rows)
    await second.close()


async def test_bots_have_no_clock(house: House) -> None:
    table = await house.make("automation", people=1, bots=1, clock={"per_move": 30})
    await table.sit()
    assert "clock" not in (await table.state())["seats"][1]


async def test_the_hammer_counts_down_and_any_bid_starts_it_again(house: House) -> None:
    table, seller = await auction(house, settings={"closing": "hammer"}, clock={"hammer": 4})
    bob, cy = [seat for seat in range(3) if seat != seller]
    assert (await table.state())["countdown"] == {"left": 4, "total": 4}
    await house.pass_time(3, 1)
    assert (await table.state())["countdown"]["left"] == 1
    await table.move(bob, "bid 3")
    assert (await table.state())["countdown"]["left"] == 4
    await house.pass_time(2, 1)
    await table.move(cy, "pass")
    assert (await table.state())["countdown"]["left"] == 2, "a pass does not start it again"
    eve = await table.line()
    await house.pass_time(2, 1)
    said = [event["say"] for message in await eve.drain() for event in message.get("events", ())]
    assert any("going once" in text.lower() for text in said), said
    await table.move(cy, "bid 4")
    await house.pass_time(13, 1)
    said = [event["say"] for message in await eve.drain() for event in message.get("events", ())]
    assert [word for text in said for word in ("once", "twice") if f"going {word}" in text.lower()] == ["once", "twice"]
    state = await table.state()
    assert state["countdown"] is None
    assert state["view"]["last_sale"]["price"] == 4
    moves = [row.data for row in await house.server.store.rows(table.id) if row.kind == "move"]
    assert any(b'"by":"clock"' in data for data in moves), "recorded as the clock's, not as a player's"


async def test_nobody_learns_from_a_clock_that_a_sealed_answer_was_given(house: House) -> None:
    table = await house.make("diplomacy-lagoon", people=2, clock={"per_player": 1000}, bots=None)
    await table.sit()
    bob = await table.line(1)
    await bob.drain()
    before = len(bob.raw)
    state = await table.state(0)
    await table.post("moves", 0, {"move": state["options"][0], "number": state["number"]})
    assert await bob.drain() == [], "not a byte"
    assert len(bob.raw) == before
    seen = await table.state(1)
    assert seen["number"] == 0
    assert seen["seats"][0]["clock"]["running"]


async def test_secret_orders_earn_no_increment_before_they_are_open(house: House) -> None:
    table = await house.make("diplomacy-lagoon", people=3, clock={"per_player": 100, "increment": 10})
    await table.sit()
    await house.pass_time(5, 5)
    while 0 in (await table.state(0))["waiting"]:
        await table.move(0)
    assert left(await table.state(0), 0) == 105, "once for all orders of the season"

"""Survival of tables: sleep, restarts, snapshots, a second process, lost races, a store that fails."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from ludex.table.room import actions
from ludex.table.room.clock import ManualClock
from ludex.table.room.rows import Moved, Payload
from ludex.table.room.scheduler import RETRY
from ludex.table.store import MemoryStore, Row, Saved, StoreFull
from ludex.table.store.errors import StoreLost
from tests.table.house import House, Made, make_house, settled, two_houses

pytestmark = pytest.mark.anyio


async def restarted(house: House) -> House:
    """Another server on the same store, after the first has stopped."""
    store = house.server.store
    assert isinstance(store, MemoryStore)
    other = store.another()
    await house.close()
    return await make_house(other, house.clock)


async def play_on(table: Made, moves: int, seed: int = 1) -> None:
    """Let the people of a table make random moves."""
    dice = Random(seed)
    for _ in range(moves):
        await table.house.quiet()
        state = await table.state()
        if state["status"] == "over":
            return
        seat = state["waiting"][0]
        first, last = dice.choice(table.room.state.table.options(seat).rows)  # type: ignore[union-attr]  # it is dealt
        packed = dice.randint(first, min(first + 9, last))
        moved: list[Payload] = [Moved(seat, packed, id="m")]
        await table.room.act(lambda state, moved=moved: moved)  # type: ignore[misc]  # a default binds it at once


async def everything(table: Made) -> list[object]:
    """Return all that players and spectators can see of a table."""
    seats = [seat for seat, token in enumerate(table.tokens) if token]
    return [await table.state(seat) for seat in (*seats, None)]


@pytest.mark.parametrize("game", ["modern-art", "power-grid", "automation", "gin-rummy", "diplomacy-lagoon"])
async def test_a_table_that_slept_is_as_it_was(game: str) -> None:
    house = await make_house()
    table = await house.make(game, people=3 if game != "gin-rummy" else 2, clock={"per_player": 500}, press="full")
    await table.sit()
    line = await table.line(0)
    await line.answer("say", text="hello")
    await line.answer("orders", only=True)
    await line.answer("orders")
    await play_on(table, 45)
    await line.answer("offer", what="pause")
    await line.close()
    before = await everything(table)
    digest = table.room.state.table.digest  # type: ignore[union-attr]  # it is dealt
    await house.server._put_away(table.room)
    assert table.id not in house.server.rooms
    assert await everything(table) == before
    saved = await house.server.store.load(table.id)
    assert saved is not None
    assert saved.snapshot is not None
    assert saved.rows == ()
    assert table.room.state.table.digest == digest  # type: ignore[union-attr]  # it is dealt
    await play_on(table, 5, seed=2)
    await house.close()


async def test_a_snapshot_that_cannot_be_read_costs_only_time(house: House) -> None:
    table = await house.make("automation", people=2)
    await table.sit()
    await play_on(table, 30)
    before = await everything(table)
    await house.server._put_away(table.room)
    await house.server.store.keep_snapshot(table.id, 10_000, b"\xc1 junk")
    world = house.server.store._world  # type: ignore[attr-defined]  # the memory store of tests
    world.tables[table.id].snapshot = (20, b"\xc1 junk")
    assert await everything(table) == before


async def test_a_restart_resumes_every_table_and_its_bots() -> None:
    house = await make_house()
    tables = [await house.make("spades", people=1, pace="human") for _ in range(3)]
    for table in tables:
        await table.sit()
    before = [await table.state(0) for table in tables]
    house = await restarted(house)
    await house.server.sweep()
    for table, was in zip(tables, before, strict=True):
        table.house = house
        assert await table.state(0) == was
    await house.pass_time(8)
    for table in tables:
        assert (await table.state(0))["options"], "the bots have gone on by themselves"
    await house.close()


async def test_repeats_are_harmless_even_across_a_restart() -> None:
    house = await make_house()
    table = await house.make("automation", people=2)
    await table.sit()
    first = await table.post("moves", 0, {"move": "end phase", "number": 0, "id": "once"})
    house = await restarted(house)
    table.house = house
    again = await table.post("moves", 0, {"move": "end phase", "number": 0, "id": "once"})
    assert again.json() == first.json()
    await house.close()


async def test_two_processes_share_a_table() -> None:
    one, other = await two_houses()
    table = await one.make("automation", people=2)
    await table.sit()
    there = Made(other, table.made)
    ann, bob = await table.line(0), await there.line(1)
    await ann.state()
    await bob.state()
    await table.move(0, "end phase")
    assert (await bob.state())["number"] == 1, "told by the other process"
    while 1 not in (await there.state())["waiting"]:
        await table.move(0)
        await settled()
    await there.move(1)
    await settled()
    assert await table.state() == await there.state() | {"seats": (await table.state())["seats"]}
    await one.close()
    await other.close()


async def test_whoever_comes_second_looks_again() -> None:
    one, other = await two_houses()
    table = await one.make("automation", people=1, bots=0)
    await table.sit()
    there = Made(other, table.made)
    await there.state(0)
    answers = await asyncio.gather(
        *(
            made.post("moves", 0, {"move": "end phase", "number": 0, "id": name})
            for made, name in ((table, "a"), (there, "b"))
        )
    )
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    assert next(a for a in answers if a.status_code == 409).json()["code"] == "stale"
    assert [row.kind for row in await one.server.store.rows(table.id)].count("move") == 1
    await one.close()
    await other.close()


async def test_only_one_process_plays_the_bots_and_another_takes_over_when_it_dies() -> None:
    one, other = await two_houses()
    table = await one.make("spades", people=1, pace="human")
    await table.sit()
    there = Made(other, table.made)
    await there.state()
    assert one.server.rooms[table.id].leased
    assert not other.server.rooms[table.id].leased
    one.server.closing = True  # it is gone, without a notice to the other
    for _ in range(5):
        other.clock.advance(2.0)
        await other.server.sweep()
        await other.quiet()
    assert other.server.rooms[table.id].leased
    await other.pass_time(6)
    assert (await there.state(0))["options"], "within ten seconds the other goes on"
    await other.close()
    await one.close()


class Pruned(MemoryStore):
    """A store from which a table is deleted in the moment in which it is opened."""

    async def keep(self, tables: Sequence[str]) -> frozenset[str]:
        await self.prune(1e12, 10)
        return await super().keep(tables)


async def test_a_table_that_is_deleted_in_the_moment_in_which_it_is_opened_is_not_opened() -> None:
    clock = ManualClock()
    house = await make_house(MemoryStore(clock=clock.now), clock)
    table = await house.make("automation", people=2)
    store = house.server.store
    assert isinstance(store, MemoryStore)
    other = store.another()
    await house.close()
    other.__class__ = Pruned
    again = await make_house(other, clock)
    assert (await again.http.get(f"/api/tables/{table.id}")).status_code == 404
    assert not again.server.rooms
    await again.close()


class Failing(MemoryStore):
    """A store without room, or without a connection for reading."""

    full = lost = False

    async def append(self, rows: Sequence[Row], *more: Any, **named: Any) -> bool:
        if self.full:
            raise StoreFull("no room")
        return await super().append(rows, *more, **named)

    async def load(self, table: str) -> Saved | None:
        if self.lost:
            raise StoreLost("no connection")
        return await super().load(table)


async def test_what_could_not_be_saved_is_told_to_nobody_and_did_not_happen() -> None:
    clock = ManualClock()
    store = Failing(clock=clock.now)
    house = await make_house(store, clock)
    table = await house.make("automation", people=2)
    await table.sit()
    eve = await table.line()
    before = await eve.state()
    store.full = True
    answer = await table.post("moves", 0, {"move": "end phase", "number": 0})
    assert (answer.status_code, answer.json()["code"]) == (503, "not-saved")
    assert all(message["number"] == before["number"] for message in await eve.drain() if message["type"] == "state")
    store.full = False
    assert (await table.state(0))["number"] == 0
    assert (await table.post("moves", 0, {"move": "end phase", "number": 0})).status_code == 200
    await house.close()


async def test_those_who_come_after_something_could_not_be_saved_see_the_table() -> None:
    clock = ManualClock()
    store = Failing(clock=clock.now)
    house = await make_house(store, clock)
    table = await house.make("automation", people=2)
    await table.sit()
    store.full = True
    assert (await table.post("moves", 0, {"move": "end phase", "number": 0})).status_code == 503
    late = await table.line()
    assert (await late.state())["number"] == 0
    await house.close()


async def test_a_table_that_could_not_be_read_again_is_read_again_later_for_those_who_look() -> None:
    clock = ManualClock()
    store = Failing(clock=clock.now)
    house = await make_house(store, clock)
    table = await house.make("automation", people=2)
    await table.sit()
    ann = await table.line(0)
    await ann.state()
    store.full = store.lost = True
    assert (await table.post("moves", 0, {"move": "end phase", "number": 0})).status_code == 503
    await house.quiet()
    late = await table.line()
    assert (await late.hear("refused"))["code"] == "no-store"
    store.full = store.lost = False
    await ann.drain()
    clock.advance(RETRY)
    assert (await ann.state())["number"] == 0
    await house.close()


class Slow(MemoryStore):
    """A store whose commits wait for the test."""

    gate: asyncio.Event | None = None

    async def append(self, rows: Sequence[Row], *more: Any, **named: Any) -> bool:
        if self.gate is not None:
            await self.gate.wait()
        return await super().append(rows, *more, **named)


async def test_a_move_is_told_to_nobody_before_it_is_saved() -> None:
    clock = ManualClock()
    store = Slow(clock=clock.now)
    house = await make_house(store, clock)
    table = await house.make("automation", people=2)
    await table.sit()
    ann, eve = await table.line(0), await table.line()
    await ann.state()
    await eve.state()
    store.gate = asyncio.Event()
    ann.say("move", move="end phase", number=0, id="m")
    await settled()
    late = await table.line()
    watching = asyncio.create_task(table.state())
    for line in (ann, eve, late):
        assert await line.drain() == []
    assert not watching.done()
    store.gate.set()
    assert (await ann.hear("accepted"))["number"] == 1
    assert (await eve.state())["number"] == 1
    assert (await late.state())["number"] == 1
    assert (await watching)["number"] == 1
    await house.close()


async def test_a_client_that_hangs_up_while_its_move_is_saved_has_moved(house: House) -> None:
    table = await house.make("automation", people=2)
    await table.sit()
    ann = await table.line(0)
    await ann.state()
    ann.say("move", move="end phase", number=0, id="m")
    await ann.close()
    assert (await table.state(0))["number"] in (0, 1)
    again = await table.post("moves", 0, {"move": "end phase", "number": 0, "id": "m"})
    assert again.status_code == 200
    assert (await table.state(0))["number"] == 1


async def test_stopping_tells_viewers_to_come_back() -> None:
    house = await make_house()
    table = await house.make("automation", people=1, bots=0)
    await table.sit()
    ann = await table.line(0)
    await ann.state()
    await house.server.close()
    assert (await ann.hear("gone"))["why"] == "restart"
    await house.http.aclose()


async def test_tables_begun_with_other_rules_are_not_damaged(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await house.make("automation", people=2)
    await table.sit()
    await house.server._put_away(table.room)
    game = await house.server.find_game("automation")
    monkeypatch.setattr(type(game), "version", "99")
    answer = await house.http.get(f"/api/tables/{table.id}")
    assert (answer.status_code, answer.json()["code"]) == (409, "other-rules")


async def test_a_game_that_was_reopened_goes_on_the_same_after_a_restart() -> None:
    """Its new secret is a row like everything else."""
    house = await make_house()
    table = await house.make("go-fish", people=2, sandbox=True)
    await play_on(table, 500)
    state = table.room.state
    assert state.table is not None
    assert state.over
    published = state.table.seed
    state = await table.room.act(lambda state: actions.undo(state, 0, ask=True))
    assert state.table is not None
    assert state.table.outcome is None
    assert state.table.seed != published
    seat = state.table.waiting[0]
    packed = state.table.options(seat).rows[0][0]
    await table.room.act(lambda state: [Moved(seat, packed, id="m")])
    seed, digest = state.table.seed, state.table.digest
    house = await restarted(house)
    woken = (await house.server.room(table.id)).state.table
    assert woken is not None
    assert (woken.seed, woken.digest) == (seed, digest)


async def test_a_sandbox_that_goes_on_after_the_end_is_the_same_in_all_processes() -> None:
    one, other = await two_houses()
    body = {"game": "war", "seats": [{}, {}], "sandbox": True}
    table = Made(one, (await one.http.post("/api/tables", json=body)).json())
    line = await table.line(0)
    await play_on(table, 3)
    await line.answer("resign")
    assert (await table.state())["status"] == "over"
    assert (await line.answer("undo"))["type"] == "done"
    await play_on(table, 30)
    there = Made(other, table.made)
    assert (await there.state(0))["view"] == (await table.state(0))["view"]
    assert there.room.state.table.digest == table.room.state.table.digest  # type: ignore[union-attr]  # it is dealt
    assert there.room.state.table.seed != table.room.state.header.seed, "everybody knew the first"  # type: ignore[union-attr]  # it is dealt
    await one.close()
    await other.close()


async def test_whoever_holds_a_room_that_was_put_away_goes_on_in_the_live_one(house: House) -> None:
    table = await house.make("automation", people=2)
    await table.sit()
    old = table.room
    await house.server._put_away(old)
    eve = await table.line()
    await eve.state()
    assert table.room is not old
    moves: list[Payload] = [Moved(0, old.state.table.options(0).rows[0][0])]  # type: ignore[union-attr]  # dealt
    await old.act(lambda state: moves)
    assert (await eve.state())["number"] == 1

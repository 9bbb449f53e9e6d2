"""Tables whose rules or bots fail: they are refused or put aside with a sentence, and the server does not notice."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from ludex.core.play.engine import Engine
from ludex.core.play.table import Table
from ludex.table.room import snapshot
from ludex.table.room.automatic import next_due
from ludex.table.room.refused import Refused
from ludex.table.room.rows import Chatted
from ludex.table.room.state import TableState
from ludex.table.server.failures import KIND
from tests.table.house import House, Made, make_house, settled

pytestmark = pytest.mark.anyio
FAULTS = [IndexError("index 99 is out of bounds"), RecursionError("too deep"), ValueError("a broken law")]


async def asleep(house: House, **more: Any) -> Made:
    """A table that has been played a little, and sleeps."""
    table = await house.make("spades", people=1, **more)
    await table.sit()
    await house.quiet()
    await house.server._put_away(table.room)
    return table


def break_rules(monkeypatch: pytest.MonkeyPatch, table: str, fault: Exception) -> list[str]:
    """Let whatever brings one table back into memory fail. Returns the tries."""
    tries: list[str] = []
    apply = TableState.apply

    def failing(self: TableState, number: int, payload: Any, at: float) -> None:
        if self.header.id == table:
            tries.append(table)
            raise fault
        apply(self, number, payload, at)

    monkeypatch.setattr(TableState, "apply", failing)
    monkeypatch.setattr(snapshot, "restore_snapshot", lambda state, data: False)
    return tries


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
async def test_a_table_that_failed_three_times_to_wake_is_put_aside(
    house: House, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    table = await asleep(house)
    tries = break_rules(monkeypatch, table.id, fault)
    for code in ("cannot-open", "cannot-open", "put-aside", "put-aside", "put-aside"):
        with pytest.raises(Refused) as refused:
            await house.server.room(table.id)
        assert refused.value.code == code
    assert len(tries) == 3, "after the third time it is not tried again"
    page = await house.http.get(f"/tables/{table.id}")
    assert page.status_code == 410
    assert "put aside" in page.text
    assert f'href="/api/tables/{table.id}/history"' in page.text
    assert "Traceback" not in page.text


async def test_a_restart_does_not_wake_a_table_that_was_put_aside_and_the_others_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house = await make_house()
    good, bad = [await house.make("spades", people=0, bots=4) for _ in range(2)]
    await house.quiet()
    for table in (good, bad):
        await house.server._put_away(table.room)
    tries = break_rules(monkeypatch, bad.id, IndexError("out of bounds"))
    house.clock.advance(100)
    for _ in range(5):
        await house.server.sweep()
    assert len(tries) == 3
    assert good.id in house.server.rooms, "one that fails does not stop the round"
    other = await make_house(house.server.store.another(), house.clock)  # type: ignore[attr-defined]  # in memory
    for _ in range(3):
        await other.server.sweep()
    assert len(tries) == 3
    assert bad.id not in await house.server.store.due(house.clock.now() + 1e6, 100)
    await other.close()
    await house.close()


async def test_another_version_tries_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await asleep(house)
    with monkeypatch.context() as broken:
        break_rules(broken, table.id, IndexError())
        for _ in range(3):
            with pytest.raises(Refused):
                await house.server.room(table.id)
    with pytest.raises(Refused, match="put aside"):
        await house.server.room(table.id)
    monkeypatch.setattr("ludex.table.server.failures.VERSION", "99.0")
    await house.server.room(table.id)


async def test_a_table_that_works_again_has_no_failures(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await asleep(house)
    with monkeypatch.context() as broken:
        break_rules(broken, table.id, IndexError())
        with pytest.raises(Refused):
            await house.server.room(table.id)
    await house.server.room(table.id)
    assert await house.server.store.all(KIND) == {}


@pytest.mark.parametrize("over", [False, True])
async def test_the_record_of_a_table_that_was_put_aside_has_no_secrets_of_an_unfinished_game(
    house: House, monkeypatch: pytest.MonkeyPatch, over: bool
) -> None:
    table = await house.make("spades", people=1)
    await table.sit()
    await house.quiet()
    await table.move(0)
    await house.quiet()
    if over:
        line = await table.line(0)
        await line.answer("resign")
        await line.close()
    seed = table.room.state.header.seed.hex()
    await house.server._put_away(table.room)
    break_rules(monkeypatch, table.id, IndexError())
    for _ in range(3):
        await house.http.get(f"/api/tables/{table.id}")
    answer = await house.http.get(f"/api/tables/{table.id}/history")
    record = answer.json()
    assert answer.status_code == 200
    assert (record["complete"], record["players"][0]) == (over, "P0")
    assert (seed in answer.text) == over
    assert any(move.get("text", "").startswith("bid") for move in record["moves"]) == over
    for token in table.tokens:
        assert token is None or token.partition(".")[2] not in answer.text


async def test_whatever_a_rule_raises_at_a_move_is_a_refusal_and_nothing_has_changed(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await house.make("spades", people=1)
    await table.sit()
    line = await table.line(0)
    before = await line.state(lambda state: state["options"])
    number = table.room.state.number
    with monkeypatch.context() as broken:
        broken.setattr(Engine, "play_packed", raising(IndexError("out of bounds")))
        answer = await table.move(0)
        assert (answer.status_code, answer.json()["code"]) == (409, "rule-fault")
        refused = await line.answer("move", move=before["options"][0], number=before["number"], id="m")
        assert (refused["type"], refused["code"]) == ("refused", "rule-fault")
    await house.quiet()
    assert table.room.state.number == number
    assert (await table.move(0)).status_code == 200, "the table is played on"


def raising(fault: Exception) -> Any:
    def fail(*_: Any, **__: Any) -> Any:
        raise fault

    return fail


async def test_a_bot_that_raises_is_tried_three_times_and_then_the_table_is_put_aside(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[int] = []

    class Bad:
        def decide(self, request: Any) -> Any:
            tries.append(request.seat)
            raise RuntimeError("a fault of the bot")

    monkeypatch.setattr(house.server, "make_bot", lambda game, name: Bad())
    broken = await house.make("spades", people=0, bots=4)
    room = broken.room
    watching = await broken.line()
    await house.quiet()
    assert len(tries) == 1, "it is not tried again at once"
    await house.pass_time(20, 1)
    assert len(tries) == 3
    assert broken.id not in house.server.rooms
    assert (await watching.hear("gone"))["why"] == "sleep"
    answer = await house.http.get(f"/api/tables/{broken.id}")
    assert (answer.status_code, answer.json()["code"]) == (410, "put-aside")
    assert (await house.http.get("/healthz")).status_code == 200
    with pytest.raises(Refused, match="put aside"):
        await room.act(lambda state: [])
    assert broken.id not in house.server.rooms, "whoever still holds the room does not bring it back"


async def test_a_clock_whose_rule_raises_does_not_stop_the_server(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await house.make("spades", people=1, clock={"per_move": 5, "timeout": "forfeit"})
    await table.sit()
    await house.quiet()
    monkeypatch.setattr(Table, "forfeit", raising(IndexError()))
    await house.pass_time(40, 1)
    await settled()
    answer = await house.http.get(f"/api/tables/{table.id}")
    assert answer.json()["code"] == "put-aside"


async def test_a_table_of_other_rules_is_not_tried_in_every_round_and_can_be_downloaded(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await house.make("spades", people=0, bots=4)
    await house.quiet()
    await house.server._put_away(table.room)
    game = await house.server.find_game("spades")
    monkeypatch.setattr(type(game), "version", property(lambda _: "another"))
    house.clock.advance(100)
    loads: list[str] = []
    load = house.server.store.load

    async def counting(table: str) -> Any:
        loads.append(table)
        return await load(table)

    monkeypatch.setattr(house.server.store, "load", counting)
    for _ in range(4):
        await house.server.sweep()
    assert len(loads) == 1
    record = (await house.http.get(f"/api/tables/{table.id}/history")).json()
    assert (record["complete"], record["seed"]) == (False, None)
    assert msgspec.json.encode(record)


async def test_rows_that_cannot_be_read_do_not_keep_a_table_from_being_put_aside_and_downloaded(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await asleep(house)
    break_rules(monkeypatch, table.id, KeyError("a kind of rows that only another version knows"))
    monkeypatch.setattr("ludex.table.server.failures.read_payload", raising(KeyError("a kind of rows")))
    for code in ("cannot-open", "cannot-open", "put-aside"):
        answer = await house.http.get(f"/api/tables/{table.id}")
        assert answer.json()["code"] == code
    assert table.id not in await house.server.store.due(house.clock.now() + 1e6, 100)
    record = await house.http.get(f"/api/tables/{table.id}/history")
    assert (record.status_code, record.json()["players"]) == (200, [])


async def test_a_table_with_a_snapshot_that_is_put_aside_is_listed_with_its_players(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await house.make("spades", people=1, public=True)
    await table.sit()
    await house.quiet()
    await house.server.keep_snapshot(table.room)
    line = await table.line(0)
    await line.answer("say", text="hello")
    await line.close()
    await house.server._put_away(table.room)
    break_rules(monkeypatch, table.id, IndexError())
    monkeypatch.setattr(snapshot, "restore_snapshot", raising(IndexError()))
    for _ in range(3):
        await house.http.get(f"/api/tables/{table.id}")
    (listed,) = (await house.http.get("/api/tables?what=playing")).json()["tables"]
    assert listed["players"][0] == "P0"


async def test_a_live_table_that_cannot_be_read_again_is_put_aside_and_those_who_look_are_told(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await house.make("spades", people=1)
    await table.sit()
    await house.quiet()
    watching = await table.line()
    await watching.state()
    tries = break_rules(monkeypatch, table.id, IndexError("out of bounds"))
    assert (await table.move(0)).json()["code"] == "rule-fault"
    await house.pass_time(20, 1)
    assert len(tries) == 4, "the move, and three times the first row"
    assert (await watching.hear("gone"))["why"] == "sleep"
    assert table.id not in house.server.rooms
    assert (await house.http.get(f"/tables/{table.id}")).status_code == 410


async def test_what_waited_for_a_table_that_was_put_aside_meanwhile_is_refused_and_not_saved(house: House) -> None:
    table = await house.make("spades", people=1)
    await table.sit()
    await house.quiet()
    room = table.room
    number = room.state.number
    async with room.reading():
        waiting = asyncio.create_task(room.act(lambda state: [Chatted(0, "hello")]))
        await settled()
        for _ in range(3):
            await house.server.put_aside(room, "a bot", IndexError())
    with pytest.raises(Refused, match="put aside"):
        await waiting
    assert len(await house.server.store.rows(table.id)) == number


def break_what_is_due(monkeypatch: pytest.MonkeyPatch, table: str, after: int = 0) -> None:
    """Let the rules fail that are asked what happens next at one table, after a number of rows."""

    def failing(state: TableState, *args: Any, **named: Any) -> Any:
        if state.header.id == table and state.number > after:
            raise IndexError("out of bounds")
        return next_due(state, *args, **named)

    monkeypatch.setattr("ludex.table.room.scheduler.next_due", failing)


async def test_a_move_after_which_the_rules_cannot_tell_what_happens_next_is_refused_and_not_saved(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await house.make("automation", people=2)
    await table.sit()
    number = table.room.state.number
    with monkeypatch.context() as broken:
        break_what_is_due(broken, table.id, number)
        assert (await table.move(0)).json()["code"] == "rule-fault"
        await house.quiet()
    assert len(await house.server.store.rows(table.id)) == table.room.state.number == number
    assert (await table.move(0)).status_code == 200


async def test_a_table_whose_rules_cannot_tell_what_happens_next_is_put_aside_and_stops_no_round(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad, good = [await house.make("spades", people=0, bots=4) for _ in range(2)]
    await house.quiet()
    for table in (bad, good):
        await house.server._put_away(table.room)
    break_what_is_due(monkeypatch, bad.id)
    house.clock.advance(100)
    for _ in range(6):
        await house.server.sweep()
        await settled()
        house.clock.advance(3)
    assert good.id in house.server.rooms
    assert bad.id not in house.server.rooms
    assert (await house.http.get(f"/api/tables/{bad.id}")).json()["code"] == "put-aside"


async def test_a_table_of_a_game_that_is_not_installed_any_more_is_not_tried_in_every_round(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await house.make("spades", people=0, bots=4)
    await house.quiet()
    await house.server._put_away(table.room)
    monkeypatch.setattr("ludex.table.server.games.game_names", lambda: ("automation",))
    house.clock.advance(100)
    assert await house.server.store.due(house.clock.now(), 10) == (table.id,)
    await house.server.sweep()
    assert await house.server.store.due(house.clock.now() + 1e6, 10) == ()
    assert (await house.http.get(f"/api/tables/{table.id}")).json()["code"] == "no-game"

"""A person who deletes everything is searched for in every column of every table of the database."""

from __future__ import annotations

from typing import Any

import pytest

from ludex.table.room.clock import ManualClock
from ludex.table.server.tokens import hashed
from ludex.table.store import Notice, Store
from ludex.table.store.memory import MemoryStore
from ludex.table.store.sql import SqlStore
from tests.table.house import Made, make_house
from tests.table.noticed import outside
from tests.table.persons import Browser
from tests.table.store.places import InMemory, Place

pytestmark = pytest.mark.anyio

TEXTS = "Annabella", "my private words", "hook.example", "198.51.100.7", "annabella@", "Europe/Vienna", "/annas-phone"


async def everything(store: Store) -> str:
    """Every value in every column of every table, whatever tables there are."""
    if isinstance(store, MemoryStore):
        world = store._world
        tables = [(kept.header, kept.rows, kept.listing, kept.snapshot) for kept in world.tables.values()]
        return repr((tables, world.documents, world.notices, world.belongings, world.present))
    assert isinstance(store, SqlStore)
    names = (
        "SELECT name FROM sqlite_master WHERE type = 'table'"
        if "sqlite" in repr(store)
        else "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()"
    )
    found: list[Any] = await store._read(
        lambda database: [(name, database.query(f"SELECT * FROM {name}")) for (name,) in database.query(names)]
    )
    assert len(found) >= 11
    return repr(found)


async def test_nothing_is_left_of_a_person_who_deletes_everything(place: Place) -> None:
    clock = ManualClock()
    store = place() if not isinstance(place, InMemory) else MemoryStore(clock=clock.now)
    house = await make_house(store, clock)
    async with outside(house) as out, Browser(house) as ann, Browser(house) as bo:
        ann.http._transport.client = ("198.51.100.7", 1)  # type: ignore[attr-defined]  # their address
        body = {"game": "spades", "seats": [{"name": "Annabella"}, {"name": "Bo"}, {"kind": "bot"}, {"kind": "bot"}]}
        tables = [Made(house, (await ann.post("/api/tables", body)).json()) for _ in range(4)]
        playing, over, left, open_one = tables
        for table in (playing, over, left):
            await ann.join(table, 0)
            await bo.join(table, 1)
            await ann.sit(table, 0, "Annabella")
            await bo.sit(table, 1, "Bo")
        await ann.join(open_one, 0)
        await ann.sit(open_one, 0, "Annabella")
        hooked = await ann.post(f"/api/tables/{playing.id}/webhook", {"url": "https://hook.example/x"}, "PUT")
        assert hooked.status_code == 200, hooked.text
        for table in (playing, over, left):
            line = await ann.line(table)
            assert (await line.answer("say", text="my private words"))["type"] == "done"
        assert (await (await ann.line(left)).answer("leave"))["type"] == "done"
        for browser in (ann, bo):
            assert (await (await browser.line(over)).answer("resign"))["type"] == "done"
        assert (await (await bo.line(playing)).answer("say", text="words of Bo"))["type"] == "done"
        await ann.post("/api/me", {"name": "Annabella"}, "PUT")
        await ann.post("/api/me/recovery")
        await ann.post("/api/me/blocked", {"table": playing.id, "seat": 1})
        await bo.post("/api/me/blocked", {"table": playing.id, "seat": 0})
        await bo.post(f"/api/tables/{playing.id}/reports", {"seat": 0, "why": "rude"})
        for room in list(house.server.rooms.values()):
            await house.server.keep_snapshot(room)
        mark, token = await ann.mark(), ann.cookie or ""
        await out.subscribe(ann, "/annas-phone")
        await out.confirm(ann, "annabella@example.org")
        await out.choose(ann, quiet={"start": 0, "end": 60, "zone": "Europe/Vienna"}, url="https://hook.example/y")
        await ann.post(f"/api/me/notices/tables/{playing.id}", {"ways": {"mail": False}}, "PUT")
        await store.post([Notice("mail", b"Annabella, it is your turn", 0.0, person=mark)])
        watching = await bo.line(playing)
        await house.quiet()
        export = (await ann.get("/api/me/export")).text
        assert all(text in export for text in ("Annabella", "my private words", "hook.example"))
        assert "words of Bo" not in export
        assert token not in export
        before = await everything(store)
        assert all(text in before for text in (*TEXTS, mark, hashed(token))), "or the test would show nothing"
        assert (await ann.post("/api/me/delete", {"sure": False})).status_code == 409
        answer = await ann.post("/api/me/delete", {"sure": True})
        assert answer.json() == {"deleted": True}
        await house.quiet()
        after = await everything(store)
        for text in (*TEXTS, mark, hashed(token)):
            assert text not in after, text
        assert "words of Bo" in after
        assert "A former player (1)" in after
        assert (await bo.state(over))["seats"][0]["name"] == "A former player (1)"
        assert (await bo.state(playing))["mine"] == [1]
        assert (await watching.answer("say", text="still here"))["type"] == "done"
        assert (await bo.state(open_one))["seats"][0]["sat"] is False
        for table in tables:
            if table is not open_one:
                assert (await ann.state(table))["you"] is None, "their links are no longer valid, either"
            room = house.server.rooms.pop(table.id)  # and what is read from the store is the same
            assert "Annabella" not in (await bo.get(f"/api/tables/{table.id}")).text
            room.stop()
        history = (await bo.get(f"/api/tables/{over.id}/history")).text
        assert "Annabella" not in history
    await house.close()

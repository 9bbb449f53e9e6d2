"""Persons who are deleted while something of theirs is on its way, and browsers that become another person's."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import pytest

from ludex.table.server import recovery
from ludex.table.server.leaving_site import delete_person
from ludex.table.server.limits import Limits
from ludex.table.server.persons import DAY
from ludex.table.server.recovery import RECOVERY
from ludex.table.server.tokens import hashed
from tests.table.house import House, make_house, settled
from tests.table.noticed import Outside
from tests.table.persons import Browser
from tests.table.test_turn_notices import end_turn, game

pytestmark = pytest.mark.anyio


def everything(house: House) -> str:
    """Everything that the store holds."""
    return repr(vars(house.server.store._world))  # type: ignore[attr-defined]  # of the store in memory


async def test_a_message_that_is_refused_after_its_receiver_was_deleted_brings_no_address_back(
    out: Outside, ann: Browser, bo: Browser
) -> None:
    table = await game(out.house, ann, bo)
    await out.confirm(bo, "bo@example.org")
    mailer, mark = out.house.server.notices.mailer, await bo.mark()
    assert mailer is not None
    sent = mailer.send

    async def send(*given: Any) -> None:
        await delete_person(out.house.server, mark)
        out.mail.answers["RCPT"] = b"550 no such user\r\n"
        await sent(*given)

    mailer.send = send  # type: ignore[assignment,method-assign]  # the receiver is deleted while the message is sent
    await end_turn(table, 0)
    assert await out.deliver() == 0
    assert "bo@example.org" not in everything(out.house)
    assert mark not in everything(out.house)


async def test_a_turn_that_is_written_while_its_player_is_deleted_posts_no_messages(
    out: Outside, ann: Browser, bo: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await game(out.house, ann, bo)
    await out.subscribe(bo)
    await out.confirm(bo, "bo@example.org")
    server, mark = out.house.server, await bo.mark()
    post = server.store.post

    async def late(notices: Any, after: str = "") -> None:
        if after:
            await delete_person(server, mark)
        await post(notices, after)

    await end_turn(table, 0)
    monkeypatch.setattr(server.store, "post", late)
    assert await out.deliver() == 0
    for secret in (mark, "Bo, it is your turn", "bo@example.org"):
        assert secret not in everything(out.house), secret


async def test_delivered_notices_are_ids_without_persons(out: Outside, ann: Browser, bo: Browser) -> None:
    table = await game(out.house, ann, bo)
    await out.subscribe(bo)
    await end_turn(table, 0)
    await out.deliver()
    posted = out.house.server.store._world.notices.values()  # type: ignore[attr-defined]  # of the store in memory
    done = [one.notice for one in posted if one.delivered]
    assert done
    assert {(one.data, one.person) for one in done} == {(b"", "")}


async def test_requests_on_their_way_during_a_deletion_leave_nothing(house: House) -> None:
    server = house.server
    for steps in range(0, 36, 2):
        async with Browser(house) as ann:
            table = await house.make("spades", people=2)
            await ann.join(table, 0)
            await ann.sit(table, 0, "Annabella")
            await ann.join(table, 1)
            mark = await ann.mark()
            house.clock.advance(DAY + 1)  # each request notes down that the device was seen
            requests: list[Callable[[], Awaitable[Any]]] = [
                partial(ann.sit, table, 1, "Annabella"),
                partial(ann.post, "/api/me", {"name": "Annabella"}, "PUT"),
                partial(ann.post, "/api/me/recovery"),
                partial(ann.get, "/api/me"),
            ]
            await asyncio.gather(*(one() for one in requests), _later(steps, partial(delete_person, server, mark)))
            await settled()
            assert mark not in everything(house), steps


async def _later(steps: int, work: Callable[[], Awaitable[Any]]) -> None:
    for _ in range(steps):
        await asyncio.sleep(0)
    await work()


async def test_a_code_that_was_used_while_the_server_died_is_still_good_or_has_brought_the_device(
    house: House, ann: Browser, bo: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await house.make("spades", people=1)
    await ann.join(table, 0)
    code, store = (await ann.post("/api/me/recovery")).json()["code"], house.server.store
    before = await store.belongings(None)
    writes: list[Any] = []
    own = store.own

    async def counted(*given: Any, **more: Any) -> bool:
        writes.append(given)
        return await own(*given, **more)

    monkeypatch.setattr(store, "own", counted)
    used = await recovery.use_code(house.server, code, "token", "Firefox")
    assert used is not None
    assert len(writes) == 1, "one transaction"
    assert used[0] == await ann.mark()
    assert await recovery.use_code(house.server, code, "again", "Firefox") is None
    after = await store.belongings(None)
    assert len(after) == len(before) + 1
    assert len([one for one in after if one.kind == RECOVERY]) == 1


async def test_signing_in_gives_a_new_token_and_ends_the_one_before(house: House, ann: Browser, bo: Browser) -> None:
    table = await house.make("spades", people=2)
    await ann.join(table, 0)
    code = (await ann.post("/api/me/recovery")).json()["code"]
    bo.cookie = "chosen-by-somebody-else"
    assert (await bo.get("/api/me")).json()["person"] is None
    await bo.join(table, 1)
    assert bo.cookie != "chosen-by-somebody-else", "a token that this server did not make is never adopted"
    planted = bo.cookie
    assert (await bo.post("/api/me/recover", {"code": code})).status_code == 200
    assert bo.cookie not in (planted, ann.cookie)
    async with Browser(house) as thief:
        thief.cookie = planted
        assert (await thief.get("/api/me")).json()["person"] is None


async def test_a_browser_that_signs_in_is_called_as_before(out: Outside, ann: Browser, bo: Browser) -> None:
    table = await game(out.house, ann, bo)
    code = (await ann.post("/api/me/recovery")).json()["code"]
    keys = await out.subscribe(bo)
    await out.confirm(bo, "bo@example.org")
    await out.choose(bo, remind=60)
    assert (await bo.post("/api/me/recover", {"code": code})).status_code == 200
    shown = (await ann.get("/api/me/notices")).json()
    assert len(shown["devices"]) == 1
    assert shown["address"] == {"address": "bo@example.org", "confirmed": True, "refused": False}
    assert shown["wishes"]["remind"] == 60
    await end_turn(table, 0)
    await out.deliver()
    assert len(out.pushed(keys)) == 1
    assert [message["To"] for message in out.mail.messages].count("bo@example.org") == 2
    new = (await bo.post("/api/me/recovery")).json()["code"]
    assert (await bo.post("/api/me/recover", {"code": new})).status_code == 200
    await end_turn(table, 1)
    await out.deliver()
    assert len(out.pushed(keys)) >= 2, "the same person signed in again"


async def test_no_one_escapes_blocks_reports_and_ratings_by_signing_in(house: House, ann: Browser, bo: Browser) -> None:
    store = house.server.store
    table = await house.make("gin-rummy", people=2, bots=0, public=True, rated=True)
    for seat, browser in enumerate((ann, bo)):
        await browser.join(table, seat)
        await browser.sit(table, seat, f"Name{seat}")
    await ann.post("/api/me/blocked", {"table": table.id, "seat": 1})
    await ann.post(f"/api/tables/{table.id}/reports", {"seat": 1, "why": "rude"})
    assert (await (await bo.line(table)).answer("resign"))["type"] == "done"
    await house.server.ratings.update()
    silent = await bo.mark()
    async with Browser(house) as known:
        other = await house.make("spades", people=1)
        await known.join(other, 0)
        code = (await known.post("/api/me/recovery")).json()["code"]
        assert (await bo.post("/api/me/recover", {"code": code})).status_code == 200
        mark = await known.mark()
    (block,), (report,) = await store.belongings(None, "block"), await store.belongings(None, "report")
    assert block.table == report.table == mark
    await house.server.ratings.update()
    rated = await house.server.ratings.of(mark, "gin-rummy")
    assert rated is not None
    assert rated.games == 1
    assert rated.mu < 25
    assert (await bo.get("/api/me")).json()["person"]["record"]["games"] == 1
    assert "Name1" in (await bo.get("/api/me/export")).text
    assert (await bo.post("/api/me/delete", {"sure": True})).status_code == 200
    for secret in (silent, mark, "Name1"):
        assert secret not in everything(house)


async def test_a_seat_that_was_left_before_signing_in_is_found_by_a_later_deletion(
    house: House, ann: Browser, bo: Browser
) -> None:
    table = await house.make("spades", people=2)
    for seat, browser in enumerate((ann, bo)):
        await browser.join(table, seat)
        await browser.sit(table, seat, ("Name0", "Annabella")[seat])
    assert (await (await bo.line(table)).answer("leave"))["type"] == "done"
    code = (await ann.post("/api/me/recovery")).json()["code"]
    assert (await bo.post("/api/me/recover", {"code": code})).status_code == 200
    assert (await ann.post("/api/me/delete", {"sure": True})).status_code == 200
    assert "Annabella" not in everything(house)


async def test_a_rated_game_in_progress_counts_for_the_person_who_signs_in(
    house: House, ann: Browser, bo: Browser
) -> None:
    table = await house.make("gin-rummy", people=2, bots=0, public=True, rated=True)
    for seat, browser in enumerate((ann, bo)):
        await browser.join(table, seat)
        await browser.sit(table, seat, f"Name{seat}")
    async with Browser(house) as known:
        other = await house.make("spades", people=1)
        await known.join(other, 0)
        code = (await known.post("/api/me/recovery")).json()["code"]
        assert (await bo.post("/api/me/recover", {"code": code})).status_code == 200
        mark = await known.mark()
    assert (await (await ann.line(table)).answer("resign"))["type"] == "done"
    await house.server.ratings.update()
    rated = await house.server.ratings.of(mark, "gin-rummy")
    assert rated is not None
    assert rated.mu > 25, "they have won, and have not left"


async def test_a_device_of_a_person_who_is_gone_is_unknown(house: House, ann: Browser) -> None:
    table = await house.make("spades", people=1)
    await ann.join(table, 0)
    mark, token = await ann.mark(), ann.cookie or ""
    house.clock.advance(DAY + 1)
    (device,) = await house.server.store.belongings(mark, "device")
    await house.server.store.forget_person(mark)
    await house.server.store.own([device])  # as a request finds it that has read it before
    assert await house.server.persons.of_device(token) is None
    assert await house.server.store.belonging("person", mark) is None
    assert device.name == hashed(token)


async def test_an_allowance_for_a_day_is_not_forgotten_after_an_hour() -> None:
    limits, now = Limits(questions_per_day=2, sign_ins_per_hour=2), 1_000_000.0
    house = await make_house(limits=limits)
    tried = 0
    for hour in range(12):
        try:
            limits.question("ann", "host", "victim@example.org", now + 3600 * hour)
            tried += 1
        except Exception:
            limits.forget(now + 3600 * hour + 3599)
    assert tried == 2
    limits.forget(now + 3 * 24 * 3600)
    assert limits._buckets == {}
    await house.close()

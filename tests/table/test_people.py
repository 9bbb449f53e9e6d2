"""Persons: made silently, known by a cookie, owners of seats."""

from __future__ import annotations

import pytest

from ludex.table.app.people import PERSON_COOKIE
from ludex.table.server.limits import Limits
from ludex.table.server.persons import DAY
from ludex.table.server.tokens import hashed
from tests.table.house import House, make_house
from tests.table.persons import Browser

pytestmark = pytest.mark.anyio


async def test_a_link_that_is_opened_makes_a_person_and_a_second_one_does_not(house: House, ann: Browser) -> None:
    table = await house.make("spades", people=2)
    assert (await ann.visit("/")).status_code == 200
    assert ann.cookie is None, "looking around makes no person"
    first = await ann.join(table, 0)
    header = next(one for one in first.headers.get_list("set-cookie") if one.startswith(PERSON_COOKIE))
    assert "HttpOnly" in header
    assert "SameSite=lax" in header
    assert "Path=/;" in header
    assert "Secure" not in header, "this test has no TLS"
    token = ann.cookie
    assert token is not None
    assert len(token) * 6 >= 128
    await ann.join(table, 1)
    assert ann.cookie == token
    mark = await ann.mark()
    assert await house.server.store.belonging("device", hashed(token)) is not None
    assert len(await house.server.store.belongings(mark, "device")) == 1


async def test_the_token_is_stored_nowhere(house: House, ann: Browser) -> None:
    table = await house.make("spades", people=1)
    await ann.join(table, 0)
    everything = await house.server.store.belongings(await ann.mark())
    assert ann.cookie is not None
    assert everything
    assert ann.cookie not in repr(everything)


@pytest.mark.parametrize(
    "headers",
    [
        {"user-agent": "Googlebot/2.1", "sec-fetch-mode": "navigate", "upgrade-insecure-requests": "1"},
        {"user-agent": "WhatsApp/2.2 (preview)", "upgrade-insecure-requests": "1"},
        {"user-agent": "Mozilla/5.0 Firefox/130.0"},
        {"user-agent": "Mozilla/5.0 Firefox/130.0", "upgrade-insecure-requests": "1", "sec-purpose": "prefetch"},
        {"user-agent": "python-httpx/0.28", "sec-fetch-mode": "navigate"},
        {"user-agent": "", "sec-fetch-mode": "navigate"},
    ],
)
async def test_crawlers_and_programs_are_no_persons(house: House, headers: dict[str, str]) -> None:
    table = await house.make("spades", people=1)
    joined = await house.http.get(f"/join/{table.tokens[0]}", headers=headers)
    assert joined.status_code == 303
    assert PERSON_COOKIE not in str(joined.headers)
    made = await house.http.post("/api/tables", json={"game": "spades", "seats": [{}] * 4}, headers=headers)
    assert made.status_code == 201
    assert PERSON_COOKIE not in str(made.headers)


async def test_a_request_that_is_refused_makes_no_person(house: House, ann: Browser) -> None:
    table = await house.make("spades", people=1)
    wrong = await ann.visit(f"/join/{table.id}.wrongwrongwrongwrongwrong")
    assert wrong.status_code == 403
    assert (await ann.post("/api/tables", {"game": "nothing", "seats": [{}]})).status_code == 404
    assert ann.cookie is None


async def test_a_person_has_their_seat_on_a_device_without_its_token(house: House, ann: Browser, bo: Browser) -> None:
    table = await house.make("spades", people=2)
    await ann.join(table, 0)
    await bo.join(table, 1)
    await ann.sit(table, 0, "Ann")
    await bo.sit(table, 1, "Bo")
    ann.drop_seat_cookies()
    bo.drop_seat_cookies()
    assert (await ann.state(table))["you"] == 0
    assert (await bo.state(table))["you"] == 1
    assert (await bo.state(table, seat=0)).get("code") == "not-yours"
    assert [one.name for one in await house.server.store.belongings(await ann.mark(), "seat")] == [f"{table.id}.0"]
    line = await ann.line(table)
    assert (await line.state())["you"] == 0


async def test_a_forged_or_foreign_cookie_is_a_guest(house: House, ann: Browser, bo: Browser) -> None:
    table = await house.make("spades", people=2)
    await ann.join(table, 0)
    await ann.sit(table, 0, "Ann")
    for forged in ("", "x" * 32, "x" * 5000, await ann.mark(), hashed(ann.cookie or "")):
        bo.cookie = forged
        assert (await bo.state(table))["you"] is None


async def test_a_seat_that_is_left_is_no_longer_the_persons(house: House, ann: Browser) -> None:
    table = await house.make("spades", people=2)
    await ann.join(table, 0)
    await ann.sit(table, 0, "Ann")
    await table.sit(1)
    line = await ann.line(table)
    assert (await line.answer("leave"))["type"] == "done"
    assert await house.server.store.belongings(await ann.mark(), "seat") == ()
    ann.drop_seat_cookies()
    assert (await ann.state(table))["you"] is None


async def test_a_sandbox_belongs_to_the_person_who_opened_it_and_a_lesson_is_only_noted(
    house: House, ann: Browser
) -> None:
    made = await ann.http.post("/sandbox?game=spades", headers=ann.page)
    lesson = await ann.http.post("/learn/spades", headers=ann.page)
    tables = {answer.headers["location"].rpartition("/")[2] for answer in (made, lesson)}
    owned = await house.server.store.belongings(await ann.mark(), "seat")
    assert len(owned) == 4, "the seats of the sandbox"
    noted = await house.server.store.belongings(await ann.mark(), "table")
    assert {one.table for one in noted} == tables, "what they made is found if they delete everything"


async def test_the_table_of_a_rematch_has_the_same_owners(house: House, ann: Browser) -> None:
    table = await house.make("spades", people=1)
    await ann.join(table, 0)
    await ann.sit(table, 0, "Ann")
    line = await ann.line(table)
    assert (await line.answer("resign"))["type"] == "done"
    assert (await line.answer("offer", what="rematch"))["type"] == "done"
    follower = table.room.state.follower
    assert follower is not None
    owned = await house.server.store.belongings(await ann.mark(), "seat")
    assert {one.table for one in owned} == {table.id, follower}


async def test_a_device_that_is_used_every_month_stays_signed_in(house: House, ann: Browser) -> None:
    table = await house.make("spades", people=1)
    await ann.join(table, 0)
    house.clock.advance(2 * DAY)
    answer = await ann.join(table, 0)
    assert PERSON_COOKIE in str(answer.headers), "its cookie lasts longer now"
    (device,) = await house.server.store.belongings(await ann.mark(), "device")
    assert device.at == house.clock.now()
    assert PERSON_COOKIE not in str((await ann.join(table, 0)).headers)


async def test_an_address_makes_a_limited_number_of_persons_and_its_guests_still_play() -> None:
    house = await make_house(limits=Limits(persons_per_hour=2))
    table = await house.make("spades", people=1)
    found = []
    for _ in range(3):
        async with Browser(house) as browser:
            joined = await browser.join(table, 0)
            assert joined.status_code == 303
            found.append(browser.cookie is not None)
    assert found == [True, True, False]
    await house.close()


async def test_without_people_all_are_guests_and_everything_works_as_before(house: House, ann: Browser) -> None:
    house.server.persons.on = False
    table = await house.make("spades", people=1)
    joined = await ann.join(table, 0)
    assert PERSON_COOKIE not in str(joined.headers)
    await ann.sit(table, 0, "Ann")
    assert (await ann.state(table))["you"] == 0
    assert not table.room.state.seats[0].owner


async def test_the_sign_in_of_a_site_wins(house: House, ann: Browser) -> None:
    from ludex.table.app.people import Person

    house.app.state.who = lambda connection: Person("7", "Ann of the site")
    table = await house.make("spades", people=1)
    joined = await ann.join(table, 0)
    assert PERSON_COOKIE not in str(joined.headers)
    await ann.sit(table, 0, "typed")
    assert table.room.state.seats[0].name == "Ann of the site"
    owned = await house.server.store.belongings(Person("7").mark, "seat")
    assert [one.name for one in owned] == [f"{table.id}.0"]


async def test_small_documents_of_a_person(house: House) -> None:
    persons = house.server.persons
    assert await persons.settings("ann", "notices") == {}
    await persons.set_settings("ann", {"mail": True}, "notices")
    await persons.set_settings("ann", {"quiet": 1})
    await persons.set_settings("ann", {"mail": False}, "notices.t", table="t")
    assert await persons.settings("ann", "notices") == {"mail": True}
    assert await persons.settings("ann") == {"quiet": 1}
    assert await persons.settings("bo", "notices") == {}
    assert (await house.server.store.belonging("settings", "ann.notices.t")).table == "t"  # type: ignore[union-attr]  # stored above

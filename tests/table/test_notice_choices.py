"""Choosing notices: bad input changes nothing, addresses are confirmed, and no one reaches the choices of others."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from ludex.table.server.limits import Limits
from ludex.table.server.wishes import ADDRESS, DEVICE, LINK, MOST_DEVICES
from tests.table import push_service as services
from tests.table.house import make_house
from tests.table.noticed import SITE, Outside, outside, seated
from tests.table.persons import Browser
from tests.table.test_turn_notices import end_turn, game

pytestmark = pytest.mark.anyio

ME = "/api/me/notices"


async def shown(browser: Browser) -> dict[str, Any]:
    found: dict[str, Any] = (await browser.get(ME)).json()
    return found


def link_in(out: Outside, what: str) -> str:
    """The latest link of a kind in a message."""
    text: str = out.mail.messages[-1].get_content()
    (found,) = [word for word in text.split() if f"/mail/{what}/" in word]
    return found.removeprefix(SITE)


@pytest.mark.parametrize(
    "wishes",
    [
        {"quiet": {"start": 0, "end": 60, "zone": "Mars/Olympus"}},
        {"quiet": {"start": 0, "end": 60, "zone": "../../etc/passwd"}},
        {"quiet": {"start": 0, "end": 60, "zone": "\x00"}},
        {"quiet": {"start": -1, "end": 60}},
        {"quiet": {"start": 0, "end": 1440}},
        {"remind": -1},
        {"remind": 1e9},
        {"language": "tlh"},
        {"ways": {"pigeon": True}},
        {"url": "ftp://x.org"},
        {"url": "https://x.org/\r\nHost: evil"},
        {"mail": True},
    ],
)
async def test_choices_that_cannot_be_are_refused_and_change_nothing(
    out: Outside, ann: Browser, wishes: dict[str, Any]
) -> None:
    await out.choose(ann, remind=60)
    before = await shown(ann)
    answer = await ann.post(ME, wishes, method="PUT")
    assert answer.status_code in (400, 409)
    assert answer.json()["sentence"]
    assert await shown(ann) == before


@pytest.mark.parametrize("url", ["http://10.0.0.1/", "http://localhost/", "http://[::1]/", "https://127.0.0.1:8000/x"])
async def test_no_way_leads_to_the_local_network(out: Outside, ann: Browser, url: str) -> None:
    out.house.server.local_webhooks = False
    keys = services.Browser()
    device = {"endpoint": url, "p256dh": keys.p256dh, "auth": keys.auth}
    for answer in (await ann.post(ME, {"url": url}, method="PUT"), await ann.post(f"{ME}/devices", device)):
        assert answer.status_code == 409
    assert "http://push.example.org" not in str(await shown(ann))
    plain = await ann.post(f"{ME}/devices", {**device, "endpoint": "http://push.example.org/"})
    assert plain.json()["code"] == "bad-device", "a push service speaks HTTPS"


async def test_an_endpoint_whose_name_leads_to_the_local_network_is_not_called(
    out: Outside, ann: Browser, bo: Browser
) -> None:
    table = await game(out.house, ann, bo)
    await out.subscribe(bo)
    await out.choose(bo, url=out.hook.url)
    out.house.server.local_webhooks = False
    await end_turn(table, 0)
    assert await out.deliver() == 0
    assert out.hook.connections == 0


async def test_an_address_is_used_only_after_it_was_confirmed_and_no_longer_after_one_press(
    out: Outside, ann: Browser, bo: Browser
) -> None:
    table = await game(out.house, ann, bo)
    answer = await bo.post(f"{ME}/address", {"address": "bo@example.org"}, method="PUT")
    assert answer.json()["address"] == {"address": "bo@example.org", "confirmed": False, "refused": False}
    await end_turn(table, 0)
    assert await out.deliver() == 1
    link = link_in(out, "confirm")
    assert (await out.house.http.get(link)).status_code == 200
    assert not (await shown(bo))["address"]["confirmed"], "programs read links"
    assert (await out.house.http.post(link)).status_code == 200
    await end_turn(table, 1)
    await end_turn(table, 0)
    assert await out.deliver() == 1
    stop = out.mail.messages[-1]["List-Unsubscribe"][1:-1].removeprefix(SITE)
    assert stop == link_in(out, "stop")
    assert (await out.house.http.get(stop)).status_code == 200
    assert (await shown(bo))["address"] is not None
    body = {"List-Unsubscribe": "One-Click"}
    pressed = await httpx.AsyncClient(
        transport=httpx.ASGITransport(app=out.house.app), base_url="http://table.test"
    ).post(stop, data=body)
    assert pressed.status_code == 200
    assert (await shown(bo))["address"] is None
    for used in (stop, link):
        assert (await out.house.http.post(used)).status_code == 404
    await end_turn(table, 1)
    await end_turn(table, 0)
    assert await out.deliver() == 0


async def test_a_new_address_needs_a_new_confirmation_and_old_links_are_void(out: Outside, ann: Browser) -> None:
    await out.confirm(ann)
    link = link_in(out, "confirm")
    await ann.post(f"{ME}/address", {"address": "victim@example.org"}, method="PUT")
    assert not (await shown(ann))["address"]["confirmed"]
    assert (await out.house.http.post(link)).status_code == 404
    assert not (await shown(ann))["address"]["confirmed"]


@pytest.mark.parametrize("token", ["x", "x" * 500, "%00", "../confirm", "é"])
async def test_a_link_that_was_never_sent_leads_nowhere(out: Outside, token: str) -> None:
    for what in ("confirm", "stop", "delete"):
        assert (await out.house.http.post(f"/mail/{what}/{token}")).status_code == 404


async def test_strangers_receive_a_bounded_number_of_questions(out: Outside, ann: Browser) -> None:
    answers = [
        await ann.post(f"{ME}/address", {"address": f"victim{number % 2}@example.org"}, method="PUT")
        for number in range(8)
    ]
    refused = [answer.json()["code"] for answer in answers if answer.status_code != 200]
    assert refused == ["too-fast"] * 3
    await out.deliver()
    assert len(out.mail.raw) <= 5


async def test_an_address_that_the_mail_server_refuses_for_good_must_be_confirmed_again(
    out: Outside, ann: Browser, bo: Browser
) -> None:
    table = await game(out.house, ann, bo)
    await out.confirm(bo, "bo@example.org")
    out.mail.answers["RCPT"] = b"550 no such user\r\n"
    await end_turn(table, 0)
    assert await out.deliver() == 0
    assert (await shown(bo))["address"] == {"address": "bo@example.org", "confirmed": False, "refused": True}
    out.mail.answers.clear()
    out.house.clock.advance(100_000)
    assert await out.deliver() == 0


async def test_a_mail_server_that_refuses_for_now_gets_the_same_message_again(
    out: Outside, ann: Browser, bo: Browser
) -> None:
    table = await game(out.house, ann, bo)
    await out.confirm(bo, "bo@example.org")
    out.mail.answers["BODY"] = b"451 later\r\n"
    await end_turn(table, 0)
    assert await out.deliver() == 0
    out.mail.answers.clear()
    out.house.clock.advance(10)
    assert await out.deliver() == 1
    out.house.clock.advance(100_000)
    assert await out.deliver() == 0


async def test_e_mail_beyond_the_limits_waits(ann: Browser) -> None:
    limits = Limits(mails_per_hour=4, all_mails_per_hour=100)
    now = 1_000_000.0
    assert [limits.mail("ann", "a@x.org", now) for _ in range(3)] == [True, True, False]
    assert not limits.mail("eve", "A@x.org", now), "the address is the same"
    assert limits.mail("bo", "b@x.org", now)
    assert sum(limits.mail(f"p{number}", f"{number}@x.org", now) for number in range(100)) == 22
    assert limits.mail("ann", "a@x.org", now + 3600)


async def test_a_limit_delays_a_message_and_loses_none() -> None:
    house = await make_house(limits=Limits(mails_per_hour=2))
    async with outside(house) as out, Browser(house) as ann, Browser(house) as bo:
        table = await game(house, ann, bo)
        await out.confirm(bo, "bo@example.org")
        await end_turn(table, 0)
        assert await out.deliver() == 0
        house.clock.advance(3600)
        assert await out.deliver() == 1
    await house.close()


async def test_the_choices_devices_and_address_of_others_are_out_of_reach(
    out: Outside, ann: Browser, bo: Browser
) -> None:
    table = await game(out.house, ann, bo)
    await out.subscribe(ann)
    await out.confirm(ann)
    await out.choose(ann, url=out.hook.url, remind=120)
    mine = await shown(ann)
    theirs = await shown(bo)
    assert theirs["devices"] == []
    assert theirs["address"] is None
    assert theirs["wishes"]["url"] == ""
    await bo.post(f"{ME}/devices/remove", {"id": mine["devices"][0]["id"]})
    await bo.post(f"{ME}/address", {"address": None}, method="PUT")
    await bo.post(f"{ME}/tables/{table.id}", {"ways": {"push": False}}, method="PUT")
    await out.choose(bo, remind=0)
    assert await shown(ann) == mine
    state = str(await table.state(1)) + str(await table.state())
    for secret in ("ann@example.org", out.push.url, out.hook.url, await ann.mark()):
        assert secret not in state
    async with Browser(out.house) as eve:
        found = await shown(eve)
        assert (found["known"], found["devices"], found["address"]) == (False, [], None)
    page = {**ann.page, "origin": "https://evil.test"}
    forged = await ann.http.request("PUT", f"{ME}/address", json={"address": None}, headers=page)
    assert forged.status_code == 403


async def test_a_browser_that_two_persons_use_calls_the_one_who_subscribed_last(
    out: Outside, ann: Browser, bo: Browser
) -> None:
    await game(out.house, ann, bo)
    await out.subscribe(ann, "/shared")
    await out.subscribe(bo, "/shared")
    assert (await shown(ann))["devices"] == []
    assert len((await shown(bo))["devices"]) == 1


async def test_a_person_has_a_bounded_number_of_devices(out: Outside, ann: Browser) -> None:
    for number in range(MOST_DEVICES + 3):
        out.house.clock.advance(1)
        await out.subscribe(ann, f"/{number}")
    await out.subscribe(ann, f"/{MOST_DEVICES + 2}")
    found = await out.house.server.store.belongings(await ann.mark(), DEVICE)
    assert len(found) == MOST_DEVICES
    keys = services.Browser()
    body = {"endpoint": f"{out.push.url}/new", "p256dh": keys.p256dh, "auth": keys.auth}
    replaced = await ann.post(f"{ME}/devices", {**body, "replaces": f"{out.push.url}/{MOST_DEVICES + 2}"})
    assert len(replaced.json()["devices"]) == MOST_DEVICES


async def test_a_person_who_is_deleted_leaves_no_address_subscription_or_message(
    out: Outside, ann: Browser, bo: Browser
) -> None:
    table = await game(out.house, ann, bo)
    await out.subscribe(bo)
    await out.confirm(bo, "bo@example.org")
    await out.choose(bo, url=out.hook.url)
    await bo.post(f"{ME}/tables/{table.id}", {"ways": {"push": False}}, method="PUT")
    await end_turn(table, 0)
    store, mark = out.house.server.store, await bo.mark()
    assert {DEVICE, ADDRESS, LINK, "settings"} <= {one.kind for one in await store.belongings(mark)}
    await store.forget_person(mark)
    before = out.sent
    await out.deliver()
    assert out.sent == before
    everything = repr(vars(store._world))  # type: ignore[attr-defined]  # of the store in memory
    for secret in ("bo@example.org", f"{out.push.url}/ann", out.hook.url):
        assert secret not in everything


async def test_a_server_without_mail_or_keys_says_so_and_needs_neither(ann: Browser) -> None:
    server = ann.house.server
    table = await ann.house.make("automation", people=1)
    await seated(ann, table, 0, "Ann")
    server.notices.signer = None
    found = await shown(ann)
    assert (found["key"], found["mail"]) == (None, False)
    assert (await ann.post(f"{ME}/address", {"address": "a@b.org"}, method="PUT")).json()["code"] == "no-mail"
    keys = services.Browser()
    body = {"endpoint": "https://push.example.org/x", "p256dh": keys.p256dh, "auth": keys.auth}
    assert (await ann.post(f"{ME}/devices", body)).json()["code"] == "no-push"


async def test_a_name_puts_nothing_into_the_headers_of_a_message(out: Outside, ann: Browser, bo: Browser) -> None:
    table = await out.house.make("automation", people=2, bots=0)
    await seated(ann, table, 0, "A\r\nBcc: e@x.org")
    await seated(bo, table, 1, "Bo\nSubject: free")
    await out.confirm(bo, "bo@example.org")
    await end_turn(table, 0)
    await out.deliver()
    raw = out.mail.raw[-1]
    head, _, body = raw.partition(b"\r\n\r\n")
    assert b"\r\nBcc" not in head.replace(b"\n ", b"") + body
    assert [line for line in head.split(b"\r\n") if line.startswith(b"Subject:")] == [
        b"Subject: Your turn: Automation: The Game"
    ]
    message = out.mail.messages[-1]
    assert message["To"] == "bo@example.org"
    assert message["Bcc"] is None
    assert "Bo Subject: free, it is your turn" in message.get_content()

"""Every route of the server, as a page of another site and another person would use it.

The tests go through the routes of the application itself, so that a new one cannot be forgotten.
"""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from starlette.routing import Route

from ludex.table.app.proxies import Forwarded
from ludex.table.server.tokens import hashed
from tests.table.house import ENTROPY, House, Made
from tests.table.noticed import Outside, seated
from tests.table.persons import AGENT, Browser

pytestmark = pytest.mark.anyio

READING = {"GET", "HEAD"}


def changing(house: House) -> set[tuple[str, str]]:
    """Methods and paths of all routes that may change something."""
    routes = [route for route in house.app.routes if isinstance(route, Route)]
    return {(method, route.path) for route in routes for method in (route.methods or set()) - READING}


def filled(path: str, table: Made) -> str:
    """A path with parameters."""
    values = {"table": table.id, "game": "automation", "what": "stop", "token": "x"}
    return path.format(**values)


@pytest.mark.parametrize(
    "origin",
    ["https://evil.example", "null", "http://table.test.evil.example", "http://table.test:81", "http://", "junk", ""],
)
async def test_a_page_of_another_site_changes_nothing(house: House, ann: Browser, origin: str) -> None:
    table = await house.make("automation", people=1)
    await seated(ann, table, 0, "Ann")
    house.server.operator_token = "o" * 20
    rows = await house.server.store.rows(table.id)
    owned = await house.server.store.belongings(None)
    head = {**ann.page, "origin": origin, "authorization": f"Bearer {'o' * 20}"}
    routes = changing(house)
    assert len(routes) > 25
    for method, path in sorted(routes):
        answer = await ann.http.request(method, filled(path, table), json={}, headers=head)
        assert answer.status_code == 403, (method, path)
        if "application/json" in answer.headers["content-type"]:
            assert answer.json()["code"] == "other-origin"
    assert await house.server.store.rows(table.id) == rows
    assert await house.server.store.belongings(None) == owned


async def test_behind_a_proxy_with_tls_a_page_without_it_is_another_site(house: House) -> None:
    transport = httpx.ASGITransport(app=Forwarded(house.app, 1))
    async with httpx.AsyncClient(transport=transport, base_url="http://table.test") as client:
        for origin, expected in (("http://table.test", 403), ("https://table.test", 201)):
            head = {"origin": origin, "x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.9"}
            body = {"game": "automation", "seats": [{}, {"kind": "bot"}]}
            assert (await client.post("/api/tables", json=body, headers=head)).status_code == expected


async def test_another_persons_notices_seats_and_devices_are_out_of_reach(
    out: Outside, ann: Browser, bo: Browser
) -> None:
    house, store = out.house, out.house.server.store
    table = await house.make("automation", people=2, bots=0)
    await seated(ann, table, 0, "Ann")
    await out.subscribe(ann)
    await out.confirm(ann)
    await out.choose(ann, url=out.hook.url)
    await ann.post("/api/me/recovery")
    await ann.post(f"/api/tables/{table.id}/webhook", {"url": out.hook.url}, "PUT")
    await ann.post(f"/api/me/notices/tables/{table.id}", {"ways": {"push": False}}, "PUT")
    theirs = await house.make("spades", people=1)
    await seated(bo, theirs, 0, "Bo")  # a person as well, at another table
    mark = await ann.mark()
    (device,) = (await ann.get("/api/me")).json()["person"]["devices"]
    (called,) = (await ann.get("/api/me/notices")).json()["devices"]
    rows, owned = await store.rows(table.id), await store.belongings(mark)
    refused: dict[tuple[str, str], tuple[int, Any]] = {
        ("POST", "/api/tables/{table}/seats"): (403, {"name": "Bo", "seat": 0, "entropy": ENTROPY}),
        ("POST", "/api/tables/{table}/moves"): (403, {"move": {}, "number": 0, "seat": 0}),
        ("PUT", "/api/tables/{table}/webhook"): (403, {"url": None, "seat": 0}),
        ("POST", "/api/tables/{table}/reports"): (403, {"seat": 0}),
        ("POST", "/api/tables/{table}/review"): (409, {}),
        ("POST", "/api/tables/{table}/branch"): (409, {}),
        ("POST", "/api/me/devices/sign-out"): (404, {"id": device["id"]}),
        ("POST", "/api/me/passkeys/remove"): (404, {"id": "x"}),
        ("POST", "/api/me/passkeys"): (400, {"credential": {}}),
        ("POST", "/api/me/sign-in"): (403, {"credential": {"id": "x"}}),
        ("POST", "/api/me/recover"): (403, {"code": "x"}),
        ("POST", "/api/me/unblock"): (404, {"id": "x"}),
        ("POST", "/api/me/blocked"): (403, {"table": table.id, "seat": 0}),
        ("POST", "/mail/{what}/{token}"): (404, {}),
        ("POST", "/api/operator/prune"): (404, {"days": 1}),
        ("POST", "/api/operator/reports/close"): (404, {"id": "x"}),
    }
    own: dict[tuple[str, str], Any] = {  # these succeed, and reach only what is Bo's
        ("PUT", "/api/me"): {"name": "Bo"},
        ("POST", "/api/me/recovery"): {},
        ("POST", "/api/me/passkeys/options"): {},
        ("POST", "/api/me/sign-in/options"): {},
        ("PUT", "/api/me/notices"): {},
        ("PUT", "/api/me/notices/tables/{table}"): {"ways": None},
        ("POST", "/api/me/notices/devices/remove"): {"id": called["id"]},
        ("PUT", "/api/me/notices/address"): {"address": None},
        ("POST", "/api/me/delete"): {"sure": True},
    }
    elsewhere = {"/api/tables", "/api/matches", "/api/histories", "/api/genomes", "/sandbox", "/learn/{game}"}
    elsewhere |= {"/api/me/notices/devices"}  # a new device: see the tests of choices
    assert {route for route in changing(house) if route[1] not in elsewhere} == set(refused) | set(own)
    for (method, path), (status, body) in refused.items():
        answer = await bo.post(filled(path, table), body, method)
        assert answer.status_code == status, (method, path, answer.text)
    for path in ("links", "history", "position", "frames/0", "chance", "story", "players"):
        answer = await bo.get(f"/api/tables/{table.id}/{path}")
        assert answer.status_code in (403, 409), (path, answer.text)
    seen = [(await bo.get(f"/api/tables/{table.id}?as={form}")).text for form in ("page", "program")]
    for path in ("/api/me", "/api/me/games", "/api/me/export", "/api/me/notices", "/api/me/blocked"):
        seen.append((await bo.get(path)).text)
    seen.append((await bo.get(f"/api/me/notices?table={table.id}")).text)
    secrets = [mark, device["id"], called["id"], "ann@example.org", out.hook.url, out.push.url, ann.cookie or "?"]
    assert [secret for secret in (*secrets, hashed(ann.cookie or "")) if secret in " ".join(seen)] == []
    for (method, path), body in own.items():
        answer = await bo.post(filled(path, table), body, method)
        assert answer.status_code == 200, (method, path, answer.text)
    assert await store.rows(table.id) == rows
    assert await store.belongings(mark) == owned
    line = await bo.line(table)
    assert (await line.state())["you"] is None
    for kind, message in (
        ("sit", {"name": "Bo", "seat": 0}),
        ("leave", {"seat": 0}),
        ("say", {"text": "x"}),
    ):
        assert (await line.answer(kind, **message))["code"] == "not-yours", kind
    assert await store.rows(table.id) == rows


async def test_a_stolen_cookie_of_a_seat_opens_that_seat_and_no_person(house: House, ann: Browser) -> None:
    table = await house.make("automation", people=1)
    await seated(ann, table, 0, "Ann")
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=house.app), base_url="http://table.test") as thief:
        head = {"authorization": f"Bearer {table.tokens[0]}", "user-agent": AGENT}
        assert (await thief.get(f"/api/tables/{table.id}", headers=head)).json()["you"] == 0
        assert (await thief.get("/api/me", headers=head)).json()["person"] is None
        assert (await thief.get("/api/me/export", headers=head)).status_code == 401

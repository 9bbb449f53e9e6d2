"""The table as a part of another site: under a path of it, with its users."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import HTTPConnection
from starlette.routing import Mount

from ludex.table import lifespan_of, make_app
from ludex.table.app.people import Person
from tests.table.house import ENTROPY, House, Line, Made, make_house

pytestmark = pytest.mark.anyio

PAGES = ["/", "/games", "/games/spades", "/games/modern-art", "/new", "/design", "/learn", "/learn/spades"]
LINKS = re.compile(r'(?:href|src|action)="(/[^"#]*)"')


def who(connection: HTTPConnection) -> Person | None:
    """The users of the site: a header has the name of one."""
    user = connection.headers.get("x-user")
    return Person(f"id of {user}", user) if user else None


def mount(house: House, hook: Any = who) -> Starlette:
    """Put the table of a house under /play, and let the house use it there."""
    house.app.state.who = hook
    site = Starlette(routes=[Mount("/play", house.app)])
    house.http = httpx.AsyncClient(transport=httpx.ASGITransport(app=site), base_url="http://table.test/play")
    return site


@pytest.fixture
async def mounted() -> AsyncIterator[tuple[House, Starlette]]:
    house = await make_house()
    before = house.http
    site = mount(house)
    yield house, site
    await before.aclose()
    await house.close()


async def test_every_link_of_every_page_is_under_the_path_and_leads_somewhere(
    mounted: tuple[House, Starlette],
) -> None:
    house, _ = mounted
    found: set[str] = set()
    for page in PAGES:
        answer = await house.http.get(page)
        assert answer.status_code == 200, page
        found |= set(LINKS.findall(answer.text))
        assert 'data-root="/play"' in answer.text
    assert len(found) > 30
    assert not [link for link in found if not link.startswith("/play/")]
    gets = [link for link in found if "/sandbox" not in link]
    for link in sorted(gets)[:60]:
        assert (await house.http.get(f"http://table.test{link}")).status_code == 200, link


async def test_links_cookies_and_redirects_are_under_the_path(mounted: tuple[House, Starlette]) -> None:
    house, _ = mounted
    table = await house.make("spades", people=1)
    link = table.made["seats"][0]["link"]
    assert link.startswith("http://table.test/play/join/")
    assert table.made["watch"] == f"http://table.test/play/tables/{table.id}"
    joined = await house.http.get(link)
    assert joined.headers["location"] == f"/play/tables/{table.id}"
    paths = [part for header in joined.headers.get_list("set-cookie") for part in re.findall(r"Path=([^;]+)", header)]
    assert sorted(paths) == [f"/play/api/tables/{table.id}", f"/play/tables/{table.id}"]
    assert (await house.http.get(f"/tables/{table.id}")).status_code == 200  # the cookie is sent there
    sandbox = await house.http.post("/sandbox?game=spades")
    assert sandbox.headers["location"].startswith("/play/tables/")
    lesson = await house.http.post("/learn/spades")
    assert lesson.headers["location"].startswith("/play/tables/")
    await table.sit()
    answer = await table.move(0)
    assert answer.status_code == 200


async def test_a_path_is_logged_without_the_token(
    mounted: tuple[House, Starlette], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    house, _ = mounted

    def fail(*_: Any) -> Any:
        raise RuntimeError("broken")

    monkeypatch.setattr(house.server, "room", fail)
    assert (await house.http.get("/join/abcdefghijkm.secret")).status_code == 500
    assert "secret" not in caplog.text.partition("Traceback")[0]


async def test_nothing_changes_at_the_top_of_a_server(house: House) -> None:
    answer = await house.http.get("/")
    assert "data-root" not in answer.text
    assert "/static/base.css" in answer.text
    assert (await house.make("spades")).made["watch"].startswith("http://table.test/tables/")


async def test_the_table_opens_with_the_site_around_it() -> None:
    tables = make_app("memory:", sweep=False)
    site = Starlette(routes=[Mount("/play", tables)], lifespan=lifespan_of(tables))
    http = httpx.AsyncClient(transport=httpx.ASGITransport(app=site), base_url="http://a.test")
    async with site.router.lifespan_context(site), http:
        assert (await http.get("/play/healthz")).status_code == 200


async def taken(house: House, table: Made, user: str, **more: Any) -> httpx.Response:
    house.http.cookies.clear()
    body = {"name": "Nobody", "entropy": ENTROPY, **more}
    return await house.http.post(f"/api/tables/{table.id}/seats", json=body, headers={"x-user": user})


async def state_of(house: House, table: Made, user: str = "") -> dict[str, Any]:
    """The state as a new device of a user sees it: without cookies or tokens."""
    house.http.cookies.clear()
    headers = {"x-user": user} if user else {}
    found: dict[str, Any] = (await house.http.get(f"/api/tables/{table.id}", headers=headers)).json()
    return found


async def test_a_seat_belongs_to_the_person_who_took_it_on_any_device(mounted: tuple[House, Starlette]) -> None:
    house, site = mounted
    table = await house.make("spades", people=4, public=True, seats=[{} for _ in range(4)])
    for seat, user in enumerate(("ann", "bo", "cy", "di")):
        assert (await taken(house, table, user, seat=seat)).status_code == 201
    state = await state_of(house, table, "bo")
    assert (state["you"], state["mine"]) == (1, [1])
    assert state["seats"][1]["name"] == "bo"  # the name of the site, and not what the client sent
    assert (await state_of(house, table, "ann"))["options"]
    assert (await state_of(house, table))["you"] is None
    assert (await state_of(house, table, "eve"))["you"] is None
    state = await state_of(house, table, "ann")
    moved = await house.http.post(
        f"/api/tables/{table.id}/moves", json={"move": "nil", "number": state["number"]}, headers={"x-user": "ann"}
    )
    assert moved.status_code == 200
    refused = await house.http.post(
        f"/api/tables/{table.id}/moves", json={"move": "nil", "number": 1}, headers={"x-user": "eve"}
    )
    assert refused.status_code == 403
    line = Line(site, table.id, [("x-user", "bo")], root="/play")
    house.lines.append(line)
    await line.hello()
    assert (await line.state())["you"] == 1
    await house.server._put_away(table.room)
    assert (await state_of(house, table, "cy"))["you"] == 2  # as the rows and the snapshot say


async def test_who_sits_down_by_a_link_on_a_socket_has_the_seat_elsewhere_until_they_leave(
    mounted: tuple[House, Starlette],
) -> None:
    house, site = mounted
    table = await house.make("spades", people=2, bots=2)
    for seat, user in enumerate(("ann", "bo")):
        line = Line(site, table.id, [("x-user", user)], root="/play")
        house.lines.append(line)
        await line.hello(table.tokens[seat])
        assert (await line.answer("sit", name="x", entropy=ENTROPY))["type"] == "done"
    assert (await state_of(house, table, "bo"))["you"] == 1
    assert (await line.answer("leave"))["type"] == "done"
    assert (await state_of(house, table, "bo"))["you"] is None
    assert (await state_of(house, table, "ann"))["you"] == 0


async def test_the_hook_may_be_a_coroutine_and_without_it_a_header_means_nothing() -> None:
    async def later(connection: HTTPConnection) -> Person | None:
        return who(connection)

    for hook, you in ((later, 0), (None, None)):
        house = await make_house()
        before = house.http
        mount(house, hook)
        table = await house.make(
            "spades", people=1, bots=3, public=True, seats=[{}, *[{"kind": "bot", "bot": "random"}] * 3]
        )
        assert (await taken(house, table, "ann")).status_code == 201
        assert (await state_of(house, table, "ann"))["you"] == you
        await before.aclose()
        await house.close()

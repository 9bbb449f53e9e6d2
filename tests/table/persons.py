"""Browsers of persons, each with its own cookies, in the test's own process."""

from __future__ import annotations

from types import TracebackType
from typing import Any

import httpx

from ludex.table.app.auth import COOKIE
from ludex.table.app.people import PERSON_COOKIE
from ludex.table.server.tokens import hashed
from tests.table.house import ENTROPY, House, Line, Made

AGENT = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"
HOST = "http://table.test"


class Browser:
    """A browser. `navigation` and `page` are the headers that it sends for links and for scripts of a page."""

    navigation = {"user-agent": AGENT, "upgrade-insecure-requests": "1", "sec-fetch-mode": "navigate"}
    page = {"user-agent": AGENT, "origin": HOST, "sec-fetch-site": "same-origin"}

    def __init__(self, house: House, agent: str = AGENT) -> None:
        self.house = house
        self.navigation = {**self.navigation, "user-agent": agent, "accept": "text/html"}
        self.page = {**self.page, "user-agent": agent}
        self.http = httpx.AsyncClient(transport=httpx.ASGITransport(app=house.app), base_url=HOST)

    async def __aenter__(self) -> Browser:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.http.aclose()

    @property
    def cookie(self) -> str | None:
        """The token of the person."""
        return self.http.cookies.get(PERSON_COOKIE)

    @cookie.setter
    def cookie(self, token: str | None) -> None:
        self.http.cookies.delete(PERSON_COOKIE) if self.cookie is not None else None
        if token is not None:
            self.http.cookies.set(PERSON_COOKIE, token, domain="table.test", path="/")

    def drop_seat_cookies(self) -> None:
        """Forget the links of seats, as another device that never had them."""
        for cookie in list(self.http.cookies.jar):
            if cookie.name.startswith(COOKIE):
                self.http.cookies.jar.clear(cookie.domain, cookie.path, cookie.name)

    async def mark(self) -> str:
        """The mark of the person."""
        device = await self.house.server.store.belonging("device", hashed(self.cookie or ""))
        assert device is not None
        return device.person

    async def visit(self, path: str) -> httpx.Response:
        """Follow a link."""
        return await self.http.get(path, headers=self.navigation)

    async def get(self, path: str) -> httpx.Response:
        """Let a page's script read something."""
        return await self.http.get(path, headers={"user-agent": self.page["user-agent"]})

    async def post(self, path: str, body: Any = None, method: str = "POST") -> httpx.Response:
        """Let a page's script send something."""
        return await self.http.request(method, path, json={} if body is None else body, headers=self.page)

    async def join(self, table: Made, seat: int) -> httpx.Response:
        """Open the link of a seat."""
        return await self.visit(f"/join/{table.tokens[seat]}")

    async def sit(self, table: Made, seat: int, name: str) -> None:
        """Sit down at a seat whose link was opened."""
        answer = await self.post(f"/api/tables/{table.id}/seats", {"name": name, "seat": seat, "entropy": ENTROPY})
        assert answer.status_code == 201, answer.text

    async def state(self, table: Made, seat: int | None = None) -> dict[str, Any]:
        """The state of a table, or the refusal to show it."""
        query = "" if seat is None else f"?seat={seat}"
        found: dict[str, Any] = (await self.get(f"/api/tables/{table.id}{query}")).json()
        return found

    async def line(self, table: Made, **more: Any) -> Line:
        """A socket to a table."""
        path = f"/tables/{table.id}"
        jar = ((one.name, one.value) for one in self.http.cookies.jar if path.startswith(one.path))
        cookies = "; ".join(f"{name}={value}" for name, value in jar)
        line = Line(self.house.app, table.id, [("cookie", cookies), *self.page.items()])
        self.house.lines.append(line)
        return await line.hello(**more)

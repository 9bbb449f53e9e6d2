"""The API does what its description says: schemathesis makes up requests, valid ones and others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from anyio.from_thread import BlockingPortal, start_blocking_portal
from hypothesis import HealthCheck, given, settings

from ludex.table.app.api import document
from ludex.table.server.limits import Limits
from tests.table.house import House, make_house

OPERATIONS = [(path, method) for path, found in document()["paths"].items() for method in found]
FIELDS = ("method", "url", "params", "headers", "json", "content")


class Server:
    """A server in a separate thread, with a table."""

    def __init__(self, portal: BlockingPortal, house: House, made: dict[str, Any]) -> None:
        self.portal = portal
        self.house = house
        self.id: str = made["id"]
        self.token: str = made["seats"][0]["token"]

    def ask(self, case: Any) -> httpx.Response:
        """Send a request that schemathesis has made up."""
        given = case.as_transport_kwargs(base_url="http://table.test")
        wanted = {name: given[name] for name in FIELDS if given.get(name) is not None}
        if isinstance(given.get("data"), bytes | str):
            wanted["content"] = given["data"]

        async def send() -> httpx.Response:
            return await self.house.http.request(**wanted)

        return self.portal.call(send)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """The API, and a table in it."""

    async def begin() -> tuple[House, dict[str, Any]]:
        house = await make_house(limits=Limits.none())
        table = await house.make("automation", people=1, bots=1, public=True)
        return house, table.made

    with start_blocking_portal() as portal:
        house, made = portal.call(begin)
        yield Server(portal, house, made)
        portal.call(house.close)


@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_the_api_does_what_its_description_says(server: Server, path: str, method: str) -> None:
    schema = schemathesis.openapi.from_dict(document())

    @settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck), database=None, derandomize=True)
    @given(case=schema[path][method.upper()].as_strategy())
    def check(case: Any) -> None:
        if "table" in case.path_parameters and len(case.path_parameters["table"]) % 2:
            case.path_parameters["table"] = server.id
            case.headers = {**(case.headers or {}), "authorization": f"Bearer {server.token}"}
        case.validate_response(server.ask(case))

    check()

"""Parts in front of the server: proxies, whose addresses count from the right, and access to the metrics."""

from __future__ import annotations

import re
import socket
from pathlib import Path

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import Receive, Scope, Send
from typer.testing import CliRunner

from ludex.cli import app as cli
from ludex.cli.serve import expect_token
from ludex.core.language.errors import LudexError
from ludex.table.app.proxies import Forwarded, MetricsPort
from ludex.table.server.limits import Limits
from tests.table.browser.server import Server
from tests.table.house import House, make_house

pytestmark = pytest.mark.anyio


async def tell_client(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer with the address that the application believes in."""
    request = Request(scope)
    assert request.client is not None
    await JSONResponse([request.client.host, request.url.scheme])(scope, receive, send)


async def seen(proxies: int, *headers: tuple[str, str]) -> list[str]:
    """Return what the application believes of a request that comes from 10.0.0.1."""
    transport = httpx.ASGITransport(app=Forwarded(tell_client, proxies), client=("10.0.0.1", 1))
    async with httpx.AsyncClient(transport=transport, base_url="http://table.test") as client:
        found: list[str] = (await client.get("/", headers=list(headers))).json()
        return found


@pytest.mark.parametrize(
    ("proxies", "written", "address"),
    [
        (1, "203.0.113.9", "203.0.113.9"),
        (1, "6.6.6.6, 203.0.113.9", "203.0.113.9"),
        (1, "6.6.6.6,7.7.7.7 ,  203.0.113.9:4711", "203.0.113.9"),
        (2, "6.6.6.6, 203.0.113.9, 10.0.0.2", "203.0.113.9"),
        (2, "203.0.113.9", "10.0.0.1"),
        (1, "unknown", "10.0.0.1"),
        (1, "203.0.113.9,", "10.0.0.1"),
        (1, "", "10.0.0.1"),
        (1, "[2001:db8::7]:443", "2001:db8::7"),
        (1, "2001:DB8:0::7", "2001:db8::7"),
        (1, "1.2.3.4\x00", "10.0.0.1"),
    ],
)
async def test_the_clients_address_is_counted_from_the_right(proxies: int, written: str, address: str) -> None:
    assert (await seen(proxies, ("x-forwarded-for", written)))[0] == address


async def test_a_header_that_comes_twice_is_one_list() -> None:
    forged, true = ("x-forwarded-for", "6.6.6.6"), ("x-forwarded-for", "203.0.113.9")
    assert (await seen(1, forged, true))[0] == "203.0.113.9"


@pytest.mark.parametrize(
    ("proxies", "written", "scheme"),
    [
        (1, "https", "https"),
        (1, "http, https", "https"),
        (2, "https, http", "https"),
        (2, "https", "https"),
        (1, "ftp", "http"),
    ],
)
async def test_the_scheme_is_that_of_the_outermost_proxy(proxies: int, written: str, scheme: str) -> None:
    assert (await seen(proxies, ("x-forwarded-proto", written)))[1] == scheme


async def test_whoever_forges_an_address_is_limited_all_the_same() -> None:
    house = await make_house(limits=Limits(requests=1, burst=3))
    transport = httpx.ASGITransport(app=Forwarded(house.app, 1), client=("10.0.0.1", 1))
    async with httpx.AsyncClient(transport=transport, base_url="http://table.test") as client:
        codes = []
        for number in range(5):
            forged = {"x-forwarded-for": f"6.6.6.{number}, 203.0.113.9"}
            codes.append((await client.get("/healthz", headers=forged)).status_code)
        other = await client.get("/healthz", headers={"x-forwarded-for": "203.0.113.10"})
    assert codes == [200, 200, 200, 429, 429]
    assert other.status_code == 200
    await house.close()


async def test_without_proxies_nobody_chooses_their_address() -> None:
    house = await make_house(limits=Limits(requests=1, burst=1))
    forged = [{"x-forwarded-for": f"6.6.6.{number}"} for number in range(2)]
    assert [(await house.http.get("/healthz", headers=headers)).status_code for headers in forged] == [200, 429]
    await house.close()


@pytest.mark.parametrize("value", ["0", "-1", "11", "yes", "1.5", ""])
def test_a_number_of_proxies_that_cannot_be_is_refused(value: str) -> None:
    found = CliRunner().invoke(cli, ["serve", "--db", "memory:", "--port", "0", "--proxy", value])
    assert found.exit_code == 2


# --- metrics


async def test_metrics_are_off_unless_asked_for(house: House) -> None:
    answer = await house.http.get("/metrics")
    assert answer.status_code == 404
    assert "ludex_" not in answer.text


async def test_metrics_want_their_token(house: House) -> None:
    house.server.serves_metrics, house.server.metrics_token = True, "s" * 16
    for headers in (
        {},
        {"authorization": "Bearer wrong"},
        {"authorization": "Bearer \xff"},
        {"authorization": "Basic s"},
    ):
        answer = await house.http.get(
            "/metrics", headers={name.encode(): value.encode("latin-1") for name, value in headers.items()}
        )
        assert answer.status_code == 401
        assert answer.headers["www-authenticate"] == "Bearer"
        assert "ludex_" not in answer.text
    right = await house.http.get("/metrics", headers={"authorization": f"Bearer {'s' * 16}"})
    assert "ludex_requests_total" in right.text


@pytest.mark.parametrize("token", ["", "short", "with spaces in between", "ümlaut" * 4, "line\nline" * 3])
def test_a_token_that_is_easy_to_guess_or_cannot_be_sent_is_refused(token: str) -> None:
    with pytest.raises(LudexError, match="at least 16"):
        expect_token(token)


async def test_a_port_for_metrics_serves_nothing_else_and_the_other_no_metrics(house: House) -> None:
    house.server.serves_metrics = True
    app = MetricsPort(house.app, 9100)
    for port, path, status in (
        (9100, "/metrics", 200),
        (9100, "/", 404),
        (9100, "/api/tables", 404),
        (80, "/metrics", 404),
        (80, "/", 200),
    ):
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url=f"http://table.test:{port}") as client:
            assert (await client.get(path)).status_code == status, (port, path)


# --- a server as `ludex serve` starts it

RAW = [
    b"GET /\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET /%00 HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: \xff\r\n\r\n",
    b"GET / HTTP/9.9\r\nHost: x\r\n\r\n",
    b"\x00\x01\x02\x03\r\n\r\n",
    b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n",
    b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999999\r\n\r\n",
    b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET http://[bad/ HTTP/1.1\r\nHost: x\r\n\r\n",
]


def test_a_server_takes_its_metrics_elsewhere_and_survives_odd_bytes(tmp_path: Path) -> None:
    server = Server(tmp_path / "ludex.db", "--metrics-port", "0", "--proxy", "1")
    server.start()
    try:
        found = server.says(r"Metrics are at (http://localhost:\d+)/metrics")
        assert httpx.get(f"{server.address}/metrics").status_code == 404
        assert "ludex_requests_total" in httpx.get(f"{found[1]}/metrics").text
        assert httpx.get(f"{found[1]}/healthz").status_code == 404
        for raw in RAW:
            with socket.create_connection(("127.0.0.1", server.port), 60) as line:
                line.sendall(raw)
                answer = line.recv(65536)
            assert not answer or re.match(rb"HTTP/1\.1 [34]\d\d|HTTP/1\.1 200", answer), (raw[:40], answer[:200])
        assert httpx.get(f"{server.address}/healthz").status_code == 200
    finally:
        server.stop()
    assert "Traceback" not in server.said()

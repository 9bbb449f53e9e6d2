"""Webhooks reach the public internet only, in whatever way an address of the server's own network is spelt."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import pytest

from ludex.table.room.refused import Refused
from ludex.table.server.notices import Notices, check_url
from ludex.table.server.public_addresses import public_address
from tests.table.house import House

pytestmark = pytest.mark.anyio

INTERNAL = [
    "127.0.0.1",
    "127.1",
    "0x7f.0.0.1",
    "0177.0.0.1",
    "2130706433",
    "0.0.0.0",
    "10.0.0.1",
    "100.64.0.1",
    "169.254.169.254",
    "172.16.0.1",
    "192.168.0.1",
    "192.88.99.1",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:0:10.0.0.1",
    "64:ff9b::127.0.0.1",
    "64:ff9b::169.254.169.254",
    "64:ff9b:1::10.0.0.1",
    "64:ff9b:1:a00:1::",
    "2002:7f00:1::",
    "2002:a00:1::1",
    "2002:808:808::1",
    "2001:0:7f00:1::",
    "2001:0:4136:e378:8000:63bf:f5ff:fffe",
    "2001:db8::1",
    "2620:0:1:2:0:5efe:10.0.0.1",
    "fe80::1",
    "fc00::1",
    "fec0::1",
    "ff02::1",
    "100::1",
    "5f00::1",
]


@pytest.mark.parametrize("host", INTERNAL)
def test_an_address_of_the_servers_own_network_is_refused_at_delivery(host: str) -> None:
    with pytest.raises(Refused):
        public_address(host, 80, local=False)


@pytest.mark.parametrize("host", INTERNAL)
def test_it_is_refused_when_it_is_set_too(host: str) -> None:
    with pytest.raises(Refused):
        check_url(f"https://[{host}]/hook" if ":" in host else f"https://{host}/hook")


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST.", "a.localhost"])
def test_names_of_this_machine_are_refused_when_they_are_set(host: str) -> None:
    with pytest.raises(Refused):
        check_url(f"http://{host}/")


@pytest.mark.parametrize("host", ["8.8.8.8", "2606:4700:4700::1111", "64:ff9b::8.8.8.8"])
def test_a_public_address_is_taken_as_it_was_checked(host: str) -> None:
    assert public_address(host, 443, local=False)[1] == 443
    check_url(f"https://[{host}]/" if ":" in host else f"https://{host}/")


def test_a_server_of_a_closed_network_may_allow_its_own_addresses() -> None:
    assert public_address("127.0.0.1", 80, local=True) == ("127.0.0.1", 80)
    check_url("http://localhost:9000/", local=True)


def resolves_to(monkeypatch: pytest.MonkeyPatch, *answers: list[str]) -> list[str]:
    """Let every look-up of a name give the next answer, and note whom the server connects to."""
    left, connected = list(answers), list[str]()

    def look_up(host: str, port: int, **_: Any) -> list[Any]:
        found = left.pop(0)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in found]

    async def connect(host: str, *_: Any, **__: Any) -> Any:
        connected.append(host)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    monkeypatch.setattr(asyncio, "open_connection", connect)
    return connected


async def test_a_name_is_looked_up_once_and_its_checked_address_is_connected_to(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    connected = resolves_to(monkeypatch, ["8.8.8.8"], ["127.0.0.1"])
    with pytest.raises(ConnectionRefusedError):
        await Notices(house.server).post("maker", "https://rebinding.test/", b"{}", "x")
    assert connected == ["8.8.8.8"]


async def test_a_name_that_leads_inside_by_the_time_of_delivery_is_refused(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    connected = resolves_to(monkeypatch, ["64:ff9b::7f00:1", "2002:a00:1::", "10.0.0.1"])
    with pytest.raises(Refused):
        await Notices(house.server).post("maker", "https://inside.test/", b"{}", "x")
    assert connected == []


@pytest.mark.parametrize(
    "url", ["https://" + "a" * 64 + ".test/", "https://a..b/", "https://é.test/", "https://a.test/é"]
)
async def test_a_name_that_no_machine_can_have_is_refused_and_stops_no_delivery(
    house: House, monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    def look_up(host: str, *_: Any, **__: Any) -> list[Any]:
        host.encode("idna")  # as Python does before it asks a name server
        raise socket.gaierror

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    with pytest.raises(Refused):
        check_url(url)
    table = await house.make("automation", people=2)
    await table.sit()
    await table.post("webhook", 0, {"url": "https://a.test/"}, method="PUT")
    table.room.state.webhooks[1] = url  # as an older server took it
    await table.move(0, "end phase")
    await table.move(0, "end phase")
    assert await house.server.notices.deliver() == 0

"""Addresses that the server may connect to on request: those of the public internet, in any spelling."""

from __future__ import annotations

import ipaddress
import socket
from typing import Any

from ludex.table.room.refused import Refused

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
PUBLIC_V6 = ipaddress.IPv6Network("2000::/3")
"""All addresses that the internet routes to one machine are in here."""
NOT_PUBLIC = tuple(
    map(
        ipaddress.ip_network,
        (
            "192.88.99.0/24",  # relays of 6to4
            "2001::/23",  # Teredo, which wraps an IPv4 address, and other addresses for protocols
            "2001:db8::/32",  # for examples
            "2002::/16",  # 6to4, which wraps an IPv4 address
            "3fff::/20",  # for examples
        ),
    )
)
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
"""Wraps an IPv4 address. Networks without IPv4 resolve every public server's name to one of these."""
ISATAP = (0x00005EFE, 0x02005EFE)
"""The middle of an address that wraps an IPv4 address in its last 32 bits, under any prefix."""


def public_address(host: str, port: int, local: bool) -> tuple[str, int]:
    """Return the address behind a name, to connect to directly: a second lookup could lead elsewhere.

    Addresses of the server's own network are refused unless `local` allows them.
    """
    try:
        found: list[Any] = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except UnicodeError:
        raise Refused(409, "bad-address", "A webhook's address has a name that no machine can have.") from None
    addresses = [ipaddress.ip_address(one[4][0].partition("%")[0]) for one in found]
    fit = [address for address in addresses if local or is_public(address)]
    if not fit:
        raise Refused(409, "bad-address", "A webhook must be an address on the public internet.")
    return str(fit[0]), port


def expect_public_host(host: str) -> None:
    """Refuse a host that is written as an address of the server's own network. Names are looked up at delivery."""
    address = written_address(host)
    name = host.rstrip(".").lower()
    if name == "localhost" or name.endswith(".localhost") or (address is not None and not is_public(address)):
        raise Refused(409, "bad-address", "A webhook must be an address on the public internet.")


def written_address(host: str) -> IPAddress | None:
    """Return the address that a host spells out, in any way that a resolver understands, or None for a name.

    >>> written_address("0x7f.1"), written_address("::1"), written_address("example.org")
    (IPv4Address('127.0.0.1'), IPv6Address('::1'), None)
    """
    try:
        return ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        pass
    try:
        return ipaddress.IPv4Address(socket.inet_aton(host))
    except (OSError, ValueError):
        return None


def is_public(address: IPAddress) -> bool:
    """Return whether an address belongs to one machine on the public internet.

    >>> [is_public(ipaddress.ip_address(text)) for text in ("1.1.1.1", "10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::")]
    [True, False, False, False]
    """
    if isinstance(address, ipaddress.IPv6Address):
        if address in NAT64:
            return is_public(ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF))
        if address not in PUBLIC_V6 or (int(address) >> 32 & 0xFFFF_FFFF) in ISATAP:
            return False
    listed = any(address in network for network in NOT_PUBLIC)
    return address.is_global and not address.is_multicast and not listed

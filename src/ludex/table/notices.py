"""Turn notices: a webhook per seat, called once for every turn, again if it fails, and never twice.

A notice goes into the store's outbox with the row that brought the turn. Its id is made of table, seat and row, and no
id is taken twice. Whichever process claims it delivers it; receivers find the id in the header `Idempotency-Key`, so
that even a delivery whose answer got lost is not counted twice.
"""

from __future__ import annotations

import asyncio
import http.client
import ipaddress
import logging
import socket
import ssl
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import msgspec

from ludex.table.refused import Refused
from ludex.table.store import Notice
from ludex.table.wire import encode

if TYPE_CHECKING:
    from ludex.table.hall import Hall
    from ludex.table.room import Room

TRIES = 8
PATIENCE = 10.0
"""Seconds for one delivery."""
AT_ONCE = 20

_log = logging.getLogger("ludex.table")

Send = Callable[[str, bytes, str], int]
"""Takes an address, a body and the notice's id, and gives the status of the answer."""


class Notices:
    """The turn notices of a server."""

    def __init__(self, hall: Hall, send: Send | None = None) -> None:
        self.hall = hall
        self.send: Send = send or self._post

    def due(self, room: Room, after: int) -> Sequence[Notice]:
        """Notices for the persons who have been asked something since a row. No id is posted twice."""
        state = room.state
        if not state.webhooks or state.table is None:
            return ()
        found = []
        for seat, url in state.webhooks.items():
            row = state.asked_row[seat]
            if row > after and not state.seats[seat].decider:
                body = {
                    "table": room.id,
                    "game": state.header.game,
                    "seat": seat,
                    "name": state.names[seat],
                    "text": f"{state.names[seat]}, it is your turn in {state.game.title}.",
                }
                data = encode({"url": url, "body": body})
                found.append(Notice(f"{room.id}.{seat}.{row}", data, self.hall.watch.now()))
        return found

    async def deliver(self) -> int:
        """Deliver what is due. Says how many notices have arrived."""
        store, now = self.hall.store, self.hall.watch.now()
        arrived = 0
        for notice in await store.claim(now, AT_ONCE):
            if await self._deliver(notice):
                arrived += 1
                await store.delivered([notice.id])
            elif notice.tries + 1 >= TRIES:
                self.hall.metrics.add("notices", how="given up")
                await store.delivered([notice.id])
            else:
                self.hall.metrics.add("notices", how="postponed")
                await store.postpone(notice.id, now + 5.0 * 3.0**notice.tries)
        return arrived

    async def _deliver(self, notice: Notice) -> bool:
        data = msgspec.json.decode(notice.data)
        loop = asyncio.get_running_loop()
        try:
            status = await loop.run_in_executor(self.hall.pool, self.send, data["url"], encode(data["body"]), notice.id)
        except (OSError, http.client.HTTPException, Refused) as error:
            _log.warning("a turn notice could not be delivered: %s", type(error).__name__)
            return False
        if 200 <= status < 300:
            self.hall.metrics.add("notices", how="delivered")
        return 200 <= status < 300

    def _post(self, url: str, body: bytes, identity: str) -> int:
        """Send one notice. The address is looked up once, checked, and the connection goes to what was checked."""
        parts = urlsplit(url)
        secure = parts.scheme == "https"
        host, port = parts.hostname or "", parts.port or (443 if secure else 80)
        address = public_address(host, port, self.hall.local_webhooks)
        connection = http.client.HTTPConnection(host, port, timeout=PATIENCE)
        connection.sock = socket.create_connection(address, PATIENCE)
        if secure:
            connection.sock = ssl.create_default_context().wrap_socket(connection.sock, server_hostname=host)
        try:
            headers = {"Content-Type": "application/json", "Idempotency-Key": identity, "User-Agent": "ludex"}
            path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            connection.request("POST", path, body, headers)
            return connection.getresponse().status
        finally:
            connection.close()


def check_url(url: str) -> None:
    """Refuse what is not the address of a web server."""
    try:
        parts = urlsplit(url)
        fits = parts.scheme in ("http", "https") and bool(parts.hostname) and not parts.username
        _ = parts.port
    except ValueError:
        fits = False
    if not fits or any(letter.isspace() or not letter.isprintable() for letter in url):
        raise Refused(409, "bad-address", "A webhook is an address that begins with https:// or http://.")


def public_address(host: str, port: int, local: bool) -> tuple[str, int]:
    """The address behind a name. Addresses of the server's own network are refused unless `local` allows them."""
    found: Any = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][4]
    address = ipaddress.ip_address(found[0].partition("%")[0])
    if not local and (not address.is_global or address.is_multicast):
        raise Refused(409, "bad-address", "A webhook must be an address on the public internet.")
    return str(address), port

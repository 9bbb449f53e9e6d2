"""Turn notices: a webhook per seat and messages for persons, sent once for every turn, again on failure, never twice.

A notice goes into the store's outbox together with the row that brought the turn. Its id is made of table, seat and
row, and no id is accepted twice. The process that claims it delivers it; receivers find the id in the header
`Idempotency-Key`, so that even a delivery whose answer got lost is not counted twice.

Every delivery is a task with a limit of ten seconds. A slow receiver takes only the slots of its host, and a maker of
many tables only those of its address, so that neither delays the notices of others.
"""

from __future__ import annotations

import asyncio
import logging
import re
import ssl
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Any
from urllib.parse import SplitResult, quote, urlsplit

import msgspec

from ludex.table.room.messages import encode
from ludex.table.room.refused import Refused
from ludex.table.room.room import Room
from ludex.table.server.fair_queue import FairQueue
from ludex.table.server.public_addresses import expect_public_host, public_address, written_address
from ludex.table.server.sending import Dropped, Sending
from ludex.table.server.turns import Later, Turns, notice_id
from ludex.table.server.workers import Pool
from ludex.table.store import Notice
from ludex.table.store.errors import StoreError

if TYPE_CHECKING:
    from ludex.table.server.mail import Mailer
    from ludex.table.server.table_server import TableServer
    from ludex.table.server.web_push import Signer

TRIES = 8
PATIENCE = 10.0
"""Seconds for one delivery: to look up the name, connect, send, and read the answer's first line."""
AT_ONCE, OF_A_HOST = 200, 8
"""Deliveries that run at the same time: all together, and to one host."""
WAITING = 32
"""Most notices that wait for one host in memory. Further ones return to the store for a moment."""
OF_A_MAKER = 50
"""Most deliveries that run or wait for the tables of one address."""
SOON = 2.0
"""Seconds after which a notice that found no slot is claimed again."""
NAMES = 4
"""Threads that look up names."""
INTERIM = 5
"""Interim answers (100 to 199) that are read before the answer itself."""
LONGEST_HOST, LABEL = 253, re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)", re.IGNORECASE)
"""The longest name of a host, and the pattern of its parts in ASCII."""
_SAFE = "/%:=&?~#+!$,;'@()*[]"
"""Characters of a path that are sent unquoted."""

_log = logging.getLogger("ludex.table")

Send = Callable[[str, bytes, str], Awaitable[int]]
"""Takes an address, a body and the notice's id, and returns the status of the answer."""


class Notices:
    """The turn notices of a server."""

    def __init__(self, server: TableServer, send: Send | None = None) -> None:
        self.server = server
        self.send = send
        """A replacement for `post` in tests."""
        self._queue = FairQueue(AT_ONCE, share=OF_A_HOST, each=WAITING)
        self._names = Pool("names", NAMES)
        self._makers: Counter[str] = Counter()
        self._tasks: dict[str, asyncio.Task[bool]] = {}
        """Deliveries that run or wait for their turn, by the id of the notice."""
        self.turns = Turns(server)
        self.sending = Sending(server)
        self.mailer: Mailer | None = None
        """Sends e-mail, if the server was started with the address of a mail server."""
        self.signer: Signer | None = None
        """Signs messages to browsers, if the packages for that are installed."""

    async def open(self) -> None:
        """Read the key with which messages to browsers are signed, or make it at the first start."""
        try:
            from ludex.table.server.web_push import signer_of
        except ImportError:  # without `ludex[people]` there is no Web Push
            return
        self.signer = await signer_of(self.server.store)

    def due(self, room: Room, after: int) -> Sequence[Notice]:
        """Return notices for the persons who have been asked something since a row. No id is posted twice."""
        state = room.state
        found = self.turns.due(room, after)
        if not state.webhooks or state.table is None:
            return found
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
                data = encode({"url": url, "body": body, "maker": state.header.host})
                owner = state.seats[seat].owner
                found.append(Notice(notice_id(state.header, seat, row), data, self.server.clock.now(), person=owner))
        return found

    async def deliver(self) -> int:
        """Deliver all notices that are due, and return the number that have arrived."""
        return sum(await asyncio.gather(*await self.begin()))

    async def begin(self) -> list[asyncio.Task[bool]]:
        """Begin to deliver all notices that are due, each in a separate task."""
        begun = []
        for notice in await self.server.store.claim(self.server.clock.now(), AT_ONCE):
            if notice.id in self._tasks:
                continue  # it has waited here for longer than it was claimed
            task = self._tasks[notice.id] = self.server.start(self._deliver(notice))
            task.add_done_callback(partial(self._forget, notice.id))
            begun.append(task)
        return begun

    def _forget(self, notice: str, _: asyncio.Task[bool]) -> None:
        del self._tasks[notice]

    async def close(self) -> None:
        """Cancel the running deliveries: the process that claims them next delivers them again."""
        self._queue.close()
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        self._names.close()
        if self.mailer is not None:
            self.mailer.close()

    async def _deliver(self, notice: Notice) -> bool:
        """Deliver one notice, and store the result."""
        store, now = self.server.store, self.server.clock.now()
        try:
            arrived = await self._try(notice)
        except Refused:  # its host or its maker has no slot left: that does not count as a try
            await store.postpone(notice.id, now + SOON, failed=False)
            return False
        except Later as later:
            await store.postpone(notice.id, later.at, failed=False)
            return False
        except Dropped:
            self.server.metrics.add("notices", how="dropped")
            await store.delivered([notice.id])
            return False
        if arrived or notice.tries + 1 >= TRIES:
            self.server.metrics.add("notices", how="delivered" if arrived else "given up")
            await store.delivered([notice.id])
        else:
            self.server.metrics.add("notices", how="postponed")
            await store.postpone(notice.id, now + 5.0 * 3.0**notice.tries)
        return arrived

    async def _try(self, notice: Notice) -> bool:
        """Send a notice when it has a slot: any error then is a failed try.

        Raises `Refused` and `Later` if it was not tried, and `Dropped` if it need not be.
        """
        data = msgspec.json.decode(notice.data)
        kind = data.get("kind", "webhook")
        if kind == "turn":
            return await self._expand(notice)
        host, maker = await self.sending.host_of(notice, data), notice.person or data.get("maker", "")
        if self._makers[maker] >= OF_A_MAKER:
            raise Refused(503, "busy", "Too many turn notices at once for the tables of one address.")
        self._makers[maker] += 1
        try:
            await self._queue.acquire(host)
            try:
                return await self._send(notice, kind, data, maker)
            except (Later, Dropped):
                raise
            except Exception as error:
                _log.warning("a turn notice could not be delivered: %s", type(error).__name__)
                return False
            finally:
                self._queue.release(host)
        finally:
            self._makers[maker] -= 1
            if not self._makers[maker]:
                del self._makers[maker]

    async def _expand(self, notice: Notice) -> bool:
        try:
            await self.turns.expand(notice)
        except (Refused, Later, StoreError):
            raise
        except Exception as error:
            _log.warning("a turn notice could not be written: %s", type(error).__name__, exc_info=error)
            return False
        return True

    async def _send(self, notice: Notice, kind: str, data: dict[str, Any], maker: str) -> bool:
        if kind in ("mail", "confirm"):
            await self.sending.mail(notice, data)
            return True
        async with asyncio.timeout(PATIENCE):
            if kind == "push":
                status = await self.sending.push(notice, data, maker)
            else:
                url, body = await self.sending.hook(notice, data) if kind == "hook" else (data["url"], data["body"])
                status = await (self.send or partial(self.post, maker))(url, encode(body), notice.id)
        return 200 <= status < 300

    async def post(
        self, maker: str, url: str, body: bytes, identity: str, headers: Mapping[str, str] | None = None
    ) -> int:
        """Send one notice. The address is looked up once and checked, and the connection goes to that same address."""
        check_url(url, self.server.local_webhooks)
        parts = urlsplit(url)
        host, port = parts.hostname or "", port_of(parts)
        address, port = await self._names.run(maker, public_address, host, port, self.server.local_webhooks)
        secure = await self._names.run(maker, _tls) if parts.scheme == "https" else None
        reader, writer = await asyncio.open_connection(
            address, port, ssl=secure, server_hostname=host if secure is not None else None
        )
        try:
            more = {"Content-Type": "application/json", "Idempotency-Key": identity} if headers is None else headers
            writer.write(_request(parts, body, more))
            await writer.drain()
            return await _status(reader)
        finally:
            writer.transport.abort()


def port_of(parts: SplitResult) -> int:
    """Return the port of an address."""
    return parts.port or (443 if parts.scheme == "https" else 80)


@cache
def _tls() -> ssl.SSLContext:
    """Return the context that checks certificates. It is made once, because reading all authorities takes a while."""
    return ssl.create_default_context()


def _request(parts: SplitResult, body: bytes, headers: Mapping[str, str]) -> bytes:
    """Return a notice as an HTTP request."""
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    lines = (
        f"POST {quote(path, safe=_SAFE)} HTTP/1.1",
        f"Host: {parts.netloc.encode('idna').decode()}",
        f"Content-Length: {len(body)}",
        *(f"{name}: {value}" for name, value in headers.items()),
        "User-Agent: ludex",
        "Connection: close",
    )
    return "\r\n".join(lines).encode("ascii") + b"\r\n\r\n" + body


async def _status(reader: asyncio.StreamReader) -> int:
    """Read the status of an answer. The rest of it is not read."""
    for _ in range(INTERIM):
        version, _, rest = (await reader.readline()).partition(b" ")
        if not version.startswith(b"HTTP/1."):
            raise ConnectionError("this is not a response of a web server")
        status = int(rest[:3])
        if status >= 200:
            return status
        while (await reader.readline()).strip():
            pass
    raise ConnectionError("the web server sends only interim responses")


def check_url(url: str, local: bool = False) -> None:
    """Refuse anything but the address of a web server, which must be on the public internet unless `local`."""
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
        fits = parts.scheme in ("http", "https") and not parts.username and parts.port != 0 and is_host(host)
    except ValueError:
        host, fits = "", False
    if not fits or not all("!" <= letter <= "~" for letter in url):
        raise Refused(409, "bad-address", "A webhook is an address in ASCII that begins with https:// or http://.")
    if not local:
        expect_public_host(host)


def is_host(host: str) -> bool:
    """Return whether a text can be the name or the address of a host.

    >>> is_host("chat.example.org"), is_host("::1"), is_host("a" * 64 + ".example")
    (True, True, False)
    """
    if written_address(host) is not None:
        return True
    name = host.removesuffix(".")
    return len(name) <= LONGEST_HOST and all(LABEL.fullmatch(label) for label in name.split("."))

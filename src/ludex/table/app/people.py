"""The people who use the table: users of a site that embeds it, or persons that the server makes silently.

A hook of the embedding site tells who sends a request. Without one, a browser that takes a seat or opens a table gets a
cookie with a secret token, by which the server recognizes the person again. Crawlers and programs get none.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Awaitable, Callable
from typing import TypeAlias

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from ludex.table.app.auth import YEAR, base_of, host_of
from ludex.table.app.root import at
from ludex.table.room.actions import readable
from ludex.table.room.messages import MOST_NAME
from ludex.table.server.leaving_site import settle_late
from ludex.table.server.table_server import TableServer
from ludex.table.server.tokens import hashed, new_secret

PERSON_COOKIE = "ludex-person"
LONGEST_TOKEN = 100
READING = ("GET", "HEAD")
"""Methods that change nothing."""
PROGRAMS = re.compile(
    r"bot|crawl|spider|slurp|preview|fetch|scan|monitor|facebookexternalhit|whatsapp|curl|wget|python|java/|go-http",
    re.IGNORECASE,
)
"""Parts of the names of programs that visit links and are not a person's browser."""


class Person(msgspec.Struct, frozen=True):
    """A user of the site. `id` never changes and belongs to no other user; `name` is shown at the table."""

    id: str
    name: str = ""

    @property
    def mark(self) -> str:
        """The text that is stored for everything of the person, from which the id cannot be read."""
        return hashed(f"person {self.id}")


class Visitor(Person, frozen=True):
    """A person that this server made. The name that they type at a table is used there."""

    @property
    def mark(self) -> str:
        """The text that is stored for everything of the person: their id, which is random."""
        return self.id


Who: TypeAlias = Callable[[HTTPConnection], Person | Awaitable[Person | None] | None]
"""A hook of the embedding site: the person who sends a request or opens a socket, or None for a guest."""


def named(person: Person | None, otherwise: str) -> tuple[str, str]:
    """Return the name and the mark of the owner for a seat: of the person, or the name that a guest sent.

    >>> named(None, "Ann"), named(Person("7", "Bo"), "Ann")[0], named(Visitor("7", "Bo"), "Ann")
    (('Ann', ''), 'Bo', ('Ann', '7'))
    """
    if person is None:
        return otherwise, ""
    name = readable(person.name)[:MOST_NAME]
    return (otherwise or name if isinstance(person, Visitor) else name or otherwise), person.mark


async def person_of(connection: HTTPConnection) -> Person | None:
    """Return the person who sends a request: as the hook says, or by the cookie of their device."""
    who: Who | None = connection.app.state.who
    if who is not None:
        found = who(connection)
        return await found if inspect.isawaitable(found) else found
    token = person_token(connection)
    persons = _server_of(connection).persons
    known = await persons.of_device(token) if token else None
    if known is None:
        return None
    mark, again = known
    connection.state.known_person = mark
    if again:
        connection.state.person_cookie = token
    return Visitor(mark, (await persons.kept(mark)).name)


async def visitor_of(request: Request) -> Person | None:
    """Do the same as `person_of` for a request that takes a seat or opens a table: a new browser gets a person.

    The person is stored, and the cookie set, when the request has succeeded.
    """
    known = await person_of(request)
    server = _server_of(request)
    if known is not None or request.app.state.who is not None or not server.persons.on or not is_browser(request):
        return known
    if not server.limits.make_person(host_of(request), server.clock.now()):
        return None
    made = Visitor(new_secret())
    request.state.new_person, request.state.person_cookie = made.mark, new_secret()
    return made


async def greet(request: Request, response: Response) -> None:
    """Set the cookie of a new person, or of one who was not here for a day.

    A person may have been deleted while the request was answered: then it must leave nothing of them.
    """
    known = getattr(request.state, "known_person", "")
    if known and request.method not in READING:
        await settle_late(_server_of(request), known)
    token = getattr(request.state, "person_cookie", None)
    if token is None or response.status_code >= 400:
        return
    mark = getattr(request.state, "new_person", None)
    if mark is not None:
        await _server_of(request).persons.arrive(mark, token, request.headers.get("user-agent", ""))
    set_person_cookie(request, response, token)


def set_person_cookie(request: Request, response: Response, token: str) -> None:
    """Store the token of a person's device where scripts cannot read it."""
    secure = base_of(request).startswith("https:")
    response.set_cookie(PERSON_COOKIE, token, max_age=YEAR, path=at("/"), secure=secure, httponly=True, samesite="lax")


def drop_person_cookie(response: Response) -> None:
    """Remove the cookie of a person's device."""
    response.delete_cookie(PERSON_COOKIE, path=at("/"), httponly=True, samesite="lax")


def person_token(connection: HTTPConnection) -> str:
    """Return the token of a person's device, or an empty text."""
    token = connection.cookies.get(PERSON_COOKIE, "")
    return token if len(token) <= LONGEST_TOKEN else ""


def is_browser(request: Request) -> bool:
    """Return whether a request comes from a person's browser, as far as it shows: a navigation, or a page's script."""
    headers = request.headers
    agent = headers.get("user-agent", "")
    if (
        not agent
        or PROGRAMS.search(agent)
        or "authorization" in headers
        or "prefetch" in headers.get("sec-purpose", "")
    ):
        return False
    if request.method == "GET":
        return headers.get("sec-fetch-mode") == "navigate" or "upgrade-insecure-requests" in headers
    return "origin" in headers or "sec-fetch-site" in headers


def _server_of(connection: HTTPConnection) -> TableServer:
    server: TableServer = connection.app.state.server
    return server

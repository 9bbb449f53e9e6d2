"""The users of a site that embeds the table: a hook tells who sends a request."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from typing import TypeAlias

import msgspec
from starlette.requests import HTTPConnection

from ludex.table.room.actions import readable
from ludex.table.room.messages import MOST_NAME
from ludex.table.server.tokens import hashed


class Person(msgspec.Struct, frozen=True):
    """A user of the site. `id` never changes and belongs to no other user; `name` is shown at the table."""

    id: str
    name: str = ""

    @property
    def mark(self) -> str:
        """The text that a table stores for the owner of a seat, from which the id cannot be read."""
        return hashed(f"person {self.id}")


Who: TypeAlias = Callable[[HTTPConnection], Person | Awaitable[Person | None] | None]
"""A hook of the embedding site: the person who sends a request or opens a socket, or None for a guest."""


def named(person: Person | None, otherwise: str) -> tuple[str, str]:
    """Return the name and the mark of the owner for a seat: of the person, or the name that a guest sent.

    >>> named(None, "Ann"), named(Person("7", "Bo"), "Ann")[0]
    (('Ann', ''), 'Bo')
    """
    if person is None:
        return otherwise, ""
    return readable(person.name)[:MOST_NAME] or otherwise, person.mark


async def person_of(connection: HTTPConnection) -> Person | None:
    """Return the person who sends a request. Without a hook, all are guests."""
    who: Who | None = connection.app.state.who
    found = who(connection) if who is not None else None
    return await found if inspect.isawaitable(found) else found

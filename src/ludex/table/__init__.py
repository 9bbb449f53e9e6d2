"""The online table: a server for games between people, bots and programs.

- `make_app`: the whole table as an ASGI application, alone or as a part of another one.
- `store`: rows in a database. Imports nothing else of the table.
- `room`: one table, from its rows to the messages that its viewers receive. Imports `store`.
- `server`: all tables of one server process. Imports `room` and `store`.
- `app`: HTTP, WebSockets and pages. Imports all of the above.
- `client`: an example of a client program. Imports nothing of Ludex.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.applications import Starlette

    from ludex.table.app.people import Who
    from ludex.table.store import Store

__all__ = ["lifespan_of", "make_app"]


def make_app(
    store: str | Store = "memory:",
    *,
    who: Who | None = None,
    people: bool = True,
    public_url: str | None = None,
    smtp: str | None = None,
    sweep: bool = True,
) -> Starlette:
    """Return the online table as an ASGI application, which can be mounted under a path of another one.

    `store` is the address of a database (`sqlite:///ludex.db`) or a store. `who` is a function of the embedding site
    that tells which of its users sends a request (`ludex.table.app.people.Person`, or None for a guest); it may be a
    coroutine. Without it, browsers that play get a person of the table's own, unless `people` is false. With the
    address of a mail server (`smtp`) and that of the table on the site (`public_url`, with the path under which it is
    mounted) turn notices can be sent by e-mail. `sweep=False` leaves the clean-up of old tables to another process.

    The application opens its store when it starts, so the other application must run its lifespan:

    >>> from starlette.applications import Starlette
    >>> from starlette.routing import Mount
    >>> tables = make_app("memory:")
    >>> site = Starlette(routes=[Mount("/play", tables)], lifespan=lifespan_of(tables))
    """
    from ludex.table.app import application
    from ludex.table.server.table_server import TableServer
    from ludex.table.store import open_store

    opened = open_store(store) if isinstance(store, str) else store
    server = TableServer(opened)
    server.persons.on = people
    server.connect(public_url, smtp)
    return application.make_app(server, sweep=sweep, who=who)


def lifespan_of(tables: Starlette) -> Callable[[Starlette], AbstractAsyncContextManager[None]]:
    """Return the lifespan of an application that contains the table: the table opens and closes with it.

    A site with a lifespan of its own enters this one there: `async with lifespan_of(tables)(site): …`.
    """

    @asynccontextmanager
    async def lifespan(site: Starlette) -> AsyncIterator[None]:
        async with tables.router.lifespan_context(tables):
            yield

    return lifespan

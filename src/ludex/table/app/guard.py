"""The guard of every route: request limits per client, allowed origins, and answers to refusals."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from functools import wraps

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from ludex.core.language.errors import is_harmless
from ludex.table.app.auth import host_of, same_origin
from ludex.table.app.people import READING, greet
from ludex.table.app.problems import problem_response
from ludex.table.room.refused import Refused, refusal_of_store
from ludex.table.server.bodies import Problem
from ludex.table.server.table_server import TableServer
from ludex.table.store.errors import StoreError

Handler = Callable[[Request], Awaitable[Response]]
SOON = (429, 503)
"""Statuses of refusals after which a client may soon try again."""

_log = logging.getLogger("ludex.table")


def server_of(request: Request) -> TableServer:
    """Return the server that a request came to."""
    server: TableServer = request.app.state.server
    return server


def guarded(handler: Handler, *, page: bool | None = None) -> Handler:
    """Return a handler that counts its clients' requests and answers refusals with code and sentence.

    Refusals are pages if `page` is true, JSON if it is false, and otherwise the type that the client accepts.
    """

    @wraps(handler)
    async def handle(request: Request) -> Response:
        server = server_of(request)
        try:
            server.limits.request(host_of(request), server.clock.now())
            expect_readable(request)
            if request.method not in READING and not same_origin(request, server.origins):
                raise Refused(403, "other-origin", "This request comes from a page of a different site.")
            response = await handler(request)
            await greet(request, response)
            return response
        except Refused as error:
            refused = error
        except StoreError as error:
            _log.error("%s: %s", type(error).__name__, error)
            refused = refusal_of_store(error)
        except ClientDisconnect:
            refused = Refused(400, "unreadable", "The request was interrupted.")
        server.metrics.add("refused", code=refused.code)
        headers = {"retry-after": "1"} if refused.status in SOON else {}
        if refused.status == 401:
            headers["www-authenticate"] = "Bearer"
        problem = Problem(refused.code, refused.sentence)
        return problem_response(request, refused.status, problem, headers, page=page, download=refused.download)

    return handle


def expect_readable(request: Request) -> None:
    """Refuse control characters in a query: no name contains any, and databases reject them."""
    if not all(is_harmless(name + value) for name, value in request.query_params.multi_items()):
        raise Refused(400, "unreadable", "The query of the address contains control characters.")

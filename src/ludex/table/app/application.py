"""The server as an ASGI application: the API, the sockets, the pages, and the headers of every answer."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from collections.abc import AsyncIterator, MutableMapping
from http import HTTPStatus
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Mount, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from ludex.core.language.errors import quote
from ludex.table.app import installable, me, moderation, my_notices, pages
from ludex.table.app.api import API
from ludex.table.app.auth import host_of
from ludex.table.app.gate import gate_of
from ludex.table.app.people import Who
from ludex.table.app.problems import problem_response
from ludex.table.app.root import mounted, root_of
from ludex.table.app.socket_route import live
from ludex.table.server.bodies import Problem
from ludex.table.server.table_server import TableServer

DECLARING = (me, moderation)
"""Modules that declare endpoints of the API when they are imported."""
STATIC = Path(__file__).parent / "static"
SAFE = {
    "content-security-policy": "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; media-src 'self'; manifest-src 'self'; "
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
BRAKE = 1.0
"""Seconds that a request waits whose address sends too many, and that a refusal for that reason waits."""
_HEADERS = [(name.encode(), value.encode()) for name, value in SAFE.items()]
_log = logging.getLogger("ludex.table")


class RevalidatedFiles(StaticFiles):
    """Files that a browser revalidates each time, because modules import one another without a version."""

    def file_response(self, *args: Any, **more: Any) -> Response:
        """Return a file, or the answer that it has not changed."""
        response = super().file_response(*args, **more)
        response.headers["cache-control"] = "no-cache"
        return response

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Return the path and status of a file, or an empty path if there is no such file."""
        try:
            return super().lookup_path(path)
        except ValueError:  # no file can have such a name
            return "", None


class SafeResponses:
    """Middleware that adds security headers to every answer, counts answers, and sends no tracebacks to clients."""

    def __init__(self, app: ASGIApp, server: TableServer) -> None:
        self.app = app
        self.server = server

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        gate = gate_of(scope)
        if gate is not None:
            gate.begin()
        try:
            await self._brake(scope)
            with mounted(scope):
                await (self._answer if scope["type"] == "http" else self.app)(scope, receive, send)
        finally:
            if gate is not None:
                gate.end()

    async def _brake(self, scope: Scope) -> None:
        """Let a request of an address that sends too many wait: a connection has one request at a time."""
        if scope["type"] in ("http", "websocket"):
            limits, now = self.server.limits, self.server.clock.now()
            if not limits.arrive(host_of(HTTPConnection(scope)), now):
                await asyncio.sleep(BRAKE)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def careful(message: MutableMapping[str, Any]) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                if message["status"] == HTTPStatus.TOO_MANY_REQUESTS:
                    await asyncio.sleep(BRAKE)
                known = {name for name, _ in message.get("headers", ())}
                message["headers"] = [*message.get("headers", ()), *(h for h in _HEADERS if h[0] not in known)]
                self.server.metrics.add("requests", status=str(message["status"]))
            await send(message)

        try:
            await self.app(scope, receive, careful)
        except Exception as error:
            _log.error("%s %s failed: %s", scope["method"], _known_path(scope), type(error).__name__, exc_info=error)
            if begun:
                raise
            problem = Problem("fault", "Internal server error. It has been logged.")
            await problem_response(Request(scope), 500, problem)(scope, receive, careful)


def _known_path(scope: Scope) -> str:
    """Return a path for the log, without tokens."""
    path = str(scope["path"]).removeprefix(root_of(scope))
    return "/join/…" if path.startswith("/join/") else path


async def not_found(request: Request, error: Exception) -> Response:
    """Answer a request for an unknown path: with a page for people, with a problem for programs."""
    return problem_response(request, 404, Problem("no-page", "There is no such page."))


async def wrong_method(request: Request, error: Exception) -> Response:
    """Answer a request whose method is not allowed for its path."""
    problem = Problem("wrong-method", f"{quote(request.method, str)} is not possible here.")
    return problem_response(request, 405, problem, getattr(error, "headers", None))


def make_app(server: TableServer, *, sweep: bool = True, who: Who | None = None) -> Starlette:
    """Return the application of a server. Starting it opens the server, and stopping it closes the server.

    `who` tells which user of an embedding site sends a request.
    """

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await server.open(sweep)
        yield
        await server.close()

    app = Starlette(
        routes=[
            *API.routes(),
            WebSocketRoute("/tables/{table}/live", live),
            *pages.routes(),
            *installable.routes(),
            *my_notices.routes(),
            *server.more_routes,
            Mount("/static", RevalidatedFiles(directory=STATIC)),
        ],
        middleware=[Middleware(SafeResponses, server=server)],
        exception_handlers={404: not_found, 405: wrong_method},
        lifespan=lifespan,
    )
    app.state.server = server
    app.state.who = who
    return app

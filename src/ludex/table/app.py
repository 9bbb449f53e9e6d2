"""The server as an ASGI application: the API, the sockets, the pages, and what goes with every answer."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import AsyncIterator, MutableMapping
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from ludex.table import api, pages
from ludex.table.hall import Hall
from ludex.table.live import live
from ludex.table.problems import tell_problem
from ludex.table.wire import Problem, encode

STATIC = Path(__file__).parent / "static"
SAFE = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; media-src 'self'; manifest-src 'self'; form-action 'self'; "
    "frame-ancestors 'none'; base-uri 'none'",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
_HEADERS = [(name.encode(), value.encode()) for name, value in SAFE.items()]
_log = logging.getLogger("ludex.table")


class Fresh(StaticFiles):
    """Files that a browser asks about each time: modules import one another without a version."""

    def file_response(self, *args: Any, **more: Any) -> Response:
        """A file, or that it has not changed."""
        response = super().file_response(*args, **more)
        response.headers["cache-control"] = "no-cache"
        return response


class Careful:
    """Security headers on every answer, a count of all answers, and no traceback for anybody outside."""

    def __init__(self, app: ASGIApp, hall: Hall) -> None:
        self.app = app
        self.hall = hall

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = False

        async def careful(message: MutableMapping[str, Any]) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                known = {name for name, _ in message.get("headers", ())}
                message["headers"] = [*message.get("headers", ()), *(h for h in _HEADERS if h[0] not in known)]
                self.hall.metrics.add("requests", status=str(message["status"]))
            await send(message)

        try:
            await self.app(scope, receive, careful)
        except Exception as error:
            _log.error("%s %s failed: %s", scope["method"], _known_path(scope), type(error).__name__, exc_info=error)
            if begun:
                raise
            problem = Problem("fault", "The server made a mistake. It has been noted down.")
            await tell_problem(Request(scope), 500, problem)(scope, receive, careful)


def _known_path(scope: Scope) -> str:
    """A path for the log, without tokens."""
    path: str = scope["path"]
    return "/join/…" if path.startswith("/join/") else path


async def not_found(request: Request, error: Exception) -> Response:
    """What is not there: people get a page, and programs a problem."""
    return tell_problem(request, 404, Problem("no-page", "There is no such page."))


async def wrong_method(request: Request, error: Exception) -> Response:
    """A path that is there, asked for in another way."""
    headers = getattr(error, "headers", None)
    problem = encode(Problem("wrong-method", f"{request.method} is not possible here."))
    return Response(problem, 405, headers, media_type=api.JSON)


def make_app(hall: Hall, *, sweep: bool = True) -> Starlette:
    """The application of a hall. Starting it opens the hall, and stopping it closes it."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await hall.open(sweep)
        yield
        await hall.close()

    app = Starlette(
        routes=[
            *api.routes(),
            WebSocketRoute("/tables/{table}/live", live),
            *pages.routes(),
            *hall.more_routes,
            Mount("/static", Fresh(directory=STATIC)),
        ],
        middleware=[Middleware(Careful, hall=hall)],
        exception_handlers={404: not_found, 405: wrong_method},
        lifespan=lifespan,
    )
    app.state.hall = hall
    return app

"""Endpoints of the HTTP API: each is declared once, at its handler, for the router and the OpenAPI document."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, NamedTuple, TypeVar

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludex.table.app.guard import Handler, guarded
from ludex.table.app.request_body import body_of

T = TypeVar("T")
Schema = Mapping[str, Any]
Read = Callable[[], Awaitable[T]]
"""Reads the body of the request. A handler calls it when the rest of the request is in order."""
OBJECT: Schema = {"type": "object"}


class Endpoint(NamedTuple):
    """A method and a path of the API, with everything that its description says."""

    method: str
    path: str
    handler: Handler
    body: type | None = None
    status: int = 200
    answer: type | Schema = OBJECT
    media: str = "application/json"
    refuses: tuple[int, ...] = ()
    """Statuses of its refusals, besides those that follow from its path, query and body."""
    query: Mapping[str, Schema] = {}
    path_schemas: Mapping[str, Schema] = {}
    """Schemas of the parameters in its path that are not texts."""
    security: str | None = None
    """The name of the security scheme that a client may use, if it is not the one for seats."""
    documented: bool = True

    @property
    def summary(self) -> str:
        """The first sentence of the handler's docstring."""
        return (self.handler.__doc__ or "").partition("\n")[0]


class Endpoints:
    """The endpoints of an API, in the order of their declaration."""

    def __init__(self) -> None:
        self._declared: list[Endpoint] = []

    def get(self, path: str, **more: Any) -> Callable[[Handler], Handler]:
        """Declare the handler of a request without a body. `more` are fields of `Endpoint`."""

        def declare(handler: Handler) -> Handler:
            self._declared.append(Endpoint("GET", path, handler, **more))
            return handler

        return declare

    def post(
        self, path: str, body: type[T], *, method: str = "POST", **more: Any
    ) -> Callable[[Callable[[Request, Read[T]], Awaitable[Response]]], Handler]:
        """Declare the handler of a request with a body. `more` are fields of `Endpoint`."""

        def declare(handler: Callable[[Request, Read[T]], Awaitable[Response]]) -> Handler:
            async def handle(request: Request) -> Response:
                return await handler(request, partial(body_of, request, body))

            handle.__doc__ = handler.__doc__
            self._declared.append(Endpoint(method, path, handle, body, **more))
            return handle

        return declare

    def routes(self) -> list[Route]:
        """Return the routes of all endpoints."""
        return [Route(one.path, guarded(one.handler), methods=[one.method]) for one in self._declared]

    @property
    def documented(self) -> list[Endpoint]:
        """The endpoints that the OpenAPI document describes."""
        return [one for one in self._declared if one.documented]

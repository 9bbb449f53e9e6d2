"""Gates in front of the application: the proxies that requests come through, and the port of the metrics."""

from __future__ import annotations

import ipaddress

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

METRICS = "/metrics"


class Forwarded:
    """Middleware that gives every request the client address seen by the server's own proxies.

    Each proxy appends the address that it was called from to `X-Forwarded-For`. So with one proxy the last address
    is the client's, with two the last but one. Everything to the left of it was sent by the client, and can be
    anything.
    """

    def __init__(self, app: ASGIApp, proxies: int) -> None:
        self.app = app
        self.proxies = proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            scope = {**scope, **self._seen(scope)}
        await self.app(scope, receive, send)

    def _seen(self, scope: Scope) -> dict[str, object]:
        """Return the parts of a scope that are replaced by what the proxies sent."""
        found: dict[str, object] = {}
        client = forwarded_address(values_of(scope, b"x-forwarded-for"), self.proxies)
        if client is not None:
            found["client"] = (client, 0)
        schemes = values_of(scope, b"x-forwarded-proto")
        if schemes and (scheme := schemes[-min(self.proxies, len(schemes))].lower()) in ("http", "https"):
            found["scheme"] = scheme if scope["type"] == "http" else scheme.replace("http", "ws")
        return found


def values_of(scope: Scope, name: bytes) -> list[str]:
    """Return the values of a header in order: it may occur several times, each time with several values."""
    lines = [value.decode("latin-1") for known, value in scope["headers"] if known == name]
    return [part.strip() for part in ",".join(lines).split(",")] if lines else []


def forwarded_address(addresses: list[str], proxies: int) -> str | None:
    """Return the address that the outermost of the server's own proxies was called from.

    None means that the request did not come through all of them, or that they wrote no address.

    >>> forwarded_address(["6.6.6.6", "203.0.113.9"], 1), forwarded_address(["203.0.113.9", "10.0.0.2:4711"], 2)
    ('203.0.113.9', '203.0.113.9')
    >>> forwarded_address(["[2001:db8::1]:4711"], 1), forwarded_address(["10.0.0.2"], 2), forwarded_address(["x"], 1)
    ('2001:db8::1', None, None)
    """
    if len(addresses) < proxies:
        return None
    text = addresses[-proxies]
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        return str(ipaddress.ip_address(text))
    except ValueError:
        return None


class MetricsPort:
    """Middleware that serves the metrics on a separate port, and nothing else there."""

    def __init__(self, app: ASGIApp, port: int) -> None:
        self.app = app
        self.port = port

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            at_port = (scope.get("server") or ("", None))[1] == self.port
            if at_port != (scope["path"] == METRICS):
                await _nothing_here(scope, receive, send)
                return
        await self.app(scope, receive, send)


async def _nothing_here(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
    else:
        await PlainTextResponse("There is nothing at this address.", 404)(scope, receive, send)

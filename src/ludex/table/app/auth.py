"""Addresses, origins and tokens of the clients that connect."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response

from ludex.table.app.root import at, root_of
from ludex.table.server.limits import network_of
from ludex.table.server.tokens import table_of

COOKIE = "seat-"
YEAR = 365 * 24 * 3600


def host_of(connection: HTTPConnection) -> str:
    """Return the address that a client connects from, as its limits count it."""
    return network_of(connection.client.host) if connection.client else "unknown"


def same_origin(connection: HTTPConnection, allowed: Collection[str] = ()) -> bool:
    """Return whether a request comes from a page of this server. Programs send no origin, and are let in."""
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    if origin.rstrip("/") in allowed:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:  # not an address
        return False
    downgraded = parts.scheme == "http" and connection.scope["scheme"] in ("https", "wss")  # anyone could have sent it
    return parts.netloc.lower() == connection.headers.get("host", "").lower() != "" and not downgraded


def base_of(connection: HTTPConnection) -> str:
    """Return the address of this server, as the client knows it."""
    scheme = {"ws": "http", "wss": "https"}.get(connection.scope["scheme"], connection.scope["scheme"])
    server = connection.scope.get("server") or ("localhost", None)
    return f"{scheme}://{connection.headers.get('host') or server[0]}{root_of(connection.scope)}"


def bearer_token(connection: HTTPConnection) -> str | None:
    """Return the token in a request's header."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() or None if kind.lower() == "bearer" else None


def cookie_tokens(connection: HTTPConnection, table: str) -> list[str]:
    """Return the tokens of a table in a client's cookies."""
    return [value for name, value in connection.cookies.items() if name.startswith(COOKIE) and table_of(value) == table]


def set_token_cookie(response: Response, token: str, secure: bool) -> None:
    """Store a seat's token in a browser, where scripts cannot read it, and send it only to this table."""
    table = table_of(token)
    name = COOKIE + hashlib.sha256(token.encode()).hexdigest()[:8]
    for path in (at(f"/tables/{table}"), at(f"/api/tables/{table}")):
        response.set_cookie(name, token, max_age=YEAR, path=path, secure=secure, httponly=True, samesite="lax")

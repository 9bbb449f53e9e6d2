"""Doors: who comes in, from where, and with which token."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response

from ludex.table.tokens import table_of

COOKIE = "seat-"
YEAR = 365 * 24 * 3600


def host_of(connection: HTTPConnection) -> str:
    """The address that somebody comes from."""
    return connection.client.host if connection.client else "unknown"


def same_origin(connection: HTTPConnection, allowed: Collection[str] = ()) -> bool:
    """Whether a request comes from a page of this server. Programs send no origin, and are let in."""
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    if origin.rstrip("/") in allowed:
        return True
    return urlsplit(origin).netloc.lower() == connection.headers.get("host", "").lower() != ""


def base_of(connection: HTTPConnection) -> str:
    """The address of this server, as the other side knows it."""
    scheme = {"ws": "http", "wss": "https"}.get(connection.url.scheme, connection.url.scheme)
    return f"{scheme}://{connection.headers.get('host', connection.url.netloc)}"


def bearer_token(connection: HTTPConnection) -> str | None:
    """The token in a request's header."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() or None if kind.lower() == "bearer" else None


def cookie_tokens(connection: HTTPConnection, table: str) -> list[str]:
    """The tokens of a table in somebody's cookies."""
    return [value for name, value in connection.cookies.items() if name.startswith(COOKIE) and table_of(value) == table]


def keep_token(response: Response, token: str, secure: bool) -> None:
    """Let a browser keep a seat's token where no script can read it, and send it only to this table."""
    table = table_of(token)
    name = COOKIE + hashlib.sha256(token.encode()).hexdigest()[:8]
    for path in (f"/tables/{table}", f"/api/tables/{table}"):
        response.set_cookie(name, token, max_age=YEAR, path=path, secure=secure, httponly=True, samesite="lax")

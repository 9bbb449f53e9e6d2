"""Reading the body of a request: JSON of limited length that arrives in time."""

from __future__ import annotations

import asyncio
from typing import Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request

from ludex.core.language.errors import NOT_JSON, json_fault
from ludex.core.language.json_keys import single_keys
from ludex.table.app.auth import host_of
from ludex.table.app.guard import server_of
from ludex.table.room.refused import Refused
from ludex.table.server.bodies import MOST_BODY

T = TypeVar("T")
JSON = "application/json"
LONG_BODY = 16 * 1024
"""Longest body, in bytes, that is read on the event loop. A body of thousands of small objects takes long."""
BODY_WITHIN = 30.0
"""Seconds for the body of a request."""


async def body_of(request: Request, kind: type[T]) -> T:
    """Return the body of a request as a typed value."""
    _expect_json(request)
    data = await read_body(request)
    if len(data) <= LONG_BODY:
        return _read_json(data, kind)
    return await server_of(request).workers.checks.run(host_of(request), _read_json, data, kind)


def _read_json(data: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(single_keys(data), type=kind)
    except NOT_JSON as error:
        try:
            return msgspec.convert(_whole(msgspec.json.decode(single_keys(data))), kind)
        except NOT_JSON:
            raise Refused(400, "unreadable", f"The body cannot be read: {json_fault(error)}") from None


async def read_body(request: Request) -> bytes:
    """Read the body of a request, which must be short and arrive in time."""
    length = request.headers.get("content-length", "0")
    if length.isdecimal() and int(length[:20]) > MOST_BODY:
        raise Refused(413, "too-long", f"The body is too long: expected at most {MOST_BODY} bytes.")
    data = bytearray()
    try:
        async with asyncio.timeout(BODY_WITHIN):
            async for part in request.stream():
                data += part
                if len(data) > MOST_BODY:
                    raise Refused(413, "too-long", f"The body is too long: expected at most {MOST_BODY} bytes.")
    except TimeoutError:
        raise Refused(408, "slow-body", f"The body of a request must arrive within {BODY_WITHIN:g} s.") from None
    except ClientDisconnect:
        raise Refused(400, "cut-off", "The connection ended before the body did.") from None
    return bytes(data)


def _expect_json(request: Request) -> None:
    """Refuse a body with a content type other than JSON in UTF-8. A missing content type is accepted."""
    kind, _, rest = request.headers.get("content-type", JSON).lower().partition(";")
    charset = rest.replace(" ", "").replace('"', "")
    if kind.strip() != JSON or charset not in ("", "charset=utf-8"):
        raise Refused(415, "not-json", f"The body must be JSON in UTF-8: send it with Content-Type: {JSON}.")


def _whole(data: Any) -> Any:
    """Return the data with 3.0 as 3, because JSON does not distinguish the two."""
    if isinstance(data, dict):
        return {name: _whole(value) for name, value in data.items()}
    if isinstance(data, list):
        return [_whole(value) for value in data]
    return int(data) if isinstance(data, float) and data.is_integer() else data

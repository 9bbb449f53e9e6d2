"""The OpenAPI document, made from the endpoints and the types of their bodies and answers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

import msgspec

from ludex.table.app.endpoints import Endpoint
from ludex.table.app.people import PERSON_COOKIE
from ludex.table.server.bodies import Problem

_PLACE = "#/components/schemas/{name}"
_BEARER = {"type": "http", "scheme": "bearer"}
_COOKIE = {"type": "apiKey", "in": "cookie", "name": PERSON_COOKIE}
_REFUSALS = {
    400: "The request cannot be read.",
    401: "The request needs a person, or a token of the server.",
    403: "This is not yours, or the request comes from a page of another site.",
    404: "There is no such table or game.",
    408: "The body did not arrive in time.",
    409: "Refused: `code` and `sentence` say why.",
    410: "The rules failed at this table, and it has been put aside.",
    413: "The request is too long.",
    415: "The content type of the body is not JSON.",
    429: "Too many requests from your address, or too much work for it.",
    503: "The server could not save this, cannot reach its database, or is too busy.",
}


def openapi(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    """Return the document that describes endpoints."""
    types = [kind for one in endpoints for kind in (one.body, one.answer) if isinstance(kind, type)]
    _, schemas = msgspec.json.schema_components([*types, Problem], ref_template=_PLACE)
    paths: dict[str, dict[str, Any]] = {}
    for one in endpoints:
        paths.setdefault(one.path, {})[one.method.lower()] = _operation(one)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Ludex, the online table", "version": version("ludex")},
        "paths": paths,
        "components": {"schemas": schemas, "securitySchemes": {"seat": _BEARER, "metrics": _BEARER, "person": _COOKIE}},
    }


def _operation(one: Endpoint) -> dict[str, Any]:
    found: dict[str, Any] = {"summary": one.summary}
    names = re.findall(r"\{(\w+)\}", one.path)
    parameters = [_parameter(name, "path", one.path_schemas.get(name, {"type": "string"})) for name in names]
    parameters += [_parameter(name, "query", schema) for name, schema in one.query.items()]
    if parameters:
        found["parameters"] = parameters
    security = one.security or ("seat" if "table" in names else None)
    if security:
        found["security"] = [{}, {security: []}]
    if one.body is not None:
        found["requestBody"] = {"required": True, "content": {"application/json": {"schema": _ref(one.body)}}}
    answer = _ref(one.answer) if isinstance(one.answer, type) else one.answer
    found["responses"] = {str(one.status): {"description": "Done.", "content": {one.media: {"schema": answer}}}} | {
        str(code): {"description": _REFUSALS[code], "content": {"application/json": {"schema": _ref(Problem)}}}
        for code in sorted(_refusals(one, names))
    }
    return found


def _refusals(one: Endpoint, names: Sequence[str]) -> set[int]:
    """Return the statuses of all refusals of an endpoint."""
    found = {*one.refuses, 429, 503}
    if one.body is not None:
        found |= {400, 403, 408, 413, 415}
    if one.query or one.path_schemas:
        found |= {400}
    if "table" in names:
        found |= {403, 404}
    if "game" in names:
        found |= {404}
    return found | {410} if 404 in found else found


def _parameter(name: str, place: str, schema: Any) -> dict[str, Any]:
    return {"name": name, "in": place, "required": place == "path", "schema": schema}


def _ref(kind: type) -> dict[str, Any]:
    return {"$ref": _PLACE.format(name=kind.__name__)}

"""The OpenAPI document, made from the types that travel."""

from __future__ import annotations

from functools import cache
from importlib.metadata import version
from typing import Any

import msgspec

from ludex.table import wire

_PLACE = "#/components/schemas/{name}"


@cache
def openapi() -> dict[str, Any]:
    """The whole document."""
    kinds = (
        wire.NewTable,
        wire.TableMade,
        wire.TakeSeat,
        wire.SeatTaken,
        wire.FindPlayer,
        wire.SeatFound,
        wire.PostedMove,
        wire.Accepted,
        wire.Branch,
        wire.Webhook,
        wire.PostedGenome,
        wire.PostedHistory,
        wire.CheckedGenome,
        wire.Problem,
    )
    _, schemas = msgspec.json.schema_components(kinds, ref_template=_PLACE)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Ludex, the online table", "version": version("ludex")},
        "paths": _paths(),
        "components": {"schemas": schemas, "securitySchemes": {"seat": {"type": "http", "scheme": "bearer"}}},
    }


def _ref(kind: type) -> dict[str, Any]:
    return {"$ref": _PLACE.format(name=kind.__name__)}


def _answers(status: int, schema: dict[str, Any], *refusals: int, media: str = "application/json") -> dict[str, Any]:
    problem = {"application/json": {"schema": _ref(wire.Problem)}}
    found: dict[str, Any] = {str(status): {"description": "Done.", "content": {media: {"schema": schema}}}}
    return found | {str(code): {"description": _SAID[code], "content": problem} for code in (*refusals, 429)}


_SAID = {
    400: "The request cannot be read.",
    403: "This seat is not yours.",
    404: "There is no such table or game.",
    409: "Refused: `code` and `sentence` say why.",
    413: "The request is too long.",
    429: "Too many requests from your address.",
    503: "The table could not save this.",
}
_OBJECT = {"type": "object"}


def _takes(kind: type) -> dict[str, Any]:
    return {"required": True, "content": {"application/json": {"schema": _ref(kind)}}}


def _in_path(name: str) -> dict[str, Any]:
    return {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}


def _in_query(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "in": "query", "required": False, "schema": schema}


def _paths() -> dict[str, Any]:
    number = {"type": "number", "minimum": 0, "maximum": 1_000_000_000}
    table, game = _in_path("table"), _in_path("game")
    mine: list[dict[str, Any]] = [{}, {"seat": []}]
    listing = [
        _in_query("what", {"enum": ["open", "playing", "over"]}),
        _in_query("game", {"type": "string"}),
        _in_query("limit", {"type": "integer", "minimum": 1, "maximum": 200}),
        _in_query("before", number),
    ]
    looking = [
        table,
        _in_query("seat", {"type": "integer", "minimum": 0, "maximum": 63}),
        _in_query("since", {"type": "integer", "minimum": 0, "maximum": 1_000_000_000}),
        _in_query("as", {"enum": ["page", "program"]}),
    ]
    return {
        "/api/tables": {
            "get": {"summary": "Public tables.", "parameters": listing, "responses": _answers(200, _OBJECT, 400)},
            "post": {
                "summary": "Make a table.",
                "requestBody": _takes(wire.NewTable),
                "responses": _answers(201, _ref(wire.TableMade), 400, 403, 404, 409, 413),
            },
        },
        "/api/tables/{table}": {
            "get": {
                "summary": "The state, as whoever asks may know it.",
                "parameters": looking,
                "security": mine,
                "responses": _answers(200, _OBJECT, 400, 403, 404),
            }
        },
        "/api/tables/{table}/seats": {
            "post": {
                "summary": "Sit down.",
                "parameters": [table],
                "security": mine,
                "requestBody": _takes(wire.TakeSeat),
                "responses": _answers(201, _ref(wire.SeatTaken), 400, 403, 404, 409, 413, 503),
            }
        },
        "/api/tables/{table}/moves": {
            "post": {
                "summary": "Make a move.",
                "parameters": [table],
                "security": mine,
                "requestBody": _takes(wire.PostedMove),
                "responses": _answers(200, _ref(wire.Accepted), 400, 403, 404, 409, 413, 503),
            }
        },
        "/api/tables/{table}/history": {
            "get": {
                "summary": "The history: all of it once the game is over.",
                "parameters": [table],
                "security": mine,
                "responses": _answers(200, _OBJECT, 403, 404, 409),
            }
        },
        "/api/tables/{table}/frames/{at}": {
            "get": {
                "summary": "The board after a number of moves, through any seat's eyes, when the game is over.",
                "parameters": [
                    table,
                    {"name": "at", "in": "path", "required": True, "schema": {"type": "integer", "minimum": 0}},
                    looking[1],
                    looking[3],
                ],
                "security": mine,
                "responses": _answers(200, _OBJECT, 400, 403, 404, 409),
            }
        },
        "/api/tables/{table}/position": {
            "get": {
                "summary": "The position, once there are no secrets any more.",
                "parameters": [table, _in_query("at", {"type": "integer", "minimum": 0, "maximum": 1_000_000})],
                "security": mine,
                "responses": _answers(200, _OBJECT, 400, 403, 404, 409),
            }
        },
        "/api/tables/{table}/branch": {
            "post": {
                "summary": "A sandbox that goes on from here.",
                "parameters": [table],
                "security": mine,
                "requestBody": _takes(wire.Branch),
                "responses": _answers(201, _ref(wire.TableMade), 400, 403, 404, 409, 413),
            }
        },
        "/api/tables/{table}/links": {
            "get": {
                "summary": "The links of one's own seats.",
                "parameters": [table],
                "security": mine,
                "responses": _answers(200, _OBJECT, 403, 404),
            }
        },
        "/api/tables/{table}/webhook": {
            "put": {
                "summary": "Where to send a seat's turn notices.",
                "parameters": [table],
                "security": mine,
                "requestBody": _takes(wire.Webhook),
                "responses": _answers(200, _OBJECT, 400, 403, 404, 409, 413),
            }
        },
        "/api/matches": {
            "post": {
                "summary": "Sit down with somebody who waits for a player of the same game, or wait for one.",
                "requestBody": _takes(wire.FindPlayer),
                "responses": _answers(201, _ref(wire.SeatFound), 400, 403, 404, 409, 413, 503),
            }
        },
        "/api/genomes": {
            "post": {
                "summary": "Check a genome, and store it if it describes a game.",
                "requestBody": _takes(wire.PostedGenome),
                "responses": _answers(200, _ref(wire.CheckedGenome), 400, 403, 413),
            }
        },
        "/api/histories": {
            "post": {
                "summary": "A table made from a history: to watch if the game is over, or else to go on with.",
                "requestBody": _takes(wire.PostedHistory),
                "responses": _answers(201, _ref(wire.TableMade), 400, 403, 404, 409, 413),
            }
        },
        "/api/games": {"get": {"summary": "All games.", "responses": _answers(200, _OBJECT)}},
        "/api/games/{game}": {
            "get": {
                "summary": "A game: settings, bots, rulebook, and the schemas of its moves and views.",
                "parameters": [game],
                "responses": _answers(200, _OBJECT, 404),
            }
        },
        "/healthz": {"get": {"summary": "Whether the server is there.", "responses": _answers(200, _OBJECT, 503)}},
        "/metrics": {
            "get": {
                "summary": "Counters for Prometheus.",
                "responses": _answers(200, {"type": "string"}, media="text/plain"),
            }
        },
    }

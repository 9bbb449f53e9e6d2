"""JSON schemas of a game's messages, made from its types: for programs in other languages and for editors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from ludex.core.game.position import Position
from ludex.core.game.request import Rejection
from ludex.core.language.fields import Domain, Maybe, Number, domains_of

if TYPE_CHECKING:
    from ludex.core.game.game import Game

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_PLACE = "#/$defs/{name}"


def schema_of(game: Game) -> dict[str, Any]:
    """Return the schemas of all messages, each under its name, with the shared parts in `$defs`."""
    kinds = (game.view_type, game.settings, Rejection, Position)
    (view, settings, rejection, position), defs = msgspec.json.schema_components(kinds, ref_template=_PLACE)
    for kind in game.moves.kinds:
        defs[kind.__name__] = _tagged(kind)
    for noted in game.events.kinds:
        defs[noted.__name__] = _tagged(noted)
    defs |= {f"{kind.__name__}Range": _range(kind) for kind in game.moves.kinds if _ranges(kind)}
    move = {"anyOf": [_ref(kind.__name__) for kind in game.moves.kinds]}
    ranges = [_ref(f"{kind.__name__}Range") for kind in game.moves.kinds if _ranges(kind)]
    option = {"anyOf": [*move["anyOf"], *ranges]}
    event = {"anyOf": [_ref(kind.__name__) for kind in game.events.kinds]} if game.events.kinds else {}
    return {
        "$schema": DIALECT,
        "title": game.title,
        "settings": settings,
        "move": move,
        "options": {"type": "array", "items": option, "minItems": 1},
        "event": event,
        "view": view,
        "request": _request(view, option, rejection, event),
        "position": position,
        "$defs": defs,
    }


def _request(view: Any, option: Any, rejection: Any, event: Any) -> dict[str, Any]:
    properties = {
        "seat": {"type": "integer", "minimum": 0},
        "view": view,
        "options": {"type": "array", "items": option, "minItems": 1},
        "attempt": {"type": "integer", "minimum": 1},
        "rejection": {"anyOf": [rejection, {"type": "null"}]},
        "events": {"type": "array", "items": event},
        "commitment": {"type": "string"},
        "digest": {"type": "string"},
    }
    return {"type": "object", "properties": properties, "required": list(properties)}


def _ref(name: str) -> dict[str, str]:
    return {"$ref": _PLACE.format(name=name)}


def _tagged(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the schema of a move or event: its tag and its fields."""
    fields = domains_of(kind)
    return _object(kind, {name: domain.schema() for name, domain in fields.items()}, fields)


def _ranges(kind: type[msgspec.Struct]) -> bool:
    """Return whether options can hold this kind of move as a range."""
    fields = list(domains_of(kind).values())
    return bool(fields) and isinstance(fields[-1], Number)


def _range(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the schema of a range: a move whose last field has a lowest and a highest value."""
    fields = domains_of(kind)
    properties = {name: domain.schema() for name, domain in fields.items()}
    last = list(fields)[-1]
    ends = {"low": properties[last], "high": properties[last]}
    properties[last] = {"type": "object", "properties": ends, "required": ["low", "high"]}
    return _object(kind, properties, fields)


def _object(kind: type[msgspec.Struct], properties: dict[str, Any], fields: dict[str, Domain]) -> dict[str, Any]:
    return {
        "title": kind.__name__,
        "description": (kind.__doc__ or "").split("\n")[0],
        "type": "object",
        "properties": {"type": {"const": kind.__name__}, **properties},
        "required": ["type", *(name for name, domain in fields.items() if not isinstance(domain, Maybe))],
        "additionalProperties": False,
    }

"""Return True if plain values (JSON) fit a typed form: every misfit with its place and the fix, all of them at once."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import NODEFAULT, inspect

from ludex.games.cards.genome.locating import NO_SUCH_FIELD
from ludex.games.cards.genome.problems import Problem

PLAIN = {
    inspect.IntType: (int, "a whole number"),
    inspect.BoolType: (bool, "true or false"),
    inspect.StrType: (str, "a text"),
    inspect.NoneType: (type(None), "null"),
}


def misfits(value: Any, kind: inspect.Type, place: str = "") -> Iterator[Problem]:
    """Find where a value does not fit a type.

    >>> [str(problem) for problem in misfits(["N"], inspect.type_info(tuple[int, ...]), "seats")]
    ['seats[0]: "N" does not fit. Write a whole number.']
    """
    if isinstance(kind, inspect.StructType):
        yield from _struct(value, kind, place)
    elif isinstance(kind, inspect.UnionType):
        yield from _union(value, kind, place)
    elif isinstance(kind, inspect.VarTupleType | inspect.TupleType):
        yield from _items(value, kind, place)
    elif isinstance(kind, inspect.LiteralType):
        if value not in kind.values or isinstance(value, bool):
            yield Problem(_named(place), f"{_shown(value)} is unknown", _choose(value, kind.values))
    elif type(value) is not PLAIN[type(kind)][0]:
        yield Problem(_named(place), f"{_shown(value)} does not fit", f"Write {PLAIN[type(kind)][1]}.")


def _struct(value: Any, kind: inspect.StructType, place: str) -> Iterator[Problem]:
    if not isinstance(value, dict):
        yield Problem(_named(place), f"{_shown(value)} does not fit", "Write an object with named fields.")
        return
    fields = {field.encode_name: field for field in kind.fields}
    if kind.tag_field:
        value = {name: part for name, part in value.items() if name != kind.tag_field}
    for name in value.keys() - fields.keys():
        yield Problem(_within(place, name), NO_SUCH_FIELD, _choose(name, sorted(fields)))
    for name, field in fields.items():
        if name in value:
            yield from misfits(value[name], field.type, _within(place, name))
        elif field.default is NODEFAULT and field.default_factory is NODEFAULT:
            yield Problem(_within(place, name), "this field is missing", "Add it.")


def _union(value: Any, kind: inspect.UnionType, place: str) -> Iterator[Problem]:
    """Check one of several parts, which a tag tells apart, or a part that may be missing."""
    parts = [part for part in kind.types if isinstance(part, inspect.StructType)]
    if value is None and len(parts) < len(kind.types):
        return
    if len(parts) == 1:
        yield from _struct(value, parts[0], place)
        return
    field = str(parts[0].tag_field)
    tagged = {part.tag: part for part in parts}
    if not isinstance(value, dict):
        yield Problem(_named(place), f"{_shown(value)} does not fit", f"Write an object with a field {_shown(field)}.")
    elif not isinstance(value.get(field), str) or value[field] not in tagged:
        yield Problem(
            _within(place, field), f"{_shown(value.get(field))} is unknown", _choose(value.get(field), tagged)
        )
    else:
        yield from _struct(value, tagged[value[field]], place)


def _items(value: Any, kind: inspect.VarTupleType | inspect.TupleType, place: str) -> Iterator[Problem]:
    if not isinstance(value, list | tuple):
        yield Problem(_named(place), f"{_shown(value)} does not fit", "Write a list.")
        return
    kinds = kind.item_types if isinstance(kind, inspect.TupleType) else [kind.item_type] * len(value)
    if len(kinds) != len(value):
        yield Problem(_named(place), f"{len(value)} values do not fit", f"Write a list of {len(kinds)}.")
        return
    for number, (item, item_kind) in enumerate(zip(value, kinds, strict=True)):
        yield from misfits(item, item_kind, f"{place}[{number}]")


def _named(place: str) -> str:
    return place or "genome"


def _within(place: str, name: str) -> str:
    return f"{place}.{name}" if place else name


def _shown(value: Any) -> str:
    """Return a value as JSON, shortened."""
    if isinstance(value, list | tuple | dict):
        return "an object" if isinstance(value, dict) else "a list"
    text = json.dumps(value[:41] if isinstance(value, str) else value, ensure_ascii=False, default=repr)
    return text if len(text) <= 42 else f"{text[:39]}…"


def _choose(given: Any, known: Iterable[Any]) -> str:
    """Return the nearest of the known words, or all of them."""
    words = [str(word) for word in known]
    near = difflib.get_close_matches(given[:100], words, 1) if isinstance(given, str) else []
    return f"Did you mean {_shown(near[0])}?" if near else f"Choose one of: {', '.join(map(_shown, words))}."

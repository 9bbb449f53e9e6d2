"""JSON from outside: an object with a duplicate key is refused, because decoders interpret it differently."""

from __future__ import annotations

import json
from typing import Any, TypeVar

import msgspec

from ludex.core.language.errors import quote

Text = TypeVar("Text", bound=str | bytes)

SHORT = 100_000
"""The length up to which a text may be encoded again, which takes memory, but less time than counting."""


class DoubledKey(msgspec.DecodeError):
    """An object in a JSON text has the same key twice."""


def single_keys(text: Text) -> Text:
    """Return a JSON text in which no object has a key twice, and refuse every other text.

    Decoders of msgspec silently use the last of several values, so all input from outside passes through here first.
    Every key is followed by a colon: if the numbers of colons and keys are equal, no key was lost. Only texts with more
    colons, which can also occur in strings, are read a second time.

    >>> single_keys('{"seats": 2}')
    '{"seats": 2}'
    >>> single_keys('{"at": "12:30"}')
    '{"at": "12:30"}'
    >>> single_keys('{"seats": 2, "seats": 4}')
    Traceback (most recent call last):
    ...
    ludex.core.language.json_keys.DoubledKey: an object has the key 'seats' twice
    """
    colons = text.count(":") if isinstance(text, str) else text.count(b":")
    if colons > 1 and colons != _count_keys(text):
        try:
            json.loads(text, object_pairs_hook=_expect_single)
        except UnicodeError:
            raise
        except ValueError as error:
            raise DoubledKey(str(error)) from None
    return text


def _count_keys(text: str | bytes) -> int:
    """Return the number of keys in all objects of a text, or of keys and colons in strings."""
    value = msgspec.json.decode(text)
    escapes = "\\" in text if isinstance(text, str) else b"\\" in text
    if escapes or len(text) > SHORT:
        return _keys_in(value)
    return msgspec.json.encode(value).count(b":")  # without escapes, strings are encoded as they were


def _keys_in(value: Any) -> int:
    """Return the number of keys in all objects of a value."""
    found, parts = (len(value), value.values()) if type(value) is dict else (0, value)
    if type(value) in (dict, list):
        for inner in parts:
            if type(inner) in (dict, list):
                found += _keys_in(inner)
    return found


def _expect_single(pairs: list[tuple[str, Any]]) -> None:
    names: set[str] = set()
    for name, _ in pairs:
        if name in names:
            raise ValueError(f"an object has the key {quote(name)} twice")
        names.add(name)

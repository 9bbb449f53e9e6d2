"""JSON from outside: an object with a duplicate key is refused, because decoders interpret it differently."""

from __future__ import annotations

import json
from typing import Any, TypeVar

import msgspec

from ludex.core.language.errors import quote

Text = TypeVar("Text", bound=str | bytes)


class DoubledKey(msgspec.DecodeError):
    """An object in a JSON text has the same key twice."""


def single_keys(text: Text) -> Text:
    """Return a JSON text in which no object has a key twice, and refuse every other text.

    Decoders of msgspec silently use the last of several values, so all input from outside passes through here first.
    Every key is followed by a colon, so a text that was decoded and encoded again has fewer of them if a key was lost.
    Only then, or if escapes could hide a colon, the text is read a second time.

    >>> single_keys('{"seats": 2}')
    '{"seats": 2}'
    >>> single_keys('{"at": "12:30"}')
    '{"at": "12:30"}'
    >>> single_keys('{"seats": 2, "seats": 4}')
    Traceback (most recent call last):
    ...
    ludex.core.language.json_keys.DoubledKey: an object has the key 'seats' twice
    """
    colons, escapes = (text.count(":"), "\\" in text) if isinstance(text, str) else (text.count(b":"), b"\\" in text)
    if colons > 1 and (escapes or colons != msgspec.json.encode(msgspec.json.decode(text)).count(b":")):
        try:
            json.loads(text, object_pairs_hook=_expect_single)
        except UnicodeError:
            raise
        except ValueError as error:
            raise DoubledKey(str(error)) from None
    return text


def _expect_single(pairs: list[tuple[str, Any]]) -> None:
    names: set[str] = set()
    for name, _ in pairs:
        if name in names:
            raise ValueError(f"an object has the key {quote(name)} twice")
        names.add(name)

"""The settings of a language model, and its name where players are named: `chat:MODEL@URL#temperature=0:notes=off`."""

from __future__ import annotations

import re
from typing import Annotated, Any
from urllib.parse import SplitResult, urlsplit

import msgspec

from ludex.core.language.errors import BadSetting, UnknownPlayer, quote

PREFIX = "chat:"
FORM = "A language model is chat:MODEL@URL"
KEY_VARIABLE = "LUDEX_CHAT_KEY"
"""The usual variable of the environment with the key for an endpoint."""
NO_KEY = "none"
_NAME = re.compile(r"chat:(?P<model>[^\s#]+?)@(?P<url>https?://[^\s#]+)(?:#(?P<settings>\S*))?")
_WORDS = {"on": "true", "off": "false"}

Seconds = Annotated[float, msgspec.Meta(gt=0, le=86_400)]


class ChatSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of a language model as a player. What is None is left to the endpoint.

    >>> ChatSettings(temperature=0.2).attempts
    5
    """

    temperature: Annotated[float, msgspec.Meta(ge=0, le=10)] | None = None
    """The temperature, which is sent to the endpoint."""
    seed: int | None = None
    """The seed, which is sent to the endpoint. Few endpoints promise the same answer for the same seed."""
    max_tokens: Annotated[int, msgspec.Meta(ge=1)] | None = None
    """Largest number of tokens of an answer. An answer that is cut off counts as unreadable."""
    options: bool = True
    """True if the options are listed. False tests whether the model can find a legal move alone."""
    attempts: Annotated[int, msgspec.Meta(ge=1, le=1_000)] = 5
    """The number of answers that the model has for a decision. Failed transport is not counted."""
    notes: bool = True
    """True if the model can keep notes between its decisions."""
    rules: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 8_000
    """Largest number of characters of the rules in the system message."""
    timeout: Seconds = 120.0
    """Seconds for one request to the endpoint."""
    patience: Seconds = 300.0
    """Seconds for one answer, with all requests that are repeated because they failed."""
    price_in: Annotated[float, msgspec.Meta(ge=0)] | None = None
    """The price of a million tokens of requests, for the arena's standings."""
    price_out: Annotated[float, msgspec.Meta(ge=0)] | None = None
    """The price of a million tokens of answers."""
    key: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$")] = KEY_VARIABLE
    """The variable of the environment with the key; `none` for no key."""


def read_settings(given: dict[str, Any]) -> ChatSettings:
    """Read settings, typed or as texts. Raises `BadSetting` for unknown names and bad values.

    >>> read_settings({"temperature": "0.5", "notes": "off"}).notes
    False
    """
    words = {name: _WORDS.get(value, value) if isinstance(value, str) else value for name, value in given.items()}
    try:
        return msgspec.convert(words, ChatSettings, strict=False)
    except msgspec.ValidationError as error:
        names = ", ".join(ChatSettings.__struct_fields__)
        raise BadSetting(f"a language model has no such setting: {quote(error, str)}. Settings are {names}") from None


def is_chat(name: str) -> bool:
    """Return True if a player's name stands for a language model.

    >>> is_chat("chat:llama3@http://127.0.0.1:11434/v1"), is_chat("chat.py:Mine")
    (True, False)
    """
    return name.startswith(PREFIX)


def read_chat(name: str) -> tuple[str, str, ChatSettings]:
    """Read a name: the model, the address, and the settings.

    >>> read_chat("chat:llama3:8b@http://127.0.0.1:11434/v1#temperature=0:notes=off")[:2]
    ('llama3:8b', 'http://127.0.0.1:11434/v1')
    """
    found = _NAME.fullmatch(name)
    if found is None:
        expected = "chat:MODEL@URL, e.g. chat:llama3@http://127.0.0.1:11434/v1#temperature=0:notes=off"
        raise UnknownPlayer(f"{quote(name)} does not name a language model: expected {expected}")
    given: dict[str, Any] = {}
    for part in filter(None, (found["settings"] or "").split(":")):
        setting, equals, value = part.partition("=")
        if not equals or setting in given:
            raise UnknownPlayer(f"{quote(name)}: {quote(part)} is not a setting: expected NAME=VALUE, each name once")
        given[setting] = value
    try:
        read_address(found["url"])
        return found["model"], found["url"], read_settings(given)
    except BadSetting as error:
        raise UnknownPlayer(f"{quote(name)}: {error}") from None


def read_address(url: str) -> SplitResult:
    """Read the address of an endpoint. Refuse one that contains a password: keys are read from the environment.

    >>> read_address("https://example.org/v1").hostname
    'example.org'
    """
    unusable = BadSetting(f"{quote(url)} is not the address of an endpoint: expected e.g. http://127.0.0.1:11434/v1")
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        raise unusable from None
    if not usable or not url.isprintable() or not url.isascii() or " " in url:
        raise unusable
    if parts.username is not None or parts.password is not None:
        raise BadSetting(f"the address contains a password: put the key into the environment, as {KEY_VARIABLE}")
    return parts

"""Settings: agreements before the game starts, such as edition, map, deck and variants."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from ludex.core.language.errors import MOST_TOLD, BadSetting, did_you_mean, quote

S = TypeVar("S", bound="GameSettings")


class GameSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of a game's settings: fields with types and defaults.

    class ModernArtSettings(GameSettings, frozen=True, kw_only=True):
        deck: Literal["published", "review"] = "published"
    """


def read_settings(game: str, kind: type[S], given: Mapping[str, Any]) -> S:
    """Read typed settings from keyword arguments or JSON. Raises `BadSetting` for unknown names and bad values.

    >>> from ludex.games.automation import Automation
    >>> Automation().read_settings({"edition": "expanded"}).edition
    'expanded'
    """
    known = setting_choices(kind)
    for name, value in given.items():
        if name not in known:
            hint = did_you_mean(name, known)
            raise BadSetting(
                f"{game} has no setting {quote(name)}; it has {', '.join(known) or 'none'}.{hint}".rstrip(".")
            )
        if isinstance(known[name], tuple) and value not in known[name]:
            raise BadSetting(f"{game}: {name} is {quote(value)}; expected one of {', '.join(map(str, known[name]))}")
    try:
        return msgspec.convert(dict(given), kind, strict=False)
    except (msgspec.ValidationError, ValueError) as error:
        raise BadSetting(f"{game}: settings {quote(dict(given))} do not fit: {quote(error, str, MOST_TOLD)}") from None


def setting_choices(kind: type[GameSettings]) -> Mapping[str, Any]:
    """Return every setting with its values, if they are few, or else its type.

    >>> import ludex
    >>> setting_choices(ludex.game("automation").settings)["edition"]
    ('base', 'expanded')
    """
    return _choices(kind)


@lru_cache(maxsize=256)
def _choices(kind: type[GameSettings]) -> Mapping[str, Any]:
    hints = get_type_hints(kind)
    fields = {field.name: hints[field.name] for field in msgspec.structs.fields(kind)}
    choices = {name: get_args(hint) if get_origin(hint) is Literal else hint for name, hint in fields.items()}
    return MappingProxyType(choices)


def about_settings(kind: type[GameSettings]) -> Mapping[str, str]:
    """Return the meaning of every setting, from the docstring of the settings after the setting's name in backticks.

    >>> import ludex
    >>> about_settings(ludex.game("modern-art").settings)["mystery"]
    'adds the mystery player to a game of three.'
    """
    ours = (base for base in kind.__mro__ if issubclass(base, GameSettings) and base is not GameSettings)
    text = "\n\n".join(inspect.cleandoc(vars(base).get("__doc__") or "").partition("\n\n")[2] for base in ours)
    marks = "|".join(re.escape(field.name) for field in msgspec.structs.fields(kind))
    if not marks:
        return {}
    _, *parts = re.split(rf"(?:^|(?<=[.;])\s+)(?:- )?`({marks})`:?", text.strip())
    return {name: " ".join(said.split()) for name, said in zip(parts[::2], parts[1::2], strict=True)}


def settings_in_digest(settings: GameSettings) -> str:
    """Return settings in the form that enters a table's first digest.

    The form never changes, or histories would not replay. It has the name that the class had in the first histories,
    `ModernArtOptions(…)` for `ModernArtSettings`.

    >>> settings_in_digest(GameSettings())
    'GameOptions()'
    """
    name = type(settings).__name__.removesuffix("Settings").removesuffix("Options")
    values = (f"{field}={getattr(settings, field)!r}" for field in settings.__struct_fields__)
    return f"{name}Options({', '.join(values)})"

"""Games as the pages show them: title, seats, minutes, bots, settings in plain words."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

import msgspec
from markupsafe import Markup

from ludex.core.game.game import Game
from ludex.core.game.registry import game as find_game
from ludex.core.game.registry import game_names
from ludex.core.language.errors import UnknownGame
from ludex.core.language.settings import about_settings, setting_choices
from ludex.table.app.game_data import about_bot
from ludex.table.app.templates import markdown
from ludex.table.server.games import bots_of as bot_names

USELESS_BOTS = ("first",)
"""Bots for tests, which are not offered as opponents."""


THEMES = ("auction", "bidding", "trick", "trump", "partner", "chips", "money", "map", "orders", "secret")
"""Words that people search for. A game is found by those in its rulebook."""


class GameCard(msgspec.Struct, frozen=True):
    """A game on the home page."""

    name: str
    title: str
    about: str
    seats: str
    minutes: str
    fewest: int
    most: int
    least_minutes: int
    """The shortest usual duration, or 0 if it is not known."""
    picture: Markup
    best_seats: int
    best_bot: str
    designable: bool
    """True if the game is made from data that people can change."""
    themes: str = ""
    """The words of `THEMES` that its rulebook uses, if it was read."""


class Value(msgspec.Struct, frozen=True):
    """A value that a setting can have."""

    value: Any
    json: str
    label: str


class SettingField(msgspec.Struct, frozen=True):
    """A setting as a field of a form."""

    name: str
    label: str
    about: str
    kind: str
    """`switch`, `choice` or `json`."""
    values: tuple[Value, ...]
    default: Any
    default_json: str
    said: str
    default_said: str


class BotLine(msgspec.Struct, frozen=True):
    """A bot and its style of play."""

    name: str
    about: str


def _about(game: Game) -> str:
    """Return a game's description without the title in front of it."""
    for sign in (": ", ", in which ", ", "):
        rest = game.about.removeprefix(f"{game.title}{sign}")
        if rest != game.about:
            return rest[:1].upper() + rest[1:]
    return game.about.replace(f"{game.title.partition(':')[0]}: ", "", 1) if ":" in game.title else game.about


def card_of(game: Game) -> GameCard:
    """Return a game as a card.

    >>> import ludex
    >>> card = card_of(ludex.game("spades"))
    >>> card.title, card.seats, card.designable
    ('Spades', '4', True)
    """
    fewest, most = game.seats[0], game.seats[-1]
    return GameCard(
        name=game.name,
        title=game.title,
        about=_about(game),
        seats=str(most) if fewest == most else f"{fewest}–{most}",
        minutes="–".join(map(str, dict.fromkeys(game.minutes))) if game.minutes else "",
        fewest=fewest,
        most=most,
        least_minutes=game.minutes[0] if game.minutes else 0,
        picture=Markup(str(game.look.picture)),
        best_seats=game.usual_seats,
        best_bot=game.bots_by_strength[-1],
        designable=game.definition is not None,
    )


def searchable_card_of(game: Game) -> GameCard:
    """Return a game as a card with the words it is found by. This reads its rulebook, which may take a while."""
    rulebook = game.rulebook().lower()
    return msgspec.structs.replace(card_of(game), themes=" ".join(word for word in THEMES if word in rulebook))


def installed_games() -> list[Game]:
    """Return all installed games except those that cannot be loaded."""
    found = []
    for name in game_names():
        try:
            found.append(find_game(name))
        except UnknownGame:
            continue
    return found


def bots_of(game: Game) -> list[BotLine]:
    """Return the bots that can sit at a table, strongest first.

    >>> import ludex
    >>> bots_of(ludex.game("automation"))[-1]
    BotLine(name='random', about='Any legal move.')
    """
    told = (about_bot(game, name) for name in reversed(bot_names(game)) if name not in USELESS_BOTS)
    return [BotLine(bot["name"], bot["about"]) for bot in told]


def fields_of(game: Game) -> list[SettingField]:
    """Return the settings of a game as fields of a form.

    >>> import ludex
    >>> [field.label for field in fields_of(ludex.game("modern-art"))]
    ['Deck', 'Double money', 'Mystery', 'Closing', 'Starter']
    """
    defaults = msgspec.to_builtins(game.settings())
    about = about_settings(game.settings)
    return [
        _field(name, kind, defaults[name], about.get(name, "")) for name, kind in setting_choices(game.settings).items()
    ]


def _field(name: str, kind: Any, default: Any, about: str) -> SettingField:
    values = tuple(Value(value, _json(value), _said(value)) for value in kind) if isinstance(kind, tuple) else ()
    form = "switch" if kind is bool else "choice" if values else "json"
    return SettingField(
        name=name,
        label=name.replace("_", " ").capitalize(),
        about=re.sub(r"\bNone\b", "nothing", about[:1].upper() + about[1:]).replace("`", ""),
        kind=form,
        values=values,
        default=default,
        default_json="" if default is None else default if isinstance(default, str) else _json(default),
        said=", ".join(value.label for value in values) or ("yes, no" if kind is bool else "as you like"),
        default_said=_said(default),
    )


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _said(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "–" if value in (None, "", {}, []) else str(value)


@lru_cache(64)
def rulebook_of(game: Game[Any, Any]) -> Markup:
    """Return a game's rulebook as HTML."""
    return markdown(game.rulebook())

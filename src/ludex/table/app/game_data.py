"""Games as data: everything that a page or a program needs to make a table and to play at it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from ludex.core.game.game import Game
from ludex.core.language.settings import setting_choices
from ludex.table.room.refused import Refused
from ludex.table.server.games import Games, bots_of

ANY_GAME = {"random": "Any legal move.", "first": "The first option.", "search": "Looks ahead, in any game."}


def describe_games(games: Games, names: Iterable[str]) -> list[dict[str, Any]]:
    """Return short descriptions of all games. One that cannot be loaded is left out."""
    found = []
    for name in names:
        try:
            found.append(in_short(games.named(name)))
        except Refused:
            continue
    return found


def in_short(game: Game[Any, Any]) -> dict[str, Any]:
    """Return a short description of a game."""
    return {
        "name": game.name,
        "title": game.title,
        "about": game.about,
        "seats": [game.seats[0], game.seats[-1]],
        "minutes": game.minutes,
    }


def describe_game(game: Game[Any, Any]) -> dict[str, Any]:
    """Return a full description of a game: settings, schemas of moves and views, bots, and the rulebook."""
    return {
        **in_short(game),
        "version": game.version,
        "settings": settings_of(game),
        "bots": [about_bot(game, name) for name in bots_of(game)],
        "rulebook": game.rulebook(),
        "schema": game.schema(),
    }


def settings_of(game: Game[Any, Any]) -> list[dict[str, Any]]:
    """Return every setting with its default and, if it has a list of choices, the choices."""
    defaults = msgspec.to_builtins(game.settings())
    return [
        {
            "name": name,
            "default": defaults[name],
            "choices": list(values) if isinstance(values, tuple) else None,
            "type": "choice" if isinstance(values, tuple) else _plain_type(values),
        }
        for name, values in setting_choices(game.settings).items()
    ]


def _plain_type(kind: Any) -> str:
    if kind is bool:
        return "bool"
    return "number" if kind in (int, float, int | None) else "json"


def about_bot(game: Game[Any, Any], name: str) -> dict[str, Any]:
    """Return a bot's name, style of play, and strength among the game's bots (0 to 1)."""
    slots = list(game.bots_by_strength)
    about = ANY_GAME.get(name) or str(getattr(game.bots.get(name), "about", ""))
    strength = 1.0 if name not in slots else slots.index(name) / max(1, len(slots) - 1)
    return {"name": name, "about": about, "strength": round(strength, 2)}

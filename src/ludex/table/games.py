"""The games of a server: those that are installed, and genomes that people brought."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from typing import Any

import msgspec

from ludex.core.errors import LudexError, UnknownGame
from ludex.core.game import Game
from ludex.core.registry import defined_game, game_names
from ludex.core.registry import game as find_game
from ludex.players import is_player, make_player
from ludex.players.search import is_search, read_search
from ludex.table.refused import Refused

MOST_DEFINED = 256
"""Genomes that are kept ready."""
MOST_PLAYOUTS, MOST_MILLISECONDS = 2_000, 1_000
"""What a search at a table may spend on a decision."""


class Games:
    """Games by name, and by definition."""

    def __init__(self) -> None:
        self._defined: OrderedDict[str, Game[Any, Any]] = OrderedDict()

    def named(self, name: str) -> Game[Any, Any]:
        """An installed game."""
        return named_game(name)

    def defined(self, definition: bytes) -> Game[Any, Any]:
        """The game that a genome describes."""
        key = hashlib.sha256(definition).hexdigest()
        found = self._defined.get(key)
        if found is None:
            found = self._defined[key] = defined_game(msgspec.json.decode(definition))
            if len(self._defined) > MOST_DEFINED:
                self._defined.popitem(last=False)
        self._defined.move_to_end(key)
        return found

    def of(self, name: str, definition: bytes | None) -> Game[Any, Any]:
        """The game of a stored table."""
        return self.named(name) if definition is None else self.defined(definition)


def named_game(name: str) -> Game[Any, Any]:
    """An installed game. Files are not looked at: names come from strangers."""
    if name not in game_names():
        raise Refused(404, "no-game", f"There is no game {name!r}. Installed: {', '.join(game_names())}.")
    try:
        return find_game(name)
    except UnknownGame as error:
        raise Refused(404, "no-game", str(error)) from None


def bots_of(game: Game[Any, Any]) -> list[str]:
    """The bots that a table may seat, weakest first: the game's own, and a search."""
    return [*game.bots_by_strength, "search"]


def expect_bot(game: Game[Any, Any], name: str) -> str:
    """The name of a bot that a table may seat. Programs of strangers are not run here."""
    fits = ":" not in name and is_player(game, name)
    if fits and is_search(name) and name not in game.bot_slots:
        wanted = read_search(game, name)
        fits = wanted.playouts <= MOST_PLAYOUTS and wanted.milliseconds <= MOST_MILLISECONDS
    if not fits:
        raise Refused(409, "no-bot", f"{game.name} has no bot {name!r}; it has {', '.join(bots_of(game))}.")
    return name


def make_bot(game: Game[Any, Any], name: str, seed: int) -> Any:
    """A bot as a player."""
    try:
        return make_player(game, name, seed)
    except LudexError as error:
        raise Refused(409, "no-bot", str(error)) from None

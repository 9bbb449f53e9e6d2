"""The games of a server: installed games, and genomes posted by clients."""

from __future__ import annotations

import hashlib
import logging
from collections import OrderedDict
from threading import Lock
from typing import Any
from weakref import WeakSet

import msgspec

from ludex.core.game.game import Game
from ludex.core.game.registry import defined_game, game_names
from ludex.core.game.registry import game as find_game
from ludex.core.language.errors import LudexError, UnknownGame
from ludex.core.play.substitutes import CIVIL_DISORDER, in_disorder
from ludex.core.show.page import Seating
from ludex.players import is_player, make_player
from ludex.players.search import is_search, read_search
from ludex.table.room.refused import Refused

MOST_DEFINED = 256
"""Most genomes whose games stay in memory."""
MOST_PLAYOUTS, MOST_MILLISECONDS = 2_000, 1_000
"""Most playouts and milliseconds that a search at a table may spend on a decision."""

_log = logging.getLogger("ludex.table")


class Games:
    """Games by name, and by definition. Threads may use it at the same time."""

    def __init__(self) -> None:
        self._defined: OrderedDict[str, Game[Any, Any]] = OrderedDict()
        self._lock = Lock()
        self._ready: WeakSet[Game[Any, Any]] = WeakSet()

    def named(self, name: str) -> Game[Any, Any]:
        """Return an installed game."""
        return named_game(name)

    def defined(self, definition: bytes) -> Game[Any, Any]:
        """Return the game that a genome describes."""
        key = hashlib.sha256(definition).hexdigest()
        found = self._defined.get(key) or defined_game(msgspec.json.decode(definition))
        with self._lock:
            found = self._defined.setdefault(key, found)
            self._defined.move_to_end(key)
            if len(self._defined) > MOST_DEFINED:
                self._defined.popitem(last=False)
        return found

    def prepare(self, game: Game[Any, Any], seats: int) -> None:
        """Deal and draw a game once, in a thread: what this loads takes long the first time, and stays loaded."""
        if game in self._ready:
            return
        self._ready.add(game)
        try:
            table = game.new(seats)
            game.look.page(table.view(0), Seating(table.players, 0, told=table.engine.told(0)))
        except Exception as error:  # the players of the game will see the error
            _log.warning("%s could not be prepared: %s", game.name, type(error).__name__)

    def of(self, name: str, definition: bytes | None) -> Game[Any, Any]:
        """Return the game of a stored table."""
        return self.named(name) if definition is None else self.defined(definition)


def named_game(name: str) -> Game[Any, Any]:
    """Return an installed game. Files are not searched, because names come from clients."""
    if name not in game_names():
        raise Refused(404, "no-game", f"There is no game {name!r}. Installed: {', '.join(game_names())}.")
    try:
        return find_game(name)
    except UnknownGame as error:
        raise Refused(404, "no-game", str(error)) from None


def bots_of(game: Game[Any, Any]) -> list[str]:
    """Return the bots that a table may seat, weakest first: those of the game, and a search."""
    return [*game.bots_by_strength, "search"]


def expect_bot(game: Game[Any, Any], name: str) -> str:
    """Return the name of a bot that a table may seat. Programs that clients name are refused."""
    fits = ":" not in name and is_player(game, name)
    if fits and is_search(name) and name not in game.bot_slots:
        wanted = read_search(game, name)
        fits = wanted.playouts <= MOST_PLAYOUTS and wanted.milliseconds <= MOST_MILLISECONDS
    if not fits:
        raise Refused(409, "no-bot", f"{game.name} has no bot {name!r}; it has {', '.join(bots_of(game))}.")
    return name


def make_bot(game: Game[Any, Any], name: str, seed: int) -> Any:
    """Return a bot as a player, or civil disorder."""
    if name == CIVIL_DISORDER:
        return in_disorder(game)
    try:
        return make_player(game, name, seed)
    except LudexError as error:
        raise Refused(409, "no-bot", str(error)) from None

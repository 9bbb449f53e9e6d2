"""Players for any game, and how players are found by name."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import sys
from pathlib import Path
from typing import Any

from ludex.core.errors import UnknownPlayer, did_you_mean, kind_of, quote
from ludex.core.faults import place_of
from ludex.core.game import Game
from ludex.core.request import Player
from ludex.players.bot import Bot
from ludex.players.program import Program, is_program
from ludex.players.search import FORM, Search, is_search, read_search

__all__ = ["Bot", "Program", "Search", "is_compiled", "is_player", "make_player"]


def is_compiled(game: Game, name: str) -> bool:
    """Whether a name stands for a bot that runs compiled.

    >>> import ludex
    >>> is_compiled(ludex.game("automation"), "random"), is_compiled(ludex.game("automation"), "my_bots:Mine")
    (True, False)
    """
    if name in game.bot_slots:
        return True
    if is_search(name):
        read_search(game, name)
    elif name.partition(":")[0] == "person":
        raise UnknownPlayer(f"{quote(name)} is a person: people play at `ludex play`, and only programs play here")
    elif ":" not in name:
        hint = did_you_mean(name, (*game.bot_slots, "search", "person"))
        raise UnknownPlayer(
            f"{game.name} has no player {quote(name)}.{hint} Its bots are {', '.join(game.bot_slots)}. "
            f"{FORM}. A player of your own is module:Class or path/to/file.py:Class, and a program of its own "
            "program:COMMAND."
        )
    return False


def is_player(game: Game, name: str) -> bool:
    """Whether a name stands for a player that a program plays, and not for a person.

    >>> import ludex
    >>> game = ludex.game("automation")
    >>> is_player(game, "architect"), is_player(game, "search-50"), is_player(game, "Ann")
    (True, True, False)
    """
    try:
        is_compiled(game, name)
    except UnknownPlayer:
        return False
    return True


def make_player(game: Game, name: str, seed: int = 0) -> Player:
    """Make a player by name: a bot of the game, `search` or `search-1000`, `module:Class`, or `program:COMMAND`.

    >>> import ludex
    >>> make_player(ludex.game("automation"), "random").name
    'random'
    """
    if is_compiled(game, name):
        return Bot(game, name, seed)
    if is_search(name):
        return Search(game, read_search(game, name), seed=seed)
    if is_program(name):
        return Program(game, name)
    where, _, what = name.rpartition(":")
    try:
        with contextlib.redirect_stdout(sys.stderr):  # programs may read what a command prints
            made = getattr(_load(where), what)
            player = made() if isinstance(made, type) else made
        if not callable(getattr(player, "decide", player)):
            raise TypeError(f"it is a {kind_of(player)}; expected a class with a method decide(request)")
        if not hasattr(player, "name"):
            player.name = what
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # importing a module runs code that is not ours
        raise UnknownPlayer(f"cannot make player {quote(name)}: {_told(error)}") from None
    return player  # type: ignore[no-any-return]  # anything with a `decide` is a player


def _told(error: BaseException) -> str:
    """What went wrong, and where, unless it is clear from the message."""
    if isinstance(error, ImportError | AttributeError | OSError | SyntaxError | TypeError):
        return quote(error, str)
    place = place_of(error)
    return f"{kind_of(error)}: {quote(error, str)}{f' ({place})' if place else ''}"


def _load(where: str) -> Any:
    if not where.endswith(".py"):
        if "" not in sys.path:
            sys.path.insert(0, "")
        return importlib.import_module(where)
    path = Path(where)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise ImportError(f"there is no file {where}")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module

"""Players for any game, and finding players by name."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import sys
from pathlib import Path
from typing import Any

from ludex.core.game.game import Game
from ludex.core.game.request import Player
from ludex.core.language.errors import UnknownPlayer, did_you_mean, kind_of, quote
from ludex.core.play.bot import Bot
from ludex.core.play.faults import place_of
from ludex.players.chat import FORM as CHAT_FORM
from ludex.players.chat import ChatPlayer, ChatSettings, Completion, Endpoint, Usage, is_chat, read_chat
from ludex.players.isolation import Isolated, isolated
from ludex.players.program import Program, is_program
from ludex.players.search import FORM, Search, is_search, read_search

__all__ = [
    "Bot",
    "ChatPlayer",
    "ChatSettings",
    "Completion",
    "Endpoint",
    "Isolated",
    "Program",
    "Search",
    "Usage",
    "attempts_of",
    "is_compiled",
    "is_player",
    "isolated",
    "load_player",
    "make_player",
]

USUAL_ATTEMPTS = 3
"""The number of attempts that a program has for a decision."""


def is_compiled(game: Game, name: str) -> bool:
    """Return True if a name stands for a bot that runs compiled.

    >>> import ludex
    >>> is_compiled(ludex.game("automation"), "random"), is_compiled(ludex.game("automation"), "my_bots:Mine")
    (True, False)
    """
    if name in game.machine.bot_slots:
        return True
    if is_search(name):
        read_search(game, name)
    elif is_chat(name):
        read_chat(name)
    elif name.partition(":")[0] == "person":
        raise UnknownPlayer(f"{quote(name)} is a person: people play with `ludex play`, and only programs play here")
    elif ":" not in name:
        hint = did_you_mean(name, (*game.machine.bot_slots, "search", "person"))
        raise UnknownPlayer(
            f"{game.name} has no player {quote(name)}.{hint} Its bots are {', '.join(game.machine.bot_slots)}. "
            f"{FORM}. Your own player is module:Class or path/to/file.py:Class, and a program is "
            f"program:COMMAND. {CHAT_FORM}."
        )
    return False


def is_player(game: Game, name: str) -> bool:
    """Return True if a name stands for a player that a program plays, and not for a person.

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


def make_player(game: Game, name: str, seed: int = 0, *, isolate: bool = False) -> Player:
    """Make a player by name: a bot, `search` or `search-1000`, `module:Class`, `program:COMMAND`, or `chat:MODEL@URL`.

    With `isolate`, a `module:Class` runs in a worker process.

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
    if is_chat(name):
        return ChatPlayer.named(name)
    if isolate:
        return isolated(name)
    player: Player = load_player(name)
    return player


def attempts_of(player: Any) -> int:
    """Return the number of attempts for a decision that a player has if nothing else is set, for `max_retries`.

    >>> attempts_of(ChatPlayer("some-model", "http://127.0.0.1:11434/v1", attempts=8)), attempts_of(Player())
    (8, 3)
    """
    return int(getattr(player, "attempts", USUAL_ATTEMPTS))


def load_player(name: str) -> Any:
    """Import a custom player and make it: `module:Class` or `path/to/file.py:Class`."""
    where, _, what = name.rpartition(":")
    try:
        with contextlib.redirect_stdout(sys.stderr):  # standard output is for results, which programs may read
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
    return player


def _told(error: BaseException) -> str:
    """Return the reason of a failure, with the place unless the message makes it clear."""
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

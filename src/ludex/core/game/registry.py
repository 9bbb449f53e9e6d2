"""The registry of games. Any installed package can add one with an entry point in the group `ludex.games`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from ludex.core.language.errors import LudexError, UnknownGame, did_you_mean, quote

if TYPE_CHECKING:
    from ludex.core.game.game import Game

GROUP = "ludex.games"
FILES = "ludex.game_files"
MOST_DEFINITION = 64 * 1024
"""Largest number of bytes of a game's description; existing ones need a few thousand."""


def game_names() -> tuple[str, ...]:
    """Return the names of all installed games.

    >>> "automation" in game_names()
    True
    """
    return tuple(sorted(_entries()))


@cache
def game(name: str) -> Game:
    """Return the game of that name, or the game a file describes (`my-game.json`).

    >>> game("automation").title
    'Automation: The Game'
    """
    if Path(name).suffix in (readers := _readers()):
        return _read(name, readers[Path(name).suffix])
    entries = _entries()
    if name not in entries:
        hint = did_you_mean(name, entries)
        raise UnknownGame(f"there is no game {quote(name)}.{hint} Installed: {', '.join(sorted(entries)) or 'none'}")
    try:
        found: Game = entries[name].load()()
    except Exception as error:  # a broken package must not affect the others
        why = f"{type(error).__name__}: {error}"
        raise UnknownGame(f"game {name!r} of {entries[name].value} cannot be loaded: {why}") from error
    return found


def find_named_game(name: str) -> Game | None:
    """Return the installed game of that name, or None if there is none.

    >>> find_named_game("chess 2") is None
    True
    """
    return game(name) if name in _entries() else None


def defined_game(definition: Mapping[str, Any]) -> Game:
    """Return the game described by a definition, as contained in histories.

    >>> defined_game(game("spades").definition).title
    'Spades'
    """
    readers = _readers()
    if ".json" not in readers:
        raise UnknownGame("no installed package reads games from JSON")
    found: Game = readers[".json"].load()(msgspec.json.encode(definition))
    return found


def _read(name: str, reader: EntryPoint) -> Game:
    try:
        there = Path(name).is_file()
    except OSError:  # no file can have such a name
        there = False
    if not there:
        raise UnknownGame(f"there is no file {quote(name)} that could describe a game.{near_file(name)}")
    try:
        found: Game = reader.load()(read_definition(name))
    except LudexError as error:
        raise UnknownGame(f"{quote(name, str)}: {error}") from None
    return found


def read_definition(path: Path | str) -> bytes:
    """Read a file that describes a game. A file that is far too long is refused without reading all of it."""
    try:
        with Path(path).open("rb") as file:
            written = file.read(MOST_DEFINITION + 1)
    except OSError as error:
        raise LudexError(f"cannot read {quote(str(path))}: {error.strerror}") from None
    if len(written) > MOST_DEFINITION:
        raise LudexError(f"too long to describe a game: expected at most {MOST_DEFINITION:,} bytes, for one game")
    return written


def near_file(name: str) -> str:
    """Return a hint at the file or game with the most similar name, or an empty text.

    >>> near_file("spads.json")
    " Did you mean 'spades'?"
    """
    path = Path(name)
    try:
        neighbours = [str(file) for file in path.parent.iterdir() if file.suffix == path.suffix]
    except OSError:
        neighbours = []
    return did_you_mean(name, neighbours) or did_you_mean(path.stem, _entries())


def _readers() -> dict[str, EntryPoint]:
    """Return the functions that make a game from a file's bytes, by the suffix of the file's name."""
    return {f".{entry.name}": entry for entry in _installed(FILES)}


def _entries() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in _installed(GROUP)}


@cache
def _installed(group: str) -> tuple[EntryPoint, ...]:
    """Return the entry points of a group, read once: each reading opens a file of every installed package."""
    return tuple(entry_points(group=group))

"""Saved games: a game at the terminal is saved automatically before every decision of a person.

Only one terminal plays a saved game at a time. The files are in `~/.local/share/ludex/games`, or in the folder
`LUDEX_GAMES`. A history contains the secret seed, so only its owner can read the file.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from ludex.core.compile.shared_files import is_locked, wait_for_lock, write_whole
from ludex.core.language.errors import NOT_JSON, LudexError
from ludex.core.language.names import short_names
from ludex.core.language.words import plural
from ludex.core.play.history import History
from ludex.core.play.table import Table

MOST_KEPT = 100
"""The number of files that are stored: the newest."""


class Kept(msgspec.Struct, frozen=True):
    """A saved game that is not over."""

    file: Path
    game: str
    players: tuple[str, ...]
    moves: int
    when: datetime

    def __str__(self) -> str:
        moves = plural(self.moves, "move")
        return f"{self.game} ({', '.join(short_names(self.players))}; {moves}, {self.when:%d %B, %H:%M})"


def folder() -> Path:
    """Return the folder of saved games."""
    data = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(os.environ.get("LUDEX_GAMES") or Path(data, "ludex", "games")).expanduser()


def keep(table: Table[Any]) -> Path:
    """Save a table's history, in place of an earlier one of the same table."""
    file = _file_of(table)
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, table.history.to_json())
    _forget_oldest()
    return file


def _file_of(table: Table[Any]) -> Path:
    return folder() / f"{_plain(table.game.name)}-{table.engine.secrets[0].commitment[:12]}.json"


class OpenElsewhere(LudexError):
    """Raised for a game that is being played at another terminal."""


@contextmanager
def opened(table: Table[Any]) -> Iterator[None]:
    """Lock a table for this terminal, until the block or the process ends.

    If there are no locks, or no folder of saved games, nothing is refused.
    """
    lock = _lock_of(_file_of(table))
    held = wait_for_lock(lock, wait=False)
    if held is None and is_locked(lock):
        raise OpenElsewhere(
            f"this game of {table.game.title} is open at another terminal. Continue there, or start another game"
        )
    try:
        yield
    finally:
        if held is not None:
            lock.unlink(missing_ok=True)
            held.close()


def is_open(file: Path) -> bool:
    """Return True if a saved game is open at some terminal."""
    return is_locked(_lock_of(file))


def _lock_of(file: Path) -> Path:
    return file.with_name(f".{file.stem}.lock")


def unfinished(game: str | None = None) -> list[Kept]:
    """Return the saved games that are not over, the newest first: of one game, or of all."""
    found = (_read(file) for file in _newest_first())
    return [kept for kept in found if kept is not None and game in (None, kept.game)]


def is_of_this_table(file: Path, table: Table[Any]) -> bool:
    """Return True if a file is a history of this very table, and may be written over."""
    try:
        history = History.from_file(file)
    except (LudexError, OSError):
        return False
    return history.commitment == table.history.commitment


def _read(file: Path) -> Kept | None:
    """Read the summary of a saved game. None if it is over, or cannot be read."""
    try:
        data = msgspec.json.decode(file.read_bytes(), type=dict[str, Any])
        if data["outcome"] is not None:
            return None
        when = datetime.fromtimestamp(file.stat().st_mtime)
        return Kept(file, data["game"], tuple(data["players"]), len(data["moves"]), when)
    except (*NOT_JSON, KeyError, OSError, TypeError):
        return None


def _newest_first() -> list[Path]:
    try:
        files = [file for file in folder().iterdir() if file.suffix == ".json"]
        return sorted(files, key=lambda file: file.stat().st_mtime, reverse=True)
    except OSError:
        return []


def _forget_oldest() -> None:
    for file in _newest_first()[MOST_KEPT:]:
        file.unlink(missing_ok=True)


def _plain(name: str) -> str:
    return "".join(sign if sign.isalnum() or sign in "-_" else "-" for sign in name)

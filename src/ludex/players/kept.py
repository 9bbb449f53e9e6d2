"""Games that are kept by themselves: a game at the terminal is written to the disk before every decision of a person.

Only one terminal plays a kept game at a time. The files lie in `~/.local/share/ludex/games`, or where `LUDEX_GAMES`
says. A history has the secret seed, so nobody else may read them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from ludex.core.cache import is_locked, wait_for_lock
from ludex.core.errors import NOT_JSON, LudexError
from ludex.core.history import History
from ludex.core.table import Table
from ludex.players.names import short_names

MOST_KEPT = 100
"""How many files are kept: the newest."""


class Kept(msgspec.Struct, frozen=True):
    """A kept game that is not over."""

    file: Path
    game: str
    players: tuple[str, ...]
    moves: int
    when: datetime

    def __str__(self) -> str:
        moves = f"{self.moves} move{'s' * (self.moves != 1)}"
        return f"{self.game} ({', '.join(short_names(self.players))}; {moves}, {self.when:%d %B, %H:%M})"


def folder() -> Path:
    """Where games are kept."""
    data = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(os.environ.get("LUDEX_GAMES") or Path(data, "ludex", "games")).expanduser()


def keep(table: Table[Any]) -> Path:
    """Write a table's history to the disk, in the place of what was kept of it before."""
    file = _file_of(table)
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, table.history.to_json())
    _forget_oldest()
    return file


def _file_of(table: Table[Any]) -> Path:
    return folder() / f"{_plain(table.game.name)}-{table.secrets[0].commitment[:12]}.json"


class OpenElsewhere(LudexError):
    """A game that is being played at another terminal."""


@contextmanager
def opened(table: Table[Any]) -> Iterator[None]:
    """Play a table at this terminal and at no other, until the block ends or the process does.

    Where there are no locks, or no folder to keep games in, nobody is refused.
    """
    lock = _lock_of(_file_of(table))
    held = wait_for_lock(lock, wait=False)
    if held is None and is_locked(lock):
        raise OpenElsewhere(
            f"this game of {table.game.title} is being played at another terminal. Go on there, or start another game"
        )
    try:
        yield
    finally:
        if held is not None:
            lock.unlink(missing_ok=True)
            held.close()


def is_open(file: Path) -> bool:
    """Whether a kept game is being played at some terminal now."""
    return is_locked(_lock_of(file))


def _lock_of(file: Path) -> Path:
    return file.with_name(f".{file.stem}.lock")


def write_whole(file: Path, text: str) -> None:
    """Write a file so that it is either the old one or the new one, whatever happens. Only its owner may read it."""
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        beside.touch(mode=0o600)
        beside.write_text(text, encoding="utf-8")
        beside.replace(file)
    finally:
        beside.unlink(missing_ok=True)


def unfinished(game: str | None = None) -> list[Kept]:
    """The kept games that are not over, the newest first: of one game, or of all."""
    found = (_read(file) for file in _newest_first())
    return [kept for kept in found if kept is not None and game in (None, kept.game)]


def is_of_this_table(file: Path, table: Table[Any]) -> bool:
    """Whether a file is a history of this very table, and may be written over."""
    try:
        history = History.from_file(file)
    except (LudexError, OSError):
        return False
    return history.commitment == table.history.commitment


def _read(file: Path) -> Kept | None:
    """What a file says about its game. None if it is over, or cannot be read."""
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

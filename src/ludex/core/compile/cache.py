"""The cache of compiled rules, shared by processes.

Every entry of a game has a separate folder, `GAME/ENTRY-DIGEST`, and in it one file for each combination of argument
types and processor. A file starts with a checksum and its inputs. A file that is damaged, has different inputs, or
could have been written by another user is never loaded: it is removed, and the rules are compiled again.

Folders that were not used for `MAX_AGE_DAYS` are removed, and so are the oldest while all of them take more than
`MAX_MEGABYTES`.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import pickle
import re
import shutil
import stat
import tempfile
import time
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import IO, Any

from ludex.core.compile.shared_files import wait_for_lock, write_whole

MAX_AGE_DAYS = 30
MAX_MEGABYTES = 1000
ENDING = ".rules"

_log = logging.getLogger("ludex.rules")
_MAGIC = b"ludex compiled rules 1\n"
_DAY = 86_400
_ROOM = 1 << 20
"""Bytes that must fit into a folder for it to be used."""
_FOLDER = re.compile(r"\w+-[0-9a-f]{24}")


@cache
def cache_root() -> Path:
    """Return the folder of compiled rules: `LUDEX_CACHE`, else the user's cache folder, else a temporary one.

    >>> cache_root().is_dir()
    True
    """
    user = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    wanted = Path(os.environ.get("LUDEX_CACHE") or Path(user, "ludex")).expanduser()
    try:
        _try_out(wanted)
    except OSError as error:
        temporary = _temporary_root()
        _log.warning(
            "Compiled rules cannot be stored in %s (%s); using %s, which is temporary. "
            "Set LUDEX_CACHE to a folder that belongs to you and has free space.",
            wanted,
            error.strerror,
            temporary,
        )
        return temporary
    return wanted


def _try_out(folder: Path) -> None:
    """Make a folder. Raise `OSError` if it does not belong to the user or has no room."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not _is_mine(folder.stat()):
        raise PermissionError(0, "it belongs to another user")
    with tempfile.TemporaryFile(dir=folder) as file:
        file.write(bytes(_ROOM))


def _temporary_root() -> Path:
    """Return the same temporary folder for all processes of a user, or a new one if that cannot be used."""
    shared = Path(tempfile.gettempdir(), f"ludex-{os.getuid() if hasattr(os, 'getuid') else 'cache'}")
    try:
        if not shared.is_symlink():
            _try_out(shared)
            return shared
    except OSError:
        pass
    return Path(tempfile.mkdtemp(prefix="ludex-"))


def _is_mine(status: os.stat_result) -> bool:
    return not hasattr(os, "geteuid") or status.st_uid == os.geteuid()


class RuleCache:
    """The compiled forms of one entry, as a cache for Numba."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock: IO[bytes] | None = None

    @property
    def cache_path(self) -> str:
        """The folder, for Numba's statistics."""
        return str(self.folder)

    def load_overload(self, signature: Any, target: Any) -> Any:
        """Return the stored entry for these types, or None. Waits if another process is compiling it."""
        target.refresh()
        found = self._load(signature, target)
        if found is None:
            self._lock = wait_for_lock(self.folder / "lock")
            found = self._load(signature, target)
            if found is not None:
                self.unlock()
        return found

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Store a compiled entry. If that fails, log the reason and continue without."""
        if compiled.library.has_dynamic_globals:
            _log.warning("Compiled rules in %s read memory that cannot be stored.", self.folder)
            return
        try:
            serialize: Any = import_module("numba.core.serialize")
            identity = self._identity(signature, compiled.codegen)
            body = b"%d\n%s%s" % (len(identity), identity, serialize.dumps(compiled._reduce()))
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_whole(self._file(identity), _MAGIC + hashlib.sha256(body).digest() + body)
        except Exception as error:  # the rules are compiled: whatever is wrong with the file, they can be used
            why = getattr(error, "strerror", None) or error
            _log.warning(
                "Compiled rules could not be stored in %s (%s): the next process compiles them again.", self.folder, why
            )
        else:
            prune(self.folder.parent.parent)

    def unlock(self) -> None:
        """Let other processes compile this entry."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def enable(self) -> None:
        """Do nothing, because the cache is always enabled. Numba may call this."""

    disable = flush = enable

    def _identity(self, signature: Any, codegen: Any) -> bytes:
        """Return the inputs of a file: the entry with all that it reads, the types, the processor."""
        return repr((self.folder.name, str(signature), codegen.magic_tuple())).encode()

    def _file(self, identity: bytes) -> Path:
        return self.folder / (hashlib.sha256(identity).hexdigest()[:24] + ENDING)

    def _load(self, signature: Any, target: Any) -> Any:
        compiler: Any = import_module("numba.core.compiler")
        identity = self._identity(signature, target.codegen())
        file = self._file(identity)
        try:
            reduced = pickle.loads(read_own(file, identity))
            found = compiler.CompileResult._rebuild(target, *reduced)
        except FileNotFoundError:
            return None
        except Exception as error:  # if a file cannot be used for any reason, the rules are compiled again
            why = str(error) or type(error).__name__
            _log.warning("Compiled rules in %s cannot be used (%s); they are compiled again.", file, why)
            with contextlib.suppress(OSError):
                file.unlink()
            return None
        touch(self.folder)
        return found


def read_own(file: Path, identity: bytes) -> bytes:
    """Return the content of a file that only this user can have written, undamaged and made of `identity`."""
    with os.fdopen(os.open(file, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)), "rb") as f:
        status = os.fstat(f.fileno())
        if not _is_mine(status):
            raise ValueError("the file belongs to another user")
        if os.name == "posix" and status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
            raise ValueError("other users can write to the file")
        content = f.read()
    start = len(_MAGIC) + 32
    checksum, body = content[len(_MAGIC) : start], content[start:]
    if not content.startswith(_MAGIC) or hashlib.sha256(body).digest() != checksum:
        raise ValueError("the file is damaged")
    length, _, rest = body.partition(b"\n")
    if rest[: int(length)] != identity:
        raise ValueError("the file was made from different sources")
    return rest[int(length) :]


def touch(folder: Path) -> None:
    """Note that a folder is in use, at most once a day."""
    with contextlib.suppress(OSError):
        if time.time() - folder.stat().st_mtime > _DAY:
            os.utime(folder)


def prune(root: Path, max_age_days: float = MAX_AGE_DAYS, max_megabytes: float = MAX_MEGABYTES) -> list[Path]:
    """Remove folders of compiled rules that were not used for long, and the oldest if all of them take too much room.

    Only folders that look like those of compiled rules are ever touched. Returns those that were removed.
    """
    oldest = time.time() - max_age_days * _DAY
    room = max_megabytes * 1_000_000
    removed = []
    for used, size, folder in sorted(_folders(root), reverse=True):
        room -= size
        if used < oldest or room < 0:
            shutil.rmtree(folder, ignore_errors=True)
            removed.append(folder)
    return removed


def _folders(root: Path) -> Iterator[tuple[float, int, Path]]:
    """Yield every folder of compiled rules, with the time of its last use and its size."""
    for folder in root.glob("*/*-*"):
        with contextlib.suppress(OSError):
            if _FOLDER.fullmatch(folder.name) and folder.is_dir() and not folder.is_symlink():
                yield folder.stat().st_mtime, sum(f.stat().st_size for f in folder.rglob("*") if f.is_file()), folder

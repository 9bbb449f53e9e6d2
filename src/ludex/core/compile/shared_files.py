"""Files that several processes share: written in one step, and locked."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import IO

try:
    import fcntl
except ImportError:  # Windows: two processes may then compile and store the same entry
    fcntl = None  # type: ignore[assignment]  # a module that is not there


def write_whole(file: Path, content: bytes | str, private: bool = True, sync: bool = False) -> None:
    """Write a file in one step: readers never find half of it, and no part is left if it cannot be written.

    Only the user may read a `private` file. With `sync` it is on the disk when the call returns.
    """
    data = content.encode() if isinstance(content, str) else content
    part = file.with_name(f".{secrets.token_hex(8)}.part")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    try:
        with os.fdopen(os.open(part, flags, 0o600 if private else 0o666), "wb") as opened:
            opened.write(data)
            if sync:
                opened.flush()
                os.fsync(opened.fileno())
        part.replace(file)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def wait_for_lock(file: Path, wait: bool = True) -> IO[bytes] | None:
    """Return an open file that holds the lock of that name until it is closed; None if it cannot be locked.

    A lock is released when its process ends, for whatever reason, so no lock is ever left behind.
    """
    if fcntl is None:
        return None
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = file.open("ab")
    except OSError:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        handle.close()
        return None
    return handle


def is_locked(file: Path) -> bool:
    """Return True if some process holds the lock of that name."""
    if fcntl is None or not file.exists():
        return False
    held = wait_for_lock(file, wait=False)
    if held is None:
        return True
    held.close()
    return False

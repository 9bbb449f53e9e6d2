"""Tasks for other processes: they must belong to a module that can be imported."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path

from ludex import LudexError


def slow_square(number: int, seconds: float) -> int:
    time.sleep(seconds)
    return number * number


def nap(file: str, seconds: float) -> str:
    Path(file).write_text(str(os.getpid()))
    time.sleep(seconds)
    return file


def nap_stubbornly(file: str, seconds: float) -> str:
    """Does not let anything through that is raised in the meantime."""
    until = time.monotonic() + seconds
    Path(file).write_text(str(os.getpid()))
    while time.monotonic() < until:
        with suppress(BaseException):
            time.sleep(seconds)
    return file


def fail(why: str) -> None:
    raise LudexError(why)

"""Tasks for other processes: they must belong to a module that can be imported."""

from __future__ import annotations

import time
from pathlib import Path

from ludex import LudexError


def slow_square(number: int, seconds: float) -> int:
    time.sleep(seconds)
    return number * number


def nap(file: str, seconds: float) -> str:
    Path(file).write_text("begun")
    time.sleep(seconds)
    return file


def fail(why: str) -> None:
    raise LudexError(why)

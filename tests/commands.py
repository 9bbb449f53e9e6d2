"""`ludex` as a person calls it, in this process: the types of the fixtures in `conftest.py`."""

from __future__ import annotations

from typing import Protocol


class TypeIn(Protocol):
    """Prepares lines that a person types, one after the other; then the input ends."""

    def __call__(self, *typed: str) -> None: ...


class Run(Protocol):
    """Runs the command with these arguments, and returns its status, its output and its error output."""

    def __call__(self, *arguments: str, typed: tuple[str, ...] = (), columns: int = 200) -> tuple[int, str, str]: ...

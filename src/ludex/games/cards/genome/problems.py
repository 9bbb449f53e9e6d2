"""What can be wrong with a genome, and how it is told."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ludex.core.errors import LudexError


class Problem(msgspec.Struct, frozen=True):
    """Something wrong with a genome: where, what, and what to do about it."""

    place: str
    what: str
    fix: str

    def __str__(self) -> str:
        return f"{self.place}: {self.what}. {self.fix}"


class BadGenome(LudexError):
    """A genome that cannot be read, or that does not describe a game. `problems` lists all that is wrong with it."""

    def __init__(self, what: str, problems: Sequence[Problem] = ()) -> None:
        lines = [str(problem) for problem in problems]
        told = f"{what}: {lines[0]}" if len(lines) == 1 else "\n  ".join([f"{what}:", *lines]) if lines else what
        super().__init__(told)
        self.problems = tuple(problems)

"""Problems of genomes, and the errors that report them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from ludex.author import LudexError, quote

MOST_PROBLEMS = 50
"""The number of problems that a message lists at most."""
MOST_TOLD = 500
"""The number of characters of a problem that a message shows at most."""


Repair = dict[str, Any]
"""Values by path: what to write where, so that a problem goes away. Others may then come to light."""


class Problem(msgspec.Struct, frozen=True):
    """Something wrong with a genome: where, what, and what to do about it.

    `place` is the path of a field in the genome's JSON. Where the text is known, `line` and `column` count from 1.
    `repairs` are ways out that a program can take, the smallest first, each as values by path.
    """

    place: str
    what: str
    fix: str
    line: int | None = None
    column: int | None = None
    repairs: tuple[Repair, ...] = ()

    def __str__(self) -> str:
        at = f"line {self.line}, column {self.column}: " if self.line else ""
        place = f"{self.place}: " if self.place else ""
        return f"{at}{place}{self.what}. {self.fix}"


def problem(place: str, what: str, fix: str, *repairs: Repair) -> Problem:
    """Return a problem with the repairs for it.

    >>> problem("match.floor", "no hand costs points", "Set it to 0.", {"match.floor": 0}).repairs
    ({'match.floor': 0},)
    """
    return Problem(place, what, fix, repairs=repairs)


class BadGenome(LudexError):
    """A genome that cannot be read, or that does not describe a game. `problems` lists all that is wrong with it."""

    def __init__(self, what: str, problems: Sequence[Problem] = ()) -> None:
        lines = [quote(problem, str, MOST_TOLD) for problem in problems[:MOST_PROBLEMS]]
        if len(problems) > MOST_PROBLEMS:
            lines.append(f"and {len(problems) - MOST_PROBLEMS:,} more problems")
        told = f"{what}: {lines[0]}" if len(lines) == 1 else "\n  ".join([f"{what}:", *lines]) if lines else what
        super().__init__(told)
        self.what = what
        self.problems = tuple(problems)

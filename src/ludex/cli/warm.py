"""`ludex warm`: compile ahead of time."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from ludex.cli.console import err, out
from ludex.core import warm as core
from ludex.core.kernel import ENTRIES
from ludex.core.registry import game, game_names
from ludex.core.rule import cache_root


def warm(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="Default: all games.")] = None,
) -> None:
    """Compile the rules of games, so that the first game starts at once.

    Example: `ludex warm automation`
    """
    for name in games or game_names():
        found = game(name)
        started = time.perf_counter()
        missing = len(core.entries_to_compile(found))
        with err.status(f"{found.title}") as status:
            for entry in core.warm(found):
                status.update(f"{found.title}: {entry}")
        seconds = time.perf_counter() - started
        out.print(f"{name}: {missing} compiled, {len(ENTRIES) - missing} found, {seconds:.1f} s")
    out.print(f"Kept in {cache_root()}", markup=False)

"""`ludex warm`: compile ahead of time."""

from __future__ import annotations

import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import suppress
from importlib import import_module
from multiprocessing import get_context
from typing import Annotated

import typer

from ludex.arena.processes import available_cores
from ludex.cli import commands
from ludex.console import err, say
from ludex.core.compile.cache import cache_root
from ludex.core.compile.playout import play_games
from ludex.core.game import warm as core
from ludex.core.game.registry import game, game_names


def warm(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="Default: all games.")] = None,
    basic: Annotated[
        bool, typer.Option("--basic", help="Leave out searches, and other loops that do not belong to the game.")
    ] = False,
) -> None:
    """Compile the rules of games, one game on each core: all that tables, bots, searches and simulations use.

    A game can be played without it, as rules run interpreted until they are compiled. Games of one family share rules.

    Example: `ludex warm automation`
    """
    families = {type(game(name)): name for name in reversed(list(games or game_names()))}
    names = sorted(families.values(), key=_size, reverse=True)
    with (
        err.status(f"Compiling {', '.join(names)}"),
        ProcessPoolExecutor(min(len(names), available_cores()), mp_context=get_context("spawn")) as pool,
    ):
        for done in as_completed([pool.submit(warm_game, name, basic) for name in names]):
            name, missing, known, seconds = done.result()
            say(f"{name}: {missing} compiled, {known - missing} found, {seconds:.1f} s")
    say(f"Stored in {cache_root()}")


def _size(name: str) -> int:
    """Return the amount to compile: the largest game is begun first, so that it does not run alone at the end."""
    return game(name).machine.compiled.program.size(play_games)


def load_loops() -> None:
    """Import the modules of all commands, and those of batches: loops are registered by the import."""
    import_module("ludex.batch")
    import_module("ludex.doors.one_game")
    for entry in commands().values():
        with suppress(Exception):  # a broken package must not break the others
            entry.load()


def warm_game(name: str, basic: bool = False) -> tuple[str, int, int, float]:
    """Compile one game; return its name, the number of missing entries, of all entries, and the seconds it took."""
    started = time.perf_counter()
    load_loops()
    entries = core.entries_of(game(name), generic=not basic)
    missing = core.entries_to_compile(game(name), *entries)
    for _ in core.warm(game(name), *missing) if missing else ():
        pass
    return name, len(missing), len(entries), time.perf_counter() - started

"""The background process: compiles the entries that the tables of a game use, and ends.

    python -m ludex.core.game.background_compiler ADDRESS [MODULE:LOOP]...

`ludex.core.game.starting_rules` starts it, and defines addresses.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import msgspec

from ludex.core.compile.cache import cache_root
from ludex.core.compile.compiled_rules import ENTRIES
from ludex.core.compile.program import can_be_cached
from ludex.core.compile.shared_files import is_locked, wait_for_lock
from ludex.core.game.game import Game
from ludex.core.game.registry import defined_game
from ludex.core.game.registry import game as find_game
from ludex.core.game.starting_rules import BUSY, NO_CACHE, lock_of
from ludex.core.game.warm import TABLE, use_once


def main(address: str, own: Sequence[str]) -> int:
    """Compile a game's entries, the most urgent first, and return the exit status."""
    if hasattr(os, "nice"):
        os.nice(5)
    if not can_be_cached():
        return NO_CACHE
    game = game_at(address)
    lock = lock_of(game.machine.compiled.program.label)
    if is_locked(lock):
        return BUSY
    held = wait_for_lock(lock, wait=False)
    try:
        compile_entries(game, own)
    finally:
        if held is not None:
            held.close()
    return 0


def compile_entries(game: Game, own: Sequence[str]) -> None:
    """Compile the entries of tables, then loops of other modules."""
    loops: list[Callable[..., Any]] = [ENTRIES[name] for name in TABLE]
    for place in own:
        module, _, name = place.partition(":")
        loops.append(getattr(import_module(module), name))
    for loop in loops:
        if not cache_root().is_dir():  # the cache was deleted, for example at the end of a test
            return
        if not game.machine.compiled.program.is_cached(loop):
            use_once(game, game.machine.compiled, loop)


def game_at(address: str) -> Game:
    """Return the game that another process means."""
    kind, _, where = address.partition(" ")
    if kind == "game":
        return find_game(where)
    if kind == "definition":
        return defined_game(msgspec.json.decode(where))
    module, _, name = where.partition(":")
    found: Game = getattr(import_module(module), name)()
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))

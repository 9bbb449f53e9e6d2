"""The process beside: compiles what the tables of a game use, and ends.

    python -m ludex.core.beside ADDRESS [MODULE:LOOP]...

`ludex.core.start` starts it, and says what an address is.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import msgspec

from ludex.core.cache import cache_root, is_locked, wait_for_lock
from ludex.core.game import Game
from ludex.core.kernel import ENTRIES
from ludex.core.registry import defined_game
from ludex.core.registry import game as find_game
from ludex.core.start import BUSY, lock_of
from ludex.core.warm import TABLE, use_once


def main(address: str, own: Sequence[str]) -> int:
    """Compile a game's entries, the most urgent first; returns the exit status."""
    if hasattr(os, "nice"):
        os.nice(10)
    game = game_at(address)
    lock = lock_of(game.compiled.program.label)
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
    """Compile what tables use, then loops of other modules."""
    loops: list[Callable[..., Any]] = [ENTRIES[name] for name in TABLE]
    for place in own:
        module, _, name = place.partition(":")
        loops.append(getattr(import_module(module), name))
    for loop in loops:
        if not cache_root().is_dir():  # nobody wants it any more
            return
        if not game.compiled.program.is_cached(loop):
            use_once(game, game.compiled, loop)


def game_at(address: str) -> Game:
    """The game that another process means."""
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

"""Compile the rules that the tests use, once for all processes in which they run.

    python -m tools.warm

Entries of a game have most of their rules in common. One process therefore compiles all entries of a game: what they
have in common is worked out once, and not again by every test that is the first to use an entry.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

from ludex.arena.processes import available_cores
from ludex.cli.warm import load_loops
from ludex.core.game.registry import game
from ludex.core.game.warm import entries_of, entries_to_compile, warm

SEARCH = ("play_on",)
BATCH = ("step_games", "pick_moves", "read_actions")
ONE_GAME = ("write_features", "settle_game")
MORE = {
    "betting-war": (*SEARCH, *ONE_GAME),
    "power-grid": (),
    "diplomacy": (),
    "modern-art": (*SEARCH, *ONE_GAME),
    "automation": (*SEARCH, *BATCH, *ONE_GAME),
}
"""A game of every system, the largest first, and the loops for all games that tests use with it."""
NOT_USED = ("watch_games",)
"""Loops of a game that only thorough tests use."""


def wanted(name: str) -> list[str]:
    """Return the entries of a game that tests use.

    >>> "setup" in wanted("automation"), "play_on" in wanted("automation"), "play_on" in wanted("power-grid")
    (True, True, False)
    """
    load_loops()
    found = game(name)
    return [entry for entry in entries_of(found, generic=False) if entry not in NOT_USED] + list(MORE[name])


def compile_game(name: str) -> tuple[str, int]:
    """Compile what is missing of a game, and return its name and the number of entries that were missing."""
    missing = entries_to_compile(game(name), *wanted(name))
    for _ in warm(game(name), *missing) if missing else ():
        pass
    return name, len(missing)


def main() -> None:
    """Compile every game, one on each core."""
    with ProcessPoolExecutor(min(len(MORE), available_cores()), mp_context=get_context("spawn")) as pool:
        for done in as_completed([pool.submit(compile_game, name) for name in MORE]):
            name, missing = done.result()
            print(f"{name}: {missing} entries compiled")


if __name__ == "__main__":
    main()

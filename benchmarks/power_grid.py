"""Power Grid: whole games of four, on one core and on two, beside the bars set for them and the interpreted rules.

No package on PyPI or npm plays Power Grid, so there is no peer to run beside it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np

import ludex
from benchmarks.measure import Row, best_in_turn, compare
from ludex.arena import simulate
from ludex.core.chance import DICE, game_seeds, secret_seed
from ludex.core.events import new_log

GAMES = {"random": 4_000, "planner": 1_000, "tycoon": 1_000}
MOVES_BAR = 1_000_000
"""Random moves a second on one core that were to be reached."""
GAMES_BAR = 200
"""Games a second of four planning bots on one core: a game in 5 milliseconds."""


def rows() -> Iterator[Row]:
    """All measurements of Power Grid."""
    for bot in GAMES:
        yield from whole_games(bot)
    size = ludex.game("power-grid").record.size
    yield compare("power-grid: bytes per state", "bytes", size, "a 4 KiB page", 4096, less_is_better=True)


def whole_games(bot: str) -> Iterator[Row]:
    """Four equal bots on the map of Germany."""
    name = f"power-grid: 4 × {bot}"
    moves_of(bot, compiled=True, games=1)
    one_moves, one, two, slow = best_in_turn(
        3,
        lambda: moves_of(bot, compiled=True, games=GAMES[bot]),
        lambda: simulate("power-grid", [bot] * 4, GAMES[bot], cores=1).games_per_s,
        lambda: simulate("power-grid", [bot] * 4, GAMES[bot], cores=2).games_per_s,
        lambda: moves_of(bot, compiled=False, games=1),
    )
    if bot == "random":
        yield compare(name, "moves/s", one_moves, "the bar", MOVES_BAR)
    else:
        yield compare(name, "games/s", one, "the bar, 5 ms a game", GAMES_BAR)
    yield compare(name, "moves/s", one_moves, "the same rules interpreted", slow)
    yield compare(name, "games/s", two, "ludex on one core", one, 2)


def moves_of(bot: str, *, compiled: bool, games: int) -> float:
    """Moves a second on one core, compiled or interpreted from the same sources."""
    game = ludex.game("power-grid")
    kernel = game.compiled if compiled else game.interpreted
    results = np.zeros((games, 5, 2), np.int64)
    given = (
        game.record.new(games),
        game.template(4, game.options()),
        DICE.new(),
        game_seeds(secret_seed(1), 0, games),
        np.full((1, 4), game.bot_slots[bot]),
        np.zeros((game.max_options, 2), np.int64),
        new_log(0),
        results,
        game.max_moves,
    )
    started = time.perf_counter()
    kernel.play_games(*given)
    return float(results[:, 0, 0].sum() / (time.perf_counter() - started))

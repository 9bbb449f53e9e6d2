"""Power Grid: whole games of four, on one core and on two, compared with target rates and the interpreted rules.

No package on PyPI or npm plays Power Grid, so there is no peer to compare with.
"""

from __future__ import annotations

from collections.abc import Iterator

import ludex
from benchmarks.measure import Row, best_in_turn, compare, interpreted_moves
from ludex.arena import simulate
from ludex.arena.simulate import Simulation

GAMES = {"random": 4_000, "planner": 1_000, "tycoon": 1_000}
MOVES_BAR = 1_000_000
"""Target rate of random moves per second on one core."""
GAMES_BAR = 200
"""Target rate of games per second of four planning bots on one core: a game in 5 milliseconds."""


def rows() -> Iterator[Row]:
    """Yield all measurements of Power Grid."""
    for bot in GAMES:
        yield from whole_games(bot)
    size = ludex.game("power-grid").machine.layout.size
    yield compare("power-grid: bytes per state", "bytes", size, "a 4 KiB page", 4096, less_is_better=True)


def whole_games(bot: str) -> Iterator[Row]:
    """Measure four equal bots on the map of Germany."""
    name, game = f"power-grid: 4 × {bot}", ludex.game("power-grid")

    def ours(cores: int) -> Simulation:
        return simulate("power-grid", [bot] * 4, GAMES[bot], cores=cores)

    moves = ours(1).moves / GAMES[bot]
    one, two, slow = best_in_turn(
        3,
        lambda: ours(1).games_per_s,
        lambda: ours(2).games_per_s,
        lambda: interpreted_moves(game, 4, bot),
    )
    if bot == "random":
        yield compare(name, "moves/s", one * moves, "the bar", MOVES_BAR)
    else:
        yield compare(name, "games/s", one, "the bar, 5 ms a game", GAMES_BAR)
    yield compare(name, "moves/s", one * moves, "the same rules interpreted", slow)
    yield compare(name, "games/s", two, "ludex on one core", one, 2)

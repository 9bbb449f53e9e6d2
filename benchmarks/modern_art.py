"""Modern Art: whole games and single moves. There is no usable peer on PyPI or npm: it is the rules interpreted."""

from __future__ import annotations

import ludex
from benchmarks.measure import Row, best_in_turn, compare, drive_kernel, interpreted_moves, rate
from ludex.arena import simulate
from ludex.arena.simulate import Simulation

SEATS = 4
INTERPRETED = "the same rules interpreted"
MOVES = 200_000


def rows() -> list[Row]:
    """Return all measurements of Modern Art, four seats, default options."""
    game = ludex.game("modern-art")
    slow = {bot: interpreted_moves(game, SEATS, bot) for bot in ("random", "medium")}
    found = [
        row for bot, games in (("random", 60_000), ("medium", 1_500)) for row in whole_games(bot, games, slow[bot])
    ]
    return [*found, *single_moves(slow["random"])]


def whole_games(bot: str, games: int, slow: float) -> list[Row]:
    """Play four equal bots, on one core and on two; the peer's games have the same number of moves."""

    def ours(cores: int) -> Simulation:
        return simulate("modern-art", [bot] * SEATS, games, cores=cores)

    moves = ours(1).moves / games
    one, two = best_in_turn(5, lambda: ours(1).moves_per_s, lambda: ours(2).moves_per_s)
    what = f"modern-art: {SEATS} × {bot}"
    return [
        compare(what, "moves/s", one, INTERPRETED, slow),
        compare(what, "games/s", one / moves, INTERPRETED, slow / moves),
        compare(f"{what}, two cores", "moves/s", two, "ludex on one core", one, 2),
        compare(f"{what}, two cores", "games/s", two / moves, "ludex on one core", one / moves, 2),
    ]


def single_moves(slow: float) -> list[Row]:
    """Measure one game after another, driven from Python move by move."""
    game = ludex.game("modern-art")
    fast, table = best_in_turn(
        3, lambda: drive_kernel(game, game.machine.compiled, SEATS, MOVES, "random"), lambda: drive_table(MOVES // 20)
    )
    return [
        compare("modern-art: kernel driven from Python", "moves/s", fast, INTERPRETED, slow),
        compare("modern-art: table driven from Python", "moves/s", table, INTERPRETED, slow),
    ]


def drive_table(moves: int) -> float:
    """Use the public API: a table, its options, a typed move, its events."""
    game = ludex.game("modern-art")

    def work() -> None:
        table = game.new(SEATS, seed=1)
        for number in range(moves):
            if table.outcome is not None:
                table = game.new(SEATS, seed=number)
            seat = table.waiting[0]
            options = table.options(seat)
            table.play(seat, options[number % len(options)])

    return rate(work, moves)

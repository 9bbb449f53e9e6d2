"""Modern Art: whole games and single moves. We found no usable peer on PyPI or npm: it is the rules interpreted."""

from __future__ import annotations

import numpy as np

import ludex
from benchmarks.measure import Row, best_in_turn, compare, rate
from ludex.arena import simulate
from ludex.arena.simulate import Simulation
from ludex.core.chance import new_dice, secret_seed
from ludex.core.events import new_log
from ludex.core.kernel import Kernel

SEATS = 4
INTERPRETED = "the same rules interpreted"
MOVES = 200_000


def rows() -> list[Row]:
    """All measurements of Modern Art, four seats, default options."""
    slow = {bot: drive_kernel(ludex.game("modern-art").interpreted, 600, bot) for bot in ("random", "medium")}
    found = [
        row for bot, games in (("random", 20_000), ("medium", 1_500)) for row in whole_games(bot, games, slow[bot])
    ]
    return [*found, *single_moves(slow["random"])]


def whole_games(bot: str, games: int, slow: float) -> list[Row]:
    """Four equal bots, on one core and on two; the peer's games are as many moves long."""

    def ours(cores: int) -> Simulation:
        return simulate("modern-art", [bot] * SEATS, games, cores=cores)

    moves = ours(1).moves / games
    one, two = best_in_turn(3, lambda: ours(1).moves_per_s, lambda: ours(2).moves_per_s)
    what = f"modern-art: {SEATS} × {bot}"
    return [
        compare(what, "moves/s", one, INTERPRETED, slow),
        compare(what, "games/s", one / moves, INTERPRETED, slow / moves),
        compare(f"{what}, two cores", "moves/s", two, "ludex on one core", one, 2),
        compare(f"{what}, two cores", "games/s", two / moves, "ludex on one core", one / moves, 2),
    ]


def single_moves(slow: float) -> list[Row]:
    """One game after another, driven from Python move by move."""
    kernel = ludex.game("modern-art").compiled
    fast, table = best_in_turn(3, lambda: drive_kernel(kernel, MOVES, "random"), lambda: drive_table(MOVES // 20))
    return [
        compare("modern-art: kernel driven from Python", "moves/s", fast, INTERPRETED, slow),
        compare("modern-art: table driven from Python", "moves/s", table, INTERPRETED, slow),
    ]


def drive_kernel(kernel: Kernel, moves: int, bot: str) -> float:
    """Bots on bare records: who is asked, what it chooses, play."""
    game = ludex.game("modern-art")
    states = game.template(SEATS, game.read_options({}))
    blank = states.copy()
    dice, log = new_dice(secret_seed(1)), new_log(0)
    buffer = np.zeros((game.max_options, 2), np.int64)

    def work(count: int) -> None:
        for _ in range(count):
            mask = kernel.waiting(states, 0)
            if mask == 0:
                states[:] = blank
                states["rng"] = dice["rng"]
                kernel.setup(states, 0)
                mask = kernel.waiting(states, 0)
            seat = (mask & -mask).bit_length() - 1
            kernel.play(states, 0, seat, kernel.choose(game.bot_slots[bot], states, 0, seat, buffer, dice), log)

    states["rng"] = dice["rng"]
    kernel.setup(states, 0)
    work(20)
    return rate(lambda: work(moves), moves)


def drive_table(moves: int) -> float:
    """The public way: a table, its options, a typed move, its events."""
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

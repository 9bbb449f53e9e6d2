"""Measuring: a few rounds in turn, of which the best counts, so that noise of the machine affects all alike."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np

from ludex import Game
from ludex.core.compile.compiled_rules import Kernel
from ludex.core.game.template import template_of
from ludex.core.language.chance import DICE, game_seeds, new_dice, secret_seed
from ludex.core.language.events import new_log


class Row(msgspec.Struct, frozen=True):
    """One line of the results: ours, the peer's, and the ratio (larger is better for us)."""

    name: str
    ours: float
    peer: str
    peer_value: float
    ratio: float
    unit: str
    cores: int


def rate(work: Callable[[], Any], count: int) -> float:
    """Return the rate per second, if `work` does `count` of something."""
    started = time.perf_counter()
    work()
    return count / (time.perf_counter() - started)


def cpu_rate(work: Callable[[], Any], count: int) -> float:
    """Return the rate per second of CPU time, on one core: other programs on the machine matter less."""
    started = time.process_time()
    work()
    return count / (time.process_time() - started)


def best_in_turn(rounds: int, *measures: Callable[[], float]) -> list[float]:
    """Return the best value of every measure, measured in turn."""
    values = [[measure() for measure in measures] for _ in range(rounds)]
    return [max(column) for column in zip(*values, strict=True)]


def compare(
    name: str, unit: str, ours: float, peer: str, peer_value: float, cores: int = 1, *, less_is_better: bool = False
) -> Row:
    """Make a row with its ratio."""
    ratio = peer_value / ours if less_is_better else ours / peer_value
    return Row(name, ours, peer, peer_value, ratio, unit, cores)


def drive_kernel(game: Game, kernel: Kernel, seats: int, moves: int, bot: str) -> float:
    """Return the moves per second of bots on bare records, driven from Python: who is asked, what it chooses, play."""
    states = template_of(game, seats, game.settings())
    blank = states.copy()
    dice, log = new_dice(secret_seed(1)), new_log(0)
    options = np.zeros((game.max_options, 2), np.int64)

    def start() -> None:
        states[:] = blank
        states["rng"] = dice["rng"]
        kernel.setup(states, 0)

    def work(count: int) -> None:
        for _ in range(count):
            if not (mask := kernel.waiting(states, 0)):
                start()
                mask = kernel.waiting(states, 0)
            seat = (mask & -mask).bit_length() - 1
            kernel.play(
                states, 0, seat, kernel.choose(game.machine.bot_slots[bot], states, 0, seat, options, dice), log
            )

    start()
    work(20)
    return rate(lambda: work(moves), moves)


def interpreted_moves(game: Game, seats: int, bot: str, games: int = 2) -> float:
    """Return the moves per second of whole games between equal bots, by interpreted rules."""
    results = np.zeros((games, 1 + seats, 2), np.int64)
    started = time.perf_counter()
    game.machine.interpreted.play_games(
        game.machine.layout.new(games),
        template_of(game, seats, game.settings()),
        DICE.new(),
        game_seeds(secret_seed(1), 0, games),
        np.full((1, seats), game.machine.bot_slots[bot]),
        np.zeros((game.max_options, 2), np.int64),
        new_log(0),
        results,
        game.max_moves,
    )
    return float(results[:, 0, 0].sum() / (time.perf_counter() - started))

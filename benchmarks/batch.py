"""Batches: steps per second with features and masks, random legal actions, by game, batch size and number of cores.

Only the steps count, not the choice of actions. On one core CPU time counts, on two cores the clock. The peer is
OpenSpiel's Spades in a Python loop with legal actions and observation tensor, and for the two games with a bar the bar.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

from benchmarks.measure import Row, best_in_turn, compare
from benchmarks.python_face import open_spiel_moves
from ludex.batch import Batch

BAR = 3_000_000
SECONDS = 0.5
"""Seconds of a round of one measure."""
SIZES = (1, 32, 1_024, 65_536)
USUAL = 1_024


def rows() -> Iterator[Row]:
    """Yield the steps of games with a bar, then batch sizes, learners among bots, and the other games."""
    for name in ("automation", "spades"):
        one, two = best_in_turn(3, measure(name), measure(name, cores=2))
        yield compare(f"batch: {name}, {USUAL:,} games", "steps/s", one, "the bar", BAR)
        yield compare(f"batch: {name}, {USUAL:,} games, two cores by the clock", "steps/s", two, "one core", one, 2)
    (peer,) = best_in_turn(3, lambda: open_spiel_moves(observe=True))
    for size in SIZES:
        (ours,) = best_in_turn(3, measure("spades", size))
        yield compare(f"batch: spades, {size:,} games", "steps/s", ours, "OpenSpiel Python, observed", peer)
    for name, bots in (("automation", {1: "big-money"}), ("spades", dict.fromkeys((1, 2, 3), "careful"))):
        ours, alone = best_in_turn(3, measure(name, bots=bots), measure(name))
        yield compare(f"batch: {name}, one learner among bots", "steps/s", ours, "a learner at every seat", alone)
    for name in ("modern-art", "power-grid", "diplomacy", "gin-rummy"):
        (ours,) = best_in_turn(3, measure(name, 256))
        yield compare(f"batch: {name}, 256 games", "steps/s", ours, "OpenSpiel Python, observed", peer)


def measure(name: str, size: int = USUAL, cores: int = 1, **settings: Any) -> Callable[[], float]:
    """Return a function that measures the steps of a batch per second."""
    return counted(Batch(name, size, seed=1, cores=cores, **settings), size, process_clock=cores == 1)


def counted(games: Any, size: int, *, process_clock: bool) -> Callable[[], float]:
    """Return a function that measures the steps of many games per second, by CPU time or by the clock."""
    now = time.process_time if process_clock else time.perf_counter

    def steps() -> float:
        count, spent, end = 0, 0.0, time.monotonic() + SECONDS
        while time.monotonic() < end or not count:
            actions = games.random_actions()
            started = now()
            games.step(actions)
            spent += now() - started
            count += size
        return count / spent

    steps()
    return steps

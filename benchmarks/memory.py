"""The memory of tables, compared with its limits: the needs of a server with thousands of them."""

from __future__ import annotations

import gc
import random
import tracemalloc
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path

import ludex
from benchmarks.measure import Row, compare
from ludex import Game, Table

FRESH_BAR, MANY_BAR = 10.0, 400.0
"""Kilobytes of a fresh table, and megabytes of ten thousand tables of a hundred moves."""
SAMPLE = 500
"""Number of tables that are really made, of the ten thousand."""
PLAYED = ("automation", "modern-art", "power-grid", "diplomacy", "partnership-spades")


def rows() -> Iterator[Row]:
    """Yield all measurements of memory: the largest fresh table of all games, and many tables of each big game."""
    name, size = max(((name, fresh_table(ludex.game(name))) for name in ludex.game_names()), key=lambda pair: pair[1])
    yield compare(f"memory: the largest fresh table ({name})", "kB", size, "the bar", FRESH_BAR, less_is_better=True)
    for name in PLAYED:
        what = f"memory: 10,000 tables of 100 moves, {name}"
        yield compare(what, "MB", in_new_process(name), "the bar", MANY_BAR, less_is_better=True)


def in_new_process(name: str) -> float:
    """Return the megabytes of many tables, in a process without remains of earlier measurements."""
    with get_context("spawn").Pool(1) as pool:
        return pool.apply(many_tables, (name,))


def fresh_table(game: Game, count: int = 20) -> float:
    """Return the kilobytes of a table before its first move, with the largest number of seats."""
    seats = game.seats[-1]
    game.new(seats, seed=0)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    tables = [game.new(seats, seed=seed) for seed in range(count)]
    gc.collect()
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return (after - before) / len(tables) / 1_000


def many_tables(name: str, moves: int = 100) -> float:
    """Return the megabytes that the process grows by with ten thousand tables, estimated from a sample."""
    game, dice = ludex.game(name), random.Random(1)
    play_at_random(game, 0, moves, dice)
    gc.collect()
    before = resident()
    tables = [play_at_random(game, seed, moves, dice) for seed in range(SAMPLE)]
    gc.collect()
    return (resident() - before) / len(tables) * 10_000 / 1e6


def play_at_random(game: Game, seed: int, moves: int, dice: random.Random) -> Table:
    """Return a table after some random moves, or at its end."""
    table: Table = game.new(game.seats[-1], seed=seed)
    while table.waiting and len(table.played) < moves:
        seat = table.waiting[0]
        options = table.options(seat)
        table.engine.play_packed(seat, game.moves.pack(options[dice.randrange(len(options))]))
    return table


def resident() -> int:
    """Return the resident memory of this process, in bytes."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) * 1024

"""Automation: whole games against pyminion, single moves from Python, starts from cold and from the cache."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

import numpy as np

import ludex
from benchmarks import pyminion_peer
from benchmarks.measure import Row, best_in_turn, compare, rate
from ludex.arena import simulate
from ludex.core.compile.compiled_rules import Kernel
from ludex.core.game.template import template_of
from ludex.core.language.chance import new_dice, secret_seed
from ludex.core.language.events import new_log
from ludex.core.language.move_packing import packed
from ludex.games.automation import BuyCard, EndPhase
from ludex.games.automation.components import KINDS

MOVES = 200_000


def rows() -> Iterator[Row]:
    """Yield all measurements of Automation."""
    for bots, ours, theirs in (("big-money", 60_000, 150), ("random", 30_000, 60)):
        yield from whole_games(bots, ours, theirs)
    yield from single_moves()
    yield from starts()
    size = ludex.game("automation").layout.size
    yield compare("automation: bytes per state", "bytes", size, "a 4 KiB page", 4096, less_is_better=True)


def whole_games(bots: str, games: int, peer_games: int) -> Iterator[Row]:
    """Measure two equal bots in the default edition; the peer on one process, then on two."""

    def ours(cores: int) -> float:
        return simulate("automation", [bots, bots], games, cores=cores).games_per_s

    ours(1)
    one, two, peer, peer_two = best_in_turn(
        3,
        lambda: ours(1),
        lambda: ours(2),
        lambda: pyminion_peer.play(bots, peer_games),
        lambda: pyminion_peer.play_on_two(bots, peer_games),
    )
    yield compare(f"automation: 2 × {bots}", "games/s", one, "pyminion", peer, 1)
    yield compare(f"automation: 2 × {bots}", "games/s", two, "pyminion, two processes", peer_two, 2)
    yield compare(f"automation: 2 × {bots}, two cores", "games/s", two, "ludex on one core", one, 2)


def single_moves() -> Iterator[Row]:
    """Measure one game after another, driven from Python move by move."""
    game = ludex.game("automation")
    fast, table, slow = best_in_turn(
        3,
        lambda: drive_kernel(game.compiled, MOVES),
        lambda: drive_table(MOVES // 20),
        lambda: drive_kernel(game.interpreted, 400),
    )
    yield compare("automation: play + legal from Python", "moves/s", fast, "the same rules interpreted", slow)
    yield compare("automation: table, typed moves and views", "moves/s", table, "play + legal from Python", fast)


def drive_kernel(kernel: Kernel, moves: int) -> float:
    """Call `legal`, then `play` of any option; the turn can only change after a buy or the end of a phase."""
    game = ludex.game("automation")
    states = template_of(game, 2, game.settings())
    states["rng"] = new_dice(secret_seed(1))["rng"]
    start = states.copy()
    kernel.setup(states, 0)
    out, log = np.zeros((game.max_options, 2), np.int64), new_log(0)
    picks = np.random.default_rng(1).random(moves).tolist()
    passing_on = {packed(EndPhase), *(packed(BuyCard, card) for card in range(KINDS))}
    legal, play, waiting = kernel.legal, kernel.play, kernel.waiting
    legal(states, 0, 0, out)
    waiting(states, 0)

    def run() -> None:
        seat = 0
        for pick in picks:
            count = legal(states, 0, seat, out)
            move = out.item(int(pick * count), 0)
            play(states, 0, seat, move, log)
            if move in passing_on:
                mask = waiting(states, 0)
                if mask == 0:
                    states[:] = start
                    kernel.setup(states, 0)
                seat = 0 if mask == 0 else mask.bit_length() - 1

    return rate(run, moves)


def drive_table(moves: int) -> float:
    """Use the whole Python API: options, a typed move, play, and the seat's view."""
    game = ludex.game("automation")
    picks = np.random.default_rng(1).random(moves).tolist()

    def run() -> None:
        table = game.new(2, seed=1)
        for pick in picks:
            if not table.waiting:
                table = game.new(2, seed=1)
            seat = table.waiting[0]
            options = table.options(seat)
            table.play(seat, options[int(pick * len(options))])
            table.view(seat)

    return rate(run, moves)


def starts() -> Iterator[Row]:
    """Measure the time until a process has simulated its first game, from cold and from the cache."""
    ludex_command = [sys.executable, "-m", "ludex"]
    game = [*ludex_command, "simulate", "automation", "--games", "1", "--json"]
    with tempfile.TemporaryDirectory() as folder:
        cold = _seconds(game, folder)
        cached = min(_seconds(game, folder) for _ in range(3))
        listed = min(_seconds([*ludex_command, "games"], folder) for _ in range(3))
    yield compare("automation: first simulated game, cached", "s", cached, "compiling", cold, less_is_better=True)
    yield compare("ludex games", "s", listed, "first simulated game, cached", cached, less_is_better=True)


def _seconds(command: list[str], cache: str) -> float:
    started = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, "LUDEX_CACHE": cache})
    return time.perf_counter() - started

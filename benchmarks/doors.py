"""Doors to other ecosystems: steps per second of CPU time, next to what their users have today.

Only steps and observations count, not the choice of actions. The peers are pgx on the CPU, if it is installed, and the
games of PettingZoo that need nothing else. They are other games, smaller than ours.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module, util
from types import ModuleType
from typing import Any

from benchmarks.batch import BAR, SECONDS, SIZES, USUAL, counted
from benchmarks.batch import measure as measure_batch
from benchmarks.measure import Row, best_in_turn, compare
from benchmarks.python_face import open_spiel_moves

AEC_BAR = 100_000
OPEN_SPIEL_BAR = 50_000
NAMES = ("automation", "spades")
CLASSIC = ("tictactoe_v3", "connect_four_v3")
PGX = ("kuhn_poker", "leduc_holdem", "sparrow_mahjong")


def rows() -> Iterator[Row]:
    """Yield Gymnasium with its bar, sizes, cores and peers, then PettingZoo and OpenSpiel with theirs."""
    yield from vectors()
    yield from next_to_pgx()
    yield from turn_by_turn()
    yield from in_open_spiel()


def vectors() -> Iterator[Row]:
    """Yield the steps of Gymnasium's vector environments."""
    for name in NAMES:
        ours, bare = best_in_turn(3, measure_vector(name), measure_vector(name, copy=False))
        yield compare(f"gymnasium: {name}, {USUAL:,} games", "steps/s", ours, "the bar", BAR)
        yield compare(f"gymnasium: {name}, {USUAL:,} games, arrays not copied", "steps/s", bare, "the bar", BAR)
        one, two = best_in_turn(3, measure_vector(name, clock=True), measure_vector(name, cores=2))
        yield compare(f"gymnasium: {name}, {USUAL:,} games, two cores by the clock", "steps/s", two, "one core", one, 2)
    (peer,) = best_in_turn(3, lambda: open_spiel_moves(observe=True))
    for size in SIZES:
        ours, batch = best_in_turn(3, measure_vector("spades", size), measure_batch("spades", size))
        yield compare(f"gymnasium: spades, {size:,} games", "steps/s", ours, "OpenSpiel Python, observed", peer)
        yield compare(f"gymnasium: spades, {size:,} games", "steps/s", ours, "the batch inside", batch)


def next_to_pgx() -> Iterator[Row]:
    """Yield Spades next to games of pgx, which JAX compiles. Without pgx there are no rows."""
    if util.find_spec("pgx") is None:
        print("pgx is not installed (pip install pgx): its rows are left out", file=sys.stderr)
        return
    for name in PGX:
        ours, peer = best_in_turn(3, measure_vector("spades"), measure_pgx(name))
        yield compare(f"gymnasium: spades, {USUAL:,} games", "steps/s", ours, f"pgx on the CPU, {name}", peer)


def turn_by_turn() -> Iterator[Row]:
    """Yield the steps of PettingZoo's environments that ask one agent at a time."""
    peers = best_in_turn(3, *(measure_turns(classic_game(name)) for name in CLASSIC))
    for name in NAMES:
        (ours,) = best_in_turn(3, measure_turns(our_game(name)))
        yield compare(f"pettingzoo: {name}", "steps/s", ours, "the bar", AEC_BAR)
        for classic, peer in zip(CLASSIC, peers, strict=True):
            yield compare(f"pettingzoo: {name}", "steps/s", ours, f"PettingZoo, {classic}", peer)


def in_open_spiel() -> Iterator[Row]:
    """Yield the steps of our games in OpenSpiel and of its own Spades, in the same loop, choices included."""
    from ludex.doors.openspiel import load

    for name in ("knockout-whist", "spades", "automation"):
        for observe, told in ((False, ""), (True, ", observed")):
            game = load(name)
            ours, peer = best_in_turn(
                3,
                partial(open_spiel_moves, observe=observe, game=game),
                partial(open_spiel_moves, observe=observe),
            )
            if not observe:
                yield compare(f"openspiel: {name}", "steps/s", ours, "the bar", OPEN_SPIEL_BAR)
            yield compare(f"openspiel: {name}{told}", "steps/s", ours, f"OpenSpiel C++ Spades from Python{told}", peer)


def measure_vector(
    name: str, size: int = USUAL, cores: int = 1, *, copy: bool = True, clock: bool = False
) -> Callable[[], float]:
    """Return a function that measures the steps of a vector environment: by CPU time on one core, else by the clock."""
    from ludex.doors.gymnasium import VectorEnv

    envs = VectorEnv(name, size, opponents=None, cores=cores, copy=copy)
    envs.reset(seed=1)
    return counted(envs, size, process_clock=cores == 1 and not clock)


def measure_pgx(name: str, size: int = USUAL, steps: int = 64) -> Callable[[], float]:
    """Return a function that measures the steps of games of pgx with random legal actions, all in one compiled loop."""
    jax, pgx, wrappers = (import_module(module) for module in ("jax", "pgx", "pgx.experimental"))
    game = pgx.make(name)
    begin = jax.vmap(game.init)
    step = jax.vmap(wrappers.auto_reset(game.step, game.init))

    def one(state: Any, key: Any) -> tuple[Any, None]:
        scores = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        chosen, chance = jax.random.split(key)
        return step(state, jax.random.categorical(chosen, scores), jax.random.split(chance, size)), None

    play = jax.jit(lambda state, keys: jax.lax.scan(one, state, keys)[0])
    keys = jax.random.split(jax.random.key(1), steps)
    state = begin(jax.random.split(jax.random.key(0), size))
    jax.block_until_ready(play(state, keys))

    def measured() -> float:
        count, started, end = 0, time.process_time(), time.monotonic() + SECONDS
        while time.monotonic() < end:
            jax.block_until_ready(play(state, keys))
            count += steps * size
        return count / (time.process_time() - started)

    return measured


def our_game(name: str) -> Any:
    """Return a game of ours that asks one agent at a time."""
    from ludex.doors.pettingzoo import env

    return env(name)


def classic_game(name: str) -> Any:
    """Return a game of PettingZoo. It imports pygame to draw, which an empty module replaces where it is missing."""
    if "pygame" not in sys.modules and util.find_spec("pygame") is None:
        sys.modules["pygame"] = ModuleType("pygame")
    return import_module(f"pettingzoo.classic.{name}").env()


def measure_turns(env: Any) -> Callable[[], float]:
    """Return a function that measures `last` and `step` with random legal actions."""

    def steps() -> float:
        count, choosing, started = 0, 0.0, time.process_time()
        while time.process_time() - started < SECONDS:
            env.reset(seed=count)
            for _ in env.agent_iter():
                observation, _, terminated, truncated, _ = env.last()
                before, action = time.process_time(), None
                if not terminated and not truncated:
                    action = random.choice(observation["action_mask"].nonzero()[0])
                    count += 1
                choosing += time.process_time() - before
                env.step(action)
        return count / (time.process_time() - started - choosing)

    steps()
    return steps

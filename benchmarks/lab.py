"""The lab: gates of a mixed population, and a whole run with every measure, beside the bars that were set."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from benchmarks.measure import Row, compare
from ludex.core.rule import wait_for_compiler
from ludex.games.cards import CardGame, Genome, random_genome
from ludex.lab.evolution import Evolution, Task, measure_task
from ludex.lab.gates import gate
from ludex.lab.measures import SCREEN
from ludex.lab.run_folder import Plan, save
from ludex.lab.watching import Watcher
from ludex.lab.workers import Workers

GENOMES, GAMES = 100, 1_000
GATE_BAR, RUN_BAR = 3.0, 60_000.0


def rows() -> Iterator[Row]:
    """All measurements of the lab."""
    wait_for_compiler()
    random = Random("benchmark of the lab")
    population = [random_genome(random, f"random-{number}") for number in range(GENOMES)]
    with Workers() as workers:
        workers.map(measure_task, [Task(genome, "warm", SCREEN) for genome in population[:8]])
        cores = workers.cores
        seconds = min(_seconds(workers, population) for _ in range(3))
        yield compare(
            "lab: gates of 100 genomes × 1,000 games", "s", seconds, "the bar", GATE_BAR, cores, less_is_better=True
        )
        games, playouts = evolution(workers)
    yield compare("lab: a whole run, all measures, mixed population", "games/s", games, "the bar", RUN_BAR, cores)
    yield compare("lab: of these, begun with a deal", "games/s", playouts, "the bar", RUN_BAR, cores)


def _seconds(workers: Workers, population: list[Genome]) -> float:
    started = time.perf_counter()
    workers.map(gates_of, population)
    return time.perf_counter() - started


def gates_of(genome: Genome) -> int:
    """The cheap gates of one genome; gives how many it fails."""
    return len(gate(Watcher(CardGame(genome)), "bench", GAMES, "random")[1])


def evolution(workers: Workers) -> tuple[float, float]:
    """Games a second over a run of several generations: all that ended, and those among them that began with a deal."""
    plan = Plan(population=60, generations=4, seed="bench")
    with tempfile.TemporaryDirectory() as folder:
        run = Evolution(plan, workers)
        run.learn_library()
        run.begin()
        started = time.perf_counter()
        played = dealt = 0
        while run.generation < plan.generations:
            run.step()
            save(Path(folder), run.checkpoint())
            played += run.history[-1].games
            dealt += run.history[-1].dealt
        seconds = time.perf_counter() - started
    return played / seconds, dealt / seconds

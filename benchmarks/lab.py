"""The lab: gates of a mixed population, and a whole run with every measure, compared with target rates."""

from __future__ import annotations

import multiprocessing
import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from benchmarks.measure import Row, compare
from ludex.core.compile.program import wait_for_compiler
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
    """Yield all measurements of the lab."""
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
        run = evolution(workers)
    yield compare("lab: a whole run, all measures, mixed population", "games/s", run.games, "the bar", RUN_BAR, cores)
    yield compare("lab: of these, begun with a deal", "games/s", run.dealt, "the bar", RUN_BAR, cores)
    yield compare("lab: a whole run, by CPU time", "games/CPU s", run.by_cpu, "the bar", RUN_BAR / cores, 1)
    yield compare("lab: begun with a deal, by CPU time", "games/CPU s", run.dealt_by_cpu, "the bar", RUN_BAR / cores, 1)


def _seconds(workers: Workers, population: list[Genome]) -> float:
    started = time.perf_counter()
    workers.map(gates_of, population)
    return time.perf_counter() - started


def gates_of(genome: Genome) -> int:
    """Test the cheap gates of one genome, and return how many it fails."""
    return len(gate(Watcher(CardGame(genome)), "bench", GAMES, "random")[1])


class Speed(NamedTuple):
    """Games per second: all that ended, those that began with a deal, and both by the CPU time of the workers."""

    games: float
    dealt: float
    by_cpu: float
    dealt_by_cpu: float


def evolution(workers: Workers) -> Speed:
    """Return the speed of a run: the whole library, randomly generated games, and four generations of their children.

    A game counts if it was played to its end to measure something, from a deal or from a position on. The playouts
    inside the searches of the skill ladder do not count, although their time does.
    """
    plan = Plan(population=60, generations=4, seed="bench")
    with tempfile.TemporaryDirectory() as folder:
        run = Evolution(plan, workers)
        run.learn_library()
        started, cpu = time.perf_counter(), _cpu_of_workers()
        run.begin()
        while run.generation < plan.generations:
            run.step()
            save(Path(folder), run.checkpoint())
        seconds, used = time.perf_counter() - started, _cpu_of_workers() - cpu
    games, dealt = sum(done.games for done in run.history), sum(done.dealt for done in run.history)
    return Speed(games / seconds, dealt / seconds, games / max(used, 1e-9), dealt / max(used, 1e-9))


def _cpu_of_workers() -> float:
    """CPU seconds that the processes of the workers have used so far, and this one."""
    used = time.process_time()
    for process in multiprocessing.active_children():
        fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
        used += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return used

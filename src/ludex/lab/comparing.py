"""Ways to search for games with the same budget of games played: a map of elites, hill climbing, blind mutation."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import msgspec
import numpy as np

from ludex.games.cards import LIBRARY, Genome, rules_digest
from ludex.lab.archive import Archive, Creature, read_descriptors
from ludex.lab.evolution import Task, bred, measure_task
from ludex.lab.measures import Effort, Measures
from ludex.lab.novelty import Known
from ludex.lab.styles import Style
from ludex.lab.workers import Workers

BATCH = 24
"""Number of games measured at once."""
WAYS = ("map of elites", "hill climbing", "blind mutation")


class Contest(msgspec.Struct, frozen=True):
    """The conditions shared by all ways of searching."""

    style: Style
    ancestors: tuple[str, ...]
    games: int
    """Number of games that each way may play."""
    effort: Effort
    seed: str
    known: tuple[Known, ...] = ()


class Catch(msgspec.Struct, frozen=True):
    """The games that one way of searching has found."""

    way: str
    best: tuple[Creature, ...]
    """The fittest games, the best first."""
    cells: int
    """Number of cells of the map that its games fill."""
    quality: float
    """Sum over all cells of the fitness of the best game in each."""
    measured: int
    games: int
    course: tuple[tuple[int, float], ...]
    """After every batch: the number of games played so far, and the fitness of the best game made so far."""


def search(contest: Contest, way: str, workers: Workers) -> Catch:
    """Search for games in one way until its budget is used up. All ways fill the same kind of map, to be comparable."""
    random = Random(f"{contest.seed} {way}")
    ancestors = [LIBRARY[name]() for name in contest.ancestors]
    seen = {rules_digest(genome) for genome in ancestors}
    archive = Archive(read_descriptors(("length", "skill")))
    every = _measured(contest, ancestors, 0, workers)
    played, course = 0, list[tuple[int, float]]()
    for creature in every:
        archive.add(creature)
    while played < contest.games:
        climber = min((one for one in every if one.measures.viable), key=_order, default=None)
        made = [_next(way, archive, climber, ancestors, seen, random) for _ in range(BATCH)]
        for creature in _measured(contest, made, len(every), workers):
            played += creature.measures.games
            archive.add(creature)
            every.append(creature)
        course.append((played, max(one.fitness for one in every[len(ancestors) :])))
    best = sorted(every[len(ancestors) :], key=_order)[:5]
    quality = sum(one.fitness for one in archive)
    return Catch(way, tuple(best), len(archive), quality, len(every) - len(ancestors), played, tuple(course))


def _order(creature: Creature) -> tuple[float, int]:
    return -creature.fitness, creature.id


def _next(
    way: str,
    archive: Archive,
    climber: Creature | None,
    ancestors: Sequence[Genome],
    seen: set[str],
    random: Random,
) -> Genome:
    """Make a new game: from any elite, from the best so far, or from any ancestor regardless of its fitness."""
    while True:
        if way == WAYS[0] and len(archive):
            mother, father = archive.choose(random).genome, archive.choose(random).genome
        elif way == WAYS[1] and climber is not None:
            mother = father = climber.genome
        else:
            mother, father = random.choice(ancestors), random.choice(ancestors)
        made = bred(mother, father, random)
        for _ in range(random.randrange(4) if way == WAYS[2] else 0):
            made = bred(made.genome, father, random) if made else made
        if made and rules_digest(made.genome) not in seen:
            seen.add(rules_digest(made.genome))
            return made.genome


def _measured(contest: Contest, genomes: Sequence[Genome], first: int, workers: Workers) -> list[Creature]:
    tasks = [
        Task(genome, f"{contest.seed} {rules_digest(genome)}", contest.effort, contest.known) for genome in genomes
    ]
    found = workers.map(measure_task, tasks)
    return [
        Creature(
            id=first + place, genome=one.genome, measures=one.measures, fitness=contest.style.fitness(one.measures)
        )
        for place, one in enumerate(found)
    ]


def again(creatures: Sequence[Creature], contest: Contest, seed: str, workers: Workers) -> list[Measures]:
    """Measure games again, with a seed that played no part in choosing them."""
    tasks = [Task(one.genome, f"{seed} {rules_digest(one.genome)}", contest.effort, contest.known) for one in creatures]
    return [found.measures for found in workers.map(measure_task, tasks)]


def kendall(one: Sequence[float], other: Sequence[float]) -> float:
    """Return Kendall's rank correlation (tau-b): 1 for the same order, -1 for the opposite one, 0 for none.

    >>> kendall([1, 2, 3], [10, 20, 30]), kendall([1, 2, 3], [3, 2, 1])
    (1.0, -1.0)
    """
    first, second = np.array(one, float), np.array(other, float)
    above = np.triu_indices(len(first), 1)
    a = np.sign(first[:, None] - first[None, :])[above]
    b = np.sign(second[:, None] - second[None, :])[above]
    scale = float(np.sqrt((a != 0).sum() * (b != 0).sum()))
    return float((a * b).sum()) / scale if scale else 0.0

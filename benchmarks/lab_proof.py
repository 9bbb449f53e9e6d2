"""What convinces about the lab: controls, stable ranks, ways to search compared fairly, and evolved games that hold.

`make lab-proof` runs it and writes docs/lab-proof.md.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import msgspec
import numpy as np
from rich.console import Console

from ludex.core.rule import wait_for_compiler
from ludex.games.cards import LIBRARY, CardGame, Genome
from ludex.lab.archive import Creature
from ludex.lab.comparing import WAYS, Catch, Contest, again, kendall, search
from ludex.lab.evolution import Task, bred, measure_task
from ludex.lab.measures import SCREEN, Effort, Measures, known_games
from ludex.lab.novelty import Known
from ludex.lab.styles import STYLES
from ludex.lab.watching import Watcher, seeds_of
from ludex.lab.workers import Workers

SEED = "proof"
LADDER = msgspec.structs.replace(SCREEN, ladder=("random", "greedy", "search-100", "search-1000"), hands=(400, 48, 16))
CONFIRM = msgspec.structs.replace(
    SCREEN, moves=1_000_000, most_games=1_000, ladder=("random", "greedy", "search-100"), hands=(400, 40)
)
ANCESTORS = ("whist", "hearts", "oh-hell", "knockout-whist", "crazy-eights", "president", "go-fish", "scopa")
MUTANTS = 5
SEEDS = ("1", "2", "3")
GAMES = 400_000
"""Games that each way to search may play, in each of its runs."""
RUNS = 2
STYLE = STYLES["balanced"]
PAGE = Path(__file__).parent.parent / "docs" / "lab-proof.md"

console = Console(highlight=False)


def main() -> None:
    """Run all parts. The page is written after each of them, so that something is to be seen early."""
    wait_for_compiler()
    started = time.perf_counter()
    lines = ["# What convinces about the lab", "", "Written by `make lab-proof`; run it to repeat everything.", ""]
    with Workers() as workers:
        known = tuple(known_games([make() for make in LIBRARY.values()], SEED))
        catches: list[Catch] = []
        for part in (controls, mutants, stability, ways, evolved):
            with console.status(part.__name__):
                lines += [*part(workers, known, catches), ""]
            seconds = time.perf_counter() - started
            console.print(f"{part.__name__} done after {seconds:.0f} s")
            taken = f"This took {seconds:,.0f} s on {workers.cores} cores."
            PAGE.write_text("\n".join([*lines, taken, ""]))


def row(*cells: object) -> str:
    """A row of a table."""
    return f"| {' | '.join(map(str, cells))} |"


def head(*cells: str) -> list[str]:
    """The first two rows of a table."""
    return [row(*cells), row(*("---" for _ in cells))]


def controls(workers: Workers, known: Sequence[Known], catches: list[Catch]) -> Iterator[str]:
    """The library: games without decisions must fail, games of skill must climb the ladder."""
    genomes = [make() for make in LIBRARY.values()]
    tasks = [Task(genome, f"{SEED} {genome.name}", LADDER, tuple(known)) for genome in genomes]
    found = [one.measures for one in workers.map(measure_task, tasks)]
    yield from ("## The games of the library, as controls", "")
    yield "Edges over the best player below, for a single hand, with the same deals (0: no better, 1: always wins)."
    yield ""
    yield from head("game", "gates", "greedy", "search-100", "search-1000", "skill", "luck", "balanced fitness")
    order = sorted(zip(genomes, found, strict=True), key=lambda pair: -STYLE.fitness(pair[1]))
    for genome, measures in order:
        rungs = [f"{rung.edge:+.2f} ({rung.low:+.2f} to {rung.high:+.2f})" for rung in measures.ladder.rungs]
        gates = ", ".join(failure.gate for failure in measures.failed) or "all passed"
        edges = rungs or ["–", "–", "–"]
        yield row(
            genome.name,
            gates,
            *edges,
            f"{measures.skill:.2f}",
            f"{measures.luck:.2f}",
            f"{STYLE.fitness(measures):.2f}",
        )
    by_name = {genome.name: measures for genome, measures in order}
    without = all(not by_name[name].viable for name in ("war", "old-maid"))
    climbing = [name for name in ("spades", "hearts", "gin-rummy") if by_name[name].ladder.top]
    yield ""
    yield f"- War and Old Maid fail a gate, as they must: {'yes' if without else 'no'}."
    yield f"- Spades, Hearts and Gin Rummy climb the ladder beyond chance: {', '.join(climbing) or 'none'}."


def mutants(workers: Workers, known: Sequence[Known], catches: list[Catch]) -> Iterator[str]:
    """Games of the library against mutants of themselves that nobody selected."""
    random = Random(SEED)
    parents = [make() for make in LIBRARY.values()]
    families = [(parent, [blind(parent, random) for _ in range(MUTANTS)]) for parent in parents]
    every = [genome for parent, children in families for genome in (parent, *children)]
    tasks = [Task(genome, f"{SEED} mutant {place}", SCREEN, tuple(known)) for place, genome in enumerate(every)]
    fitness = [STYLE.fitness(one.measures) for one in workers.map(measure_task, tasks)]
    better = compared = failing = 0
    for number in range(len(families)):
        own, *others = fitness[number * (MUTANTS + 1) : (number + 1) * (MUTANTS + 1)]
        if own >= 0:
            compared += len(others)
            better += sum(own > other for other in others)
            failing += sum(other < 0 for other in others)
    yield from ("## Library games above blind mutants of themselves", "")
    yield (
        f"Of {compared} mutants with three random changes each, {better} ({better / compared:.0%}) are less fit than "
        f"their parent; {failing} ({failing / compared:.0%}) fail a gate. Measured with screening effort. Novelty "
        "counts, which favours mutants."
    )


def blind(genome: Genome, random: Random) -> Genome:
    """Three changes, whatever comes of them."""
    for _ in range(3):
        made = bred(genome, genome, random)
        genome = made.genome if made else genome
    return msgspec.structs.replace(genome, name=f"{genome.name}-mutant")


def stability(workers: Workers, known: Sequence[Known], catches: list[Catch]) -> Iterator[str]:
    """Whether other seeds put games in the same order."""
    genomes = [make() for make in LIBRARY.values()]
    yield from (
        "## Ranks across seeds",
        "",
        "Kendall's τ between the orders of the library games that pass the gates.",
        "",
    )
    yield from head("effort", "style", "τ of seeds 1 and 2", "1 and 3", "2 and 3")
    for label, effort in (("screen", SCREEN), ("with search-100", CONFIRM)):
        table = [_measured(workers, genomes, f"{SEED} rank {seed}", effort, known) for seed in SEEDS]
        viable = [place for place in range(len(genomes)) if all(column[place].viable for column in table)]
        for style in ("balanced", "strategic", "party"):
            columns = [[STYLES[style].fitness(column[place]) for place in viable] for column in table]
            pairs = ((0, 1), (0, 2), (1, 2))
            yield row(label, style, *(f"{kendall(columns[a], columns[b]):.2f}" for a, b in pairs))


def _measured(
    workers: Workers, genomes: Sequence[Genome], seed: str, effort: Effort, known: Sequence[Known]
) -> list[Measures]:
    tasks = [Task(genome, f"{seed} {genome.name}", effort, tuple(known)) for genome in genomes]
    return [one.measures for one in workers.map(measure_task, tasks)]


def ways(workers: Workers, known: Sequence[Known], catches: list[Catch]) -> Iterator[str]:
    """A map of elites against hill climbing and blind mutation, with the same number of games."""
    yield from ("## A map of elites against simpler ways, at equal numbers of games", "")
    yield (
        f"{RUNS} runs of {GAMES:,} games each, from {', '.join(ANCESTORS)}; balanced style, screening effort. "
        "Hill climbing changes the fittest game so far. Blind mutation changes ancestors one to four times, whatever "
        "comes of it."
    )
    yield ""
    yield from head(
        "way", "run", "games measured", "best when found", "best five, again", "cells", "fitness of all cells"
    )
    for run in range(1, RUNS + 1):
        for way in WAYS:
            contest = Contest(STYLE, ANCESTORS, GAMES, SCREEN, f"{SEED} {run}", tuple(known))
            catch = search(contest, way, workers)
            fresh = [STYLE.fitness(found) for found in again(catch.best, contest, f"{SEED} fresh {run}", workers)]
            catches.append(catch)
            values = f"{catch.best[0].fitness:.3f}", f"{np.mean(fresh):.3f}", catch.cells, f"{catch.quality:.1f}"
            console.print(told := row(way, run, catch.measured, *values))
            yield told


def evolved(workers: Workers, known: Sequence[Known], catches: list[Catch]) -> Iterator[str]:
    """The best games of the maps against the ancestors, on seeds that nothing was chosen by; and both interpreters."""
    best = [catch.best[0] for catch in catches if catch.way == WAYS[0]] + [
        catch.best[1] for catch in catches if catch.way == WAYS[0]
    ]
    ancestors = [
        Creature(id=-place, genome=LIBRARY[name](), measures=Measures(), fitness=0.0)
        for place, name in enumerate(ANCESTORS)
    ]
    contest = Contest(STYLE, ANCESTORS, 0, CONFIRM, SEED, tuple(known))
    rounds = [again([*best, *ancestors], contest, f"{SEED} independent {seed}", workers) for seed in SEEDS]
    table = np.array([[STYLE.fitness(found) for found in column] for column in rounds])
    yield from ("## Evolved games against their ancestors", "")
    yield "Measured three times more, with a search and with seeds that nothing was chosen by (balanced fitness)."
    yield ""
    yield from head("game", "mean fitness", "lowest and highest of three")
    names = [f"evolved {number}" for number in range(1, len(best) + 1)] + list(ANCESTORS)
    for place in np.argsort(-table.mean(axis=0)).tolist():
        yield row(
            names[place], f"{table[:, place].mean():.3f}", f"{table[:, place].min():.3f} – {table[:, place].max():.3f}"
        )
    mine, theirs = table[:, : len(best)], table[:, len(best) :]
    wins = float((mine[:, :, None] > theirs[:, None, :]).mean())
    yield ""
    yield f"An evolved game is fitter than an ancestor in {wins:.0%} of all comparisons."
    agree = all(_agree(creature.genome) for creature in best)
    yield f"Compiled and interpreted rules agree on all moves and scores of these games: {'yes' if agree else 'no'}."


def _agree(genome: Genome) -> bool:
    game = CardGame(genome)
    bots = ["random"] * game.seats[0]
    one, other = (
        Watcher(game, kernel=kernel).play(bots, seeds_of(SEED, 5)) for kernel in (game.compiled, game.interpreted)
    )
    return bool((one.traces == other.traces).all() and (one.scores == other.scores).all())


if __name__ == "__main__":
    main()

"""Evidence that the lab works: controls, stable ranks, fairly compared ways to search, and evolved games.

`make lab-proof` runs it and writes docs/lab-proof.md. A run that was stopped is resumed.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from pathlib import Path
from random import Random

import msgspec
import numpy as np
from rich.console import Console

from benchmarks.lab_judge import Case, Judgement, judge, sentences
from benchmarks.ledger import Ledger
from ludex.core.compile.program import wait_for_compiler
from ludex.games.cards import LIBRARY, CardGame, Genome, rules_digest
from ludex.lab.archive import Creature
from ludex.lab.comparing import WAYS, Catch, Contest, again, kendall, search
from ludex.lab.evolution import Found, Task, bred, evolve, measure_task
from ludex.lab.measures import SCREEN, Effort, Measures, known_games
from ludex.lab.novelty import Known
from ludex.lab.run_folder import Generation, Plan
from ludex.lab.styles import STYLES
from ludex.lab.watching import Watcher, seeds_of
from ludex.lab.workers import Workers

SEED = "proof"
LADDER = msgspec.structs.replace(
    SCREEN, ladder=("random", "greedy", "search-100", "search-1000", "tree-400"), hands=(400, 120, 24, 60)
)
FRESH = msgspec.structs.replace(
    SCREEN,
    moves=1_000_000,
    most_games=1_000,
    ladder=("random", "greedy", "search-100", "tree-400"),
    hands=(400, 40, 24),
)
"""The effort for measuring games again: a longer search than any that they were chosen by."""
ANCESTORS = ("whist", "hearts", "oh-hell", "knockout-whist", "crazy-eights", "president", "go-fish", "scopa")
SKILFUL = ("spades", "partnership-spades", "hearts", "gin-rummy", "whist", "euchre", "oh-hell", "scopa")
LIGHT = ("uno-style", "crazy-eights", "go-fish", "blackjack", "betting-war", "war", "old-maid")
"""Games of skill, and light games, in the usual opinion of card players."""
SMALL = "--small" in sys.argv
"""True for a smaller page, for a machine that has other work."""
MUTANTS = 3 if SMALL else 10
SEEDS = ("1", "2") if SMALL else ("1", "2", "3")
GAMES = 250_000 if SMALL else 1_500_000
"""Number of games that each way to search may play, in each of its runs."""
RUNS = 3 if SMALL else 4
PLAN = Plan(
    population=24 if SMALL else 60,
    generations=5 if SMALL else 10,
    seed=SEED,
    ancestors=ANCESTORS,
    shortlist=5,
    effort=0.3 if SMALL else 1.0,
)
STYLE = STYLES["balanced"]
PAGE = Path(__file__).parent.parent / "docs" / "lab-proof.md"
PICTURE = "pictures/lab-proof.svg"
COLOURS = dict(zip(WAYS, ("#1b7f5c", "#c8811a", "#8a8f98"), strict=True))
SMALLER = f"""
This is the small version (`python -m benchmarks.lab_proof --small`), with {RUNS} runs of {GAMES:,} games for each way
to search instead of 4 of 1,500,000, {MUTANTS} mutants of each game instead of 10, {len(SEEDS)} seeds instead of 3, and
an evolution of {PLAN.generations} generations of {PLAN.population} games with {PLAN.effort:g} times the usual effort
instead of 10 of 60.
"""
ABOUT = f"""# Evidence that the lab works

`make lab-proof` writes this page: run it to repeat everything (seed `{SEED}`; the numbers are the same on any number of
cores). A run that was stopped is resumed. [The lab](lab.md) describes the measures; *fitness* is always that of the
*{STYLE.name}* style. [A card player's verdicts](lab-verdicts.md) on the games of fresh runs have a separate page.
{SMALLER if SMALL else ""}
Five decisions were made after seeing results like these, so this page shows that they have the intended effect, not
that they would have been found without looking. The formula of `skill` used to be the mean of the edges, so that every
step that no player climbs lowered the skill of a game. The parents in a map of elites used to be taken from all cells
with the same probability, and its best games were worse than those of hill climbing (0.795 and 0.695 against 0.835 and
0.814, in two earlier runs). Now every other parent is the fittest of up to twelve cells of a family. The lists of games
of skill and of light games were written after a first run. Evolved games that end only by their limits used to score
well: now they score lower, or fail a gate. Last, the measures were fooled: the fittest games were solitaires and coins,
`skill` was almost the same as the edge of greedy over random, and luck was measured between unequal players. The gates
and the formulas of skill and luck were chosen with the games that had fooled them and the library in view
(`tests/lab/fooled`); the weights of the styles did not change. The seeds of the comparison below were not used to
choose anything.
"""

console = Console(highlight=False)


def main() -> None:
    """Run all parts. The page is written at the end, and finished work is not repeated."""
    wait_for_compiler()
    started = time.perf_counter()
    with Workers() as workers:
        ledger = Ledger("lab-proof", workers, console)
        library = [Task(make(), f"{SEED} known", SCREEN) for make in LIBRARY.values()]
        known = tuple(game for found in ledger.map("library", _known, library, list[Known]) for game in found)
        lines = [ABOUT]
        for part in (controls, mutants, stability, ways, evolved):
            lines += [*part(ledger, known), ""]
            seconds = time.perf_counter() - started
            console.print(f"{part.__name__}: done after {seconds:,.0f} s; {ledger.cpu:,.0f} CPU s so far")
        minutes = ledger.cpu / 60 / workers.cores
        lines.append(f"All this took {ledger.cpu:,.0f} CPU seconds: {minutes:.0f} minutes of {workers.cores} cores.")
    PAGE.write_text(re.sub(r"(\d)%", r"\1 %", "\n".join([*lines, ""])))


def _known(task: Task) -> list[Known]:
    return known_games([task.genome], task.seed, task.effort)


def row(*cells: object) -> str:
    """Return a row of a table."""
    return f"| {' | '.join(map(str, cells))} |"


def head(*cells: str) -> list[str]:
    """Return the first two rows of a table."""
    return [row(*cells), row(*("---" for _ in cells))]


def _measured(
    ledger: Ledger, label: str, genomes: Sequence[Genome], seed: str, effort: Effort, known: Sequence[Known]
) -> list[Measures]:
    tasks = [Task(genome, f"{seed} {rules_digest(genome)}", effort, tuple(known)) for genome in genomes]
    return [one.measures for one in ledger.map(label, measure_task, tasks, Found)]


def controls(ledger: Ledger, known: Sequence[Known]) -> Iterator[str]:
    """Test the library: games without decisions must fail, games of skill must climb the ladder."""
    genomes = [make() for make in LIBRARY.values()]
    found = _measured(ledger, "controls", genomes, SEED, LADDER, known)
    by_name = {genome.name: measures for genome, measures in zip(genomes, found, strict=True)}
    yield from ("## The games of the library, as controls", "")
    yield (
        "Edges over the best player below, for a single hand, every deal played from all sides (0: no better, 1: "
        f"always wins), with 95 % intervals: {LADDER.hands[0]} hands with greedy, {LADDER.hands[1]} with search-100, "
        f"{LADDER.hands[2]} with search-1000, and {LADDER.hands[3]} of tree-400 against greedy; fewer hands where they "
        "are long, and shorter searches where they are very long."
    )
    yield ""
    told = ("skill", "luck", "pace", "uncertainty")
    yield from head("game", "gates", "greedy", "search-100", "search-1000", "tree-400", *told, "fitness")
    for name, measures in sorted(by_name.items(), key=lambda pair: -STYLE.fitness(pair[1])):
        rungs = [f"{rung.edge:+.2f} ({rung.low:+.2f} to {rung.high:+.2f})" for rung in measures.ladder.rungs]
        gates = ", ".join(failure.gate for failure in measures.failed) or "all passed"
        values = [f"{getattr(measures, one):.2f}" for one in told]
        yield row(name, gates, *(rungs or ["–"] * 4), *values, f"{STYLE.fitness(measures):.2f}")
    yield ""
    yield from _verdicts(by_name)


def _verdicts(by_name: dict[str, Measures]) -> Iterator[str]:
    """Yield the expectations for the controls, and whether they are met."""
    without = all(not by_name[name].viable for name in ("war", "old-maid"))
    yield f"- War and Old Maid, which have no decisions, fail a gate: {'yes' if without else 'no'}."
    for name in ("spades", "hearts", "gin-rummy"):
        climbed = [rung.player for rung in by_name[name].ladder.rungs if rung.climbs]
        yield f"- {by_name_title(name)} climbs the ladder beyond chance: {', '.join(climbed) or 'no'}."
    pairs = list(product(SKILFUL, LIGHT))
    right = [by_name[one].skill > by_name[other].skill for one, other in pairs]
    fit = [STYLE.fitness(by_name[one]) > STYLE.fitness(by_name[other]) for one, other in pairs]
    wrong = [f"{one} below {other}" for (one, other), well in zip(pairs, right, strict=True) if not well]
    yield (
        f"- Games of skill ({', '.join(SKILFUL)}) have more `skill` than light games ({', '.join(LIGHT)}) in "
        f"{np.mean(right):.0%} of the {len(pairs)} pairs, and more fitness in {np.mean(fit):.0%}."
        + (f" Wrong by `skill`: {', '.join(wrong)}." if wrong else "")
    )
    yield (
        "- Fitness is more than skill: `pace` and `uncertainty` are those of a whole match, so a game of skill whose "
        "matches are long, or decided early, is not among the fittest."
    )


def by_name_title(name: str) -> str:
    """Return the title of a library game."""
    return LIBRARY[name]().title


def mutants(ledger: Ledger, known: Sequence[Known]) -> Iterator[str]:
    """Compare library games with mutants of themselves that were not selected."""
    random = Random(SEED)
    parents = [make() for make in LIBRARY.values()]
    every = [genome for parent in parents for genome in (parent, *(blind(parent, random) for _ in range(MUTANTS)))]
    found = _measured(ledger, "mutants", every, f"{SEED} mutant", SCREEN, known)
    fitness = np.array([STYLE.fitness(measures) for measures in found]).reshape(len(parents), MUTANTS + 1)
    own, others = fitness[fitness[:, 0] >= 0, :1], fitness[fitness[:, 0] >= 0, 1:]
    passing = others >= 0
    yield from ("## Library games above blind mutants of themselves", "")
    yield (
        f"Each game that passes the gates, next to {MUTANTS} mutants with three random changes each ({others.size} in "
        f"all): {(own > others).mean():.0%} are less fit than their parent, {(~passing).mean():.0%} fail a gate, and "
        f"of those that pass {(own > others)[passing].mean():.0%} are less fit. Screening effort. Novelty "
        "counts, and a mutant has more of it than a parent that is similar to another game of the library."
    )


def blind(genome: Genome, random: Random) -> Genome:
    """Apply three changes, regardless of their effect."""
    for _ in range(3):
        made = bred(genome, genome, random)
        genome = made.genome if made else genome
    return msgspec.structs.replace(genome, name=f"{genome.name}-mutant")


def stability(ledger: Ledger, known: Sequence[Known]) -> Iterator[str]:
    """Test whether different seeds put games in the same order."""
    genomes = [make() for make in LIBRARY.values()]
    yield from ("## Ranks across seeds", "")
    yield "Kendall's τ between the orders of the library games that pass the gates (1: the same order, 0: no relation)."
    yield ""
    pairs = list(combinations(range(len(SEEDS)), 2))
    yield from head(
        "effort", "style", *(f"seeds {SEEDS[a]} and {SEEDS[b]}" for a, b in pairs), "spread between seeds / games"
    )
    for label, effort in (("screen", SCREEN), ("with search-100", FRESH)):
        table = [
            _measured(ledger, f"ranks, {label}, seed {seed}", genomes, f"{SEED} rank {seed}", effort, known)
            for seed in SEEDS
        ]
        viable = [place for place in range(len(genomes)) if all(column[place].viable for column in table)]
        for style in STYLES.values():
            columns = [[style.fitness(column[place]) for place in viable] for column in table]
            yield row(label, style.name, *(f"{kendall(columns[a], columns[b]):.2f}" for a, b in pairs), _noise(columns))


def _noise(columns: Sequence[Sequence[float]]) -> str:
    """Describe the spread of a game's fitness between seeds, and of fitness between games (standard deviations)."""
    table = np.array(columns)
    return f"{np.sqrt(table.var(axis=0, ddof=1).mean()):.3f} / {table.mean(axis=0).std(ddof=1):.3f}"


class Attempt(msgspec.Struct, frozen=True):
    """One run of one way to search."""

    contest: Contest
    way: str
    run: int


class Tried(msgspec.Struct, frozen=True):
    """The games that a run found, and the fitness of its best five with fresh seeds."""

    catch: Catch
    fresh: list[float]


def attempt(task: Attempt) -> Tried:
    """Search in one way on one core; run by workers."""
    with Workers(1) as alone:
        catch = search(task.contest, task.way, alone)
        found = again(catch.best, task.contest, f"{SEED} fresh {task.run}", alone)
    return Tried(catch, [task.contest.style.fitness(measures) for measures in found])


def ways(ledger: Ledger, known: Sequence[Known]) -> Iterator[str]:
    """Compare a map of elites with hill climbing and blind mutation, with the same number of games."""
    tasks = [
        Attempt(Contest(STYLE, ANCESTORS, GAMES, SCREEN, f"{SEED} ways {run}", tuple(known)), way, run)
        for run in range(1, RUNS + 1)
        for way in WAYS
    ]
    tried = ledger.map("ways to search", attempt, tasks, Tried)
    draw([one.catch for one in tried])
    yield from ("## A map of elites against simpler ways, at equal numbers of games", "")
    yield (
        f"{RUNS} runs of {GAMES:,} games each, from {', '.join(ANCESTORS)}; screening effort, the same operators. "
        "*Hill climbing* changes the fittest game so far. *Blind mutation* changes ancestors one to four times, "
        "regardless of the result. *Again*: the best five, measured with fresh seeds. A *cell* is a kind of game, by "
        "family, length and skill."
    )
    yield from ("", f"![The fitness of the best game so far, over the games played]({PICTURE})", "")
    yield from head("way", "run", "games made", "best when found", "best five again", "cells", "fitness of all cells")
    for task, one in zip(tasks, tried, strict=True):
        values = f"{one.catch.best[0].fitness:.3f}", f"{np.mean(one.fresh):.3f}"
        yield row(task.way, task.run, one.catch.measured, *values, one.catch.cells, f"{one.catch.quality:.1f}")
    for way in WAYS:
        own = [one for task, one in zip(tasks, tried, strict=True) if task.way == way]
        yield row(
            f"**{way}**",
            "mean",
            f"{np.mean([one.catch.measured for one in own]):.0f}",
            _spread([one.catch.best[0].fitness for one in own]),
            _spread([float(np.mean(one.fresh)) for one in own]),
            f"{np.mean([one.catch.cells for one in own]):.1f}",
            f"{np.mean([one.catch.quality for one in own]):.1f}",
        )
    yield ""
    for other in WAYS[1:]:
        yield from _versus(other, tasks, tried)
    yield from ("", _plainly(tasks, tried))


def _versus(other: str, tasks: Sequence[Attempt], tried: Sequence[Tried]) -> Iterator[str]:
    """Describe the advantage of the map over another way, and whether it is more than chance."""
    for what, value in (
        ("the best five, measured again", lambda one: float(np.mean(one.fresh))),
        ("the fitness of all cells", lambda one: one.catch.quality),
    ):
        mine, theirs = (
            [value(one) for task, one in zip(tasks, tried, strict=True) if task.way == way] for way in (WAYS[0], other)
        )
        gap = float(np.mean(mine) - np.mean(theirs))
        error = float(np.sqrt((np.var(mine, ddof=1) + np.var(theirs, ddof=1)) / len(mine)))
        sure = "beyond chance" if abs(gap) > 2 * error else "within two standard errors, so no difference is shown"
        yield f"- The {WAYS[0]} against {other}, {what}: {gap:+.3f} ± {error:.3f}, {sure}."


def _plainly(tasks: Sequence[Attempt], tried: Sequence[Tried]) -> str:
    """Say in one sentence whether the map is better than hill climbing."""
    fresh = {way: np.array([np.mean(one.fresh) for task, one in zip(tasks, tried, strict=True) if task.way == way])
             for way in WAYS[:2]}  # fmt: skip
    mine, theirs = fresh[WAYS[0]], fresh[WAYS[1]]
    gap = float(mine.mean() - theirs.mean())
    error = float(np.sqrt((mine.var(ddof=1) + theirs.var(ddof=1)) / len(mine)))
    if gap > 2 * error:
        return "The map of elites finds better games than hill climbing."
    worse = "worse games than" if gap < -2 * error else "no better games than"
    return f"**The map of elites finds {worse} hill climbing**: what it adds is games of more kinds, not better ones."


def _spread(values: Sequence[float]) -> str:
    """Format a mean with its standard error."""
    return f"{np.mean(values):.3f} ± {np.std(values, ddof=1) / len(values) ** 0.5:.3f}"


def draw(catches: Sequence[Catch]) -> None:
    """Draw the best game so far of every way, over the games played: each run, and the mean of all."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "ludex"
    from matplotlib import pyplot as plt

    picture, axes = plt.subplots(figsize=(8, 4))
    at = np.linspace(GAMES / 20, GAMES, 20)
    for way in WAYS:
        own = [np.array(catch.course) for catch in catches if catch.way == way]
        curves = [np.interp(at, course[:, 0], course[:, 1]) for course in own]
        for curve in curves:
            axes.plot(at / 1e6, curve, color=COLOURS[way], linewidth=0.7, alpha=0.45)
        axes.plot(at / 1e6, np.mean(curves, axis=0), color=COLOURS[way], linewidth=2.5, label=way)
    axes.set_xlabel("million games played")
    axes.set_ylabel("fitness of the best game so far")
    axes.legend(frameon=False, loc="lower right")
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", color="#dddddd", linewidth=0.6)
    picture.savefig(PAGE.parent / PICTURE, bbox_inches="tight", metadata={"Date": None})


def evolved(ledger: Ledger, known: Sequence[Known]) -> Iterator[str]:
    """Run a whole evolution, and compare its confirmed games with all ancestors on seeds that chose nothing."""
    run = ledger.outside("evolve", lambda: evolve(PLAN, ledger.folder / "run", tell=_tell))
    best = [one for one in run.confirmed if one.measures.viable]
    parents = [LIBRARY[name]() for name in ANCESTORS]
    genomes = [one.genome for one in best] + parents
    rounds = [
        _measured(ledger, f"tournament, seed {seed}", genomes, f"{SEED} independent {seed}", FRESH, known)
        for seed in SEEDS
    ]
    table = np.array([[STYLE.fitness(found) for found in column] for column in rounds])
    yield from ("## Evolved games against their ancestors", "")
    yield (
        f"`ludex evolve --population {PLAN.population} --generations {PLAN.generations} --seed {PLAN.seed} --from "
        f"{','.join(PLAN.ancestors)} --shortlist {PLAN.shortlist}`: every confirmed game and every ancestor, measured "
        f"{len(SEEDS)} times more, with search-100 and tree-400 and with seeds that nothing was chosen by."
    )
    yield ""
    yield from head("game", "descends from", "mean fitness", "lowest and highest", "skill", "choice", "novelty")
    origins = [one.origin for one in best] + ["–"] * len(parents)
    for place in np.argsort(-table.mean(axis=0)).tolist():
        column, seen = table[:, place], [found[place] for found in rounds]
        means = [f"{np.mean([getattr(found, name) for found in seen]):.2f}" for name in ("skill", "choice", "novelty")]
        fitness = f"{column.mean():.3f}", f"{column.min():.3f} – {column.max():.3f}"
        yield row(genomes[place].title, origins[place], *fitness, *means)
    yield from ("", *_tournament(table, best))
    yield from _judged(ledger, best, parents)


def _judged(ledger: Ledger, best: Sequence[Creature], parents: Sequence[Genome]) -> Iterator[str]:
    """Compare evolved games and ancestors by players that nothing was chosen by."""
    genomes = [one.genome for one in best] + list(parents)
    cases = [Case(genome, f"{SEED} judge {rules_digest(genome)}") for genome in genomes]
    found = ledger.map("held-out judge", judge, cases, Judgement)
    yield from ("", "## A judge that was not climbed", "")
    yield (
        "Fitness is what the runs climb, so that it proves little. These players and measures chose nothing: a tree "
        "search with random playouts and more iterations than any run uses, against a tenth of them and against "
        "greedy; and one-line players that no gate knows. Edges are per hand, or per pot where chips are bet."
    )
    yield ""
    yield from head("game", "ten times the thinking", "against greedy", "margin over one-liners", "luck between equals")
    for genome, one in zip(genomes, found, strict=True):
        edges = (
            f"{one.thinking:+.2f} ± {one.thinking_error:.2f}",
            f"{one.over_greedy:+.2f} ± {one.over_greedy_error:.2f}",
        )
        yield row(genome.title, *edges, f"{one.margin:+.2f}", f"{one.luck:.2f}")
    if len(best) > 1:
        yield from ("", *sentences(found[: len(best)], found[len(best) :]))


def _tell(what: str, done: Generation | None) -> None:
    if done is not None:
        console.print(
            f"evolved: generation {done.number} of {PLAN.generations}, best {done.best:.3f}, {done.kept} kept"
        )
    else:
        console.print(f"evolved: {what}")


def _tournament(table: np.ndarray[tuple[int, ...], np.dtype[np.float64]], best: Sequence[Creature]) -> Iterator[str]:
    """Describe the result of the comparison."""
    mine, theirs = table[:, : len(best)], table[:, len(best) :]
    own = np.array([ANCESTORS.index(one.origin) for one in best])
    yield (
        f"- An evolved game is fitter than an ancestor in {(mine[:, :, None] > theirs[:, None, :]).mean():.0%} of all "
        f"comparisons, and fitter than its own ancestor in {(mine > theirs[:, own]).mean():.0%}."
    )
    shrunk = np.mean([one.fitness for one in best]) - mine.mean()
    yield f"- The fitness that `ludex evolve` confirmed for them is on average {shrunk:+.3f} above this tournament's."
    agree = all(_agree(creature.genome) for creature in best)
    yield f"- Compiled and interpreted rules agree on all moves and scores of these games: {'yes' if agree else 'no'}."


def _agree(genome: Genome) -> bool:
    game = CardGame(genome)
    bots = ["random"] * game.seats[0]
    one, other = (
        Watcher(game, kernel=kernel).play(bots, seeds_of(SEED, 5))
        for kernel in (game.machine.compiled, game.machine.interpreted)
    )
    return bool((one.traces == other.traces).all() and (one.scores == other.scores).all())


if __name__ == "__main__":
    main()

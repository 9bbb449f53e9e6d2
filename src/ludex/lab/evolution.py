"""Evolution: in every generation games are changed and measured, and the best of their kind are retained.

Every generation is seeded with the run's seed and its number, and every measurement with the seed and the game's rules.
A run that was stopped and resumed therefore finds the same games, on any number of cores.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import msgspec

from ludex.arena.workers import Where
from ludex.core.language.errors import LudexError, quote
from ludex.games.cards import LIBRARY, Genome, random_genome, rules_digest
from ludex.games.cards.parts.deal.variation import with_known_deck
from ludex.lab.archive import Archive, Creature, Pool, read_descriptors
from ludex.lab.dead_rules import without_dead_rules
from ludex.lab.families import family_of
from ludex.lab.gates import USED, Failure
from ludex.lab.measures import CONFIRM, PROBE, SCREEN, Effort, Measures, known_games, measure
from ludex.lab.names import name_for
from ludex.lab.news import news
from ludex.lab.novelty import Known, statements_of, text_gap
from ludex.lab.operators import DoesNotApply, Mutation, cross, diff, mutate
from ludex.lab.run_folder import Checkpoint, Generation, Plan, prepare, save, save_progress
from ludex.lab.styles import style_of
from ludex.lab.workers import Workers

CROSSED = 0.15
"""Share of games with two parents."""
CROSSING = "Crossover"
CHANGES = (1, 1, 1, 2, 2, 3)
"""Numbers of changes in a new game, all equally likely."""
TRIES = 20
"""Number of further attempts if a child is a game that was seen before."""
CHANCE = "chance-"
"""Prefix of the names of randomly generated games."""
ALIKE = 0.35
"""Games are twins if a smaller share of their rules differs."""
ROUNDS = 3
"""Number of games of a family that are tried, one after the other, until one is confirmed."""
MIGRATION = 5
"""Number of generations after which the best game of an island is copied to the next."""

Tell = Callable[[str, Generation | None], None]


class Task(msgspec.Struct, frozen=True):
    """A game to measure."""

    genome: Genome
    seed: str
    effort: Effort
    known: tuple[Known, ...] = ()
    simplify: bool = False
    """True if dead rules are removed first."""


class Found(msgspec.Struct, frozen=True):
    """A game, possibly without its dead rules, and its measures."""

    genome: Genome
    measures: Measures


def measure_task(task: Task) -> Found:
    """Measure one game; run by workers."""
    if not task.simplify:
        return Found(task.genome, measure(task.genome, task.seed, task.effort, task.known))
    simple = without_dead_rules(task.genome, task.seed, task.effort.rules)
    measures = measure(simple.genome, task.seed, task.effort, task.known)
    failed = measures.failed
    if simple.use < USED:
        failed += (Failure("rules", f"{1 - simple.use:.0%} of the rules never change who wins"),)
    return Found(
        simple.genome,
        msgspec.structs.replace(
            measures,
            failed=failed,
            use=simple.use if measures.viable else measures.use,
            games=measures.games + simple.games,
            dealt=measures.dealt + simple.games,
        ),
    )


def more(effort: Effort, factor: float) -> Effort:
    """Scale an effort by a factor.

    >>> more(SCREEN, 0.5).moves == SCREEN.moves // 2
    True
    """
    if factor == 1:
        return effort
    hands = tuple(max(4, int(number * factor)) for number in effort.hands)
    most = max(effort.fewest, int(effort.most_games * factor))
    return msgspec.structs.replace(
        effort,
        moves=int(effort.moves * factor),
        most_games=most,
        hands=hands,
        lines=max(min(8, effort.lines), int(effort.lines * factor)),
        searched=max(8, int(effort.searched * factor)),
        deals=max(4, int(effort.deals * factor)),
    )


class Stages(msgspec.Struct, frozen=True):
    """The amount of play for measuring games: all of them, those that look good, and the shortlist."""

    screen: Effort = SCREEN
    probe: Effort = PROBE
    confirm: Effort = CONFIRM
    library: bool = True
    """True if games are compared with those of the library."""


STAGES = Stages()


class Evolution:
    """A run: new, or resumed where it was stopped."""

    def __init__(self, plan: Plan, workers: Workers, tell: Tell | None = None, stages: Stages = STAGES) -> None:
        self.plan = plan
        self.stages = stages
        self.style = style_of(plan.style)
        self.workers = workers
        self.tell = tell or (lambda what, generation: None)
        self.generation = 0
        self.next_id = 0
        self.islands: list[Archive | Pool] = [self._new_island() for _ in range(plan.islands)]
        self.family: dict[int, Creature] = {}
        self.seen: dict[str, None] = {}
        self.history: list[Generation] = []
        self.confirmed: tuple[Creature, ...] = ()
        self.vetoed: tuple[Creature, ...] = ()
        """Games of the shortlist that failed a gate when they were measured more closely."""
        self.known: tuple[Known, ...] = ()
        self.played = self.dealt = self.viable = 0
        """In this generation: games played, games begun with a deal, and new games that pass the gates."""

    def _new_island(self) -> Archive | Pool:
        if self.plan.mode == "pool":
            return Pool(max(4, self.plan.population // (2 * self.plan.islands)))
        return Archive(read_descriptors(self.plan.descriptors))

    def restore(self, saved: Checkpoint) -> None:
        """Resume a run from its checkpoint."""
        self.generation, self.next_id = saved.generation, saved.next_id
        self.family = {creature.id: creature for creature in saved.family}
        self.seen = dict.fromkeys(saved.seen)
        self.history = list(saved.history)
        self.confirmed, self.vetoed = saved.confirmed, saved.vetoed
        for island, kept in zip(self.islands, saved.kept, strict=True):
            for creature in kept:
                island.add(creature)

    def checkpoint(self) -> Checkpoint:
        """Return everything that is needed to resume the run."""
        return Checkpoint(
            plan=self.plan,
            generation=self.generation,
            next_id=self.next_id,
            kept=tuple(tuple(island) for island in self.islands),
            family=tuple(self.family.values()),
            seen=tuple(self.seen),
            history=tuple(self.history),
            confirmed=self.confirmed,
            vetoed=self.vetoed,
        )

    def learn_library(self) -> None:
        """Measure the games of the library, for comparison."""
        tasks = [Task(make(), self.plan.seed, self.stages.screen) for make in LIBRARY.values()]
        games = self.workers.map(_as_known, tasks)
        self.known = tuple(game for found in games for game in found)

    def begin(self) -> None:
        """Put the ancestors on the islands and, if the whole library is the ancestry, some randomly generated games."""
        started = time.perf_counter()
        names = self.plan.ancestors or tuple(LIBRARY)
        parents = [(LIBRARY[name]() if name in LIBRARY else Genome.load(name)) for name in names]
        random = Random(f"{self.plan.seed} beginning")
        if not self.plan.ancestors:
            parents += [_by_chance(random, number) for number in range(1, self.plan.population // 2 + 1)]
        self.seen = dict.fromkeys(rules_digest(genome) for genome in parents)
        creatures = [self._newborn(genome, origin=genome.name) for genome in parents]
        entered = self._take_in(creatures, everywhere=True)
        if not any(len(island) for island in self.islands):
            raise LudexError(f"none of {', '.join(map(quote, names))} can be an ancestor: each fails a gate")
        self._note(started, len(creatures), entered)

    def step(self) -> None:
        """Run one generation."""
        started = time.perf_counter()
        self.generation += 1
        random = Random(f"{self.plan.seed} generation {self.generation}")
        children = []
        for number in range(self.plan.population):
            place = number % len(self.islands)
            child = self._child(self.islands[place], place, random)
            if child is not None:
                children.append(child)
        entered = self._take_in(children)
        if self.generation % MIGRATION == 0:
            self._migrate()
        self._note(started, len(children), entered)

    def _child(self, island: Archive | Pool, place: int, random: Random) -> Creature | None:
        """Make a game that was not seen before, from one or two parents; None if no attempt succeeds."""
        for _ in range(TRIES):
            mother, father = island.choose(random), island.choose(random)
            made = bred(mother.genome, father.genome, random)
            if made is None:
                continue
            key = rules_digest(made.genome)
            if key not in self.seen:
                self.seen[key] = None
                parents = (mother.id, father.id) if made.operator.startswith(CROSSING) else (mother.id,)
                changes = tuple(str(change) for change in made.changes)
                return self._newborn(made.genome, parents, made.operator, changes, place, mother.origin)
        return None

    def _newborn(
        self,
        genome: Genome,
        parents: tuple[int, ...] = (),
        operator: str = "",
        changes: tuple[str, ...] = (),
        island: int = 0,
        origin: str = "",
    ) -> Creature:
        self.next_id += 1
        if parents:
            name, title = f"game-{self.next_id}", f"Game {self.next_id}"
            genome = msgspec.structs.replace(genome, name=name, title=title, about="", simplified="")
        return Creature(
            id=self.next_id,
            genome=genome,
            measures=Measures(),
            fitness=0.0,
            parents=parents,
            operator=operator,
            changes=changes,
            born=self.generation,
            island=island,
            origin=origin,
        )

    def _take_in(self, creatures: Sequence[Creature], everywhere: bool = False) -> int:
        """Screen games, look closer at promising ones, store the fittest, and return how many were stored."""
        screened = self._measured(creatures, self.stages.screen)
        self.viable = sum(creature.measures.viable for creature in screened)
        promising = [creature for creature in screened if everywhere or self._welcome(creature)]
        probed = self._measured(
            [creature for creature in promising if creature.measures.viable], self.stages.probe, True
        )
        entered = 0
        for creature in probed:
            places = range(len(self.islands)) if everywhere else [creature.island]
            kept = [self.islands[place].add(creature) for place in places]
            if any(kept):
                self.family[creature.id] = creature
                entered += 1
        return entered

    def _welcome(self, creature: Creature) -> bool:
        """Return whether a game would be stored if its skill were as likely to be higher as it was counted."""
        measures = creature.measures
        if not measures.viable:
            return False
        hoped = msgspec.structs.replace(measures, skill=(measures.skill + measures.ladder.most) / 2)
        island = self.islands[creature.island]
        return island.welcomes(self.style.fitness(hoped), hoped) or island.welcomes(creature.fitness, measures)

    def _measured(self, creatures: Sequence[Creature], effort: Effort, simplify: bool = False) -> list[Creature]:
        stage = "probe" if simplify else "screen"
        tasks = [
            Task(
                creature.genome,
                f"{self.plan.seed} {stage} {rules_digest(creature.genome)}",
                more(effort, self.plan.effort),
                self.known,
                simplify,
            )
            for creature in creatures
        ]
        found = self.workers.map(measure_task, tasks)
        self.played += sum(result.measures.games for result in found)
        self.dealt += sum(result.measures.dealt for result in found)
        return [
            msgspec.structs.replace(
                creature,
                genome=result.genome,
                measures=result.measures,
                fitness=self.style.fitness(result.measures),
            )
            for creature, result in zip(creatures, found, strict=True)
        ]

    def _migrate(self) -> None:
        """Copy the best game of every island to the next one."""
        best = [min(island, key=_order) if len(island) else None for island in self.islands]
        for place, creature in enumerate(best):
            if creature is not None and len(self.islands) > 1:
                self.islands[(place + 1) % len(self.islands)].add(creature)

    def _title_of(self, name: str) -> str:
        """Return a title for an ancestor."""
        if name.startswith(CHANCE):
            return "a randomly generated game"
        return next((one.genome.title for one in self.family.values() if one.genome.name == name), name)

    def _note(self, started: float, new: int, entered: int) -> None:
        kept = self.kept()
        generation = Generation(
            number=self.generation,
            best=max((creature.fitness for creature in kept), default=0.0),
            mean=sum(creature.fitness for creature in kept) / max(len(kept), 1),
            kept=sum(len(island) for island in self.islands),
            viable=self.viable / max(new, 1),
            entered=entered,
            games=self.played,
            dealt=self.dealt,
            seconds=time.perf_counter() - started,
        )
        self.played = self.dealt = 0
        self.history.append(generation)
        self.tell("generation", generation)

    def kept(self) -> list[Creature]:
        """Return all stored games, the fittest first, without duplicates."""
        found = {creature.id: creature for island in self.islands for creature in island}
        return sorted(found.values(), key=_order)

    def confirm(self) -> None:
        """Measure the best games again, with fresh seeds and much more effort; name those that evolved.

        At most one game of a family is confirmed. Where the best one fails a gate, the next one is tried.
        """
        self.tell("confirming", None)
        evolved = [creature for creature in self.kept() if creature.parents]
        confirmed, vetoed = list[Creature](), list[Creature]()
        for _ in range(ROUNDS):
            tried = {creature.id for creature in vetoed}
            left = [creature for creature in evolved if creature.id not in tried]
            chosen = shortlisted(left, self.plan.shortlist - len(confirmed), confirmed)
            for creature in self._closely(chosen):
                (confirmed if creature.measures.viable else vetoed).append(creature)
            if not chosen or len(confirmed) >= self.plan.shortlist:
                break
        taken: set[str] = set(LIBRARY)
        self.confirmed = tuple(self._named(creature, taken) for creature in sorted(confirmed, key=_order))
        self.vetoed = tuple(self._named(creature, taken) for creature in vetoed)

    def _closely(self, creatures: Sequence[Creature]) -> list[Creature]:
        """Measure games with the effort of the confirmation."""
        tasks = [
            Task(
                creature.genome,
                f"{self.plan.seed} confirm {rules_digest(creature.genome)}",
                more(self.stages.confirm, self.plan.effort),
                self.known,
            )
            for creature in creatures
        ]
        found = self.workers.map(measure_task, tasks)
        closely = []
        for creature, result in zip(creatures, found, strict=True):
            measures = msgspec.structs.replace(result.measures, use=creature.measures.use)
            fitness = self.style.fitness(measures)
            closely.append(msgspec.structs.replace(creature, measures=measures, fitness=fitness))
        return closely

    def _named(self, creature: Creature, taken: set[str]) -> Creature:
        seed = f"{self.plan.seed} {rules_digest(creature.genome)}"
        named = name_for(creature.genome, creature.measures, taken, seed, self._title_of(creature.origin))
        taken.add(named.name)
        told = news(named, (creature.origin, *creature.measures.nearest))
        named = msgspec.structs.replace(named, about=f"{named.about} {told}".strip())
        return msgspec.structs.replace(creature, genome=named)


def bred(mother: Genome, father: Genome, random: Random) -> Mutation | None:
    """Change a genome: take parts of both parents or one parent, and mutate them; None if that fails."""
    genome, operators = mother, list[str]()
    if mother != father and random.random() < CROSSED:
        crossed = cross(mother, father, random)
        if crossed is None:
            return None
        genome, operators = crossed, [CROSSING]
    for _ in range(random.choice(CHANGES) - len(operators)):
        try:
            made = mutate(genome, random)
        except DoesNotApply:
            break
        genome = made.genome
        operators.append(made.operator.removesuffix("Mutation"))
    return Mutation(genome, " + ".join(operators), tuple(diff(mother, genome))) if operators else None


def shortlisted(creatures: Sequence[Creature], count: int, confirmed: Sequence[Creature] = ()) -> list[Creature]:
    """Return the first game of every family that has none yet, without twins.

    Twins have nearly the same rules, or are a parent and its child, or children of one parent.
    """
    chosen = list(confirmed)
    for creature in creatures:
        if len(chosen) - len(confirmed) < count and not any(_related(creature, other) for other in chosen):
            chosen.append(creature)
    return chosen[len(confirmed) :]


def _related(one: Creature, other: Creature) -> bool:
    """Return whether two games are of one family, or twins."""
    near = {one.id, *one.parents} & {other.id, *other.parents}
    alike = text_gap(statements_of(one.genome), statements_of(other.genome)) < ALIKE
    return bool(near) or alike or family_of(one.genome) == family_of(other.genome)


def _by_chance(random: Random, number: int) -> Genome:
    """Generate a random game, with a well-known deck."""
    genome = with_known_deck(random_genome(random, f"{CHANCE}{number}"))
    return msgspec.structs.replace(genome, title=f"Chance {number}")


def _order(creature: Creature) -> tuple[float, int]:
    return -creature.fitness, creature.id


def _as_known(task: Task) -> list[Known]:
    return known_games([task.genome], task.seed, task.effort)


def evolve(
    plan: Plan,
    folder: Path,
    *,
    cores: int | None = None,
    on: Where = "cores",
    tell: Tell | None = None,
    stages: Stages = STAGES,
) -> Checkpoint:
    """Run a plan in a folder, or resume it there. A checkpoint is written after each generation."""
    begun = prepare(folder, plan)
    save_progress(folder, plan, begun.generation if begun else 0, begun.history if begun else ())
    with Workers(cores, on) as workers:
        run = Evolution(plan, workers, tell, stages)
        if stages.library:
            run.learn_library()
        if begun is None:
            run.begin()
            save(folder, run.checkpoint())
        else:
            run.restore(begun)
        while run.generation < plan.generations:
            run.step()
            run.confirmed = run.vetoed = ()
            save(folder, run.checkpoint())
        if not run.confirmed and not run.vetoed:
            run.confirm()
            save(folder, run.checkpoint())
        return run.checkpoint()

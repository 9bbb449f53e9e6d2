"""The output of a run: genomes, rulebooks, replays, and the report."""

from __future__ import annotations

from pathlib import Path

import msgspec

from ludex.core.language.errors import LudexError, quote
from ludex.games.cards import CardGame, Genome
from ludex.lab.archive import Creature
from ludex.lab.findings import replay_name
from ludex.lab.measures import Measures
from ludex.lab.portrait import FULL, Detail, Portrait, portrait
from ludex.lab.report import report_page
from ludex.lab.run_folder import Checkpoint, Plan, save, write_safely
from ludex.lab.sample_games import line_example
from ludex.lab.watching import Watcher
from ludex.lab.workers import Workers


class Sitter(msgspec.Struct, frozen=True):
    """A game whose portrait is requested."""

    genome: Genome
    measures: Measures
    seed: str
    parent: Genome | None
    detail: Detail


def draw(sitter: Sitter) -> Portrait:
    """Draw a portrait; run by workers."""
    return portrait(sitter.genome, sitter.measures, sitter.seed, sitter.parent, sitter.detail)


def export(folder: Path, run: Checkpoint, workers: Workers, detail: Detail = FULL) -> list[Creature]:
    """Write `games/NAME.json`, a rulebook and a replay for every confirmed game, and `report.html`."""
    family = {creature.id: creature for creature in run.family}
    shown = [creature for creature in run.confirmed if creature.measures.viable]
    sitters = []
    for creature in shown:
        parent = family.get(creature.parents[0]) if creature.parents else None
        before = parent.genome if parent else None
        sitters.append(Sitter(creature.genome, creature.measures, run.plan.seed, before, detail))
    portraits = workers.map(draw, sitters)
    games = folder / "games"
    try:
        games.mkdir(exist_ok=True)
    except OSError as error:
        raise LudexError(f"cannot create the folder {quote(str(games))}: {error.strerror}") from None
    for found in portraits:
        name = found.genome.name
        read_back = Genome.from_json(found.genome.to_json())  # the text must not depend on where the game was made
        write_safely(games / f"{name}.json", read_back.to_json())
        write_safely(games / f"{name}.md", _rulebook(found))
        write_safely(games / f"{name}.replay.json", found.replay)
        for number, finding in enumerate(found.findings, 1):
            if finding.replay:
                write_safely(games / replay_name(name, number), finding.replay)
    write_vetoed(folder, run)
    page = report_page(run, {c.id: p for c, p in zip(shown, portraits, strict=True)}, command_of(run.plan, folder))
    write_safely(folder / "report.html", page)
    save(folder, run, finished=True)
    return shown


def write_vetoed(folder: Path, run: Checkpoint) -> None:
    """Write the games that failed a gate when they were measured more closely, and an example of a one-line win."""
    for creature in run.vetoed:
        vetoed = folder / "vetoed"
        vetoed.mkdir(exist_ok=True)
        name = creature.genome.name
        write_safely(vetoed / f"{name}.json", Genome.from_json(creature.genome.to_json()).to_json())
        if any(failure.gate == "one line" for failure in creature.measures.failed):
            weakest = min(creature.measures.margins, key=lambda margin: margin.low)
            replay = line_example(Watcher(CardGame(creature.genome)), weakest.line, run.plan.seed)
            if replay:
                write_safely(vetoed / f"{name}.replay.json", replay)


def _rulebook(found: Portrait) -> str:
    """Return the rulebook, with the differences from the parent at its end."""
    if not found.changes:
        return found.rulebook
    lines = [f"- {'New' if line[0] == '+' else 'Gone'}: {line[2:]}" for line in found.changes]
    return "\n".join([found.rulebook.rstrip(), "", "## Changes from its parent", "", *lines, ""])


def command_of(plan: Plan, folder: Path) -> str:
    """Return the command that repeats a run.

    >>> command_of(Plan(style="party", ancestors=("hearts",), seed="7"), Path("runs/1"))
    'ludex evolve --style party --population 100 --generations 50 --seed 7 --out runs/1 --from hearts'
    """
    words = ["ludex evolve", f"--style {plan.style}", f"--population {plan.population}"]
    words += [f"--generations {plan.generations}", f"--seed {plan.seed}", f"--out {folder}"]
    usual = Plan()
    if plan.ancestors:
        words.append(f"--from {','.join(plan.ancestors)}")
    if plan.descriptors != usual.descriptors:
        words.append(f"--map {','.join(plan.descriptors)}")
    words += [
        f"--{name} {getattr(plan, name):g}" if name == "effort" else f"--{name} {getattr(plan, name)}"
        for name in ("mode", "islands", "shortlist", "effort")
        if getattr(plan, name) != getattr(usual, name)
    ]
    return " ".join(words)

"""The report of a run: one self-contained HTML file, with a page for every confirmed game."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ludex.core.show.page import Html, tag
from ludex.lab.portrait import Portrait
from ludex.lab.report.game_page import command_line, game_page
from ludex.lab.report.overview import elites, family_tree, fitness, ranking, vetoed
from ludex.lab.run_folder import Checkpoint


def report_page(run: Checkpoint, portraits: Mapping[int, Portrait], command: str) -> str:
    """Return the report as HTML. `portraits` are those of the confirmed games, by id; `command` repeats the run."""
    plan = run.plan
    shown = [creature for creature in run.confirmed if creature.id in portraits]
    titles = {creature.id: creature.genome.title for creature in shown}
    family = {creature.id: creature for creature in run.family}
    pages = []
    for creature in shown:
        parent = family.get(creature.parents[0]) if creature.parents else None
        pages.append(game_page(creature, portraits[creature.id], parent.genome.title if parent else "", command))
    ancestors = ", ".join(plan.ancestors) or "the whole library and randomly generated games"
    told = (
        f"Style {plan.style}, {run.generation} generations of {plan.population} new games, from {ancestors}. "
        f"{len(run.seen):,} different games were measured."
    )
    main = tag(
        "main",
        tag("h1", f"Evolved card games: {plan.style}"),
        tag("p", told),
        tag("p", "To repeat it: ", command_line(command), class_="soft"),
        ranking(shown) if shown else tag("p", "No evolved game passed all gates."),
        vetoed(run),
        elites(run, titles) if plan.mode == "map" else None,
        fitness(run),
        family_tree(run, shown) if shown else None,
        tag("h2", "The games") if pages else None,
        pages,
    )
    style = Html(Path(__file__).with_name("style.css").read_text(encoding="utf-8"))
    head = tag(
        "head",
        Html('<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'),
        tag("title", f"Evolved card games: {plan.style}"),
        tag("style", style),
    )
    return f"<!doctype html>\n{tag('html', head, tag('body', main), lang='en')}\n"

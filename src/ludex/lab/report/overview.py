"""The first part of the report: the map of elites, fitness over the generations, and the family tree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludex.core.show.page import Html, tag
from ludex.games.cards.board.picture import draw_picture
from ludex.lab.archive import Archive, Cell, Creature, read_descriptors
from ludex.lab.report.charts import lines
from ludex.lab.run_folder import Checkpoint
from ludex.lab.styles import pareto_front

SIDE_NAMES = {
    "length": "moves per seat",
    "skill": "skill",
    "luck": "luck",
    "interaction": "interaction",
    "uncertainty": "late uncertainty",
    "choice": "choice",
    "novelty": "novelty",
}


def elites(run: Checkpoint, titles: Mapping[int, str]) -> Html:
    """Draw the map: one picture for every filled cell. `titles` are those of games with a page, by id."""
    down, across = read_descriptors(run.plan.descriptors)
    archive = Archive((down, across))
    for kept in run.kept:
        for creature in kept:
            archive.add(creature)
    best: dict[Cell, Creature] = {}
    for (_, *place), creature in sorted(archive.cells.items(), key=lambda item: (item[1].fitness, -item[1].id)):
        best[tuple(place)] = creature
    families = sorted({str(cell[0]) for cell in archive.cells})
    head = [tag("th", class_="side")] + [tag("th", across.label(column)) for column in range(across.bins)]
    rows = [tag("tr", head)]
    for row in range(down.bins):
        cells = [_cell(best, (row, column), titles) for column in range(across.bins)]
        rows.append(tag("tr", tag("th", down.label(row), class_="side"), cells))
    told = (
        f"Down: {SIDE_NAMES[down.name]}. Across: {SIDE_NAMES[across.name]}. There is a map for each of {len(families)} "
        f"families ({', '.join(families)}), with {len(archive)} games in all; the fittest game of every cell is shown."
    )
    return tag(
        "section",
        tag("h2", "The map of elites"),
        tag("p", told),
        tag("div", tag("table", rows, class_="map"), class_="scroll"),
    )


def _cell(cells: Mapping[Cell, Creature], place: Cell, titles: Mapping[int, str]) -> Html:
    creature = cells.get(place)
    if creature is None:
        return tag("td", class_="empty")
    title = titles.get(creature.id)
    name = title or creature.genome.title
    shown = tag("a", name, href=f"#game-{creature.id}") if title else name
    kind = "ancestor" if not creature.parents else None
    origin = tag("span", f" from {creature.origin}", class_="soft") if creature.parents else None
    return tag("td", draw_picture(creature.genome), tag("b", shown), f" {creature.fitness:.2f}", origin, class_=kind)


def fitness(run: Checkpoint) -> Html:
    """Draw the best and mean fitness, and the number of stored games, generation by generation."""
    history = run.history
    ends = ("beginning", f"generation {history[-1].number}")
    chart = lines(
        "Fitness over the generations", {"best": [g.best for g in history], "mean": [g.mean for g in history]}, ends
    )
    kept = lines("Stored games", {"stored games": [float(g.kept) for g in history]}, ends, ".0f")
    games, seconds = sum(g.games for g in history), sum(g.seconds for g in history)
    told = f"{games:,} games in {seconds:,.0f} s: {games / max(seconds, 1e-9):,.0f} games/s, all measures included."
    return tag(
        "section",
        tag("h2", "Fitness over the generations"),
        tag("div", tag("figure", chart), tag("figure", kept), class_="two"),
        tag("p", told),
    )


def family_tree(run: Checkpoint, shown: Sequence[Creature]) -> Html:
    """Draw the descent of the confirmed games from the ancestors."""
    family = {creature.id: creature for creature in run.family}
    titles = {creature.id: creature.genome.title for creature in shown}
    wanted: dict[int, None] = {}
    for creature in shown:
        _climb(creature.id, family, wanted)
    children: dict[int, list[int]] = {}
    for key in wanted:
        for parent in family[key].parents[:1] if key in family else ():
            children.setdefault(parent, []).append(key)
    roots = [key for key in sorted(wanted) if not family[key].parents]
    tree = tag("ul", [_branch(root, family, children, titles) for root in roots], class_="tree")
    return tag("section", tag("h2", "The family tree"), tree)


def _climb(key: int, family: Mapping[int, Creature], wanted: dict[int, None]) -> None:
    while key in family and key not in wanted:
        wanted[key] = None
        parents = family[key].parents
        if not parents:
            return
        key = parents[0]


def _branch(
    key: int, family: Mapping[int, Creature], children: Mapping[int, list[int]], titles: Mapping[int, str]
) -> Html:
    creature = family[key]
    title = titles.get(key)
    name = tag("a", title, href=f"#game-{key}") if title else creature.genome.title
    how = f" · generation {creature.born}, {creature.made_by}" if creature.parents else " · at the beginning"
    partner = (
        f" with {family[creature.parents[1]].genome.title}"
        if len(creature.parents) > 1 and creature.parents[1] in family
        else ""
    )
    line = tag("li", name, tag("span", f"{how}{partner} · {creature.fitness:.2f}", class_="soft"))
    below = children.get(key)
    if not below:
        return line
    branches = [_branch(child, family, children, titles) for child in below]
    return Html(line.removesuffix("</li>") + tag("ul", branches) + "</li>")


def ranking(shown: Sequence[Creature]) -> Html:
    """Draw a table of the confirmed games by fitness, with those on the Pareto front marked."""
    front = set(pareto_front([creature.measures for creature in shown]))
    columns = ("fitness", "fairness", "skill", "choice", "uncertainty", "comeback", "interaction", "luck", "novelty")
    head = tag(
        "tr", tag("th", "game"), [tag("th", name, class_="number") for name in columns], tag("th", "Pareto front")
    )
    rows = [head]
    for place, creature in enumerate(shown):
        values = [creature.fitness, *(getattr(creature.measures, name) for name in columns[1:])]
        cells = [tag("td", f"{value:.2f}", class_="number") for value in values]
        link = tag("a", creature.genome.title, href=f"#game-{creature.id}")
        rows.append(tag("tr", tag("td", link), cells, tag("td", "●" if place in front else "")))
    told = (
        "Measured again: fresh seeds, more games and longer searches. Games are on the Pareto front if no other is as "
        "good in every goal and better in one."
    )
    return tag(
        "section", tag("h2", "The confirmed games"), tag("p", told), tag("div", tag("table", rows), class_="scroll")
    )


def vetoed(run: Checkpoint) -> Html | None:
    """List the games that looked good, and failed a gate when they were measured more closely."""
    if not run.vetoed:
        return None
    lines = [
        tag(
            "li",
            tag("b", creature.genome.title),
            f" ({', '.join(map(str, creature.measures.failed))}) ",
            tag("code", f"vetoed/{creature.genome.name}.json"),
        )
        for creature in run.vetoed
    ]
    return tag("section", tag("h2", "Vetoed games"), tag("ul", lines))

"""Commands `ludex evolve` (evolve card games) and `ludex genome measure` (measure one)."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table as Grid

from ludex.console import AsJson, OnWhat, err, get_ready, out, say, say_json
from ludex.core.language.errors import BadSetting, quote
from ludex.core.language.rule import OWN_LOOPS
from ludex.games.cards import LIBRARY, CardGame
from ludex.games.cards.commands import File, find
from ludex.lab.archive import Creature, read_descriptors
from ludex.lab.evolution import evolve as run_plan
from ludex.lab.export import export
from ludex.lab.measures import CONFIRM, PROBE, SCREEN, Measures, known_games
from ludex.lab.measures import measure as measure_game
from ludex.lab.run_folder import Generation, Plan
from ludex.lab.styles import STYLES, style_of
from ludex.lab.workers import Workers

EFFORTS = {"screen": SCREEN, "probe": PROBE, "confirm": CONFIRM}
SHOWN = ("fairness", "decisive", "pace", "skill", "choice", "uncertainty", "comeback", "interaction", "luck", "novelty")


def evolve(
    out_folder: Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder for games, report and checkpoint.")],
    style: Annotated[str, typer.Option(help=f"Kind of games to look for: {', '.join(STYLES)}.")] = "balanced",
    population: Annotated[int, typer.Option(min=2, max=100_000, help="Number of new games in each generation.")] = 100,
    generations: Annotated[int, typer.Option(min=1, max=100_000, help="Number of generations.")] = 50,
    seed: Annotated[str, typer.Option(help="The same seed gives the same games.")] = "0",
    from_: Annotated[
        str | None, typer.Option("--from", metavar="NAMES", help="Ancestors, separated by commas. Default: all.")
    ] = None,
    map_: Annotated[
        str, typer.Option("--map", metavar="AXES", help="The two axes of the map, e.g. `luck,interaction`.")
    ] = "length,skill",
    mode: Annotated[str, typer.Option(help="`map`: the best of every kind; `pool`: a plain population.")] = "map",
    islands: Annotated[int, typer.Option(min=1, max=64, help="Number of separate populations.")] = 1,
    shortlist: Annotated[int, typer.Option(min=1, max=1000, help="Number of the best games to confirm.")] = 8,
    effort: Annotated[float, typer.Option(min=0.01, max=100, help="Factor for the games played to measure.")] = 1.0,
    cores: Annotated[int | None, typer.Option(min=1, help="Default: all.")] = None,
    on: OnWhat = "cores",
    json: AsJson = False,
) -> None:
    """Evolve card games: change and measure them, and select the best of every kind. Resumes a run that was stopped.

    Example: `ludex evolve --style strategic --population 20 --generations 5 --seed 1 --out my-run --from whist,hearts`
    """
    ancestors = tuple(name.strip() for name in (from_ or "").split(",") if name.strip())
    for name in ancestors:
        find(name)
    if mode not in ("map", "pool"):
        raise BadSetting(f"--mode {quote(mode)}: expected map or pool")
    plan = Plan(
        style=style_of(style).name,
        population=population,
        generations=generations,
        seed=seed,
        ancestors=ancestors,
        mode=mode,
        descriptors=tuple(side.name for side in read_descriptors([name.strip() for name in map_.split(",")])),
        islands=islands,
        shortlist=shortlist,
        effort=effort,
    )
    get_ready(CardGame(LIBRARY["whist"]()), *needed_entries(searching=True))
    with err.status("Measuring the ancestors") as status:
        run = run_plan(plan, out_folder, cores=cores, on=on, tell=lambda what, done: _tell(status, plan, what, done))
        status.update("Drawing the report")
        with Workers(cores, on) as workers:
            shown = export(out_folder, run, workers)
    if json:
        say_json({"folder": str(out_folder), "plan": plan, "history": run.history, "confirmed": shown})
    else:
        _show(shown, out_folder)


def needed_entries(*, searching: bool) -> list[str]:
    """Return the compiled functions that measuring needs: one loop, plus those of searches if there is one.

    >>> needed_entries(searching=False)
    ['watch_games']
    """
    of_searches = [loop.__name__ for loop in OWN_LOOPS if loop.__module__.startswith("ludex.players")]
    return ["watch_games", *(["hide", "legal", "choose", *of_searches] if searching else [])]


def _tell(status: object, plan: Plan, what: str, done: Generation | None) -> None:
    """Show the progress of a run."""
    if done is None:
        told = f"Measuring the {plan.shortlist} best again, with fresh seeds"
    else:
        told = (
            f"generation {done.number} of {plan.generations}: best {done.best:.3f}, mean {done.mean:.3f}, "
            f"{done.kept} kept, {done.viable:.0%} viable, {done.games_per_s:,.0f} games/s"
        )
    if err.is_terminal:
        status.update(told)  # type: ignore[attr-defined]  # a status of Rich
    else:
        err.print(told, markup=False, soft_wrap=True)


def _show(shown: list[Creature], folder: Path) -> None:
    told = ("skill", "choice", "uncertainty", "luck", "novelty")
    grid = Grid("game", "fitness", *told, box=None, header_style="bold")
    for creature in shown:
        values = [f"{getattr(creature.measures, name):.2f}" for name in told]
        grid.add_row(creature.genome.title, f"{creature.fitness:.3f}", *values)
    out.print(grid)
    say(f"\n{len(shown)} games in {folder / 'games'}, with a report in {folder / 'report.html'}.")
    if shown:
        say(f"Play one: ludex play {folder / 'games' / shown[0].genome.name}.json")


def measure(
    file: File,
    style: Annotated[str, typer.Option(help=f"Style of the fitness: {', '.join(STYLES)}.")] = "balanced",
    effort: Annotated[str, typer.Option(help="`screen`, `probe` (a short search) or `confirm` (minutes).")] = "screen",
    seed: Annotated[str, typer.Option(help="The same seed gives the same numbers.")] = "0",
    json: AsJson = False,
) -> None:
    """Measure a game: gates, skill, choice, uncertainty, interaction, luck, novelty.

    Example: `ludex genome measure hearts`
    """
    if effort not in EFFORTS:
        raise BadSetting(f"--effort {quote(effort)}: expected one of {', '.join(EFFORTS)}")
    genome, wanted = find(file), style_of(style)
    game = CardGame(genome)
    get_ready(game, *needed_entries(searching=effort != "screen"))
    with err.status(f"Measuring {game.title}"):
        known = known_games([make() for make in LIBRARY.values()], seed)
        measures = measure_game(genome, seed, EFFORTS[effort], known)
    if json:
        say_json({"game": genome.name, "fitness": wanted.fitness(measures), "measures": measures})
    else:
        _show_measures(game, measures, wanted.fitness(measures), style)


def _show_measures(game: CardGame, measures: Measures, fitness: float, style: str) -> None:
    say(f"{game.title}: fitness {fitness:.3f} as a {style} game")
    for failure in measures.failed:
        say(f"  fails a gate: {failure}")
    if measures.failed:
        return
    for name in SHOWN:
        say(f"  {name:<12} {getattr(measures, name):.2f}")
    for rung in measures.ladder.rungs:
        say(f"  {rung.player} against {rung.against}: edge {rung.edge:+.2f} ({rung.low:+.2f} to {rung.high:+.2f})")
    say(f"  {measures.length:.0f} moves per seat and game; nearest: {', '.join(measures.nearest)}")
    say(f"  {measures.games:,} games were played.")

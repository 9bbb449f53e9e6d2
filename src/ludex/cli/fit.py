"""`ludex fit`: find better weights for a bot."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table as Grid

from ludex.arena.fitting import Fit, default_bot, expect_weights
from ludex.arena.fitting import Progress as Step
from ludex.arena.fitting import fit as find_weights
from ludex.console import AsJson, GameName, SettingList, err, out, read_players, read_settings, say, say_json
from ludex.core.game.registry import game as find_game
from ludex.core.language.errors import BadSetting, quote
from ludex.core.language.weights import WeightFile, Weights, read_weights

SHOWN = 30
"""The most changed weights that are listed."""


def fit(
    game: GameName,
    bot: Annotated[str | None, typer.Option(help="Default: the game's strongest bot with weights.")] = None,
    only: Annotated[
        str, typer.Option(metavar="PATTERN", help="Vary only weights with such names, e.g. `expanded.*`.")
    ] = "*",
    against: Annotated[
        str | None,
        typer.Option(help="Bots to play against, separated by commas. Default: the bot itself, and the next best."),
    ] = None,
    seats: Annotated[int | None, typer.Option(min=2, help="Default: the usual number.")] = None,
    setting: SettingList = None,
    generations: Annotated[int, typer.Option(min=1, help="Rounds of trying weights.")] = 10,
    population: Annotated[int, typer.Option(min=4, help="Weights tried in each round.")] = 24,
    deals: Annotated[int, typer.Option(min=1, help="Deals that each of them plays against each opponent.")] = 10,
    margin: Annotated[
        float, typer.Option(help="New weights must win so much more than their share against the old ones.")
    ] = 0.02,
    seed: Annotated[str, typer.Option(help="The same seed finds the same weights.")] = "0",
    cores: Annotated[int | None, typer.Option(min=1, help="Default: all.")] = None,
    output: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Write accepted weights there. Default: GAME-BOT.json."),
    ] = None,
    write: Annotated[
        bool, typer.Option("--write", help="Write accepted weights into the game's own folder, for its authors.")
    ] = False,
    json: AsJson = False,
) -> None:
    """Find weights with which a bot wins more, and accept them only if tests on new deals say so.

    Example: `ludex fit power-grid --generations 10 --seed 1`
    """
    found = find_game(game)
    name = bot or default_bot(found)
    weights = expect_weights(found, name).weights
    assert weights is not None
    path = output or (weights.file if write else Path(f"{found.name}-{name}.json"))
    if path is None:
        raise BadSetting(f"{found.name} stores no weights of {name}: name a file with --out")
    if not write and not path.parent.is_dir():
        raise BadSetting(f"--out {quote(str(path), str)}: there is no folder {quote(str(path.parent), str)}")
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with Progress(*columns, TimeRemainingColumn(), console=err, transient=True, disable=not err.is_terminal) as bar:
        task = bar.add_task(f"Compiling the rules of {found.title}", total=None)

        def tell(step: Step) -> None:
            text = f"{found.title}, {name}: {step.stage}, best {step.value:.1%}"
            bar.update(task, description=text, completed=step.done, total=step.total)

        result = find_weights(
            found,
            name,
            only=only,
            against=read_players(against) if against else None,
            seats=seats,
            settings=read_settings(setting),
            generations=generations,
            population=population,
            deals=deals,
            margin=margin,
            seed=seed,
            cores=cores,
            progress=tell,
        )
    if result.accepted:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(file_of(result, weights).to_json(), encoding="utf-8")
    if json:
        say_json(result)
    else:
        show(result)
        say(f"Written to {path}." if result.accepted else "Not accepted, so nothing was written.")


def file_of(result: Fit, weights: Weights) -> WeightFile:
    """Return the file of accepted weights, with the command and the tests of this fit and of those before it."""
    before = read_weights(weights.file).fitted if weights.file and weights.file.is_file() else ()
    command = " ".join(("ludex", *sys.argv[1:]))
    record = {"command": command, "seed": result.seed, "games": result.games, "tests": [str(t) for t in result.tests]}
    return WeightFile(result.weights, (*before, record))


def show(result: Fit) -> None:
    """Show the tests first, then the weights that changed."""
    for test in result.tests:
        say(f"{test}")
    grid = Grid("weight", "old", "new", box=None, header_style="bold", pad_edge=False)
    changed = result.changed
    for name, (old, new) in list(changed.items())[:SHOWN]:
        grid.add_row(name, f"{old}", f"{new}")
    out.print()
    out.print(grid)
    if len(changed) > SHOWN:
        say(f"and {len(changed) - SHOWN} more")
    say(f"\n{result.games:,} games in {result.seconds:.0f} s; seed {result.seed}")

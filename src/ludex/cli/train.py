"""`ludex train`: learn what positions of a game are worth, for searches."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid

from ludex.console import AsJson, GameName, SettingList, err, get_ready, out, read_settings, say, say_json
from ludex.core.registry import game as find_game
from ludex.players.search.value import LearnedValue
from ludex.players.training import check_trainable
from ludex.players.training import train as run


def train(
    game: GameName,
    games: Annotated[int, typer.Option(min=50, help="How many games bots play.")] = 10_000,
    horizon: Annotated[
        int, typer.Option(min=0, help="After how many moves a search asks for the value. 0: at milestones only.")
    ] = 40,
    seats: Annotated[int | None, typer.Option(min=1, help="Default: as many as usually play.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same value.")] = 0,
    setting: SettingList = None,
    to: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Default: NAME.value.json")] = None,
    json: AsJson = False,
) -> None:
    """Learn from games of bots what positions are worth: a file that searches can use.

    Example: `ludex train power-grid --games 500 --out power-grid.json`
    """
    found = find_game(game)
    settings = read_settings(setting)
    count = found.expect_seats(seats or found.usual_seats)
    check_trainable(found)
    found.template(count, found.read_settings(settings))
    get_ready(found, "setup", "waiting", "choose", "play")
    given = "".join(f" --setting {one}" for one in setting or ())
    command = f"ludex train {game} --games {games} --horizon {horizon} --seats {count} --seed {seed}{given}"
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True) as bar:
        task = bar.add_task(found.title, total=games)
        value = run(
            found,
            games,
            seats=count,
            horizon=horizon,
            seed=seed,
            command=command,
            settings=settings,
            progress=lambda done: bar.update(task, completed=done),
        )
    path = to or Path(f"{found.name}.value.json")
    path.write_bytes(msgspec.json.format(msgspec.json.encode(value), indent=2) + b"\n")
    if json:
        say_json(value)
    else:
        show(value, path)


def show(value: LearnedValue, path: Path) -> None:
    """What was learned, and how to use it."""
    grid = Grid("one more of", "adds at the start", "adds at the end", "on average", box=None, header_style="bold")
    for name, weights in zip(value.features, zip(*value.weights, strict=True), strict=True):
        told = weights[0], weights[-1], sum(weights) / len(weights)
        grid.add_row(name, *(f"{weight:+.3g}" for weight in told))
    out.print(grid)
    say(
        f"\nIn games it has not seen, the value tells {value.explained:.0%} of how far ahead a seat will be, "
        f"and the score at the time {max(value.explained_by_score, 0):.0%}.\n"
        f"{value.games:,} games, {value.positions:,} positions. Written to {path}.\n"
        f"Does it help? ludex arena {value.game} --players search-200:value={path},search-200:value=none --pairs --sprt"
    )

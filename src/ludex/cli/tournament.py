"""`ludex tournament`: every bot against every other."""

from __future__ import annotations

from math import comb
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table as Grid

from ludex.arena import Tournament
from ludex.arena import tournament as run
from ludex.cli.simulate import AllowForfeits, TimeLimit, end_with, needed_entries
from ludex.console import (
    AsJson,
    GameName,
    OptionList,
    SettingList,
    err,
    get_ready,
    out,
    read_players,
    read_settings,
    say_json,
)
from ludex.core.registry import game as find_game


def tournament(
    game: GameName,
    players: Annotated[str | None, typer.Option(help="Separated by commas. Default: all bots of the game.")] = None,
    games: Annotated[int, typer.Option(min=1, help="The number of games in each match.")] = 2_000,
    seats: Annotated[int | None, typer.Option(min=2, help="Seats at a table, taken in turn by the two bots.")] = None,
    seed: Annotated[str, typer.Option(help="The same seed gives the same games, bit for bit.")] = "0",
    setting: SettingList = None,
    option: OptionList = None,
    time_limit: TimeLimit = None,
    allow_forfeits: AllowForfeits = False,
    json: AsJson = False,
) -> None:
    """Let every bot play every other, seats balanced, and rank them by how often they finish ahead.

    Example: `ludex tournament automation --setting edition=expanded`
    """
    found = find_game(game)
    settings = read_settings(setting, option)
    found.read_settings(settings)
    names = read_players(players) if players else list(found.bot_slots)
    get_ready(found, *needed_entries(found, names))
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=err, transient=True) as bar:
        task = bar.add_task(found.title, total=comb(len(set(names)), 2))

        def tell(pair: str) -> None:
            bar.update(task, description=pair, advance=1)

        result = run(
            found, names, games, seats=seats, seed=seed, settings=settings, time_limit=time_limit, progress=tell
        )
    if json:
        say_json(result)
    else:
        show(result, games)
    end_with(result, allow_forfeits)


def show(result: Tournament, games: int) -> None:
    """Show the standings, each with its rate against every other."""
    names = [standing.player for standing in result.standings]
    places = [f"v {place}" for place in range(1, len(names) + 1)]
    grid = Grid("", "player", "ahead", *places, box=None, header_style="bold")
    for place, standing in enumerate(result.standings, 1):
        rates = [f"{standing.against[name]:.0%}" if name in standing.against else "·" for name in names]
        grid.add_row(str(place), standing.player, f"{standing.rate:.1%}", *rates)
    out.print(grid)
    widest = max(match.high - match.low for match in result.matches) / 2
    out.print(f"\n{games:,} games of {result.game} a match at {result.seats} seats, seats balanced; ", end="")
    out.print(f"every rate is within ±{widest:.1%} (95 %)")

"""`ludex simulate`: many games, win rates, speed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid

from ludex.arena import Contest, Simulation
from ludex.arena import simulate as run
from ludex.arena.batches import begins_at_once
from ludex.console import (
    AsJson,
    GameName,
    OnWhat,
    SettingList,
    complete_players,
    err,
    get_ready,
    out,
    read_players,
    read_settings,
    say_json,
)
from ludex.core.game.game import Game
from ludex.core.game.registry import game as find_game
from ludex.core.game.warm import TABLE, entries_of_players
from ludex.core.language.words import plural
from ludex.core.play.leaving import expect_choice
from ludex.players import is_compiled
from ludex.players.search import is_search

TimeLimit = Annotated[
    float | None,
    typer.Option(
        metavar="SECONDS",
        help="Time limit of your own players for an answer. Later answers cost one of three attempts.",
    ),
]
Isolate = Annotated[
    bool,
    typer.Option(
        "--isolate", help="Run your own players in separate processes, where they cannot harm or delay the others."
    ),
]
OnLeaving = Annotated[
    str,
    typer.Option(
        "--on-leave",
        metavar="CHOICE",
        help="The seat of a player that forfeits: `bot` plays on, `civil-disorder` (Diplomacy), or the game `end`s.",
    ),
]
AllowForfeits = Annotated[
    bool,
    typer.Option("--allow-forfeits", help="End with status 0 even if a player forfeited by its own fault (else 1)."),
]


def simulate(
    game: GameName,
    players: Annotated[
        str | None,
        typer.Option(
            help="Bots, module:Class, file.py:Class, program:COMMAND or chat:MODEL@URL, separated by commas. "
            "Default: the two strongest bots.",
            autocompletion=complete_players,
        ),
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="The number of games.")] = 10_000,
    seed: Annotated[str, typer.Option(help="The same seed gives the same games, bit for bit.")] = "0",
    cores: Annotated[int | None, typer.Option(min=1, help="Default: all.")] = None,
    on: OnWhat = "cores",
    rotate: Annotated[bool, typer.Option(help="Players change seats from game to game.")] = False,
    setting: SettingList = None,
    time_limit: TimeLimit = None,
    isolate: Isolate = False,
    on_leave: OnLeaving = "bot",
    allow_forfeits: AllowForfeits = False,
    games_out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a row for every game: .jsonl, .csv or .parquet."),
    ] = None,
    json: AsJson = False,
) -> None:
    """Play many games between bots: win rates with 95 % intervals, games and moves per second.

    Example: `ludex simulate automation --players big-money,random --games 100000 --seed 1`
    """
    found = find_game(game)
    settings = read_settings(setting)
    found.read_settings(settings)
    names = read_players(players) if players else default_players(found)
    if on == "ray" or not begins_at_once(found, names, games):
        get_ready(found, *needed_entries(found, names))
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True) as bar:
        task = bar.add_task(f"{found.title}: {', '.join(names)}", total=games)
        result = run(
            found,
            names,
            games,
            seed=seed,
            cores=cores,
            on=on,
            rotate=rotate,
            settings=settings,
            time_limit=time_limit,
            isolate=isolate,
            on_leave=expect_choice(found, on_leave),
            progress=lambda done: bar.advance(task, done),
            games_out=games_out,
        )
    if json:
        say_json(result)
    else:
        show(result)
    end_with(result, allow_forfeits)


def end_with(result: Simulation | Contest, allow_forfeits: bool) -> None:
    """Show the first failure of each custom player. If one forfeited, end with status 1 unless that is allowed."""
    shown: set[str] = set()
    for fault in result.faults:
        if fault.player not in shown:
            shown.add(fault.player)
            lost = sum(other.forfeits for other in result.faults if other.player == fault.player)
            games = f"forfeited {plural(lost, 'game')}" if lost else "failed, and was asked again"
            told = f"\n{fault.player} {games}; first in game {fault.game}: {fault.why}"
            err.print(told, markup=False, soft_wrap=True)
            if fault.traceback:
                err.print(fault.traceback.rstrip(), markup=False, soft_wrap=True)
    if result.forfeits and not allow_forfeits:
        err.print("\nA player forfeited by its own fault: status 1. --allow-forfeits ends with status 0.", markup=False)
        raise typer.Exit(1)


def needed_entries(game: Game, players: list[str], at_tables: bool = False) -> list[str]:
    """Return the entries that these players' games need compiled: one loop for bots, or those of tables and searches.

    >>> import ludex
    >>> needed_entries(ludex.game("automation"), ["random", "big-money"])
    ['play_games']
    """
    if all(is_compiled(game, player) for player in players) and not at_tables:
        return ["play_games"]
    if any(is_search(player) for player in players):
        return entries_of_players(game)
    return [*TABLE]


def default_players(game: Game) -> list[str]:
    """Return the two strongest bots, for the seats that the game needs. Games list their bots from weak to strong."""
    count = min(max(2, game.seats[0]), game.seats[-1])
    strongest = list(game.machine.bot_slots)[::-1]
    return [strongest[seat % 2] for seat in range(count)]


def show(result: Simulation) -> None:
    """Show a simulation: the answer first, then the details."""
    who = "" if result.rotated else "seat"
    grid = Grid(who, "player", "wins", "win rate", "95 % interval", "mean score", box=None, header_style="bold")
    for seat, entry in enumerate(result.seats):
        interval = f"{entry.low:.1%} – {entry.high:.1%}"
        wins = f"{entry.wins:,.1f}".removesuffix(".0")
        grid.add_row(str(seat), entry.player, wins, f"{entry.win_rate:.1%}", interval, f"{entry.mean_score:.2f}")
    out.print(grid)
    ends = "; ".join(f"{reason}: {count:,}" for reason, count in result.endings.items())
    seats = "seats rotated" if result.rotated else "seats fixed"
    out.print(f"\n{result.games:,} games of {result.game} ({ends}; {seats}), {result.moves:,} moves")
    speed = f"{result.games_per_s:,.0f} games/s, {result.moves_per_s:,.0f} moves/s"
    out.print(f"{result.seconds:.2f} s on {plural(result.cores, 'core')}: {speed}")
    out.print(f"seed {result.seed}, digest {result.digest}", markup=False)

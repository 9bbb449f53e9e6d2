"""`ludex arena`: find the better player, on the same deals at all seats."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table as Grid

from ludex.arena import Contest, Hypotheses, Standing, contest
from ludex.arena.at_once import REQUESTS
from ludex.arena.batches import begins_at_once
from ludex.arena.contest import MARGIN, CassetteUse
from ludex.arena.plots import shorten
from ludex.arena.report import seconds, write_report
from ludex.arena.seating import fields_of
from ludex.arena.standings import told_spread
from ludex.arena.tally import Tally
from ludex.cli.simulate import AllowForfeits, Isolate, OnLeaving, TimeLimit, end_with, needed_entries
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
    say,
    say_json,
)
from ludex.core.game.game import Game
from ludex.core.game.registry import game as find_game
from ludex.core.language.errors import BadSetting, quote
from ludex.core.language.words import plural
from ludex.core.play.leaving import expect_choice
from ludex.players.search import is_search

PLAYERS = (
    "Separated by commas: bots, search-400, module:Class, file.py:Class, program:COMMAND, chat:MODEL@URL; `hard*3` is "
    "three of them. They sit at one table if it has a seat for each, otherwise each pair of them plays. Default: all "
    "bots, in pairs."
)
WIDE, SHORT = 110, 20
"""The widest terminal, in columns, on which names are shortened, and the characters that are left."""
REFRESH = 0.5
"""Seconds between two updates of the standings."""


def arena(
    game: GameName,
    players: Annotated[str | None, typer.Option(help=PLAYERS, autocompletion=complete_players)] = None,
    games: Annotated[
        int | None,
        typer.Option(min=1, help="Games at each table, rounded up to whole deals. Default: 2000 for bots, else 200."),
    ] = None,
    sprt: Annotated[
        bool, typer.Option("--sprt", help="Stop as soon as it is certain whether the first player is better.")
    ] = False,
    h0: Annotated[
        float | None,
        typer.Option(help="With --sprt: the win rate of a player that is not better. Default: a fair share."),
    ] = None,
    h1: Annotated[
        float | None,
        typer.Option(help="With --sprt: the win rate of a player that is better. Default: 5 percentage points more."),
    ] = None,
    alpha: Annotated[float, typer.Option(help="With --sprt: the allowed rate of false positives.")] = 0.05,
    beta: Annotated[float, typer.Option(help="With --sprt: the allowed rate of false negatives.")] = 0.05,
    pairs: Annotated[bool, typer.Option("--pairs", help="Let each pair of players play each other.")] = False,
    seats: Annotated[
        int | None, typer.Option(min=2, help="Number of seats, if two players take turns around the table.")
    ] = None,
    mix: Annotated[bool, typer.Option("--mix", help="Players also change neighbours. Not for partners.")] = False,
    seed: Annotated[str, typer.Option(help="The same seed gives the same games, bit for bit.")] = "0",
    cores: Annotated[int | None, typer.Option(min=1, help="Default: all.")] = None,
    on: OnWhat = "cores",
    setting: SettingList = None,
    time_limit: TimeLimit = None,
    isolate: Isolate = False,
    on_leave: OnLeaving = "bot",
    attempts: Annotated[
        int | None,
        typer.Option(min=1, help="Answers for a decision before a player forfeits. Default: 3, and 5 for chat:…"),
    ] = None,
    press: Annotated[
        int, typer.Option(min=0, help="Diplomacy: the most rounds of messages between models before the orders.")
    ] = 0,
    requests: Annotated[
        int, typer.Option(min=1, help="Language models: the most requests at a time to one endpoint.")
    ] = REQUESTS,
    transcripts: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Language models: write to this folder what each seat was asked and answered."
        ),
    ] = None,
    cassette: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Language models: record all exchanges in a new file, or replay those of an existing one.",
        ),
    ] = None,
    histories: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Save the history of every game in this folder, for `ludex replay`."),
    ] = None,
    report: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a page with plots: one HTML file, for any browser.")
    ] = None,
    allow_forfeits: AllowForfeits = False,
    json: AsJson = False,
) -> None:
    """Find out which player is better: the same deals at all seats, win rates and ratings with 95 % intervals.

    Example: `ludex arena automation --players architect,big-money --sprt`
    """
    found = find_game(game)
    settings = read_settings(setting)
    found.read_settings(settings)
    names = read_players(players) if players else list(found.machine.bot_slots)
    if report and not report.parent.is_dir():
        raise BadSetting(f"--report {quote(str(report), str)}: there is no folder {quote(str(report.parent), str)}")
    fields = fields_of(found, names, pairs=pairs or not players, seats=seats)
    tested = _hypotheses(fields[0], h0, h1, alpha, beta) if sprt or h0 is not None or h1 is not None else False
    if games is None or on == "ray" or not begins_at_once(found, names, games * len(fields)):
        get_ready(found, *needed_entries(found, names, at_tables=histories is not None))
    with Screen(found) as screen:
        result = contest(
            found,
            names,
            games,
            pairs=pairs or not players,
            seats=seats,
            mix=mix,
            test=tested,
            seed=seed,
            cores=cores,
            settings=settings,
            time_limit=time_limit,
            isolate=isolate,
            on_leave=expect_choice(found, on_leave),
            attempts=attempts,
            press=press,
            requests=requests,
            histories=histories,
            transcripts=transcripts,
            cassette=cassette,
            on=on,
            progress=screen.show,
        )
    if json:
        say_json(result)
    else:
        show(result)
        if histories:
            say(f"Histories: {histories}")
        if transcripts:
            say(f"Transcripts: {transcripts}")
        if result.cassette:
            say(f"Cassette: {cassette}, {_told_of(result.cassette)}")
    if report:  # last, so that nothing is lost if it cannot be written
        write_report(result, report)
        if not json:
            say(f"Report: {report}")
    if result.interrupted:
        raise typer.Exit(130)
    end_with(result, allow_forfeits)


def _hypotheses(field: list[str], h0: float | None, h1: float | None, alpha: float, beta: float) -> Hypotheses:
    low = field.count(field[0]) / len(field) if h0 is None else h0
    return Hypotheses(low, low + MARGIN if h1 is None else h1, alpha, beta)


class Screen:
    """A progress bar and the standings, while games are played. Without a terminal, nothing is shown."""

    def __init__(self, game: Game) -> None:
        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
        )
        self._bar = Progress(*columns, console=err)
        self._task = self._bar.add_task(game.title, total=None)
        self._live = Live(self._bar, console=err, transient=True, refresh_per_second=4)
        self._looked = 0.0

    def __enter__(self) -> Screen:
        self._live.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self._live.__exit__(None, None, None)

    def show(self, tally: Tally) -> None:
        """Show the progress, and at intervals the standings."""
        self._bar.update(self._task, completed=tally.played, total=tally.total)
        now = time.monotonic()
        if err.is_terminal and tally.games and now - self._looked > REFRESH:
            told = ""
            if tally.tested and tally.ratios:
                told = f"ratio {tally.ratios[-1]:+.2f} between {tally.tested.lower:.2f} and {tally.tested.upper:.2f}"
            self._live.update(Group(_grid(tally.standings(rated=False), rated=False), told, self._bar))
            self._looked = time.monotonic()


def show(result: Contest) -> None:
    """Show a contest: the answer first, then the details."""
    out.print(_grid(result.players))
    if any(map(_is_asked, result.players)):
        out.print()
        out.print(_asked_grid([one for one in result.players if _is_asked(one)]))
    if any(one.messages or one.messages_rejected for one in result.players):
        out.print()
        out.print(_press_grid(result.players))
    if result.sprt:
        say(f"\n{result.sprt}")
    if len(result.players) > 2:
        out.print()
        out.print(_matrix(result))
    tables = f"{len(result.tables)} tables" if len(result.tables) > 1 else "one table"
    seats = f"{tables} of {len(result.seats)} seats"
    stopped = " (interrupted)" if result.interrupted else ""
    deals = plural(result.deals, "deal")
    say(f"\n{plural(result.games, 'game')} of {result.game} on {deals}, {seats}{stopped}")
    if len(result.players) == 2:
        best = result.players[0]
        say(f"{best.player} leads by {best.lead:.1f}{told_spread(best)} points a game (95 %)")
    ends = "; ".join(f"{reason}: {count:,}" for reason, count in result.endings.items())
    seat_rates = ", ".join(f"{share.seat}: {share.win_rate:.1%}" for share in result.seats)
    say(f"Ends: {ends}. Wins by seat: {seat_rates}")
    say(f"{result.violations} violations, {result.timeouts} time-outs, {result.rejected} rejected answers")
    say(f"{result.seconds:.2f} s on {plural(result.cores, 'core')}; seed {result.seed}, digest {result.digest}")


def _grid(standings: tuple[Standing, ...], rated: bool = True) -> Grid:
    columns = ["", "player", "win rate", "95 %", "fair", *(["rating"] if rated else []), "score"]
    if any(one.decisions for one in standings):
        columns.append("decides")
    grid = Grid(box=None, header_style="bold", pad_edge=False)
    for column in columns:
        grid.add_column(column, no_wrap=column != "player", overflow="fold")
    for place, one in enumerate(standings, 1):
        name = one.player if err.width > WIDE else shorten(one.player, SHORT)
        cells = [name, f"{one.win_rate:.1%}", f"{100 * one.low:.1f}–{one.high:.1%}", f"{one.fair:.0%}"]
        if rated:
            cells.append(f"{one.rating:.1f} ± {one.rating_high - one.rating:.1f}")
        cells.append(f"{one.mean_score:.1f}")
        if one.decisions:
            cells.append(seconds(one.decisions.mean))
        grid.add_row(str(place), *cells)
    return grid


def _is_asked(one: Standing) -> bool:
    """Return True if a player is asked by request: a language model, or a program of the user."""
    return one.asked > 0 and not is_search(one.player)


def _asked_grid(asked: list[Standing]) -> Grid:
    """Show how players answered: legal at the first try, cured by the reason, lost by which cause, at which cost."""
    costs, tokens = any(one.cost is not None for one in asked), any(one.tokens_in for one in asked)
    columns = ["player", "asked", "first try", "cured", "forfeits"]
    columns += ["tokens in", "out"] * tokens + ["time"] + ["cost"] * costs
    grid = Grid(box=None, header_style="bold", pad_edge=False)
    for column in columns:
        grid.add_column(column, no_wrap=column != "player", overflow="fold")
    for one in asked:
        rejected = one.asked - one.first_try
        lost = ", ".join(f"{count:,} {cause}" for cause, count in one.forfeits.items())
        cells = [one.player if err.width > WIDE else shorten(one.player, SHORT), f"{one.asked:,}"]
        cells += [f"{one.first_try / one.asked:.1%}", f"{one.cured / rejected:.1%}" if rejected else "·", lost or "0"]
        cells += [f"{one.tokens_in:,}", f"{one.tokens_out:,}"] * tokens + [f"{one.seconds:,.1f} s"]
        grid.add_row(*cells, *["·" if one.cost is None else f"{one.cost:,.2f}"] * costs)
    return grid


def _press_grid(standings: tuple[Standing, ...]) -> Grid:
    """Show who wrote messages, and which promises were honoured."""
    grid = Grid("player", "messages", "rejected", "promises kept", "broken", box=None, pad_edge=False)
    for one in standings:
        if one.messages or one.messages_rejected:
            name = one.player if err.width > WIDE else shorten(one.player, SHORT)
            counts = one.messages, one.messages_rejected, one.promises_kept, one.promises_broken
            grid.add_row(name, *(f"{count:,}" for count in counts))
    return grid


def _told_of(cassette: CassetteUse) -> str:
    """Tell what a cassette holds."""
    count = plural(cassette.exchanges, "exchange")
    if not cassette.digest:
        return f"{count}: interrupted, so it cannot be replayed"
    return f"{count} {'replayed' if cassette.replayed else 'recorded'}, digest {cassette.digest}"


def _matrix(result: Contest) -> Grid:
    names = [one.player for one in result.players]
    grid = Grid("", "ahead of", *(f"{place}" for place in range(1, len(names) + 1)), box=None, pad_edge=False)
    for place, name in enumerate(names, 1):
        rates = [f"{result.matrix[name][other]:.0%}" if other in result.matrix[name] else "·" for other in names]
        grid.add_row(str(place), name if err.width > WIDE else shorten(name, SHORT), *rates)
    return grid

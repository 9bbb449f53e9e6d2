"""`ludex review`: what decided a finished game, and what would have been better."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from ludex.console import AsJson, err, get_ready, out, say, say_fitted
from ludex.core.game.warm import entries_of_players
from ludex.core.language.names import short_names
from ludex.core.play.history import History
from ludex.core.show.page import Seating
from ludex.players.review import Moment, Review, ReviewSettings, finished_table
from ludex.players.review import review as run
from ludex.players.review.chart import text_chart
from ludex.players.review.report import KINDS, write_report

WIDEST = 100
"""The most columns of the plot."""


def review(
    file: Annotated[Path, typer.Argument(metavar="HISTORY", help="A finished game, as `ludex play` saves it.")],
    seconds: Annotated[
        float, typer.Option(min=1, max=3600, help="Time limit. With more time the results are more certain.")
    ] = 45,
    cores: Annotated[int | None, typer.Option(min=1, max=256, help="Default: all.")] = None,
    report: Annotated[Path | None, typer.Option(metavar="FILE.html", help="Write a page with the curves.")] = None,
    json: AsJson = False,
) -> None:
    """Review a finished game: every seat's chances by what it knew, three moments that decided it, and better moves.

    Example: `ludex review games/automation-1-000000.json --seconds 10 --report review.html`

    That file comes from `ludex arena automation --players architect,big-money --games 2 --histories games`. To play on
    from a moment: `ludex replay HISTORY --at MOVE` shows the position, and the online table continues from it.
    """
    history = History.from_file(file)
    game = finished_table(history).game
    get_ready(game, *entries_of_players(game))
    settings = ReviewSettings(seconds=seconds, cores=cores or os.cpu_count() or 1)
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f} %"))
    with Progress(*columns, TimeElapsedColumn(), console=err, transient=True) as bar:
        task = bar.add_task(f"Reviewing {game.title}", total=1.0)
        found = run(history, settings, progress=lambda done: bar.update(task, completed=done))
    if report is not None:
        write_report(found, report)
    if json:
        print(found.to_json())
    else:
        show(found)
        if report is not None:
            say(f"\nThe page is in {report}.")


def show(review: Review) -> None:
    """Show a review as text: the moments first, then the curves."""
    seating = Seating(short_names(review.players))
    won = " and ".join(seating.name(seat) for seat in review.outcome.winners) or "nobody"
    say(f"{review.title}: won by {won}.", "bold")
    for number, moment in enumerate(review.moments, 1):
        show_moment(number, moment, seating)
    if not review.moments:
        say("No move cost much, and no turn stands out.")
    say("\nChances of winning, each by what the seat knew (* where curves meet)", "bold")
    for line in text_chart(review.curves, review.moves, min(out.width, WIDEST)):
        say(line)
    say(f"       {plot_ends(review.moves, min(out.width, WIDEST) - 8)}")
    for seat, score in enumerate(review.scores):
        say(f"{seat}: {seating.name(seat)}, score {score}{' (won)' * (seat in review.outcome.winners)}")
    say_fitted(f"From {review.playouts:,} games played out by {review.bot}, at {review.decisions} choices.", "dim")


def plot_ends(moves: int, width: int) -> str:
    """Return the line below the plot: its first and its last move.

    >>> plot_ends(120, 30)
    'move 1                move 120'
    """
    last = f"move {moves}"
    return f"move 1{last:>{max(width - 6, len(last) + 1)}}"


def show_moment(number: int, moment: Moment, seating: Seating) -> None:
    """Show one moment: what happened, and why it mattered."""
    say(f"\n{number}. {KINDS[moment.kind]} at move {moment.number}, {seating.name(moment.seat)}", "bold")
    say_fitted(f"   {seating.say(moment.say)}")
    for why in moment.why:
        say_fitted(f"   - {seating.say(why)}")

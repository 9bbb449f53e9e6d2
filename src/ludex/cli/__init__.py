"""The `ludex` command."""

from __future__ import annotations

import os
import sys

import typer

from ludex.cli import adjudicate, games, genome, play, replay, simulate, tournament, warm
from ludex.core.errors import LudexError

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    help="A judge of games: play, simulate, replay.\n\nExample: `ludex simulate automation --players big-money,random`",
)
app.command("games")(games.games)
app.command("play")(play.play)
app.command("simulate")(simulate.simulate)
app.command("tournament")(tournament.tournament)
app.command("replay")(replay.replay)
app.command("warm")(warm.warm)
app.command("adjudicate")(adjudicate.adjudicate)
app.add_typer(genome.app, name="genome")


def main() -> None:
    """Run the command; what goes wrong is told in a sentence, never as a traceback."""
    try:
        app()
    except (LudexError, OSError) as error:
        if isinstance(error, BrokenPipeError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(1)
        told = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) and error.filename else str(error)
        print(f"Error: {told}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        sys.exit(130)

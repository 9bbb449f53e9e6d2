"""The `ludex` command."""

from __future__ import annotations

import importlib
import os
import sys
from typing import Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from ludex.core.errors import LudexError

COMMANDS = {
    "games": "ludex.cli.games:games",
    "play": "ludex.cli.play:play",
    "simulate": "ludex.cli.simulate:simulate",
    "tournament": "ludex.cli.tournament:tournament",
    "replay": "ludex.cli.replay:replay",
    "warm": "ludex.cli.warm:warm",
    "adjudicate": "ludex.cli.adjudicate:adjudicate",
    "genome": "ludex.cli.genome:app",
}


class Commands(TyperGroup):
    """Loads a command when it is asked for, so that nobody waits for what is not used."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, name: str) -> Any:
        if name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[name].partition(":")
        found = getattr(importlib.import_module(module), attribute)
        if not isinstance(found, typer.Typer):
            alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode="markdown")
            alone.command(name)(found)
            found = alone
        command = get_command(found)
        command.name = name
        return command


app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
)


@app.callback(help="A judge of games: play, simulate, replay.\n\nExample: `ludex simulate automation --games 1000`")
def ludex() -> None:
    """What comes before every command: nothing."""


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

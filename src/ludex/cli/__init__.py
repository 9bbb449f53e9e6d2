"""The `ludex` command: the generic commands, and those of games.

A package provides a command under the entry point group `ludex.commands`: a function that Typer can read, or a whole
`typer.Typer` with commands below it. It is imported when it is used. A name with a dot, as in `genome.mutate`, puts a
command below one of another package.
"""

from __future__ import annotations

import os
import sys
from importlib.metadata import EntryPoint, entry_points, version
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from ludex.console import write_any_sign
from ludex.core.language.errors import LudexError, did_you_mean, quote

GROUP = "ludex.commands"
GENERIC = (
    *("games", "play", "simulate", "arena", "fit", "replay", "review", "examples", "new"),
    *("serve", "mcp", "db", "warm"),
)
"""The commands that are independent of games, each a function or a `typer.Typer` in the module of its name."""


def commands() -> dict[str, EntryPoint]:
    """Return all commands by name: the generic ones, then those of games. A game cannot replace a generic one.

    >>> list(commands())[:2], "adjudicate" in commands()
    (['games', 'play'], True)
    """
    generic = {name: EntryPoint(name, f"ludex.cli.{name}:{name}", GROUP) for name in GENERIC}
    brought = {entry.name: entry for entry in entry_points(group=GROUP) if "." not in entry.name}
    return generic | {name: brought[name] for name in sorted(brought) if name not in generic}


def commands_below(name: str) -> dict[str, EntryPoint]:
    """Return the commands that packages add below a command, by name.

    >>> "mutate" in commands_below("genome")
    True
    """
    dotted = {entry.name: entry for entry in entry_points(group=GROUP) if entry.name.startswith(f"{name}.")}
    return {full.removeprefix(f"{name}."): dotted[full] for full in sorted(dotted)}


class Commands(TyperGroup):
    """A group that loads a command when it is used, so that a command does not wait for the others."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(commands())

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        given = quote(args[0], str)
        if given not in commands() and not given.startswith("-") and not ctx.resilient_parsing:
            ctx.fail(f"No such command {given!r}.{did_you_mean(given, commands())}")
        return super().resolve_command(ctx, [given, *args[1:]])

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        entry = commands().get(cmd_name)
        if entry is None:
            return None
        command = _loaded(entry, cmd_name)
        for name, below in commands_below(cmd_name).items():
            if isinstance(command, TyperGroup) and name not in command.commands:
                command.add_command(_loaded(below, name), name)
        return command


def _loaded(entry: EntryPoint, name: str) -> Any:
    """Return a command of a package, under the name that users type."""
    try:
        command = _as_command(entry, entry.load())
    except Exception as error:  # a broken package must not break the other commands
        command = _stand_in(entry, f"{type(error).__name__}: {error}")
    command.name = name
    return command


def _as_command(entry: EntryPoint, found: Any) -> Any:
    if isinstance(found, typer.Typer):
        return get_command(found)
    if not callable(found):
        raise TypeError(f"expected a function or a typer.Typer, not {found!r}")
    alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode="markdown")
    alone.command(entry.name)(found)
    return get_command(alone)


def _stand_in(entry: EntryPoint, why: str) -> Any:
    """Return a replacement for a command that cannot be loaded: it reports the reason, with any arguments."""
    told = f"command {entry.name!r} of {entry.value} cannot be loaded: {why}"

    def tell() -> None:
        raise LudexError(told)

    alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    anything = {"ignore_unknown_options": True, "allow_extra_args": True}
    alone.command(entry.name, help=f"Cannot be loaded: {why}", context_settings=anything)(tell)
    return get_command(alone)


app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
)


def tell_version(wanted: bool) -> None:
    """Print the version, and stop."""
    if wanted:
        print(f"ludex {version('ludex')}")
        raise typer.Exit


@app.callback(help="A judge of games: play, simulate, replay.\n\nExample: `ludex simulate automation --games 1000`")
def ludex(
    shown: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.", callback=tell_version, is_eager=True)
    ] = False,
) -> None:
    """Do nothing before a command."""


def main() -> None:
    """Run the command. Errors are reported in a sentence, never as a traceback."""
    write_any_sign()
    try:
        app()
    except (LudexError, OSError) as error:
        if isinstance(error, BrokenPipeError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(1)
        told = (
            f"{quote(error.filename, str)}: {error.strerror}"
            if isinstance(error, OSError) and error.filename
            else str(error)
        )
        print(f"Error: {told}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        sys.exit(130)

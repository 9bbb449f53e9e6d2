"""`ludex games`: what can be played."""

from __future__ import annotations

import inspect
from typing import Any

import msgspec
from rich.table import Table as Grid

from ludex.cli.console import AsJson, err, out
from ludex.core.errors import UnknownGame
from ludex.core.game import Game
from ludex.core.registry import game, game_names


def games(json: AsJson = False) -> None:
    """List the installed games with their seats, bots and options.

    Example: `ludex games --json`
    """
    found = [describe(entry) for entry in map(load, game_names()) if entry]
    if json:
        print(msgspec.json.encode(found).decode())
        return
    grid = Grid(box=None, pad_edge=False, header_style="bold")
    grid.add_column("game", no_wrap=True)
    for column in ("title", "seats", "bots", "options"):
        grid.add_column(column)
    for entry in found:
        options = ", ".join(f"{name}={default}" for name, default in entry["options"].items())
        grid.add_row(entry["name"], entry["title"], entry["seats"], ", ".join(entry["bots"]), options)
    out.print(grid)
    out.print("\nPlay one: [bold]ludex play automation[/]   Simulate: [bold]ludex simulate automation[/]")


def load(name: str) -> Game | None:
    """A game, or a word about why it cannot be loaded."""
    try:
        return game(name)
    except UnknownGame as error:
        err.print(str(error), markup=False, style="red")
        return None


def describe(entry: Game) -> dict[str, Any]:
    """A game as data.

    >>> import ludex
    >>> describe(ludex.game("automation"))["seats"]
    '1-4'
    """
    return {
        "name": entry.name,
        "title": entry.title,
        "version": entry.version,
        "about": inspect.getdoc(type(entry)) or "",
        "seats": f"{entry.seats[0]}-{entry.seats[-1]}" if len(entry.seats) > 1 else str(entry.seats[0]),
        "bots": list(entry.bot_slots),
        "options": msgspec.to_builtins(entry.options()),
        "bytes": entry.record.size,
    }

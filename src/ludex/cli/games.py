"""`ludex games`: the games that can be played."""

from __future__ import annotations

import inspect
from typing import Annotated, Any

import msgspec
import typer
from rich.table import Table as Grid

from ludex.console import AsJson, err, out, say, say_json
from ludex.core.game.game import Game
from ludex.core.game.registry import game as find_game
from ludex.core.game.registry import game_names
from ludex.core.language.errors import UnknownGame
from ludex.core.language.settings import setting_choices

TYPES = {
    str(bool): "true, false",
    str(int): "number",
    str(int | None): "number, null",
    str(str | list[str]): "text, list of text",
    str(dict[str, int]): 'numbers by name: {"…": 1}',
}
"""Types of settings that can have many values, in plain words."""

ANY_GAME = {"random": "any legal move", "first": "the first option"}
"""The bots of every game."""


def games(
    game: Annotated[
        str | None,
        typer.Argument(metavar="[GAME]", help="Show this game's bots and settings."),
    ] = None,
    json: AsJson = False,
) -> None:
    """List the installed games, or describe one of them.

    Example: `ludex games power-grid`
    """
    if game is not None:
        found = find_game(game)
        say_json(describe(found)) if json else show(found)
        return
    entries = [entry for entry in map(load, game_names()) if entry]
    if json:
        say_json([describe(entry) for entry in entries])
        return
    grid = Grid(box=None, pad_edge=False, header_style="bold")
    for column in ("game", "title", "seats", "strongest bot", "settings"):
        grid.add_column(column, no_wrap=True)
    for entry in entries:
        settings = len(setting_choices(entry.settings))
        grid.add_row(entry.name, entry.title, seats_of(entry), entry.bots_by_strength[-1], str(settings or "–"))
    out.print(grid)
    out.print("\nMore about one: [bold]ludex games power-grid[/]   Play it: [bold]ludex play power-grid[/]")


def load(name: str) -> Game | None:
    """Load a game. If it cannot be loaded, print why."""
    try:
        return find_game(name)
    except UnknownGame as error:
        err.print(str(error), markup=False, style="red")
        return None


def show(game: Game) -> None:
    """Show one game with its bots and settings."""
    say(game.title, "bold")
    say(game.about)
    say(f"\nFor {seats_of(game)} players\n")
    if game.how_to_play():
        from rich.markdown import Markdown  # here, so that the list of games starts sooner

        out.print(Markdown(game.how_to_play()))
        say()
    bots = Grid(box=None, pad_edge=False, header_style="bold")
    for column in ("bot", "how it plays"):
        bots.add_column(column)
    for name in game.machine.bot_slots:
        bots.add_row(name, about_bot(game, name))
    out.print(bots)
    if not setting_choices(game.settings):
        return
    defaults = msgspec.to_builtins(game.settings())
    grid = Grid(box=None, pad_edge=False, header_style="bold")
    for column in ("setting", "values", "default"):
        grid.add_column(column)
    for name, values in choices_of(game).items():
        grid.add_row(name, values, typed(defaults[name]))
    say()
    out.print(grid)
    said = (inspect.getdoc(game.settings) or "").partition("\n\n")[2]
    if said:
        say(f"\n{said}")


def about_bot(game: Game, name: str) -> str:
    """Return a bot's style of play, in a sentence.

    >>> import ludex
    >>> about_bot(ludex.game("automation"), "first")
    'the first option'
    """
    return ANY_GAME[name] if name in ANY_GAME else str(getattr(game.bots[name], "about", ""))


def seats_of(game: Game) -> str:
    """Return the possible numbers of players.

    >>> import ludex
    >>> seats_of(ludex.game("automation")), seats_of(ludex.game("spades"))
    ('1-4', '4')
    """
    return f"{game.seats[0]}-{game.seats[-1]}" if len(game.seats) > 1 else str(game.seats[0])


def choices_of(game: Game) -> dict[str, str]:
    """Return the values of every setting as text.

    >>> import ludex
    >>> choices_of(ludex.game("automation"))["edition"]
    'base, expanded'
    """
    return {
        name: ", ".join(map(str, values)) if isinstance(values, tuple) else TYPES.get(str(values), str(values))
        for name, values in setting_choices(game.settings).items()
    }


def typed(value: Any) -> str:
    """Return a setting's value as it is typed at the command line.

    >>> typed("base"), typed(True), typed(None)
    ('base', 'true', 'null')
    """
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def describe(game: Game) -> dict[str, Any]:
    """Return a game as data.

    >>> import ludex
    >>> describe(ludex.game("automation"))["seats"]
    '1-4'
    """
    return {
        "name": game.name,
        "title": game.title,
        "version": game.version,
        "about": game.about,
        "seats": seats_of(game),
        "bots": list(game.machine.bot_slots),
        "settings": msgspec.to_builtins(game.settings()),
        "choices": choices_of(game),
        "bytes": game.machine.layout.size,
    }

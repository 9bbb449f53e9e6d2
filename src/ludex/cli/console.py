"""What the commands share: consoles, options of a game given as text, the notice while rules compile."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console

from ludex.core.errors import BadOption
from ludex.core.game import Game
from ludex.core.warm import entries_to_compile, warm

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)


def say(text: str = "", style: str | None = None) -> None:
    """Print text as it is: no markup, and lines are left to the terminal to break, so that they can be copied."""
    out.print(text, markup=False, soft_wrap=True, style=style)


GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game's name; `ludex games` lists them.")]
OptionList = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game, e.g. `-o edition=expanded`."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of text.")]


def read_options(given: list[str] | None) -> dict[str, Any]:
    """Options as they are typed: `edition=expanded`, `supply={"Bug": 0}`.

    >>> read_options(["edition=expanded", "turn_limit=20"])
    {'edition': 'expanded', 'turn_limit': 20}
    """
    options: dict[str, Any] = {}
    for text in given or ():
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise BadOption(f"--option {text!r}: expected NAME=VALUE, e.g. edition=expanded")
        try:
            options[name.strip()] = msgspec.json.decode(value)
        except msgspec.DecodeError:
            options[name.strip()] = value.strip()
    return options


def read_players(given: str) -> list[str]:
    """Players as they are typed, between commas.

    >>> read_players("big-money, random")
    ['big-money', 'random']
    """
    return [name.strip() for name in given.split(",") if name.strip()]


def get_ready(game: Game, *entries: str) -> None:
    """Compile the rules if no process has done so yet (some entries, or all), and say what takes so long."""
    if not entries_to_compile(game, *entries):
        return
    what = f"Compiling the rules of {game.title} (once; later starts find them again)"
    with err.status(what) as status:
        for name in warm(game, *entries):
            status.update(f"{what}: {name}")

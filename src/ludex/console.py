"""What commands share: the two consoles, common arguments, settings given as text, the notice while rules compile.

It lies below the games, so that a game can bring a command of its own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console

from ludex.core.errors import NOT_JSON, BadSetting, quote
from ludex.core.game import Game
from ludex.core.warm import entries_to_compile, warm

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)


def say(text: str = "", style: str | None = None) -> None:
    """Print text as it is: without markup, and with lines that the terminal breaks, so that they can be copied."""
    out.print(text, markup=False, soft_wrap=True, style=style)


def say_json(value: Any) -> None:
    """Print a value as JSON on one line."""
    print(msgspec.json.encode(value).decode())


GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game's name; `ludex games` lists them.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of text.")]
SettingList = Annotated[
    list[str] | None,
    typer.Option("--setting", "-s", metavar="NAME=VALUE", help="A setting of the game, e.g. `-s edition=expanded`."),
]
OptionList = Annotated[list[str] | None, typer.Option("--option", "-o", hidden=True)]
"""What `--setting` was called before."""


def read_settings(given: Sequence[str] | None, options: Sequence[str] | None = None) -> dict[str, Any]:
    """Read settings as they are typed: `edition=expanded`, `supply={"Bug": 0}`.

    Whoever still types `--option` is told its new name.

    >>> read_settings(["edition=expanded", "turn_limit=20"])
    {'edition': 'expanded', 'turn_limit': 20}
    """
    if options:
        instead = " ".join(f"--setting {text}" for text in options)
        err.print(f"--option is now called --setting: type {instead}", markup=False, soft_wrap=True)
    settings: dict[str, Any] = {}
    for text in (*(options or ()), *(given or ())):
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise BadSetting(f"--setting {quote(text)}: expected NAME=VALUE, e.g. edition=expanded")
        try:
            settings[name.strip()] = msgspec.json.decode(value)
        except NOT_JSON:
            settings[name.strip()] = value.strip()
    return settings


def read_players(given: str) -> list[str]:
    """Read players as they are typed, separated by commas.

    What is in quotes is one name, and so is a search with its settings. `*3` repeats a name.

    >>> read_players("big-money, random*2")
    ['big-money', 'random', 'random']
    >>> read_players('program:"./bot.pl 1,2",search-400:bot=hard,tree=own,hard')
    ['program:"./bot.pl 1,2"', 'search-400:bot=hard,tree=own', 'hard']
    """
    players: list[str] = []
    for part in re.findall(r"""(?:"[^"]*"|'[^']*'|[^,])+""", given):
        name, times = part.strip(), 1
        if repeated := re.fullmatch(r"(.+)\*([1-9]\d?)", name, re.DOTALL):
            name, times = repeated[1], int(repeated[2])
        if players and players[-1].startswith("search") and re.match(r"\w+=", name):
            players[-1] += f",{name}"
            players += players[-1:] * (times - 1)
        elif name:
            players += [name] * times
    return players


def get_ready(game: Game, *entries: str) -> None:
    """Compile the rules if no process has done so yet (some entries, or all), and say what takes so long."""
    missing = entries_to_compile(game, *entries)
    if not missing:
        return
    what = f"Compiling the rules of {game.title} (only once: later runs find them again)"
    with err.status(what) as status:
        for name in warm(game, *missing, tell=lambda step: status.update(f"{what}: {step}")):
            if not err.is_terminal:
                err.print(f"{what}: {name} ({missing.index(name) + 1} of {len(missing)})", markup=False, soft_wrap=True)

"""Shared parts of commands: the two consoles, common arguments, settings given as text, the notice while rules compile.

This module is below the games in the import order, so that a game can provide a command.
"""

from __future__ import annotations

import codecs
import io
import json
import re
import sys
import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import typer
from rich.console import Console

from ludex.core.game.game import Game
from ludex.core.game.registry import game as find_game
from ludex.core.game.registry import game_names
from ludex.core.game.warm import entries_to_compile, warm
from ludex.core.language.errors import NOT_JSON, BadSetting, LudexError, quote
from ludex.core.language.json_keys import DoubledKey, single_keys
from ludex.core.show.layout import broken, wrapped

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)


IN_ASCII = {
    "♠": "S", "♥": "H", "♦": "D", "♣": "C", "▶": ">", "■": "#", "·": ".", "…": "...", "–": "-", "−": "-", "→": "->",
    "×": "x", "¤": "$",
}  # fmt: skip
"""Replacements for characters that an output cannot encode."""
NOT_WRITABLE = "ludex.signs"
"""The name under which `_in_ascii` is registered as an error handler."""


def _in_ascii(error: UnicodeError) -> tuple[str, int]:
    """Return similar characters in place of those that an output cannot encode."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end]
    plain = (
        IN_ASCII.get(sign) or unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode() for sign in signs
    )
    return "".join(sign or "?" for sign in plain), error.end


codecs.register_error(NOT_WRITABLE, _in_ascii)


def write_any_sign() -> None:
    """Let the standard outputs write any text, in any encoding: `♠` becomes `S` if the encoding has no `♠`."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors=NOT_WRITABLE)


def say(text: str = "", style: str | None = None) -> None:
    """Print text without markup. At a terminal long lines are wrapped between words, elsewhere not, because programs
    may read them."""
    out.print(fitted(text) if out.is_terminal else text, markup=False, soft_wrap=True, style=style)


def say_fitted(text: str = "", style: str | None = None) -> None:
    """Print text for people, without markup. Long lines are wrapped between words, in a pipe too."""
    out.print(fitted(text), markup=False, soft_wrap=True, style=style)


def fitted(text: str) -> str:
    """Return a text with its long lines wrapped between words: to the width of the terminal, or `COLUMNS`, or 80."""
    lines = (
        wrapped(line, out.width, hang=2 * line.startswith(" ")) if len(line) > out.width else [broken(line)]
        for line in text.split("\n")
    )
    return "\n".join(part for line in lines for part in line)


def say_json(value: Any) -> None:
    """Print a value as JSON on one line."""
    text = msgspec.json.encode(value).decode()
    writable = (sys.stdout.encoding or "").lower().replace("-", "").startswith("utf")
    print(text if writable else json.dumps(msgspec.json.decode(text)))


def complete_game(incomplete: str) -> list[str]:
    """Return the shell's completions for a game: names, and files that could describe one.

    >>> complete_game("autom")
    ['automation']
    """
    files = [str(file) for file in Path().glob("*.json")]
    return [name for name in (*game_names(), *files) if name.startswith(incomplete)]


def complete_players(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return the shell's completions for players: those of the game that was typed before, also after a comma."""
    before, comma, begun = incomplete.rpartition(",")
    try:
        bots = list(find_game(ctx.params.get("game") or next(iter(ctx.args), "")).machine.bot_slots)
    except LudexError:
        bots = ["random"]
    return [f"{before}{comma}{name}" for name in ("person", *bots, "search") if name.startswith(begun)]


GameName = Annotated[
    str,
    typer.Argument(metavar="GAME", help="The game's name; `ludex games` lists them.", autocompletion=complete_game),
]
OnWhat = Annotated[
    Literal["cores", "ray"],
    typer.Option("--on", help="Where games are played: the cores of this machine, or a Ray cluster."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of text.")]
SettingList = Annotated[
    list[str] | None,
    typer.Option("--setting", "-s", metavar="NAME=VALUE", help="A setting of the game, e.g. `-s edition=expanded`."),
]


def read_settings(given: Sequence[str] | None) -> dict[str, Any]:
    """Read settings as they are typed: `edition=expanded`, `supply={"Bug": 0}`.

    >>> read_settings(["edition=expanded", "turn_limit=20"])
    {'edition': 'expanded', 'turn_limit': 20}
    """
    settings: dict[str, Any] = {}
    for text in given or ():
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise BadSetting(f"--setting {quote(text)}: expected NAME=VALUE, e.g. edition=expanded")
        try:
            settings[name.strip()] = msgspec.json.decode(single_keys(value))
        except DoubledKey as error:
            raise BadSetting(f"--setting {quote(text)}: {error}") from None
        except NOT_JSON:
            settings[name.strip()] = value.strip()
    return settings


def read_players(given: str) -> list[str]:
    """Read players as they are typed, separated by commas.

    Text in quotes is one name, and so is a search with its settings. `*3` repeats a name.

    >>> read_players("big-money, random*2")
    ['big-money', 'random', 'random']
    >>> read_players('program:"./bot.pl 1,2",search-400:bot=hard,tree=own,hard')
    ['program:"./bot.pl 1,2"', 'search-400:bot=hard:tree=own', 'hard']
    """
    players: list[str] = []
    for part in re.findall(r"""(?:"[^"]*"|'[^']*'|[^,])+""", given):
        name, times = part.strip(), 1
        if repeated := re.fullmatch(r"(.+)\*([1-9]\d?)", name, re.DOTALL):
            name, times = repeated[1], int(repeated[2])
        if players and players[-1].startswith("search") and re.match(r"\w+=", name):
            players[-1] += f":{name}"
            players += players[-1:] * (times - 1)
        elif name:
            players += [name] * times
    return players


def get_ready(game: Game, *entries: str) -> None:
    """Compile the rules if no process has done so yet (some entries, or all), and show why it takes time."""
    missing = entries_to_compile(game, *entries)
    if not missing:
        return
    what = f"Compiling the rules of {game.title} (only once: later runs find them again)"
    with err.status(what) as status:
        for name in warm(game, *missing, tell=lambda step: status.update(f"{what}: {step}")):
            if not err.is_terminal:
                err.print(f"{what}: {name} ({missing.index(name) + 1} of {len(missing)})", markup=False, soft_wrap=True)

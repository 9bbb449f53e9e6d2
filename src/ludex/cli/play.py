"""`ludex play`: a game at the terminal, hot seat and bots."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludex.cli.console import GameName, OptionList, get_ready, read_options, read_players, say
from ludex.cli.terminal import PERSON, TerminalGame
from ludex.core.errors import BadOption
from ludex.core.game import Game
from ludex.core.history import History
from ludex.core.registry import game as find_game
from ludex.core.table import Table
from ludex.players import is_compiled, is_player


def play(
    game: GameName,
    players: Annotated[
        str | None,
        typer.Option(help="Between commas: `person`, `person:Ann`, or a bot. Default: you against the strongest bot."),
    ] = None,
    seed: Annotated[str | None, typer.Option(help="Makes the game's chance repeatable.")] = None,
    option: OptionList = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with a saved game.")] = None,
    save: Annotated[Path | None, typer.Option(help="Where to save when you quit or the game ends.")] = None,
) -> None:
    """Play at the terminal: against bots, or several people at one keyboard.

    Example: `ludex play automation --players person:Ann,person:Bob,big-money --option edition=expanded`
    """
    found = find_game(game)
    if resume:
        history = History.from_json(resume.read_bytes())
        get_ready(found)
        table = history.replay(game=found)
    else:
        names = [person_name(found, name) for name in (read_players(players) if players else default_players(found))]
        found.template(len(names), found.read_options(read_options(option)))
        get_ready(found)
        table = found.new(len(names), seed, players=names, **read_options(option))
    show_start(table)
    TerminalGame(table, save or resume).play()


def default_players(game: Game) -> list[str]:
    """One person, and the strongest bot at the other seats."""
    others = max(game.seats[0], min(2, game.seats[-1])) - 1
    return [PERSON, *[list(game.bot_slots)[-1]] * others]


def person_name(game: Game, name: str) -> str:
    """The name a player goes by at the table: a bot's own, a person's without `person:`.

    >>> import ludex
    >>> automation = ludex.game("automation")
    >>> person_name(automation, "person:Ann"), person_name(automation, "person"), person_name(automation, "random")
    ('Ann', 'Guest', 'random')
    """
    if name == PERSON:
        return "Guest"
    if name.startswith(f"{PERSON}:"):
        person = name.removeprefix(f"{PERSON}:").strip()
        if not person or is_player(game, person):
            raise BadOption(f"{name!r}: a person needs a name that is not a bot's")
        return person
    is_compiled(game, name)
    return name


def show_start(table: Table) -> None:
    """Who plays, and the promise of fairness."""
    players = ", ".join(f"seat {seat} {name}" for seat, name in enumerate(table.players))
    say(f"{table.game.title}: {players}", "bold")
    say(f"Commitment to this table's chance: {table.commitment}", "dim")

"""`ludex play`: a game at the terminal, against bots or with other people."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludex.cli.replay import show_outcome
from ludex.console import GameName, OptionList, SettingList, get_ready, read_players, read_settings, say
from ludex.core.chance import is_guessable
from ludex.core.errors import BadSetting, LudexError, PlayerLeft, quote
from ludex.core.game import Game
from ludex.core.history import History
from ludex.core.referee import Referee
from ludex.core.registry import game as find_game
from ludex.core.rule import waits_for_compiler
from ludex.core.table import Table
from ludex.players import is_compiled, is_player, make_player
from ludex.players.person import Person, Screen
from ludex.players.program import programs_seated

PERSON = "person"
BOT_RETRIES = 3


def play(
    game: GameName,
    players: Annotated[
        str | None,
        typer.Option(
            help="Separated by commas: `person`, `person:Ann`, or a bot. Default: you against the strongest bot."
        ),
    ] = None,
    seed: Annotated[str | None, typer.Option(help="Makes the game's chance repeatable.")] = None,
    setting: SettingList = None,
    option: OptionList = None,
    resume: Annotated[Path | None, typer.Option(help="Continue a saved game.")] = None,
    save: Annotated[Path | None, typer.Option(help="Where to save when you quit or the game ends.")] = None,
) -> None:
    """Play at the terminal: against bots, or several people at one keyboard.

    Example: `ludex play automation --players person:Ann,person:Bob,big-money --setting edition=expanded`
    """
    found = find_game(game)
    if resume:
        history = History.from_file(resume)
        start_at_once(found)
        table = history.replay(game=found)
    else:
        names = [person_name(found, name) for name in (read_players(players) if players else default_players(found))]
        settings = read_settings(setting, option)
        found.template(len(names), found.read_settings(settings))
        start_at_once(found)
        table = found.new(len(names), seed, players=names, **settings)
    show_start(table)
    if seed is not None and is_guessable(seed) and not resume:
        say("The seed was typed, so the commitment proves nothing: whoever guesses the seed knows all cards.", "dim")
    play_table(Screen(table, save or resume))


def start_at_once(game: Game) -> None:
    """Wait for the compiler only if told to (`LUDEX_COMPILE=1`): a game can begin while its rules are compiled."""
    if waits_for_compiler():
        get_ready(game)


def play_table(screen: Screen) -> None:
    """Play a table to its end, or until somebody leaves."""
    table = screen.table
    try:
        referee = seat_players(screen)
        with programs_seated(referee.players, table):
            referee.play()
    except (PlayerLeft, KeyboardInterrupt):
        leave(screen)
        return
    except LudexError:  # a player's program has failed, and nobody's game is lost by it
        leave(screen)
        raise
    show_outcome(table)
    say(f"Seed {table.seed.hex()} (its SHA-256 is the commitment).", "dim")
    if screen.file:
        screen.save(screen.file)


def seat_players(screen: Screen) -> Referee:
    """Seat the people at the screen and the bots.

    People may try as often as they like. With nobody at the screen, what happens is shown as a spectator sees it.
    """
    table = screen.table
    players = [
        make_player(table.game, name, seat + 1) if is_player(table.game, name) else Person(screen, seat)
        for seat, name in enumerate(table.players)
    ]
    limits = [None if isinstance(player, Person) else BOT_RETRIES for player in players]

    def watch(table: Table) -> None:
        screen.tell(table.events(since=len(table.played) - 1))

    return Referee(table, players, max_retries=limits, take_backs=True, watch=None if screen.people else watch)


def leave(screen: Screen) -> None:
    """Save what can be saved, and say how to continue."""
    say()
    if screen.file:
        screen.save(screen.file)
        say(f"Continue with: ludex play {screen.table.game.name} --resume {screen.file}")
    else:
        say("Left without saving.")


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
            raise BadSetting(f"{quote(name)}: a person needs a name that is not a bot's")
        return person
    is_compiled(game, name)
    return name


def show_start(table: Table) -> None:
    """Show who plays, and the commitment to fair chance."""
    players = ", ".join(f"seat {seat} {name}" for seat, name in enumerate(table.players))
    say(f"{table.game.title}: {players}", "bold")
    say(f"Commitment to this table's chance: {table.commitment}", "dim")

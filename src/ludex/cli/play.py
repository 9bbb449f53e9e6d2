"""`ludex play`: a game at the terminal, against bots or with other people."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Annotated, Any

import typer

from ludex.cli.replay import show_outcome
from ludex.console import (
    SettingList,
    complete_game,
    complete_players,
    err,
    get_ready,
    read_players,
    read_settings,
    say_fitted,
)
from ludex.core.compile.program import waits_for_compiler
from ludex.core.game.game import Game
from ludex.core.game.registry import find_named_game
from ludex.core.game.registry import game as find_game
from ludex.core.game.template import template_of
from ludex.core.game.warm import entries_of_players
from ludex.core.language.chance import is_guessable
from ludex.core.language.errors import BadSetting, LudexError, PlayerLeft, quote
from ludex.core.language.names import made_plain, short_name
from ludex.core.play.history import History
from ludex.core.play.leaving import OnLeave, expect_choice
from ludex.core.play.referee import Referee
from ludex.core.play.substitutes import substitute
from ludex.core.play.table import Table
from ludex.players import attempts_of, is_compiled, is_player, make_player
from ludex.players.kept import is_open, opened, unfinished
from ludex.players.keyboard import Keyboard
from ludex.players.names import bot_name, kind_in, with_kind
from ludex.players.person import Person, Screen
from ludex.players.search import is_search

PERSON = "person"
LONGEST = 24
"""Characters of the name of a person who takes a seat."""
COMMITMENT_SHOWN = 16
"""Digits of the commitment that are shown: enough to compare, and they fit on a line."""


def play(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]",
            help="The game's name or file; `ludex games` lists them. Without it, the last game is continued.",
            autocompletion=complete_game,
        ),
    ] = None,
    players: Annotated[
        str | None,
        typer.Option(
            help="Separated by commas: `person`, `person:Ann`, or a bot. Default: you, and bots of several strengths.",
            autocompletion=complete_players,
        ),
    ] = None,
    seed: Annotated[str | None, typer.Option(help="The same seed gives the same deals and draws.")] = None,
    setting: SettingList = None,
    resume: Annotated[Path | None, typer.Option(help="Continue a saved game. GAME is then not needed.")] = None,
    save: Annotated[Path | None, typer.Option(help="The file to save to when you quit or the game ends.")] = None,
    on_leave: Annotated[
        str,
        typer.Option(
            metavar="CHOICE",
            help="The seat of a person who resigns: `bot` plays on, `civil-disorder` (Diplomacy), `open-seat` (another "
            "person at this keyboard takes it), or the game `end`s. A game for two ends.",
        ),
    ] = "bot",
) -> None:
    """Play at the terminal: against bots, or several people at one keyboard.

    Example: `ludex play automation --players person:Ann,person:Bob,big-money --setting edition=expanded`
    """
    keyboard = Keyboard()
    chosen = bool(players or seed or setting or save)
    if resume is None and not chosen:
        resume = offered(game, keyboard)
    if resume:
        table = resumed(resume, game)
    elif game is None:
        raise BadSetting("which game? e.g. `ludex play automation`; `ludex games` lists them all")
    else:
        table = new_table(find_game(game), players, seed, read_settings(setting))
    choice = expect_choice(table.game, on_leave)
    with opened(table):
        show_start(table, seed if not resume else None)
        play_table(Screen(table, save or (resume if resume and not is_kept(resume) else None), keyboard), choice)


def offered(game: str | None, keyboard: Keyboard) -> Path | None:
    """Return the file of a saved game that the person wants to continue. Without a keyboard, only mention it."""
    found = unfinished(None if game is None else find_game(game).name)
    free = [kept for kept in found if not is_open(kept.file)]
    if found and found[0] not in free:
        say_fitted(f"Your game of {found[0]} is open at another terminal.")
    if not free:
        return None
    newest = free[0]
    if game is None:
        return newest.file
    if not keyboard.interactive:
        err.print(f"There is an unfinished game: ludex play --resume {newest.file}", markup=False, soft_wrap=True)
        return None
    say_fitted(f"You have an unfinished game of {newest}.")
    return newest.file if keyboard.confirm("Continue it?", True) else None


def is_kept(file: Path) -> bool:
    """Return whether a file is one of those that are saved automatically."""
    return any(kept.file.resolve() == file.resolve() for kept in unfinished())


def resumed(file: Path, game: str | None) -> Table:
    """Return the table of a saved game. The file names the game."""
    history = History.from_file(file)
    if game is not None and find_game(game).name != history.game:
        raise BadSetting(f"{quote(str(file), str)} is a game of {history.game}, not of {quote(game)}")
    found = find_game(game) if game is not None else None
    table = history.replay(game=found)
    start_at_once(table.game, table.players)
    return table


def new_table(game: Game, players: str | None, seed: str | None, settings: dict[str, Any]) -> Table:
    """Return a new table with people and bots, each under a separate name."""
    wanted = read_players(players) if players else default_players(game)
    names = seat_names(game, wanted, seed)
    template_of(game, len(names), game.read_settings(settings))
    start_at_once(game, names)
    table: Table = game.new(len(names), seed, players=names, **settings)
    return table


def start_at_once(game: Game, names: Sequence[str]) -> None:
    """Wait for the compiler only if requested (`LUDEX_COMPILE=1`): a game can begin while its rules are compiled."""
    if waits_for_compiler():
        get_ready(game, *table_entries(game, names))


def table_entries(game: Game, names: Sequence[str]) -> list[str]:
    """Return the entries of a table of these players: the table's, and the loop of searches if one looks ahead.

    >>> import ludex
    >>> from ludex.core.game.warm import TABLE
    >>> extra = set(table_entries(ludex.game("automation"), ["Ann", "Olga (search-50)"])) - set(TABLE)
    >>> extra
    {'play_on'}
    """
    return entries_of_players(game, generic=any(is_search(kind_in(name)) for name in names))


def play_table(screen: Screen, on_leave: OnLeave = "bot") -> None:
    """Play a table to its end, or until a player leaves."""
    table = screen.table
    try:
        seat_players(screen, on_leave).play()
    except (PlayerLeft, KeyboardInterrupt):
        leave(screen)
        return
    except LudexError:  # a player's program has failed, but the game is not lost
        leave(screen)
        raise
    if screen.at is not None:
        screen.at.read_news()
    show_outcome(table)
    say_fitted(f"Seed {table.seed.hex()} (its SHA-256 is the commitment).", "dim")
    there = bool(screen.people) and screen.keep()
    if screen.file:
        screen.save(screen.file)
    elif there:
        say_fitted(f"See the whole game again: ludex replay {screen.kept}", "dim")


def seat_players(screen: Screen, on_leave: OnLeave = "bot") -> Referee:
    """Seat the people at the screen and the bots.

    People may try any number of times. Without people, events are shown as a spectator sees them.
    """
    table = screen.table
    left = table.engine.substitutes
    players = [
        substitute(table, seat, left[seat])
        if seat in left
        else make_player(table.game, kind_in(name), seat + 1)
        if is_player(table.game, kind_in(name))
        else Person(screen, seat)
        for seat, name in enumerate(table.names)
    ]
    limits = [None if isinstance(player, Person) else attempts_of(player) for player in players]

    def watch(table: Table) -> None:
        screen.tell(screen.sentences(table.events(since=len(table.played) - 1)))

    return Referee(
        table,
        players,
        max_retries=limits,
        take_backs=True,
        watch=None if screen.people else watch,
        on_leave=on_leave,
        newcomer=lambda seat: next_person(screen, seat),
    )


def next_person(screen: Screen, seat: int) -> Person | None:
    """Ask who takes a seat that was left, and return that person. Without a name the game ends."""
    left = short_name(screen.table.names[seat])
    try:
        name = made_plain(screen.keyboard.ask(f"Who takes the seat of {left}? Without a name the game ends. "), LONGEST)
    except (EOFError, KeyboardInterrupt):
        return None
    return Person(screen, seat, name) if name else None


def leave(screen: Screen) -> None:
    """Save the game, and print how to continue."""
    say_fitted()
    if screen.file and screen.save(screen.file):
        say_fitted(f"Continue with: ludex play --resume {screen.file}")
    elif screen.people and screen.keep():
        installed = find_named_game(screen.table.game.name) is not None
        which = screen.table.game.name if installed else f"--resume {shlex.quote(str(screen.kept))}"
        say_fitted(f"The game is saved. Continue with: ludex play {which}")
    else:
        say_fitted("You left the game. It was not saved.")


def default_players(game: Game) -> list[str]:
    """Return one person, and bots of several strengths at the other seats, the strongest first.

    >>> import ludex
    >>> default_players(ludex.game("modern-art"))[:3]
    ['person', 'hard', 'medium']
    """
    bots = game.usual_bots
    return [PERSON, *(bots[seat % len(bots)] for seat in range(game.usual_seats - 1))]


def seat_names(game: Game, players: list[str], seed: str | None = None) -> list[str]:
    """Return the names at the table: a person's without `person:`, and a separate name with its kind for every bot.

    >>> import ludex
    >>> seat_names(ludex.game("automation"), ["person", "person", "random", "random"], "7")
    ['Guest', 'Guest 2', 'Wanda (random)', 'Silas (random)']
    """
    dice = Random(seed)
    names = [person_name(game, name) for name in players]
    for seat, name in enumerate(list(names)):
        taken = [short_name(other) for other in names[:seat]]
        if name == players[seat]:
            names[seat] = with_kind(bot_name([*taken, *names], dice), name)
        elif name in taken:
            names[seat] = f"{name} {1 + taken.count(name)}"
    return names


def person_name(game: Game, name: str) -> str:
    """Return the name of a player at the table: a bot's own, a person's without `person:`.

    >>> import ludex
    >>> automation = ludex.game("automation")
    >>> person_name(automation, "person:Ann"), person_name(automation, "person"), person_name(automation, "random")
    ('Ann', 'Guest', 'random')
    """
    if name == PERSON:
        return "Guest"
    if name.startswith(f"{PERSON}:"):
        person = name.removeprefix(f"{PERSON}:").strip()
        if not person or is_player(game, kind_in(person)):
            raise BadSetting(f"{quote(name)}: a person needs a name that is not a bot's")
        return person
    is_compiled(game, name)
    return name


def show_start(table: Table, seed: str | None) -> None:
    """Show the players, and the commitment to fair chance."""
    say_fitted(f"{table.game.title}: {', '.join(table.players)}", "bold")
    typed = seed is not None and is_guessable(seed)
    proves = " (typed seed: proves nothing)" if typed else "; help lists what you can type."
    say_fitted(f"Commitment {table.commitment[:COMMITMENT_SHOWN]}…{proves}", "dim")
